"""When Python looks for garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Iterator[None]:
    """Turns off garbage collection while packs are loaded or compiled.

    It finds little there, and takes a quarter of the time of the one and half of the other.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def refreeze() -> None:
    """No longer looks at what is there, which is much and stays; what stayed before may be gone.

    To look at all of a large pack takes seconds, and would be done after some hundred edits.
    """
    freeze_all(again=True)
    gc.freeze()


def freeze_all(*, again: bool = False) -> None:
    """Collects garbage, and no longer looks at what is left: it stays, such as the rules of games.

    Where collection is switched off, it does nothing: who has done that decides when to collect.
    `again`: only in a process that has done so before, whose rules have changed.
    A full collection waits until a quarter more is there than stays. Of what is not looked at
    nothing counts, so that the little that comes and goes is collected soon, and quickly.
    """
    if not gc.isenabled() or (again and not gc.get_freeze_count()):
        return
    gc.unfreeze()
    gc.collect()
    gc.freeze()
