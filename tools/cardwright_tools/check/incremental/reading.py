"""A large game as it was read with its known cards as stubs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property

from cardwright.board.declarations import Thing
from cardwright.language.declared import Effect
from cardwright.pack.loaded import Loaded
from cardwright.pack.things.stubs import StubbedFile, Stubs
from cardwright.source.records import dataclass
from cardwright.source.text import Source, Span
from cardwright_tools.check.incremental.card_files import Card, CardFile, Entry
from cardwright_tools.check.interface.changed_names import ChangedNames, FileText


@dataclass(frozen=True)
class KnownCards(StubbedFile):
    """A file with known cards, which are not read again: the `entries` with them. Errors in an
    item are found when it is read."""

    entries: Sequence[Entry]

    @classmethod
    def of(cls, source: Source, entries: Iterable[Entry]) -> KnownCards:
        known = [one for one in entries if one.card is not None and not one.card.wrong]
        return cls(source, Stubs.at([(one.start, one.end) for one in known]), known)

    @cached_property
    def cards(self) -> Sequence[Card]:
        return [one.card for one in self.entries if one.card is not None]

    @cached_property
    def held(self) -> frozenset[int]:
        """Its cards by `id`."""
        return frozenset(map(id, self.cards))

    def mentioning(self, names: ChangedNames) -> Iterator[Card]:
        """Its cards that mention one of these names."""
        if names.are_in_file(self.text, self.kinds):
            yield from (card for card in self.cards if card.has(names))

    def prepare(self) -> None:
        """Finds what each reading of a changed game asks of a file that has not changed."""
        _ = self.held, self.kinds, self.is_empty, self.text.plain

    @cached_property
    def text(self) -> FileText:
        return FileText(self.source.text)

    @cached_property
    def kinds(self) -> frozenset[str]:
        return frozenset(card.thing.kind for card in self.cards)


@dataclass(slots=True)
class Reading:
    """A reading of a game: everything is on its board, but effects of known cards are missing.
    `known`: the files with known cards; `changed`: the names for which these may differ; `files`:
    those that have changed; and the new cards. `others`: the things that are not those of known
    cards. `is_merged`: unchanged declarations are the same objects as before, and there are no
    `others`; `changes_things`: so are the things of the board, some with other values. `unsaid`:
    names that no known card mentions; `earlier_spans`: where things were, which now have their
    positions in this reading."""

    loaded: Loaded
    known: Mapping[str, KnownCards]
    changed: ChangedNames
    has_other_board: bool = False
    is_merged: bool = False
    changes_things: bool = False
    others: Sequence[Thing] = ()
    unsaid: frozenset[str] = frozenset()
    files: dict[str, CardFile] = field(default_factory=dict)
    new: list[Card] = field(default_factory=list)
    earlier_spans: Sequence[tuple[Thing, Span | None]] = ()

    def restore_spans(self) -> None:
        """Takes back the positions that unchanged things have in a reading that is not kept."""
        for thing, span in self.earlier_spans:
            thing.span = span

    def gone_from(self, files: Mapping[str, CardFile]) -> Iterator[Card]:
        """The cards in these files that are not known."""
        for name, file in files.items():
            every, left = file.cards, self.known[name].cards if name in self.known else ()
            if len(left) < len(every):  # these are among the others
                yield from (card for card in every if not self.knows(card))

    def knows(self, card: Card) -> bool:
        """Whether a card of the last reading is known."""
        file = self.known.get(card.item.stretch.source.name)
        return file is not None and id(card) in file.held

    @property
    def effects(self) -> list[Effect]:
        """The effects of everything but independent cards."""
        apart = {id(effect) for card in self.new for effect in card.effects}
        return [one for one in self.loaded.declared.effects if id(one) not in apart]

    @property
    def length(self) -> int:
        return sum(len(one.source.text) for one in self.loaded.documents)
