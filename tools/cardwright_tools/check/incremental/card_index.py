"""Which independent cards a large game has: by id, kind, title and file.

Knows nothing about what was found in them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, KeysView, Mapping, Sequence
from dataclasses import replace

from cardwright.board.declarations import Thing
from cardwright.board.model import Board
from cardwright.language.declared import Effect
from cardwright.pack.things.stubs import Things
from cardwright.source.document import Document
from cardwright_tools.check.incremental.card_files import Card, CardFile, entries
from cardwright_tools.check.incremental.reading import KnownCards
from cardwright_tools.check.interface.equality import replaced
from cardwright_tools.check.shares.independent import IndependentCard


class CardIndex:
    """The known cards. Duplicates are only in their files, since another card has their id."""

    def __init__(self) -> None:
        self.files: dict[str, CardFile] = {}
        self.words: Counter[str] = Counter()
        self._ids: dict[str, Card] = {}
        self._things = defaultdict[str, dict[str, Thing]](dict)  # by kind and id
        self._titles: Counter[str] = Counter()
        self._with_diagnostics: dict[int, Card] = {}  # by the `id()` of the card
        self._others_on: tuple[Board, Sequence[Thing]] | None = None  # on which board they are
        self._effects: Sequence[Effect] | None = None

    def add(self, card: Card, by: int = 1) -> None:
        """Adds a card; with -1, removes it."""
        self._effects = None
        if card.has_reports and by > 0:
            self._with_diagnostics[id(card)] = card
        elif by < 0:
            self._with_diagnostics.pop(id(card), None)
        if card.is_duplicate:
            return
        self._titles[card.thing.title] += by
        self._others_on = None
        if by < 0:
            del self._ids[card.thing.id]
            del self._things[card.thing.kind][card.thing.id]
            return
        self._ids[card.thing.id] = card
        self._things[card.thing.kind][card.thing.id] = card.thing

    def index_files(self, items: Sequence[IndependentCard], documents: Sequence[Document]) -> None:
        """Records the positions of the cards in their files."""
        places = {(one.stretch.source.name, one.stretch.start): self._ids[one.thing.id]
                  for one in items}  # fmt: skip
        for document in documents:
            source = document.source
            found = [replace(one, card=places.get((source.name, one.start)))
                     for one in entries(source.text)]  # fmt: skip
            self.files[source.name] = file = CardFile.of(source.text, found)
            self.words.update(file.words)

    @property
    def ids(self) -> KeysView[str]:
        return self._ids.keys()

    @property
    def effects(self) -> Sequence[Effect]:
        """The effects printed on cards."""
        if self._effects is None:
            self._effects = [one for card in self._ids.values() for one in card.item.effects]
        return self._effects

    @property
    def with_diagnostics(self) -> Collection[Card]:
        return self._with_diagnostics.values()

    @property
    def have_wrong_values(self) -> bool:
        """Whether some of them have errors in their values."""
        return any(card.wrong for card in self._with_diagnostics.values())

    def others_on(self, board: Board) -> Sequence[Thing]:
        """The things on a board that are not those of known cards."""
        if self._others_on is None or self._others_on[0] is not board:
            found = [group[id] for kind, group in board.things.items()
                     for id in replaced(self._things[kind], group)]  # fmt: skip
            self._others_on = board, found
        return self._others_on[1]

    def stubs(self, known: Mapping[str, KnownCards]) -> Things:
        """The things of the cards that are known in these files."""
        found = dict(self._things)
        for name, file in self.files.items():
            held = known[name].held if name in known else frozenset()
            for card in file.cards if len(held) < len(file.cards) else ():
                if id(card) not in held and not card.is_duplicate:
                    kind = card.thing.kind
                    if found[kind] is self._things[kind]:
                        found[kind] = found[kind].copy()
                    del found[kind][card.thing.id]
        return found
