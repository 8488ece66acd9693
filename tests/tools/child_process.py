"""Child processes that never outlive their test, and handle SIGINT, for tests of Ctrl-C.

Tests that run in the background may ignore SIGINT, and children inherit that. A child gets its own
process group, which is killed at the end, or when it takes too long.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from threading import Timer

LONGEST = 120  # seconds


@contextmanager
def started(*words: str) -> Iterator[subprocess.Popen[str]]:
    """Runs `cardwright` with these arguments; its output is read as text."""
    with running("-m", "cardwright_tools.cli", *words) as child:
        yield child


@contextmanager
def running(
    *words: str, longest: int = LONGEST, env: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Runs Python with these arguments."""
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    child = subprocess.Popen(
        [sys.executable, *words], text=True, env=env, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, preexec_fn=heard,
    )  # fmt: skip
    timer = Timer(longest, end, [child])
    timer.start()
    try:
        yield child
    finally:
        timer.cancel()
        end(child)
        child.communicate()


def end(child: subprocess.Popen[str]) -> None:
    """Kills the child's process group, if it still exists."""
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
