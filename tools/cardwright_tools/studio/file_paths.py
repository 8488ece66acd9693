"""Where an author's page may put a file: at paths in the pack, and not behind a link.

Knows nothing about what is in files.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from cardwright.source.real_paths import real_path
from cardwright_tools.studio.errors import RequestError


def with_ending(name: str) -> str:
    """The name with `.yaml` at its end, in place of none or `.yml`; any other ending is kept."""
    ending = PurePosixPath(name).suffix
    if not PurePosixPath(name).name or name.endswith("/") or ending not in ("", ".yml"):
        return name
    return f"{name.removesuffix(ending)}.yaml"


def writable_path(folder: Path, name: str) -> Path:
    """The path of a file, if it may be written in a pack's folder. Raises RequestError."""
    path, parts = folder / name, PurePosixPath(name).parts
    unsafe = {"..", ".", "", "/"} & {*parts, *name.split("/")} or not name.isprintable()
    if unsafe or "\\" in name or ":" in name or not name.endswith(".yaml"):
        raise RequestError("a file is named by its path in the pack, such as `more/cards.yaml`; "
                           "its name ends in `.yaml`")  # fmt: skip
    if not real_path(path).is_relative_to(folder) or is_linked(folder, path):
        raise RequestError(f"`{name}` is outside the pack")
    return path


def is_linked(folder: Path, path: Path) -> bool:
    """Whether there is a link on the path, which the pack would not follow."""
    above = [one for one in (path, *path.parents) if one != folder and one.is_relative_to(folder)]
    return any(one.is_symlink() for one in above)
