"""Which files have changed since the last git commit, including new ones.

Files are compared byte by byte; a repository's own filters are not run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from cardwright.source.bounded_files import file_bytes
from cardwright.source.real_paths import real_path
from cardwright_tools import git
from cardwright_tools.git import GitError
from cardwright_tools.output import BROKEN, Stop

T = TypeVar("T")


def changed_since_commit(packs: Sequence[Path]) -> Callable[[Path], bool]:
    """A predicate: whether a file in the repositories of these packs has changed.

    It is false for files that git ignores and for files elsewhere. Raises Stop if git is missing.
    """
    known = dict(
        _tracked_files(dict.fromkeys(_query_git(git.repository_top, pack) for pack in packs))
    )

    def has_changed(file: Path) -> bool:
        way = real_path(file)
        return way in known and not (way.is_file() and git.is_blob(file_bytes(way), known[way]))

    return has_changed


def _tracked_files(tops: Iterable[Path]) -> Iterable[tuple[Path, str]]:
    """The files that git tracks or would add, with their committed blob; "" for new ones."""
    for top in tops:
        old = _query_git(_committed_blobs, top)
        where = real_path(top)
        yield from (
            (where / name, old.get(name, "")) for name in _query_git(git.tracked_names, top)
        )


def _committed_blobs(top: Path) -> dict[str, str]:
    """The files of the last commit; empty before the first commit."""
    try:
        git.run_git(top, "rev-parse", "--verify", "--quiet", "HEAD")
    except GitError:
        return {}
    return git.list_tree(top, "HEAD")


def _query_git(what: Callable[[Path], T], folder: Path) -> T:
    try:
        return what(folder)
    except GitError as error:
        raise Stop(f"--changed-only needs git, which failed in {folder}: {error}", BROKEN) from None
