"""Sets up a position: an empty board with everything in supply, then what a scenario gives.

Owns which things are used for `2 boats`. Knows nothing of rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from cardwright.board.layout import SEATS
from cardwright.board.model import BOTTOM, TOP
from cardwright.runtime.game import Game
from cardwright_tools.scenario.claims import CellClaim, Claim, PlaceClaim, ZoneClaim
from cardwright_tools.scenario.shape import written
from cardwright_tools.scenario.terms import Part, Terms

ANYBODY = -1
"""In a zone, whose a thing is is not said."""
_FREE = {ANYBODY: "there are", 0: "nobody has"}


@dataclass(slots=True)
class Placer:
    """Places each thing at most once; named things come before counted ones."""

    game: Game
    terms: Terms
    _taken: set[int] = field(default_factory=set)

    def seat(self, players: Sequence[int]) -> None:
        """Seats the players, the first player first; they may be in other zones too."""
        layout = self.game.program.layout
        self.game.z[layout.zone_id(SEATS) - layout.zone_first][:] = players

    def apply(self, claims: Sequence[Claim]) -> None:
        self._empty(claims)
        self._fix(claims)
        for claim in claims:
            if isinstance(claim, PlaceClaim):
                for owner, parts in claim.parts.items():
                    self._place(parts, owner, claim.place)
            elif isinstance(claim, ZoneClaim):
                self._place(claim.parts, ANYBODY, claim.zone)
        for claim in claims:
            if isinstance(claim, CellClaim):
                self._set(claim)
        for claim in claims:
            if isinstance(claim, PlaceClaim):
                self._check_in_game(claim)

    def _check_in_game(self, claim: PlaceClaim) -> None:
        """Refuses things on a place that is out of the game."""
        gone = self.game.s[self.game.program.layout.gone_cell(claim.place)]
        if gone and any(claim.parts.values()):
            message = f"{self.terms.name(claim.place)} is out of the game; nothing can be there"
            self.terms.report.error("CW324", message, claim.node.span)

    def _empty(self, claims: Iterable[Claim]) -> None:
        """Empties the places and zones of claims, which list everything there."""
        named = {c.place for c in claims if isinstance(c, PlaceClaim)}
        named |= {c.zone for c in claims if isinstance(c, ZoneClaim)}
        items = self.game.program.layout.items
        for item in items:
            if self.game.s[item.id] in named:
                self.game.move(item.id, 0, TOP)

    def _fix(self, claims: Iterable[Claim]) -> None:
        for claim in claims:
            groups = claim.parts.values() if isinstance(claim, PlaceClaim) else ()
            parts = [p for group in groups for p in group]
            parts += claim.parts if isinstance(claim, ZoneClaim) else ()
            for part in parts:
                if len(part.named) == 1:
                    self._once(part)

    def _once(self, part: Part) -> None:
        if part.named[0] in self._taken:
            message = f"`{part.text}` is already somewhere else"
            self.terms.report.error("CW324", message, part.node.span)
        self._taken.add(part.named[0])

    def _place(self, parts: Iterable[Part], owner: int, where: int) -> None:
        for part in parts:
            for item in self._take(part, owner):
                if owner > 0:
                    self.game.give(item, owner)
                self.game.move(item, where, BOTTOM)
                self._apply_looks(item, part)

    def _take(self, part: Part, owner: int) -> list[int]:
        if len(part.named) == 1:
            return list(part.named)
        free = self._free(part, owner)
        if len(free) < part.count:
            message = self._too_few(part, owner, len(free))
            self.terms.report.error("CW324", message, part.node.span)
        self._taken.update(free[: part.count])
        return free[: part.count]

    def _too_few(self, part: Part, owner: int, free: int) -> str:
        every = len(self._all(part, owner))
        whose = f"{self.terms.name(owner)} has" if owner > 0 else _FREE[owner]
        if free == every:
            return f"{whose} only {every} of this, not {part.count}"
        here = f"{whose} only {every} of this, and {every - free} are already placed"
        return f"{here}; this asks for {part.count} more"

    def _free(self, part: Part, owner: int) -> list[int]:
        s = self.game.s
        return [i for i in self._all(part, owner) if i not in self._taken and not s[i]]

    def _all(self, part: Part, owner: int) -> list[int]:
        layout, s = self.game.program.layout, self.game.s
        pool = part.named or layout.kind(part.kind)
        return [i for i in pool if owner in (ANYBODY, s[layout.owner + i])]

    def _apply_looks(self, item: int, part: Part) -> None:
        layout = self.game.program.layout
        for cell in self.terms.looks_of(layout.items[item].kind):
            at = layout.cells[(cell.kind, cell.name)] + item
            self.game.s[at] = part.cells.get(cell.name, layout.start[at])

    def _set(self, claim: CellClaim) -> None:
        fault = _fault(claim)
        if fault:
            self.terms.report.error("CW324", fault[0], claim.node.span, fault[1])
        elif claim.cell < self.game.program.layout.count:
            self.game.move(claim.cell, claim.value, BOTTOM)
        else:
            self.game.s[claim.cell] = claim.value


def _fault(claim: CellClaim) -> tuple[str, str] | None:
    """Why a number can't be given, with help: it is a change, or out of bounds."""
    low, high = claim.bounds
    if claim.change and written(claim.node).startswith("+"):
        return "a given number is a value, not a change", "write it without a sign"
    if low is not None and claim.value < low:
        return f"`{claim.label}` can't be less than {low}", f"its `min` is {low}"
    if high is not None and claim.value > high:
        return f"`{claim.label}` can't be more than {high}", f"its `max` is {high}"
    return None
