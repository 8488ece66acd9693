"""Outcomes of cards that are gone: they are valid again after an undo, or when a file comes back.

Decides how long they are kept. Knows nothing about which cards there are.
"""

from __future__ import annotations

from cardwright_tools.check.incremental.card_files import Card, Key
from cardwright_tools.check.interface.changed_names import ChangedNames
from cardwright_tools.check.shares.outcomes import Outcome

MAX_EARLIER = 2_000


class EarlierOutcomes:
    """Outcomes without reports, whose positions would be lost, by what the outcomes depend on."""

    def __init__(self) -> None:
        self._known: dict[Key, Outcome] = {}

    def add(self, card: Card) -> None:
        """Keeps the outcome of a card that is gone."""
        if card.has_reports:
            return
        self._known[card.key] = card.outcome
        if len(self._known) > MAX_EARLIER:
            del self._known[next(iter(self._known))]

    def of(self, card: Card) -> Outcome | None:
        return None if card.wrong else self._known.get(card.key)

    def forget(self, changed: ChangedNames) -> None:
        """Forgets the outcomes of cards that mention one of these names."""
        if changed:
            self._known = {key: one for key, one in self._known.items()
                           if not changed.are_in(key[2], key[0])}  # fmt: skip
