"""Sets up a position: an empty board with everything in supply, then what a scenario gives.

Decides which things are used for `2 boats`. Knows nothing about rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from cardwright.board.declarations import BOTTOM, TOP
from cardwright.board.layout import SEATS
from cardwright.language.inflection import article
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.runtime import visibility
from cardwright.runtime.game import Game
from cardwright_tools.scenario.claims import Bounds, CellClaim, Claim, PlaceClaim, ZoneClaim
from cardwright_tools.scenario.parts import Part
from cardwright_tools.scenario.shape import as_written
from cardwright_tools.scenario.terms import Terms

Owners = tuple[int, ...]
"""The possible owners of a thing, preferred ones first; () means anybody."""


@dataclass(slots=True)
class Placer:
    """Places each thing at most once; named things come before counted ones."""

    game: Game
    terms: Terms
    _taken: set[int] = field(default_factory=set)

    def seat(self, players: Sequence[int]) -> None:
        """Seats the players, the first player first; they may also be in other zones."""
        layout = self.game.program.layout
        self.game.z[layout.zone_id(SEATS) - layout.zone_first][:] = players

    def apply(self, claims: Sequence[Claim]) -> None:
        self._empty(claims)
        self._fix(claims)
        for claim in claims:
            if isinstance(claim, PlaceClaim):
                for owner, parts in claim.parts.items():
                    self._place_on(parts, owner, claim.place)
            elif isinstance(claim, ZoneClaim):
                self._put_in(claim)
        for claim in claims:
            if isinstance(claim, CellClaim):
                self._set(claim)
        for claim in claims:
            if isinstance(claim, CellClaim):
                self._still_theirs(claim)
        for claim in claims:
            if isinstance(claim, PlaceClaim):
                self._check_in_game(claim)

    def _check_in_game(self, claim: PlaceClaim) -> None:
        """Refuses things on a place that is out of the game."""
        gone = self.game.s[self.game.program.layout.removal_flag_cell(claim.place)]
        if gone and any(claim.parts.values()):
            message = f"{self.terms.name(claim.place)} is out of the game; nothing can be there"
            self.terms.report.error("CW324", message, claim.node.span)

    def _still_theirs(self, claim: CellClaim) -> None:
        """Checks that a card in a player's zone belongs to that player."""
        program, item = self.game.program, claim.cell - self.game.program.layout.owner
        zone = visibility.zone_at(program, self.game.s[item]) if item in program.cards else None
        if zone is not None and zone[1] != claim.value:
            where = program.layout.items[self.game.s[item]].name
            message = f"`{self.terms.name(item)}` is in {where}, and belongs to the owner of that"
            self.terms.report.error("CW324", message, claim.node.span, "remove its `owner`")

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
            message = f"`{part.text}` is named twice, and there is only one"
            self.terms.report.error("CW324", message, part.node.span)
        self._taken.add(part.named[0])

    def _place_on(self, parts: Iterable[Part], owner: int, where: int) -> None:
        for part in parts:
            whose = part.owner if part.owner >= 0 else owner
            for item in self._take(part, () if part.named else (whose,)):
                if whose:
                    self._give(item, whose, part.node)
                self._put(item, where, part)

    def _put_in(self, claim: ZoneClaim) -> None:
        for part in claim.parts:
            piece = self.game.program.board.root(part.kind) == "piece"
            owners = () if part.named else claim.owners(part, piece=piece)
            for item in self._take(part, owners):
                if part.owner > 0:
                    self._give(item, part.owner, part.node)
                self._put(item, claim.zone, part)

    def _put(self, item: int, where: int, part: Part) -> None:
        self.game.move(item, where, BOTTOM)
        self._apply_looks(item, part)

    def _give(self, item: int, player: int, node: YamlNode) -> None:
        """Gives a thing another owner, if rules of the game do that: others may rely on it."""
        program = self.game.program
        kind, before = program.layout.items[item].kind, self.game.s[program.layout.owner + item]
        if player == before or item in program.constants.kinds_changing_owner(kind):
            self.game.give(item, player)
            return
        message, help = f"no rule of the pack gives {article(kind)} to anybody", "remove its owner"
        self.terms.report.error("CW343", message, node.span, help)

    def _take(self, part: Part, owners: Owners) -> list[int]:
        if len(part.named) == 1:
            return list(part.named)
        free = self._free(part, owners)
        if len(free) < part.count:
            message, help = self._too_few(part, owners, len(free))
            self.terms.report.error("CW324", message, part.node.span, help)
        self._taken.update(free[: part.count])
        return free[: part.count]

    def _too_few(self, part: Part, owners: Owners, free: int) -> tuple[str, str]:
        every, whose = len(self._all(part, owners)), "there are"
        if owners:
            whose = f"{self.terms.name(owners[0]) if owners[0] else 'nobody'} has"
        message = f"{whose} only {every} of this, not {part.count}"
        if free != every:
            message = f"{whose} only {every} of this, and {every - free} are already placed"
            message += f"; this asks for {part.count} more"
        if len(owners) > 1:
            return message, self._another_owner(part)
        before = "" if free == every else "; the others are where `given` or the setup placed them"
        return message, f"place at most {free} here{before}" if free else f"place none here{before}"

    def _another_owner(self, part: Part) -> str:
        example = next(name for name in self.terms.player_names)
        return f"another player's are written with their owner, as in `{example} {part.kind}`"

    def _free(self, part: Part, owners: Owners) -> list[int]:
        s = self.game.s
        return [i for i in self._all(part, owners) if i not in self._taken and not s[i]]

    def _all(self, part: Part, owners: Owners) -> list[int]:
        layout, s = self.game.program.layout, self.game.s
        pool = part.named or layout.kind(part.kind)
        found = [i for i in pool if not owners or s[layout.owner + i] in owners]
        return sorted(found, key=lambda i: owners.index(s[layout.owner + i])) if owners else found

    def _apply_looks(self, item: int, part: Part) -> None:
        layout = self.game.program.layout
        looks = {f.name for f in self.terms.looks_of(layout.items[item].kind)}
        for cell in self.terms.state_of(layout.items[item].kind):
            if cell.name not in looks and cell.name not in part.cells:
                continue
            at = layout.cells[(cell.kind, cell.name)] + item
            self.game.s[at] = part.cells.get(cell.name, layout.start[at])
            self._bounded(cell.name, self.game.s[at], (cell.low, cell.high), part.node)

    def _bounded(self, label: str, value: int, bounds: Bounds, node: YamlNode) -> bool:
        """Refuses a number that can never occur."""
        fault = _out_of(label, value, bounds)
        if fault:
            self.terms.report.error("CW324", fault[0], node.span, fault[1])
        return not fault

    def _set(self, claim: CellClaim) -> None:
        if claim.change and as_written(claim.node).startswith("+"):
            message = "a given number is a value, not a change"
            self.terms.report.error("CW324", message, claim.node.span, "write it without a sign")
        elif not self._bounded(claim.label, claim.value, claim.bounds, claim.node):
            return
        elif claim.cell < self.game.program.layout.count:
            self.game.move(claim.cell, claim.value, BOTTOM)
        elif self._is_owner(claim.cell):
            self._give(claim.cell - self.game.program.layout.owner, claim.value, claim.node)
        else:
            self.game.s[claim.cell] = claim.value

    def _is_owner(self, cell: int) -> bool:
        layout = self.game.program.layout
        return 0 <= cell - layout.owner < layout.count


def _out_of(label: str, value: int, bounds: Bounds) -> tuple[str, str] | None:
    low, high = bounds
    if low is not None and value < low:
        return f"`{label}` can't be less than {low}", f"its `min` is {low}"
    if high is not None and value > high:
        return f"`{label}` can't be more than {high}", f"its `max` is {high}"
    return None
