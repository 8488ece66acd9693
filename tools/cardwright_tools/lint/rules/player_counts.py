"""CW518: a definition for a number of players that no game has."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.lint.rule import Definitions, diagnostic, rule


@rule(Definitions, "CW518")
def check(some: Definitions) -> Iterator[Diagnostic]:
    """Considers all packs' numbers: a required pack may allow fewer than the one that requires
    it."""
    modules = (module.players for pack in some.packs for module in pack.modules.values())
    ranges = (*(pack.players for pack in some.packs), *(range for range in modules if range))
    lows, highs = zip(*ranges, strict=True)
    low, high = min(lows), max(highs)
    for thing in (thing for thing in some.things if thing.players):
        if left := [number for number in thing.players if not low <= number <= high]:
            message = f"`{thing.id}` is for {left[0]} players, but no game is"
            span = f"{low} to {high}" if low < high else low
            help = f"games have {span} players; list each player count here"
            yield diagnostic("CW518", message, thing.span, help)
