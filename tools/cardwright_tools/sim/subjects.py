"""The subjects of a game's balance figures: its cards, its options, and the ways of a choice.

Decides what is a subject and how it is named. A card is anything that packs define by name and
zones hold; its copies are one subject. A lasting effect is not a subject: it belongs to its card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cardwright.board.declarations import LASTING
from cardwright.board.layout import Layout
from cardwright.program.decision_points import BranchPoint, ChoicePoint, MenuPoint, TriggerPoint
from cardwright.program.program import Program

CARD, OPTION, WAY = "card", "option", "way"
NONE: Mapping[int, int] = {}


@dataclass(frozen=True, slots=True)
class Subject:
    """A card by its id, an option that a thing offers as `ID of CARD`, or a way as `RULE: WAY`."""

    sort: str
    id: str
    title: str = ""

    @property
    def key(self) -> str:
        return f"{self.sort} {self.id}"

    @property
    def is_card(self) -> bool:
        return self.sort == CARD


class Subjects:
    """The subjects of a program, numbered."""

    def __init__(self, program: Program) -> None:
        self.all: list[Subject] = []
        self._numbers: dict[Subject, int] = {}
        self._layout = program.layout
        self._held = {zone.holds for zone, _ in program.layout.zones} - {"player"}
        self.of_item = [self._card(program.layout, design) for design in program.layout.designs]
        points = enumerate(program.points)
        self._sites = {at: found for at, point in points if (found := self._answers(point))}

    def answers(self, site: int, s: Sequence[int], given: Sequence[int]) -> list[int]:
        """The subject of each answer at a site, or -1."""
        table = self._sites.get(site)
        if table is None:
            return []
        if table is self._things:
            return [self.number(s, one) if one > 0 else -1 for one in given]
        return [table.get(one, -1) for one in given]

    _things: Mapping[int, int] = {-1: -1}  # in `_sites`, stands for all things

    def number(self, s: Sequence[int], item: int) -> int:
        """The subject that a thing belongs to, or -1."""
        return self.of_item[self._layout.design(s, item)]

    def _card(self, layout: Layout, design: int) -> int:
        item = layout.items[design]
        kinds = layout.board.ancestors(item.kind)
        if item.thing is None or LASTING in kinds or not self._held.intersection(kinds):
            return -1
        return self._add(Subject(CARD, item.thing.id, item.thing.title))

    def _answers(self, point: object) -> Mapping[int, int]:
        if isinstance(point, TriggerPoint):
            return NONE
        if isinstance(point, MenuPoint):
            return {n: self._option(point, n) for n in range(len(point.rows))}
        if isinstance(point, BranchPoint):
            named = enumerate(f"{point.routine}: {id}" for id in point.ids)
            return {n: self._add(Subject(WAY, id)) for n, id in named}
        is_choice = isinstance(point, ChoicePoint) and point.type.base == "thing"
        return self._things if is_choice else NONE

    def _option(self, point: MenuPoint, number: int) -> int:
        row = point.rows[number]
        bearer = self._layout.items[row.this].thing if row.this else None
        of = f" of {bearer.id}" if bearer else ""
        return self._add(Subject(OPTION, f"{row.declared.id}{of}", row.declared.title))

    def _add(self, subject: Subject) -> int:
        if subject not in self._numbers:
            self._numbers[subject] = len(self.all)
            self.all.append(subject)
        return self._numbers[subject]
