"""`check --watch`: checks again after each change, until Ctrl-C.

Decides what is polled (the size and time of each file in the packs and in those they require) and
when. Polling needs no library, and works on network drives and in containers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from cardwright_tools.check.input_files import with_required
from cardwright_tools.check.suppressions import pack_files
from cardwright_tools.output import CLEAN, say

SECONDS = 0.3
Stamp = dict[Path, tuple[int, int]]


def watch_files(
    check: Callable[[], int],
    stamp: Callable[[], Stamp],
    wait: Callable[[], None] = lambda: time.sleep(SECONDS),
    get_ready: Callable[[], None] = lambda: None,
) -> int:
    """Checks now and after each change; returns the exit code of the last completed run.

    `get_ready` is called after each run, before waiting for a change.
    """
    code, known = CLEAN, Stamp()
    try:
        while True:
            # Taken before the run, so that changes during it are noticed after it.
            before = stamp()
            known |= before
            code = check()
            get_ready()
            say("Watching for changes; press Ctrl-C to stop.", err=True)
            while (now := stamp()) == before:
                wait()
            say(f"\nChanged: {_changes(known, before, now)}", err=True)
    except KeyboardInterrupt:
        return code


def _changes(known: Stamp, before: Stamp, now: Stamp) -> str:
    """The files that were changed or deleted; if there are none, others, such as new ones: a
    change of a manifest also changes which files are checked."""
    changed = [path for path in now if known.get(path, now[path]) != now[path]]
    gone = [path for path in before if path not in now and not path.exists()]
    new = [path for path in now if path not in known]
    found = changed + gone or new or before.keys() ^ now.keys()
    names = sorted(path.as_posix() for path in found)
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def file_stamps(packs: Sequence[Path], others: Sequence[Path] = ()) -> Callable[[], Stamp]:
    """A function whose value changes with these packs, those they require, or some other files."""

    def now() -> Stamp:
        return dict(
            _stat_all(
                [*(file for pack in with_required(packs) for file in pack_files(pack)), *others]
            )
        )

    return now


def _stat_all(paths: Sequence[Path]) -> list[tuple[Path, tuple[int, int]]]:
    found = []
    for path in paths:
        try:
            state = path.stat()
        except OSError:
            continue  # deleted since it was listed; the next poll notices that
        found.append((path, (state.st_mtime_ns, state.st_size)))
    return found
