"""Runs work in a separate process, since a mutant may make it loop forever, use up memory or crash.

Responsible for the limits of time and memory, and for ending the process and everything it started.
If processes can't be forked, the work is done in this process, without limits. Knows nothing about
packs.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TypeVar

from cardwright_tools.workers import attend_parent, not_started

Made = TypeVar("Made")
Note = Callable[[str], None]
MEMORY = 3 << 30  # bytes that the work may use


@dataclass(frozen=True, slots=True)
class SandboxStop:
    """Work that was stopped: the last step that it reported, and why it was stopped."""

    at: str
    why: str
    late: bool


def run_sandboxed(work: Callable[[Note], Made], seconds: float) -> Made | SandboxStop:
    """The result of the work within this time; it is passed a function to report its current step.

    Raises Stop if no process can be started.
    """
    if sys.platform != "linux":
        return work(lambda at: None)
    context = get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_begin, args=(work, theirs))
    try:
        child.start()
    except OSError as error:
        raise not_started(error) from None
    theirs.close()
    try:
        return _awaited(ours, time.monotonic() + seconds)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(child.pid or 0, signal.SIGKILL)
        child.join()
        ours.close()


def _begin(work: Callable[[Note], Made], theirs: Connection) -> None:
    """Leads a new process group, so that all processes it starts end with it."""
    code = 1
    try:
        os.setpgid(0, 0)
        attend_parent()
        _limit_memory()
        theirs.send((None, work(lambda at: theirs.send((at, None)))))
        code = 0
    finally:
        os._exit(code)


def _limit_memory() -> None:
    import resource

    with open("/proc/self/statm", encoding="ascii") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = used + MEMORY if hard == resource.RLIM_INFINITY else min(hard, used + MEMORY)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _awaited(ours: Connection, end: float) -> Made | SandboxStop:
    at = ""
    while ours.poll(max(0.0, end - time.monotonic())):
        try:
            now, made = ours.recv()
        except EOFError:
            return SandboxStop(at, "the process was ended", late=False)
        if now is None:
            return made  # type: ignore[no-any-return]
        at = now
    return SandboxStop(at, "the time was over", late=True)
