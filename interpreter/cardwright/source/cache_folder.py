"""The user's cache folder, with one folder per cache, and whether other users can write to it.

It is `$CARDWRIGHT_CACHE`, else `cardwright` in `$XDG_CACHE_HOME` or `~/.cache`.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from cardwright.source.real_paths import real_path


def cache_folder(name: str) -> Path | None:
    """The folder of one cache; None if nothing is cached, because `CARDWRIGHT_CACHE` is empty or
    there is no home folder.
    """
    given = os.environ.get("CARDWRIGHT_CACHE")
    if given is not None:
        return Path(given) / name if given else None
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base) / "cardwright" / name if os.path.isabs(base) else None


def make_private(folder: Path) -> None:
    """Creates a folder and its parents, accessible to this user only. Raises OSError."""
    for one in (*reversed(folder.absolute().parents), folder):
        if not one.is_dir():
            one.mkdir(0o700, exist_ok=True)


def why_not_private(folder: Path) -> str:
    """Why other users may change the content of a folder, and the remedy; "" if they may not.
    Raises OSError if that can't be determined.
    """
    if os.name != "posix":
        return ""
    ways = folder.absolute(), real_path(folder)
    for one in {place: None for way in ways for place in (*reversed(way.parents), way)}:
        with suppress(FileNotFoundError, NotADirectoryError):
            if why := _open_to_others(one.stat()):
                return f"{one} {why}"
    return ""


def _open_to_others(stat: os.stat_result) -> str:
    if stat.st_uid not in (0, os.geteuid()):
        return "belongs to another user"
    if stat.st_mode & 0o022 and not stat.st_mode & 0o1000:  # sticky: only owners rename files
        return "can be written to by other users (`chmod go-w` prevents that)"
    return ""
