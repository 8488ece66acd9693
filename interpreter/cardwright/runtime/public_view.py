"""What several players see of one position, if most of it is the same for all of them.

Decides what may look different to some player: things that only they see, cells that only owners
see, and cells that name a thing; with everything that these are on or in. The rest is computed
once, as a spectator sees it, and all players get the same values.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.language.graph_walks import reachable
from cardwright.program.program import Program
from cardwright.runtime import visibility
from cardwright.runtime.game import Game
from cardwright.runtime.visible_things import Plain, View, VisibleThings, shown_cells
from cardwright.source.memoized import memoized


class PublicView(VisibleThings):
    """What everybody sees of a position, computed once for all players who view it in turn."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, 0)
        self.holders: dict[int, View] = {}
        self.insides: dict[int, View] = {}
        self.in_supply: list[Plain] | None = None
        self.closed = [
            item for root in ("card", "piece", "place", "player")
            for item in visibility.members(self.program, root) if not self.is_open(item)
        ]  # fmt: skip

    def is_open(self, item: int) -> bool:
        """Whether everybody sees the same of its cells."""
        return _is_open(self.program, self.layout.form(self.game.s, item).kind)

    def holder(self, item: int) -> View:
        if item not in self.holders:
            self.holders[item] = super().holder(item)
        return self.holders[item]

    def zone(self, index: int) -> View:
        if index not in self.insides:
            self.insides[index] = super().zone(index)
        return self.insides[index]

    def supply(self) -> list[Plain]:
        if self.in_supply is None:
            self.in_supply = super().supply()
        return self.in_supply


class PlayerView(VisibleThings):
    """What this player sees, with the values of `everybody` where all see the same."""

    def __init__(self, game: Game, player: int, everybody: PublicView) -> None:
        super().__init__(game, player)
        self.everybody = everybody
        self.own = self._own()

    def _own(self) -> set[int]:
        """What may look different to this player, with everything that it is on or in."""
        others = self.everybody
        places = {*self.at, *self.backs, *others.at, *others.backs}
        waiting = [place for place in places if self.there(place) != others.there(place)]
        waiting += others.closed
        return {*reachable(waiting, self._around)}

    def _around(self, item: int) -> Iterator[int]:
        """The place or thing that a thing is on or in."""
        if item and not visibility.zone_at(self.program, item):
            yield self.game.s[item]

    def holder(self, item: int) -> View:
        return super().holder(item) if item in self.own else self.everybody.holder(item)

    def zone(self, index: int) -> View:
        zone, _ = self.layout.zones[index]
        is_own = zone.seen_by == "owner" or self.layout.zone_first + index in self.own
        return super().zone(index) if is_own else self.everybody.zone(index)

    def supply(self) -> list[Plain]:
        return super().supply() if 0 in self.own else self.everybody.supply()


@memoized
def _is_open(program: Program, kind: str) -> bool:
    cells = (found for found, _ in shown_cells(program, kind))
    return all(found.seen_by != "owner" and found.type.base != "thing" for found in cells)
