"""Divides work into shares, one per core, each in a process of its own.

Processes are forked, so that only results have to be sent. Where forking is not safe, everything is
done in this process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

Item = TypeVar("Item")
Made = TypeVar("Made")
MIN_ITEMS = 500  # items for which a process is worth its start
MAX_PROCESSES = 8
BLOCKS = 8  # of neighbours in a share

_work: list[tuple[Callable[[Any], Any], Sequence[Any]]] = []
"""What a forked process does; its index is all that is sent."""


def map_in_parallel(
    do: Callable[[Sequence[Item]], list[Made]],
    items: Sequence[Item],
    near: Callable[[Item], str],
) -> list[Made]:
    """The results of `do` for all items, in order. Items with an equal `near` share a process."""
    order = sorted(range(len(items)), key=lambda at: near(items[at]))
    number = min(cores(), MAX_PROCESSES, len(items) // MIN_ITEMS)
    shares = _deal(order, number) if number > 1 else [order]
    made = _run_shares(do, [[items[at] for at in share] for share in shares])
    found = dict(zip((at for share in shares for at in share), made, strict=True))
    return [found[at] for at in range(len(items))]


def _deal(order: list[int], number: int) -> list[list[int]]:
    """Blocks of neighbours, dealt out in turn, so that slow items spread over the shares."""
    size = -(-len(order) // (number * BLOCKS))
    blocks = [order[at : at + size] for at in range(0, len(order), size)]
    return [[at for block in blocks[share::number] for at in block] for share in range(number)]


def _run_shares(do: Callable[[Sequence[Item]], list[Made]], shares: list[list[Item]]) -> list[Made]:
    if len(shares) == 1:
        return do(shares[0])
    import multiprocessing  # imported late: most packs are small

    from cardwright_tools.workers import attend_parent

    _work[:] = [(do, share) for share in shares]
    try:
        with multiprocessing.get_context("fork").Pool(len(shares) - 1, attend_parent) as pool:
            others = pool.map_async(_run_share, range(1, len(shares)), 1)
            return [*_run_share(0), *(made for share in others.get() for made in share)]
    finally:
        _work.clear()


def cores() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


def _run_share(at: int) -> Any:
    do, share = _work[at]
    return do(share)
