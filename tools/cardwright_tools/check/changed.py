"""Which files git says have changed since the last commit, the new ones among them."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from cardwright_tools.output import BROKEN, Stop

# A repository can name a program that git runs to watch files; a pack may come from anywhere.
_GIT = ("git", "-c", "core.fsmonitor=false")


def changed(packs: Sequence[Path]) -> set[Path]:
    """The changed files in the repositories of these packs. Raises Stop when there is no git."""
    tops = {Path(_git(pack, "rev-parse", "--show-toplevel").rstrip("\n")) for pack in packs}
    return {(top / name).resolve() for top in tops for name in _names(top)}


def _names(top: Path) -> list[str]:
    """Paths from the top; before the first commit every file is new."""
    old = _git(top, "rev-parse", "--verify", "--quiet", "HEAD", fails=True)
    since = ("diff", "--name-only", "-z", "--no-ext-diff", "HEAD") if old else ("ls-files", "-z")
    new = _git(top, "ls-files", "-z", "--others", "--exclude-standard")
    return [name for text in (_git(top, *since), new) for name in text.split("\0") if name]


def _git(folder: Path, *words: str, fails: bool = False) -> str:
    """What git prints. Raises Stop when it fails, unless it may: then that is nothing."""
    try:
        done = subprocess.run(
            [*_GIT, *words], cwd=folder, capture_output=True, text=True, check=False,
            encoding="utf-8", errors="surrogateescape",
        )  # fmt: skip
    except OSError:
        raise Stop("--changed-only asks git, and git is not installed", BROKEN) from None
    if done.returncode == 0 or fails:
        return done.stdout if done.returncode == 0 else ""
    said = (done.stderr.strip().splitlines() or ["it failed"])[-1].removeprefix("fatal: ")
    raise Stop(f"--changed-only asks git, which says of {folder}: {said}", BROKEN)
