"""One side of a comparison: a folder, or a folder as it was in a revision of git.

Reads the arguments and unpacks a revision as files. A revision is unpacked with everything beside
the pack, so that the packs it requires are those of that revision.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from cardwright.pack.board import look
from cardwright.pack.files.pack_files import SUFFIXES, leaves_folder
from cardwright.pack.files.pack_search import similar_packs
from cardwright.source.bounded_files import MAX_YAML_BYTES
from cardwright.source.real_paths import is_inside, real_path
from cardwright_tools import git
from cardwright_tools.git import GitError
from cardwright_tools.options import PACK
from cardwright_tools.output import BROKEN, USAGE, Stop
from cardwright_tools.packs import require_pack

LARGEST = MAX_YAML_BYTES + 1
"""The most bytes of a file to unpack: one more than the limit, so that larger files are noticed."""


@dataclass(frozen=True, slots=True)
class Side:
    """`label` is what the user typed; `revision` is empty for files as they are now."""

    label: str
    revision: str
    path: str


def parse_sides(paths: Sequence[str], revisions: str) -> tuple[Side, Side]:
    """The old and the new side. Raises Stop unless the arguments give two."""
    if not revisions:
        if len(paths) != 2:
            raise Stop("name two packs, OLD NEW, or use --rev A..B PACK", USAGE)
        return parse_side(paths[0]), parse_side(paths[1])
    if len(paths) != 1:
        raise Stop("with --rev, name one folder: --rev A..B PACK", USAGE)
    old, dots, new = revisions.partition("..")
    if not old or new.startswith(".") or "-" in (old[:1], new[:1]):
        raise Stop("--rev takes A..B, or A for all changes since A", USAGE)
    return _at(old, paths[0]), _at(new if dots else "", paths[0])


def _at(revision: str, path: str) -> Side:
    """A folder relative to the working directory, in a revision."""
    if not revision:
        return Side(path, "", path)
    where = Path(path)
    if not where.is_absolute():
        return Side(f"{revision}:{path}", revision, f"./{where.as_posix()}")
    top = Path(_top())
    if not is_inside(where, top):
        raise Stop(f"{path} is not in the repository {top}", BROKEN)
    below = real_path(where).relative_to(real_path(top)).as_posix()
    return Side(f"{revision}:{path}", revision, below)


def parse_side(argument: str) -> Side:
    """`REV:path`, unless such a folder exists; `REV:./path` is relative to the working
    directory."""
    revision, colon, path = argument.partition(":")
    if not colon or Path(argument).exists() or len(revision) < 2 or revision.startswith("-"):
        return Side(argument, "", PACK.convert(argument, None, None).as_posix())
    return Side(argument, revision, path or ".")


@contextmanager
def pack_folder(side: Side) -> Iterator[Path]:
    """The pack's folder, unpacked temporarily if in git. Raises Stop if there is no pack."""
    if not side.revision:
        require_pack(Path(side.path), side.label, similar_packs(Path(side.path)))
        yield Path(side.path)
        return
    with TemporaryDirectory(prefix="cardwright-") as made:
        yield _unpacked(side, Path(made))


def _unpacked(side: Side, into: Path) -> Path:
    where = _from_top(side.path)
    above = where.parent.as_posix()
    tree = side.revision + "^{tree}" if above == "." else f"{side.revision}:{above}"
    try:
        _unpack(Path(_top()), tree, into)
    except GitError as error:
        said = f"there is no such revision, or no such folder in it (git: {error})"
        raise Stop(f"{side.label}: {said}", BROKEN) from None
    found = into if where == PurePosixPath() else into / where.name
    require_pack(found, side.label)
    return found


def _unpack(top: Path, tree: str, into: Path) -> None:
    """The files of packs in a tree, each as it was committed. Raises GitError."""
    found = {path: id for path, id in git.list_tree(top, tree).items() if _belongs_to_pack(path)}
    for path, data in zip(found, git.read_blobs(top, [*found.values()], LARGEST), strict=True):
        (into / path).parent.mkdir(parents=True, exist_ok=True)
        (into / path).write_bytes(data)


def _belongs_to_pack(path: str) -> bool:
    read = PurePosixPath(path).suffix.lower() in (*SUFFIXES, look.SUFFIX)
    return read and not leaves_folder(path)


def _from_top(path: str) -> PurePosixPath:
    """A path in the repository; one that begins with a dot is relative to the working directory."""
    if not path.startswith("."):
        return PurePosixPath(path)
    prefix = _git_line("rev-parse", "--show-prefix")
    parts: list[str] = []
    for part in PurePosixPath(prefix, path).parts:
        if part == ".." and not parts:
            raise Stop(f"{path} is outside the repository", BROKEN)
        parts = parts[:-1] if part == ".." else [*parts, part]
    return PurePosixPath(*parts)


def _top() -> str:
    return _git_line("rev-parse", "--show-toplevel")


def _git_line(*words: str) -> str:
    """A line printed by git. Raises Stop if there is no git or no repository."""
    try:
        return os.fsdecode(git.run_git(Path(), *words)).rstrip("\n")
    except GitError as error:
        raise Stop(f"{error}; compare two folders", BROKEN) from None
