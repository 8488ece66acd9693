"""Where what is worked out once is kept: one folder of the user's, with one for each sort.

`$CARDWRIGHT_CACHE`, else `cardwright` in `$XDG_CACHE_HOME` or `~/.cache`.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def cache_folder(sort: str) -> Path | None:
    """The folder of a sort; None if nothing is kept: `CARDWRIGHT_CACHE` is empty, or there is no
    home."""
    given = os.environ.get("CARDWRIGHT_CACHE")
    if given is not None:
        return Path(given) / sort if given else None
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base) / "cardwright" / sort if os.path.isabs(base) else None


def make_own(folder: Path) -> None:
    """Makes a folder, and those that it is in, for the user alone. Raises OSError."""
    for one in (*reversed(folder.absolute().parents), folder):
        if not one.is_dir():
            one.mkdir(0o700, exist_ok=True)


def not_own(folder: Path) -> str:
    """Why others may change what is in a folder, and the remedy; "" if they may not. Raises OSError
    where that can't be seen."""
    if os.name != "posix":
        return ""
    ways = folder.absolute(), Path(os.path.realpath(folder))
    for one in {place: None for way in ways for place in (*reversed(way.parents), way)}:
        with suppress(FileNotFoundError, NotADirectoryError):
            if why := _open_to_others(one.stat()):
                return f"{one} {why}"
    return ""


def _open_to_others(stat: os.stat_result) -> str:
    if stat.st_uid not in (0, os.geteuid()):
        return "belongs to another user"
    if stat.st_mode & 0o022 and not stat.st_mode & 0o1000:  # sticky: only owners rename
        return "may be written to by others (`chmod go-w` ends that)"
    return ""
