"""The independent cards of a large game in its files, and which of them an edit changes.

Compares two texts of a file item by item: it is an edit of cards if the only changed items were
independent cards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from cardwright.board.declarations import Thing
from cardwright.language.declared import Declared, Effect
from cardwright.pack.builder import PackBuilder
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.document import Document, Path
from cardwright.source.text import Source, Span
from cardwright.source.yaml_builder import MAX_NODES
from cardwright.source.yaml_errors import before_parsing
from cardwright_tools.check.incremental.game_files import read_again
from cardwright_tools.check.interface.changed_names import ChangedNames
from cardwright_tools.check.shares.independent import IndependentCard
from cardwright_tools.check.shares.items import Stretch, sections
from cardwright_tools.check.shares.outcomes import Outcome
from cardwright_tools.check.shares.scan import provenance, words
from cardwright_tools.check.shares.surrounding_text import SurroundingText, text_hash
from cardwright_tools.check.suppressions import SIGN

_COMMENT = re.compile(rf"^#(?![^\n]*{SIGN})[^\n]*\n", re.M)
_COMMENTS = re.compile(r"^(?>(?:#[^\n]*\n(?>(?:[ \t]*\n)*))+)", re.M)
"""Comments at the margin that follow each other."""
ESCAPE = re.compile(r"\\[xuU\n]")
"""Escapes in quotes, which may hide an id."""

Key = tuple[str, str, str]
"""The kind of a card, its pack, and its text."""


class NotOnlyCards(Exception):
    """Something besides independent cards has changed."""


@dataclass(slots=True, eq=False)
class Card:
    """An independent card, its outcome, and the errors in its values. A duplicate has the id of an
    earlier card, and so is not on the board."""

    item: IndependentCard
    outcome: Outcome = field(default_factory=Outcome)
    wrong: Sequence[Diagnostic] = ()
    is_duplicate: bool = False

    @property
    def thing(self) -> Thing:
        return self.item.thing

    @property
    def key(self) -> Key:
        return self.thing.kind, self.thing.pack, self.item.stretch.text

    @property
    def effects(self) -> Sequence[Effect]:
        return self.item.effects

    @property
    def has_reports(self) -> bool:
        return bool(self.wrong) or self.outcome.has_reports

    def has(self, names: ChangedNames) -> bool:
        """Whether it mentions one of these names."""
        return names.are_in(self.item.stretch.text, self.thing.kind)

    @property
    def has_name(self) -> bool:
        """Whether its id is a name, and its own."""
        report = Report()
        PackBuilder(Declared(), report).declare_name("", self.thing.id, self.item.stretch)
        return not (report.failed or self.is_duplicate)

    @property
    def has_errors(self) -> bool:
        return bool(self.wrong or self.outcome.errors or self.outcome.costs)


@dataclass(frozen=True, slots=True)
class Entry:
    """An item of a list: its section, its position in the text, and its card, if it is one."""

    section: str
    start: int
    end: int
    card: Card | None = None


@dataclass(frozen=True)
class CardFile:
    """The text of a file with its items; `rest` is the hash of the text around its cards,
    without comments."""

    text: str
    entries: Sequence[Entry]
    rest: str
    words: Counter[str]

    @classmethod
    def of(cls, text: str, entries: Sequence[Entry]) -> CardFile:
        cards = [(one.start, one.end) for one in entries if one.card is not None]
        return cls(text, entries, _around(text, cards), words(text))

    @cached_property
    def cards(self) -> Sequence[Card]:
        return [one.card for one in self.entries if one.card is not None]

    def key_of(self, one: Entry) -> tuple[str, str]:
        """The identity of an item: its section and text."""
        return one.section, self.text[one.start : one.end]


NO_CARDS = CardFile("", (), "", Counter())


def _around(text: str, items: Sequence[Stretch]) -> str:
    """The hash of the text around some items, without comments."""
    return text_hash(*map(_without_comments, SurroundingText.of(text, items).texts))


def _without_comments(text: str) -> str:
    """A text without comments at the margin, except before an indented line, where a comment ends
    the block that the line may belong to."""

    def shortened(found: re.Match[str]) -> str:
        is_inside = text[found.end() : found.end() + 1] in (" ", "\t")
        return found[0] if is_inside else _COMMENT.sub("", found[0])

    return _COMMENTS.sub(shortened, text)


def _most_nodes(text: str) -> int:
    """At least the number of keys and values in a text: there is a sign beside each."""
    return 1 + 2 * sum(map(text.count, "?:-,[{"))


def item_alone(item: Entry, source: Source) -> Document | None:
    """The document of an item alone, which follows the key of its section; None if there is
    something to report on it, or if an item is more than its own text."""
    key, text = f"{item.section}:", source.text
    if provenance(text):  # which may be that of each item
        return None
    alone = f"{key.ljust(item.start - 1)}\n{text[item.start : item.end]}"
    document, report = read_again(source, alone)
    is_alone = not len(report) and _lengths(document) == {item.section: 1}
    return document if is_alone else None


def _lengths(document: Document | None) -> dict[str | int, int]:
    """The lengths of the lists in a document."""
    found = document.value.items() if document and isinstance(document.value, dict) else ()
    return {name: len(one) if isinstance(one, list) else 0 for name, one in found}


def entries(text: str) -> list[Entry]:
    """The items of all lists of a file; empty if its layout is different."""
    return [Entry(name, low, high) for name, items in sections(text) for low, high in items]


@dataclass(frozen=True, slots=True)
class CardEdit:
    """An edit of a file: the entries before and after the changed ones, the cards that are
    `gone`, and the items that are `new`. `like` is a card of the same list."""

    old: CardFile
    document: Document
    before: Sequence[Entry]
    gone: Sequence[Card]
    new: Sequence[Entry]
    after: Sequence[Entry]
    like: Thing | None

    def with_cards(self, cards: Sequence[Card]) -> CardFile:
        """The file with these cards for the new items. Raises NotOnlyCards if anything else
        changed."""
        made = [Entry(one.section, one.start, one.end, card)
                for one, card in zip(self.new, cards, strict=True)]  # fmt: skip
        text = self.document.source.text
        found = CardFile.of(text, [*self.before, *made, *self.after])
        if found.rest != self.old.rest:
            raise NotOnlyCards
        return found

    def moved(self, card: Card, place: Span) -> Span:
        """The current position of a span in an unchanged card."""
        old = next(one for one in self.old.entries if one.card is card)
        new = next(one for one in (*self.before, *self.after) if one.card is card)
        by = new.start - old.start
        return Span(self.document.source, place.start + by, place.end + by)

    @property
    def items(self) -> Iterator[tuple[Entry, Document, Path]]:
        """The new items, each read on its own. Raises NotOnlyCards if one can't be."""
        for one in self.new:
            document = item_alone(one, self.document.source)
            if document is None:
                raise NotOnlyCards
            yield one, document, (one.section, 0)

    @property
    def is_readable(self) -> bool:
        """Whether its new items can be read one by one, and nothing but comments around them has
        changed: so a file that could be read before can be read now."""
        text, new = self.document.source.text, {*map(id, self.new)}
        if before_parsing(text) or _most_nodes(text) > MAX_NODES:
            return False
        every = (*self.before, *self.new, *self.after)
        items = [(one.start, one.end) for one in every if one.card or id(one) in new]
        is_alone = (item_alone(one, self.document.source) is not None for one in self.new)
        return _around(text, items) == self.old.rest and all(is_alone)

    @property
    def beside(self) -> tuple[Thing, bool]:
        """The thing after which the new ones come; or, if the second value is True, before which
        they come. Raises NotOnlyCards if there is none."""
        if gone := without_duplicates(self.gone):
            return gone[0].thing, False
        section = self.new[0].section
        for near, is_first in ((self.before[-1:], False), (self.after[:1], True)):
            card = near[0].card if near else None
            if card is not None and not card.is_duplicate and near[0].section == section:
                return card.thing, is_first
        raise NotOnlyCards


def without_duplicates(cards: Iterable[Card]) -> list[Card]:
    """Those that are on the board."""
    return [card for card in cards if not card.is_duplicate]


def card_edit(old: CardFile, document: Document) -> CardEdit:
    """The changes in a file. Raises NotOnlyCards if they affect anything but independent cards."""
    text = document.source.text
    if ESCAPE.search(text):
        raise NotOnlyCards
    now, ours = entries(text), [old.key_of(one) for one in old.entries]
    theirs = [(one.section, text[one.start : one.end]) for one in now]
    least = min(len(ours), len(theirs))
    front = next((n for n in range(least) if ours[n] != theirs[n]), least)
    left = least - front
    back = next((n for n in range(left) if ours[-1 - n] != theirs[-1 - n]), left)
    gone, new = old.entries[front : len(ours) - back], now[front : len(now) - back]
    cards = [one.card for one in gone if one.card is not None]
    if len(cards) < len(gone) or len({one.section for one in (*gone, *new)}) > 1:
        raise NotOnlyCards
    section = next((one.section for one in new), "")
    like = next(
        (one.card.thing for one in old.entries if one.card and one.section == section), None
    )
    if new and like is None:
        raise NotOnlyCards
    return CardEdit(
        old, document, _moved(old.entries[:front], now), cards, new,
        _moved(old.entries[len(ours) - back :], now[len(now) - back :]), like,
    )  # fmt: skip


def _moved(before: Sequence[Entry], now: Sequence[Entry]) -> list[Entry]:
    """The same items at their current positions."""
    return [
        Entry(one.section, there.start, there.end, one.card)
        for one, there in zip(before, now, strict=False)
    ]
