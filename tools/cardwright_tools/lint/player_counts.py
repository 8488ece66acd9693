"""CW518: a definition for a number of players that no game has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardwright.board.model import Thing
from cardwright.pack.manifest import Manifest
from cardwright.source.diagnostics import Report


def check_things(things: Iterable[Thing], packs: Sequence[Manifest], report: Report) -> None:
    """Of any pack's numbers: a required pack may have fewer than the one that requires it."""
    lows, highs = zip(*(pack.players for pack in packs), strict=True)
    low, high = min(lows), max(highs)
    for thing in (thing for thing in things if thing.players):
        if left := [number for number in thing.players if not low <= number <= high]:
            message = f"`{thing.id}` is for {left[0]} players, and no game is"
            span = f"{low} to {high}" if low < high else low
            help = f"games have {span} players; here each number that is meant is named"
            report.emit("CW518", message, thing.span, help)
