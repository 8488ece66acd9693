"""Which files have changed since the last commit of git, the new ones among them.

Files are compared by their bytes and nothing else: a repository's own filters don't run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from cardwright_tools import git
from cardwright_tools.git import GitError
from cardwright_tools.output import BROKEN, Stop

T = TypeVar("T")


def changed(packs: Sequence[Path]) -> Callable[[Path], bool]:
    """Tells whether a file in the repositories of these packs has changed.

    Files that git ignores have not, nor have those elsewhere. Raises Stop when there is no git.
    """
    known = dict(_known(dict.fromkeys(_asked(git.top, pack) for pack in packs)))

    def has_changed(file: Path) -> bool:
        way = file.resolve()
        return way in known and not (way.is_file() and git.is_blob(way.read_bytes(), known[way]))

    return has_changed


def _known(tops: Iterable[Path]) -> Iterable[tuple[Path, str]]:
    """The files that git knows of or would add, with what was committed; "" for the new ones."""
    for top in tops:
        old = _asked(_committed, top)
        where = top.resolve()
        yield from ((where / name, old.get(name, "")) for name in _asked(git.names, top))


def _committed(top: Path) -> dict[str, str]:
    """The files of the last commit; before the first one there are none."""
    try:
        git.git(top, "rev-parse", "--verify", "--quiet", "HEAD")
    except GitError:
        return {}
    return git.tree(top, "HEAD")


def _asked(what: Callable[[Path], T], folder: Path) -> T:
    try:
        return what(folder)
    except GitError as error:
        raise Stop(f"--changed-only asks git, which says of {folder}: {error}", BROKEN) from None
