"""The changes in the files of a large game since it was cached."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import chain
from operator import add, sub

from cardwright.pack.things.stubs import EmptiedFile, StubbedFile, Stubs
from cardwright.source.records import dataclass
from cardwright.source.text import Source
from cardwright_tools.check.interface.changed_names import ChangedNames
from cardwright_tools.check.shares.cache_records import (
    Columns,
    StoredCard,
    StoredCards,
    StoredFile,
    StoredGame,
)
from cardwright_tools.check.shares.items import Stretch
from cardwright_tools.check.shares.scan import FileScan, mentioned
from cardwright_tools.check.shares.surrounding_text import (
    HASH_LENGTH,
    SurroundingText,
    file_hash,
)

FEW = 300


class KnownCards:
    """The known cards of a file in columns, of which `starts` says where each begins now. Iterating
    gives each card, as it was stored, with its current offset."""

    def __init__(self, cards: StoredCards | Sequence[StoredCard], starts: Sequence[int]) -> None:
        self._cards, self.starts = cards, starts
        self.columns = cards.columns if isinstance(cards, StoredCards) else Columns.of(cards)

    def __len__(self) -> int:
        return len(self.starts)

    def __iter__(self) -> Iterator[tuple[StoredCard, int]]:
        each = self._cards.cards if isinstance(self._cards, StoredCards) else self._cards
        return zip(each, self.starts, strict=True)

    @property
    def places(self) -> list[Stretch]:
        """Where each is now."""
        return [*zip(self.starts, self._ends(), strict=True)]

    def _ends(self) -> Sequence[int]:
        starts, ends = self.columns.starts, self.columns.ends
        if self.starts is starts:
            return ends
        return [*map(add, self.starts, map(sub, ends, starts))]

    def stubs(self) -> Stubs:
        """The cards where they are now."""
        kinds, ids, titles, copies, *_ = self.columns
        return Stubs(kinds, ids, titles, copies, self.starts, self._ends())


@dataclass(slots=True)
class Changes:
    """By file: the known cards with their current offsets, and the ranges of new ones; and the
    cards that are gone, changed or not. `others`: the files in which something besides cards has
    changed, or that are new or gone; `same`: those with the same text. `again`: the length of the
    cards of a file that are read again."""

    sources: Mapping[str, Source]
    known: dict[str, KnownCards] = field(default_factory=dict)
    new: dict[str, list[Stretch]] = field(default_factory=dict)
    gone: list[StoredCard] = field(default_factory=list)
    others: set[str] = field(default_factory=set)
    same: set[str] = field(default_factory=set)
    again: dict[str, int] = field(default_factory=dict)

    @property
    def kinds(self) -> Iterator[str]:
        """The kinds of all known cards; the properties below have the same order."""
        return chain.from_iterable(cards.columns.kinds for cards in self.known.values())

    @property
    def ids(self) -> Iterator[str]:
        return chain.from_iterable(cards.columns.ids for cards in self.known.values())

    @property
    def titles(self) -> Iterator[str]:
        return chain.from_iterable(cards.columns.titles for cards in self.known.values())

    @property
    def uses(self) -> Iterator[int]:
        return chain.from_iterable(cards.columns.uses for cards in self.known.values())

    @property
    def steps(self) -> Iterator[int]:
        return chain.from_iterable(cards.columns.steps for cards in self.known.values())

    def are_few(self, characters_left: int) -> bool:
        """Whether at most half of the cards have changed, and the limits are far away."""
        length = sum(map(self.length_in, self.new.keys() | self.others))
        new, known = (sum(map(len, some.values())) for some in (self.new, self.known))
        return new <= max(FEW, known) and length <= characters_left

    def length_in(self, name: str) -> int:
        """How many characters of a file have changed, or are in a rest that has."""
        new = sum(high - low for low, high in self.new.get(name, ()))
        rest = self._length_of_rest(name) if name in self.others else 0
        return new + rest - self.again.get(name, 0)

    def _length_of_rest(self, name: str) -> int:
        cards = sum(card.length for card, _ in self.known.get(name, ()))
        return len(self.sources[name].text) - cards if name in self.sources else 0

    def name_no_known(self) -> bool:
        """Whether no new text refers to a known card."""
        said = (mentioned(self.sources[name].text[low:high])
                for name, places in self.new.items() for low, high in places)  # fmt: skip
        return set().union(*said).isdisjoint(self.ids)

    def mentioning(self, names: ChangedNames) -> Iterator[StoredCard]:
        """The known cards whose items may mention one of these names."""
        for name, cards in self.known.items():
            text, kinds = self.sources[name].text, {*cards.columns.kinds}
            for card, start in cards if names.are_in_text(text, kinds) else ():
                if names.are_in(text[start : start + card.length], card.kind):
                    yield card

    def without(self, cards: Collection[StoredCard]) -> Changes:
        """The changes if these cards were not known."""
        if not cards:
            return self
        apart = {*map(id, cards)}
        found = replace(self, known={}, new={}, gone=[*self.gone, *cards], again={**self.again})
        for name, known in self.known.items():
            found.known[name] = _moved([pair for pair in known if id(pair[0]) not in apart])
            again = [(at, at + card.length) for card, at in known if id(card) in apart]
            if again:
                found.again[name] = self.again.get(name, 0) + sum(map(_length, again))
            if again or name in self.new:
                found.new[name] = sorted([*self.new.get(name, ()), *again])
        return found

    def occurs_once(self, word: str) -> bool:
        """Whether a word occurs once in all files, and so only in the new text."""
        return sum(source.text.count(word) for source in self.sources.values()) == 1

    def outside(self, names: Iterable[str]) -> dict[str, SurroundingText]:
        """The text around the cards of each of these files."""
        found = {}
        for name in names:
            places = sorted([*self.known[name].places, *self.new.get(name, ())])
            found[name] = SurroundingText.of(self.sources[name].text, places)
        return found

    def files(self, cached: StoredGame) -> dict[str, StubbedFile]:
        """The files, with stubs for everything that need not be read."""
        found: dict[str, StubbedFile] = {}
        for name, cards in self.known.items():
            is_emptied = cached.files[name].is_emptied and name not in self.new
            if len(cards):
                made = EmptiedFile if is_emptied else StubbedFile
                found[name] = made(self.sources[name], cards.stubs())
        return found


def find_changes(
    sources: Mapping[str, Source], cached: StoredGame, hashes: Mapping[str, str]
) -> Changes:
    """The changes since the game was cached; `hashes` are those of files, as far as known."""
    found = Changes(sources, others={*sources.keys() - cached.files.keys() - cached.unread})
    for name, file in cached.files.items():
        source, cards = sources.get(name), cached.cards[name]
        ends = cards.columns.ends or (0,)
        if source and ends[-1] <= len(source.text) and _has_hash(source, file.hash, hashes):
            found.known[name] = KnownCards(cards, cards.columns.starts)
            found.same.add(name)
        elif source is not None and cards:
            _compare(source, file, dict(cards), found)
        else:
            found.gone += cards.cards
            found.others.add(name)
    return found


def _has_hash(source: Source, hash: str, known: Mapping[str, str]) -> bool:
    own = known.get(source.name)
    return (file_hash(source.text) if own is None else own[:HASH_LENGTH]) == hash


def _length(stretch: Stretch) -> int:
    return stretch[1] - stretch[0]


def _moved(cards: Sequence[tuple[StoredCard, int]]) -> KnownCards:
    return KnownCards([card for card, _ in cards], [start for _, start in cards])


def _compare(source: Source, file: StoredFile, left: dict[str, StoredCard], found: Changes) -> None:
    """Adds the changes of a file."""
    scan = FileScan.of(source.text)
    known, new, cards = [], [], []
    for stretch in scan.items:
        own = scan.hashes[stretch[0]]
        if own in file.others:
            continue
        cards.append(stretch)
        if (card := left.pop(own, None)) and card.length == _length(stretch):
            known.append((card, stretch[0]))
        else:
            new.append(stretch)
    found.known[source.name], found.new[source.name] = _moved(known), new
    found.gone += left.values()
    if SurroundingText.of(source.text, cards).hash != file.rest:
        found.others.add(source.name)
