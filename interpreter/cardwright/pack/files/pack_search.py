"""Finds packs by name: beside others, and those that come with Cardwright.

Decides where packs are looked for. Knows nothing about what is in them.
"""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Iterable, Sequence

from cardwright.pack.files.pack_files import FILE, MAX_BYTES, content_size
from cardwright.source.open_files import has_file
from cardwright.source.real_paths import real_path
from cardwright.source.spelling import nearest

Resolve = Callable[[str], pathlib.Path | None]
MAX_PACKS = 100
MAX_MANIFEST_VALUES = 5_000
"""Keys and values of a manifest, which is read several times."""


def shipped() -> pathlib.Path | None:
    """The content that comes with Cardwright: in its repository, or in the installed package."""
    here = pathlib.Path(__file__).resolve()
    paths = (here.parents[4] / "content", here.parents[2] / "data" / "content")
    return next((path for path in paths if path.is_dir()), None)


def shipped_packs() -> dict[str, pathlib.Path]:
    """The folders of the packs that come with Cardwright, by id."""
    home = shipped()
    folders = sorted(file.parent for file in home.glob(f"*/{FILE}")) if home else []
    return {folder.name: folder for folder in folders}


def find_pack(name: str | pathlib.Path) -> pathlib.Path:
    """The folder of a pack that is named by its path or, if it comes with Cardwright, its id.

    An existing folder takes precedence; any other name is returned as a path.
    """
    path = pathlib.Path(name)
    return path if path.exists() else shipped_packs().get(str(name), path)


def similar_packs(path: pathlib.Path) -> str:
    """The end of the help for a missing folder: similar names of packs beside it and, for a bare
    name, of shipped packs.
    """
    if path.exists():
        return ""
    shipped_too = list(shipped_packs()) if path.name == str(path) else []
    found = nearest(path.name, [*shipped_too, *nearby_packs(path)])
    if found is not None:
        return f"; did you mean `{(path.parent / found).as_posix()}`?"
    return f"; packs shipped with Cardwright: {', '.join(shipped_too)}" if shipped_too else ""


def beside(folders: Sequence[pathlib.Path]) -> Resolve:
    """A resolver that looks for a pack beside the given ones, then among the shipped ones."""
    places = [real_path(folder).parent if folder.name in ("", "..") else folder.parent
              for folder in folders]  # fmt: skip
    home = shipped()

    def resolve(name: str) -> pathlib.Path | None:
        paths = [place / name for place in [*places, *([home] if home else [])]]
        return next((path for path in paths if has_file(path / FILE)), None)

    return resolve


def with_required(
    folders: Sequence[pathlib.Path], required_by: Callable[[pathlib.Path], Iterable[str]]
) -> list[pathlib.Path]:
    """These folders and those of all packs that a game of them may read.

    `required_by` returns the ids that the pack in a folder requires. If a game is too large, there
    may be folders that it does not read.
    """
    found, resolve, size = [*dict.fromkeys(folders)], beside(folders), 0
    for folder in found:  # which grows in the loop
        size += content_size(folder)
        if size > MAX_BYTES * (len(folders) + 1) or len(found) > MAX_PACKS + len(folders):
            break
        required = map(resolve, required_by(folder))
        found += [path for path in required if path is not None and path not in found]
    return found


def nearby_packs(folder: pathlib.Path) -> list[str]:
    """The ids of packs beside one, to suggest for a misspelt one."""
    try:
        return [path.parent.name for path in real_path(folder).parent.glob(f"*/{FILE}")]
    except OSError:
        return []
