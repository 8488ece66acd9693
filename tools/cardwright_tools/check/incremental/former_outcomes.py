"""Outcomes of removed cards, and files as they were before: both are valid again after an undo, or
when a file comes back.

Decides how long they are kept. Knows nothing about which cards there are.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright_tools.check.incremental.card_files import Card, CardFile, Key
from cardwright_tools.check.incremental.game_files import current_source
from cardwright_tools.check.interface.changed_names import ChangedNames
from cardwright_tools.check.shares.outcomes import Outcome

MAX_EARLIER = 2_000
MAX_FILES = 20


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


class FormerFiles:
    """Files from which cards were removed, as they were before that."""

    def __init__(self) -> None:
        self._files: dict[str, CardFile] = {}

    def add(self, name: str, file: CardFile) -> None:
        """Keeps a file as it was."""
        self._files.pop(name, None)
        self._files[name] = file
        if len(self._files) > MAX_FILES:
            del self._files[next(iter(self._files))]

    @property
    def cards(self) -> Iterator[Card]:
        """All cards in them, which may come back."""
        return (card for file in self._files.values() for card in file.cards)

    def pop_restored(self) -> Iterator[tuple[str, CardFile]]:
        """The files that have these texts again, by name, which are then forgotten."""
        for name, file in [*self._files.items()]:
            source = current_source(name)
            if source is not None and source.text == file.text:
                yield name, self._files.pop(name)
