"""Changes of texts and values in the rest of a large game, after which it need not be read again.

Decides when a change consists of nothing else: then it is applied to the known declarations, and
the names with changed meanings follow from it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cardwright.board.declarations import Thing
from cardwright.board.model import Board
from cardwright.language.declared import Declared
from cardwright.source.document import Document
from cardwright_tools.check.incremental.card_files import ESCAPE, CardFile, entries
from cardwright_tools.check.incremental.cards import Cards
from cardwright_tools.check.incremental.changed_things import changed_thing, take_over
from cardwright_tools.check.incremental.edits import (
    Place,
    TextIndex,
    changed_items,
    changed_places,
    have_same_outline,
    texts_of,
    with_texts,
)
from cardwright_tools.check.incremental.positions import Positions, Stale
from cardwright_tools.check.incremental.reading import Reading
from cardwright_tools.check.incremental.rest import Rest
from cardwright_tools.check.incremental.stub_reader import CardsByFile, entries_of, new_words
from cardwright_tools.check.interface.interface import changed_by
from cardwright_tools.check.interface.texts import holders
from cardwright_tools.check.shares.independent import performing
from cardwright_tools.schema.comments import comment_beside

Documents = Mapping[str, Document]


@dataclass(slots=True)
class _Edit:
    """The places of changed texts, and the things whose values change, before and after."""

    index: TextIndex
    places: list[Place] = field(default_factory=list)
    things: list[tuple[Thing, Thing]] = field(default_factory=list)

    @property
    def titled(self) -> Mapping[Place, Thing]:
        """The things whose titles change."""
        return {place: self.index.titles[place] for place in self.places
                if place in self.index.titles}  # fmt: skip

    @property
    def with_other_values(self) -> list[Thing]:
        return [*(thing for thing, _ in self.things), *self.titled.values()]

    @property
    def changes_things(self) -> bool:
        return bool(self.things) or any(
            place in some for place in self.places for some in (self.index.printed, self.titled)
        )


class RestTexts:
    """The places of texts in files of the rest, in the state in which it last had no errors."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions
        self._rest: Rest | None = None
        self._indexes: dict[str, TextIndex] = {}

    def keep_for(self, rest: Rest) -> None:
        """Keeps the places for a rest that differs from the previous one only in such changes."""
        self._rest = rest

    def reading(
        self, cards: Cards, documents: Documents, changed: Sequence[Document], known: CardsByFile
    ) -> Reading:
        """The game with the changed documents. Raises Stale, without changing anything, if anything
        in them has changed except texts and values of the rest.
        """
        _check_items(cards, known, changed)
        declared = replace(cards.loaded.declared, effects=cards.rest.rules.checked.declared.effects)
        edit = self._edit_of(cards, declared, documents, changed)
        now = {one.source.name: one for one in changed}
        others, made = with_texts(declared, edit.places, edit.index, now)
        every = holders(declared)
        names = changed_by([every[at] for at in made], edit.with_other_values, others)
        loaded = replace(
            cards.loaded,
            declared=others,
            documents=[now.get(one.source.name, one) for one in cards.loaded.documents],
        )
        if names is None or performing(others) != cards.performing:
            raise Stale
        made_now = Reading(loaded, known, names, is_merged=True)
        made_now.files = {name: _file(one, known) for name, one in now.items()}
        if any(not cards.ids.isdisjoint(new_words(one, known)) for one in changed):
            raise Stale
        if not cards.fits(made_now):
            raise Stale
        made_now.changes_things = edit.changes_things
        before = dict(self._positions.current)
        self._positions.set_all_current(loaded.documents)
        moved = {name for name, one in self._positions.current.items() if before.get(name) != one}
        self._check_places(moved, others, cards)
        self._check_comments(moved, others.board)
        _change_things(edit, now, self._positions)
        return made_now

    def _check_places(self, files: Collection[str], declared: Declared, cards: Cards) -> None:
        """Raises Stale if the position of something in these files is lost."""
        spans = [span for one in holders(declared) for span in texts_of(one)]
        spans += [thing.span for thing in cards.others if thing.span]
        for span in spans:
            if span.source.name in files:
                self._positions.now(span)

    def _check_comments(self, files: Collection[str], board: Board) -> None:
        """Raises Stale if the comment on a field in these files differs, which help shows."""
        of_kinds = (one for kind in board.kinds.values() for one in kind.indexed.values())
        fields = *board.state.values(), *board.indexed.values(), *board.every_field(), *of_kinds
        spans = [one.span for one in fields if one.span and one.span.source.name in files]
        if any(comment_beside(one) != comment_beside(self._positions.now(one)) for one in spans):
            raise Stale

    def _edit_of(
        self, cards: Cards, declared: Declared, documents: Documents, changed: Sequence[Document]
    ) -> _Edit:
        old = [documents[one.source.name] for one in changed]
        if not all(map(have_same_outline, old, changed)):
            raise Stale
        made = _Edit(self._index(cards, declared, old))
        for before, now in zip(old, changed, strict=True):
            apart = changed_items(before, now, made.index, declared.board)
            made.places += changed_places(before, now, made.index, apart)
            for place in apart:
                thing = made.index.things[place]
                made.things.append((thing, _with_values(thing, place, before, now, declared)))
        self._check_titles(made, cards, now_at={one.source.name: one for one in changed})
        return made

    def _check_titles(self, edit: _Edit, cards: Cards, now_at: Mapping[str, Document]) -> None:
        """Raises Stale if texts may refer to something by one of these titles."""
        for place, thing in edit.titled.items():
            titles = thing.title, str(now_at[place[0]].at(place[1]))
            if cards.names.intersection(titles) or _is_place(thing, cards):
                raise Stale
        if any(_is_place(thing, cards) for thing, _ in edit.things):
            raise Stale

    def _index(self, cards: Cards, declared: Declared, old: Iterable[Document]) -> TextIndex:
        """The places of texts in these files."""
        if self._rest is not cards.rest:
            self._rest, self._indexes = cards.rest, {}
        made = TextIndex()
        for document in old:
            found = self._indexes.get(document.source.name)
            if found is None:
                self._positions.set_current(document.source)
                found = TextIndex.of(declared, [document], self._positions.now, cards.others)
                self._indexes[document.source.name] = found
            made.holders |= found.holders
            made.things |= found.things
            made.printed |= found.printed
            made.titles |= found.titles
        return made


def _with_values(
    thing: Thing, place: Place, old: Document, new: Document, declared: Declared
) -> Thing:
    """The thing with its new values. Raises Stale if these are wrong, or if others may see them
    without naming it."""
    now = changed_thing(thing, place[1], old, new, declared)
    same = ("id", "copies", "pieces")
    if any(getattr(now, one) != getattr(thing, one) for one in same):
        raise Stale
    return now


def _is_place(thing: Thing, cards: Cards) -> bool:
    return cards.loaded.declared.board.root(thing.kind) == "place"


def _file(document: Document, known: CardsByFile) -> CardFile:
    """A changed file with its cards, none of which has changed. Raises Stale."""
    if ESCAPE.search(document.source.text):
        raise Stale
    held = known.get(document.source.name)
    return CardFile.of(document.source.text, entries_of(document, held))


def _check_items(cards: Cards, known: CardsByFile, changed: Collection[Document]) -> None:
    """Raises Stale if not all cards are as they were, or if there are others."""
    if sum(len(file.cards) for file in known.values()) < len(cards.ids):
        raise Stale
    for one in changed:
        file = cards.files.get(one.source.name)
        if file is None or len(entries(one.source.text)) != len(file.entries):
            raise Stale


def _change_things(edit: _Edit, now: Mapping[str, Document], positions: Positions) -> None:
    """Gives things their new values, titles and texts, and their current positions."""
    for thing, other in edit.things:
        take_over(thing, other)
    for place in edit.places:
        said = str(now[place[0]].at(place[1]))
        if (one := edit.index.printed.get(place)) is not None:
            one.text, one.span = said, one.span and positions.now(one.span)
        if (one := edit.index.titles.get(place)) is not None:
            one.title = one.values["title"] = said
            one.span = one.span and positions.now(one.span)
