"""What lints of the rest of a large game need to know about all of its independent cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import field
from typing import TypeVar

from cardwright.source.records import dataclass
from cardwright_tools.check.incremental.card_files import Card
from cardwright_tools.check.shares.outcomes import TRANSFER, Use, worst_of
from cardwright_tools.lint.bound import Bound

Some = TypeVar("Some")
AllTotals = tuple[Collection[Use], Mapping[str, Bound], Collection[str]]
"""The uses of all cards, the most steps of an effect by slot, and the kinds of cards with rules."""


@dataclass(slots=True)
class Totals:
    """How many cards have each use, each number of steps in a slot, and each kind, if they have
    rules. `may_differ`: whether more has changed than these numbers."""

    _uses: Counter[Use] = field(default_factory=Counter)
    _steps: Counter[tuple[str, Bound]] = field(default_factory=Counter)
    _carrying: Counter[str] = field(default_factory=Counter)
    may_differ: bool = True

    def add(self, card: Card, by: int) -> None:
        """Counts a card; with -1, it is gone."""
        for kind in {effect.bearer.kind for effect in card.effects}:
            self._count(self._carrying, kind, by)
        for use in card.outcome.uses:
            self._count(self._uses, use, by)
        for step in card.outcome.steps.items():
            self._count(self._steps, step, by)

    def _count(self, among: Counter[Some], one: Some, by: int) -> None:
        among[one] += by
        if not among[one]:
            del among[one]
        self.may_differ |= among[one] == max(by, 0)  # it is new, or was the last one

    @property
    def all(self) -> AllTotals:
        return {*self._uses}, worst_of(self._steps), {*self._carrying}

    @property
    def transfers(self) -> bool:
        """Whether some card may give something to another player."""
        return TRANSFER in self._uses
