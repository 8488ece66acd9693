"""Reads a large game with its known cards as stubs: everything else is read again.

Decides which cards are known: those with unchanged texts, whose ids no new text mentions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cardwright.board.model import plural
from cardwright.pack.load import files_of, load
from cardwright.pack.loaded import Loaded
from cardwright.pack.things.stubs import by_kind
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document
from cardwright.source.text import Source
from cardwright_tools.check.incremental.card_files import ESCAPE, Card, CardFile, Entry, entries
from cardwright_tools.check.incremental.cards import Cards
from cardwright_tools.check.incremental.game_files import current_source
from cardwright_tools.check.incremental.missing_entries import gaps_between
from cardwright_tools.check.incremental.positions import NotFollowed, Positions, Stale
from cardwright_tools.check.incremental.reading import KnownCards, Reading
from cardwright_tools.check.interface.changed_names import (
    NUMBER_KEYS,
    PLAYER_COUNTS,
    ChangedNames,
    Vocabulary,
)
from cardwright_tools.check.interface.equality import same
from cardwright_tools.check.shares.independent import IndependentCard, independent_in, performing
from cardwright_tools.check.shares.scan import mentioned, provenance, words

CardsByFile = Mapping[str, KnownCards]
BOARD_PARTS = ("enums", "kinds", "state")
MAX_REREAD_SHARE = 0.25
"""The part of the cards that are read again; with more, it is quicker to read all."""


class StubReader:
    """Reads packs with some modules switched on."""

    def __init__(
        self, folders: Sequence[Path], modules: Collection[str], positions: Positions
    ) -> None:
        self.folders, self.modules, self.positions = folders, modules, positions
        self._unchanged: dict[str, tuple[CardFile, Source | None, KnownCards]] = {}
        self._words = Vocabulary()

    def prepare(self, cards: Cards, documents: Mapping[str, Document]) -> None:
        """Reads the files as after a change, so that the first one takes no longer than others."""
        files = [file for _, file in self.known_files(cards, documents)]
        self._words.use([file.text for file in files])
        for file in files:
            file.prepare()

    def read(self, cards: Cards, documents: Mapping[str, Document], report: Report) -> Reading:
        """The game with its current files. Raises Stale if cards may differ from what is known."""
        known = dict(self.known_files(cards, documents))
        unknown, changed = {card.thing.id for card in cards.duplicates}, None
        known = {name: _without(unknown, file) for name, file in known.items()}
        while True:
            # Files without known cards are read as usual, since their sections may be empty.
            known = {name: file for name, file in known.items() if file.entries}
            found = Report()
            loaded = self._loaded(known, cards, found)
            if loaded is None:
                raise Stale
            names = files_of(loaded, self.modules)
            if not known.keys() <= {*names}:
                known = {name: known[name] for name in names if name in known}
                continue
            more = (cards.ids & _changed_words(loaded, known, documents)) - unknown
            if changed is None:
                changed = _changed_in(loaded, cards, found)
            if not more:
                loaded.documents = [*self._whole(names, loaded, known, cards, documents)]
                made = self._reading(loaded, known, changed, cards)
                more = self._affected(cards, known, made.changed)
            if not more:
                break
            unknown |= more
            known = {name: _without(unknown, file) for name, file in known.items()}
        made.unsaid = made.changed.names.difference([PLAYER_COUNTS])
        report.extend(found)
        if performing(made.loaded.declared) != cards.performing or not cards.fits(made):
            raise Stale
        return made

    def _reading(
        self, loaded: Loaded, known: CardsByFile, changed: ChangedNames, cards: Cards
    ) -> Reading:
        """The game as it was read with these known cards. Raises Stale if these may have other
        shapes."""
        has_other_board = not _is_same_board(cards.loaded, loaded)
        if has_other_board and not cards.has_shapes_of(loaded.declared):
            raise Stale
        self.positions.set_all_current(loaded.documents)
        others = cards.others_on(loaded.declared.board)
        made = Reading(loaded, known, changed, has_other_board, others=others)
        self._add_changed_files(made, cards)
        made.changed = changed.without(cards.only_meant_by(made.new))
        return made

    def _loaded(self, known: CardsByFile, cards: Cards, report: Report) -> Loaded | None:
        stubs = cards.stubs(known)
        return load(self.folders, report, modules=self.modules, known=known, stubs=stubs)

    def without(
        self, name: str, cards: Cards, documents: Mapping[str, Document], report: Report
    ) -> Loaded | None:
        """The game without what can't be read of a file; None if that may not explain whatever is
        wrong elsewhere, or if anything else in the file has changed."""
        known = {file: one for file, one in self.known_files(cards, documents) if one.entries}
        found = Report()
        loaded = self._loaded(known, cards, found)
        if loaded is None or not found.failed or loaded.names_resolved:
            return None
        rest = next((one for one in loaded.documents if one.source.name == name), None)
        if rest is None or gaps_between(documents[name], rest) is None:
            return None
        if not cards.may_be_declared_in_gaps(loaded):
            return None
        report.extend(found)
        return loaded

    def known_files(
        self, cards: Cards, documents: Mapping[str, Document]
    ) -> Iterator[tuple[str, KnownCards]]:
        """The files that have known cards, except unreadable ones."""
        for name, old in cards.files.items():
            source = current_source(name)
            if source is None or not old.cards:
                continue
            if source.text == old.text:
                current = self.positions.current.get(name)
                if name not in self._unchanged or self._unchanged[name][:2] != (old, current):
                    before = documents[name].source if name in documents else source
                    place = before if before.text == source.text else source
                    found = self._placed(place, old.entries)
                    self._unchanged[name] = old, current, found
                yield name, self._unchanged[name][2]
                continue
            if provenance(source.text) != provenance(old.text):  # which all its cards may have
                continue
            document, wrong = cards.read(source)
            if document is not None and not len(wrong):
                yield name, self._placed(document.source, _known_entries(old, source.text))

    def _placed(self, source: Source, found: Sequence[Entry]) -> KnownCards:
        """A file with those of its cards whose positions are known."""
        self.positions.set_current(source)
        is_known = self.positions.is_known
        return KnownCards.of(
            source, [one for one in found if one.card and is_known(one.card.thing.span)]
        )

    def mentioning(self, files: Collection[KnownCards], names: ChangedNames) -> Iterator[Card]:
        """The cards in these files that mention one of these names."""
        self._words.use([file.text for file in files])
        if not names.may_be_in(self._words):
            files = [file for file in files if not file.kinds.isdisjoint(names.names)]
        for file in files:
            yield from file.mentioning(names)

    def _affected(self, cards: Cards, known: CardsByFile, changed: ChangedNames) -> set[str]:
        """The ids of the cards whose items may mean something else: they mention a changed name, or
        have values by number of players. Raises Stale if it is quicker to read all."""
        names = ChangedNames(changed.names).without([PLAYER_COUNTS, NUMBER_KEYS])
        files = known.values()
        ids = {card.thing.id for card in (self.mentioning(files, names) if names else ())}
        if NUMBER_KEYS in changed.names:
            ids |= {card.thing.id for file in files for card in file.cards if card.thing.by_players}
        if len(ids) > MAX_REREAD_SHARE * len(cards.ids):
            raise Stale
        return ids

    def _whole(
        self,
        names: Sequence[str],
        loaded: Loaded,
        known: CardsByFile,
        cards: Cards,
        documents: Mapping[str, Document],
    ) -> Iterator[Document]:
        """All readable files with these names, including their cards."""
        read = {one.source.name: one for one in loaded.documents}
        for name in names:
            old, file = documents.get(name), known.get(name)
            if file is not None:
                is_same = old is not None and old.source is file.source
                document = old if is_same else cards.read(file.source)[0]
            else:
                document = read.get(name)
                if old and document and old.source.text == document.source.text:
                    document = old
            if document is not None:
                yield document

    def _add_changed_files(self, made: Reading, cards: Cards) -> None:
        """Adds the changed files, with the new cards in them."""
        every = {one.source.name: one for one in made.loaded.documents}
        others = {name: one for name, one in every.items()
                  if _is_other(cards.files.get(name), one, made.known.get(name))}  # fmt: skip
        found = {name: entries_of(one, made.known.get(name)) for name, one in others.items()}
        said: Counter[str] = Counter()
        for one in others.values():
            if ESCAPE.search(one.source.text):
                raise Stale
            said.update(words(one.source.text))
        for name, file in cards.files.items():
            if name in others or name not in every:
                said.subtract(file.words)
        new = self._new_cards(made, found) if cards.are_apart else ()
        for item in new:
            if all(cards.words[word] + said[word] == number for word, number in
                   ((item.thing.id, 1), (plural(item.thing.id), 0))):  # fmt: skip
                made.new.append(Card(item))
        places = {(one.item.stretch.source.name, one.item.stretch.start): one for one in made.new}
        for name, own in found.items():
            own = [replace(one, card=one.card or places.get((name, one.start))) for one in own]
            made.files[name] = CardFile.of(others[name].source.text, own)

    def _new_cards(
        self, made: Reading, found: Mapping[str, Sequence[Entry]]
    ) -> list[IndependentCard]:
        """The items that look like independent cards, and are not known."""
        unknown = {name: [(one.start, one.end) for one in own if one.card is None]
                   for name, own in found.items()}  # fmt: skip
        if not any(unknown.values()):
            return []
        declared = made.loaded.declared
        board = replace(declared.board, things=dict(by_kind(made.others)))
        items = independent_in(replace(declared, board=board), unknown, self.positions.now)
        return [item for item in items if not any(effect.used for effect in item.effects)]


def _changed_in(loaded: Loaded, cards: Cards, report: Report) -> ChangedNames:
    """`Cards.changed_in`. Raises NotFollowed if errors in reading may be the reason."""
    try:
        return cards.changed_in(loaded)
    except Stale:
        if report.failed:
            raise NotFollowed from None
        raise


def _is_same_board(old: Loaded, new: Loaded) -> bool:
    """Whether two boards are equal, except for their things."""
    before, now = old.declared.board, new.declared.board
    return all(same(getattr(before, part), getattr(now, part)) for part in BOARD_PARTS)


def _is_other(before: CardFile | None, now: Document, known: KnownCards | None) -> bool:
    """Whether a file has another text than before, or cards that are not known."""
    if before is None or before.text != now.source.text:
        return True
    return len(before.cards) != (len(known.cards) if known else 0)


def entries_of(document: Document, known: KnownCards | None) -> list[Entry]:
    """The items of a file, with the known cards."""
    cards = {one.start: one.card for one in known.entries} if known else {}
    return [replace(one, card=cards.get(one.start)) for one in entries(document.source.text)]


def _known_entries(old: CardFile, text: str) -> list[Entry]:
    """The items of a text, with the cards that they had in the old file."""
    cards = {old.key_of(one): one.card for one in old.entries if one.card is not None}
    return [
        replace(one, card=cards.pop((one.section, text[one.start : one.end]), None))
        for one in entries(text)
    ]


def _without(ids: Collection[str], file: KnownCards) -> KnownCards:
    """The file without the cards with these ids."""
    if not ids:
        return file
    kept = [one for one in file.entries if one.card and one.card.thing.id not in ids]
    return KnownCards.of(file.source, kept) if len(kept) < len(file.entries) else file


def _changed_words(
    loaded: Loaded, known: CardsByFile, documents: Mapping[str, Document]
) -> set[str]:
    """The words of texts that have changed, except texts of known cards."""
    said: set[str] = set()
    for document in loaded.documents:
        name, text = document.source.name, document.source.text
        if name not in documents or documents[name].source.text != text:
            said |= new_words(document, known)
    return said


def new_words(document: Document, known: CardsByFile) -> set[str]:
    """The words of a file, except those of known cards."""
    file = known.get(document.source.name)
    return mentioned(file.masked_text if file else document.source.text)
