"""CW530 to CW533: printed texts that disagree with the rules beside them.

Both ways: what a text says must be in the rules, and what the rules say must be in the text.
A text without rules, and rules without a text, agree with everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardwright import Rules
from cardwright.board.model import Board, Thing
from cardwright.language.nounwords import spaced
from cardwright.source.diagnostics import Report
from cardwright.source.records import dataclass
from cardwright.source.text import Span
from cardwright_tools.lints import said
from cardwright_tools.lints.meant import Meant, gather
from cardwright_tools.lints.said import Word
from cardwright_tools.lints.steps import Bounds
from cardwright_tools.lints.tree import Among

MEND = "mend the one that is wrong"


def find(rules: Rules, among: Among, bounds: Bounds, report: Report) -> None:
    board, names = rules.declared.board, Names.of(rules.declared.board)
    for (kind, id), meant in gather(rules, among).items():
        thing = board.things.get(kind, {}).get(id)
        if thing is not None and thing.text and meant.texts + meant.asked:
            case = _Case(thing, meant, report, board, names)
            case.numbers()
            case.choices()
            case.each()
            case.words()


@dataclass(frozen=True, slots=True)
class Names:
    """How texts call the words of enums and the places (`by_id`), and the kinds of pieces.

    `titles` has those names with a capital that are names of nothing else.
    """

    by_id: dict[str, str]
    titles: said.Titles
    pieces: said.Titles
    kinds: dict[str, str]
    like: dict[str, frozenset[str]]  # by kind, itself, what it is, and what is one

    @classmethod
    def of(cls, board: Board) -> Names:
        by_id = names_by_id(board)
        kinds = {
            spaced(noun): kind
            for kind in board.below("piece")
            for noun in (kind, board.kinds[kind].plural)
            if kind not in ("piece", "die")
        }
        titles = place_names(board) - set(_other_names(board, by_id))
        like = {k: frozenset((*board.ancestors(k), *board.below(k))) for k in board.kinds}
        return cls(by_id, said.Titles(titles), said.Titles(kinds), kinds, like)


def names_by_id(board: Board) -> dict[str, str]:
    """How texts call the words of enums, and the places."""
    by_id = {word: spaced(word) for enum in board.enums.values() for word in enum.values}
    for kind in board.below("place"):
        for thing in board.things.get(kind, {}).values():
            by_id[thing.id] = re.sub(r"^[Tt]he ", "", thing.title or spaced(thing.id))
    return by_id


def place_names(board: Board) -> set[str]:
    """Those names with a capital."""
    return {_capital(name) for name in names_by_id(board).values()}


def _other_names(board: Board, by_id: dict[str, str]) -> Iterator[str]:
    for kind in board.kinds.values():
        yield from (_capital(word) for word in (kind.name, kind.plural))
    for group in board.things.values():
        yield from (thing.title for thing in group.values() if by_id.get(thing.id) != thing.title)


@dataclass(slots=True)
class _Case:
    """One definition: its text, and what its rules say."""

    thing: Thing
    meant: Meant
    report: Report
    board: Board
    names: Names

    def numbers(self) -> None:
        """Those of the one that the other does not have; one and one are told together."""
        in_text, in_rules = list(self._only_in_text()), list(self._only_in_rules())
        for (said_, word), (meant, span) in zip(in_text, in_rules, strict=False):
            message = f"the text says {said_}, the rules say {meant}"
            self.tell("CW530", message, word, span)
        for number, word in in_text[len(in_rules) :]:
            self.tell("CW530", f"the text says {number} more often than the rules", word)
        for number, span in in_rules[len(in_text) :]:
            self.at("CW530", f"the rules say {number}, the text doesn't", span)

    def _only_in_text(self) -> Iterator[tuple[int, Word]]:
        own, far = self.meant.own_numbers(), self.meant.far_numbers()
        for number, words in said.numbers(self.thing.text).items():
            known = number in far or (number == 1 and self.one_goes_without_saying())
            if not known and len(words) > own[number]:
                yield number, words[own[number]]

    def _only_in_rules(self) -> Iterator[tuple[int, Span]]:
        text = self.thing.text
        spoken = said.numbers(text).keys() | said.number_words(text)
        return ((n, span) for n, span in self.meant.strict() if n not in spoken)

    def one_goes_without_saying(self) -> bool:
        return self.meant.modifies or said.one_for_each(self.thing.text)

    def choices(self) -> None:
        meant, in_text, in_rules = self.meant, said.choices(self.thing.text), self.meant.choices()
        free = len(in_rules) + meant.branches() + meant.options
        may = [word for word in in_text if word.text.lower() == "may"]
        more = may[free:] or in_text[free + meant.distances() :]
        if more and not meant.far.choice and not meant.modifies:
            message = f"the text says *{more[0].text}*, the rules leave no such choice"
            self.tell("CW531", message, more[0])
        if left := in_rules[said.leaves(self.thing.text) :]:
            message = f"the rules say `{left[0].text}`, the text leaves no such choice"
            self.at("CW531", message, left[0])

    def each(self) -> None:
        word = said.each(self.thing.text)
        if word is not None and not self.meant.many():
            self.tell("CW532", f"the text says *{word.text}*, the rules are about one", word)
        each = self.meant.each()
        if each and not said.several(self.thing.text):
            span = each[0]
            self.at("CW532", f"the rules say `{span.text}`, the text doesn't", span)

    # ----------------------------------------------------------------------------- words

    def words(self) -> None:
        by_id, meant = self.names.by_id, self.meant
        for named in meant.named():
            name = by_id.get(named.name)
            if name and not said.named(self.thing.text, name):
                self.at("CW533", f"the rules name `{named.name}`, the text doesn't", named.span)
        used = meant.near.names | meant.far.names
        known = {_capital(by_id[name]) for name in used if name in by_id}
        for title, word in self.names.titles.found(self.thing.text):
            if title not in known:
                self.tell("CW533", f"the text names {title}, the rules don't", word)
        self.pieces()

    def pieces(self) -> None:
        """Pieces that the text is about, and the rules are not."""
        used, names = self.meant.near.kinds | self.meant.far.kinds, self.names
        for noun, word in names.pieces.found(self.thing.text):
            if not names.like[names.kinds[noun]] & used:
                self.tell("CW533", f"the text is about {noun}, the rules are not", word)

    # --------------------------------------------------------------------------- telling

    def tell(self, code: str, message: str, word: Word, span: Span | None = None) -> None:
        """Of a word of the text, and the place in the rules, or where they begin."""
        rules = [span] if span else self.meant.texts[:1]
        notes = tuple((place, "the rules") for place in rules)
        self.report.tell(code, message, self.place(word), MEND, notes)

    def at(self, code: str, message: str, span: Span) -> None:
        """Of a word of the rules."""
        self.report.tell(code, message, span, MEND, ((self.place(None), "the text"),))

    def place(self, word: Word | None) -> Span:
        """Where the text, or a word of it, stands in the file; lines may be broken there."""
        own = self.thing.span or self.meant.texts[0]
        source, parts = own.source, self.thing.text.split()
        # A patch may hold the text: then the definition is shown.
        found = _written(parts).search(source.text, own.start)
        if found is None or word is None:
            return Span(source, *found.span()) if found else own
        before = _written(self.thing.text[: word.start].split())
        match = before.match(source.text, found.start())
        start = source.text.find(word.text.split()[0], match.end() if match else found.start())
        return Span(source, start, start + len(word.text.split()[0]))


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _written(parts: list[str]) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, parts)))
