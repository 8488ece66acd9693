"""Divides work into shares, one per core, each in its own process.

Processes are forked, so that only results have to be sent. If forking is not safe, everything is
done in this process; so are the shares of processes that can't be started, or end early.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import TypeVar

Item = TypeVar("Item")
Made = TypeVar("Made")
MIN_ITEMS = 500  # the number of items that make starting a process worthwhile
MAX_PROCESSES = 8
BLOCKS = 8  # blocks of neighbours per share


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
    import pickle  # imported late, since most packs are small

    from cardwright_tools.workers import background_process

    def parts(share: list[Item]) -> Iterator[bytes]:
        yield pickle.dumps(do(share))

    with ExitStack() as stack:
        others = [
            stack.enter_context(background_process(partial(parts, share))) for share in shares[1:]
        ]
        made = do(shares[0])
        for share, receive in zip(shares[1:], others, strict=True):
            sent = receive()
            made += do(share) if sent is None else pickle.loads(sent)
    return made


def cores() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1
