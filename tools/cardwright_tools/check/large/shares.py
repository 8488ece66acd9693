"""Much work in shares: one for each core, each in a process of its own.

Forked, so that nothing has to be handed over but what comes out. Where processes can't be
forked safely, all is done here.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, TypeVar

Item = TypeVar("Item")
Made = TypeVar("Made")
LEAST = 500  # items for which a process is worth its start
MOST = 8  # processes

_work: list[tuple[Callable[[Any], Any], Sequence[Any]]] = []
"""What a forked process does; its index is all that is sent."""


def in_shares(do: Callable[[Sequence[Item]], list[Made]], items: Sequence[Item]) -> list[Made]:
    """What `do` makes of all items, in their order."""
    number = min(_cores(), MOST, len(items) // LEAST)
    if number < 2:
        return do(items)
    import multiprocessing  # imported late: most packs are small

    ends = [len(items) * at // number for at in range(number + 1)]
    _work[:] = [(do, items[low:high]) for low, high in pairwise(ends)]
    try:
        with multiprocessing.get_context("fork").Pool(number - 1, _undisturbed) as pool:
            others = pool.map_async(_one, range(1, number), 1)
            return [*_one(0), *(made for share in others.get() for made in share)]
    finally:
        _work.clear()


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


def _undisturbed() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever shares out ends the others


def _one(at: int) -> Any:
    do, share = _work[at]
    return do(share)
