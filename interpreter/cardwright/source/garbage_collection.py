"""When Python collects garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Iterator[None]:
    """Turns off garbage collection while packs are loaded or compiled.

    A collection finds little then, but takes a quarter of the time of loading and half of
    compiling.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def refreeze() -> None:
    """Exempts all present objects from collection again; those exempted before may be gone.

    There are many of them, and they stay. To go through all objects of a large pack takes seconds,
    and would otherwise happen every hundred edits or so.
    """
    freeze_all(again=True)
    gc.freeze()


def freeze_all(*, again: bool = False) -> None:
    """Collects garbage, then exempts all remaining objects, which stay, such as the rules of games.

    Does nothing if collection is switched off: the code that did that decides when to collect.
    `again`: only in a process that has called this before and whose rules have changed. Python
    delays a full collection until the number of objects has grown by a quarter. Exempt objects do
    not count, so the few short-lived ones are collected soon, and quickly.
    """
    if not gc.isenabled() or (again and not gc.get_freeze_count()):
        return
    gc.unfreeze()
    gc.collect()
    gc.freeze()
