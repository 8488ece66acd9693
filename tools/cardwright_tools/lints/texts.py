"""CW530 to CW534: printed texts that disagree with the rules beside them.

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
            case.limits()
            case.each()
            case.words()
            case.others()


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
    things: frozenset[str]  # the nouns of all kinds but players

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
        nouns = (n for k in board.kinds.values() for n in (k.name, k.plural) if k.name != "player")
        things = frozenset(word for noun in nouns for word in spaced(noun).split())
        return cls(by_id, said.Titles(titles), said.Titles(kinds), kinds, like, things)


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
            there = self.meant.own_numbers()[number]
            rest = " more often than the rules" if there else ", the rules don't"
            self.tell("CW530", f"the text says {number}{rest}", word)
        for number, span in in_rules[len(in_text) :]:
            self.at("CW530", f"the rules say {number}, the text doesn't", span)

    def _only_in_text(self) -> Iterator[tuple[int, Word]]:
        own, far = self.meant.own_numbers(), self.meant.far_numbers()
        for number, words in said.numbers(self.thing.text).items():
            known = number in far or (number == 1 and self.one_goes_without_saying())
            if not known and len(words) > own[number]:
                yield number, words[own[number]]
        for number, word in said.spoken(self.thing.text).items():
            if not own[number] and number not in far and number > own[1]:
                yield number, word

    def _only_in_rules(self) -> Iterator[tuple[int, Span]]:
        text = self.thing.text
        spoken = said.numbers(text).keys() | said.number_words(text)
        return ((n, span) for n, span in self.meant.strict() if n not in spoken)

    def one_goes_without_saying(self) -> bool:
        return self.meant.modifies or said.one_for_each(self.thing.text)

    def choices(self) -> None:
        more = self._choices_only_in_text()
        if more and not self.meant.far.choice and not self.meant.modifies:
            message = f"the text says *{more[0].text}*, the rules leave no such choice"
            self.tell("CW531", message, more[0])
        if left := self.meant.choices()[said.leaves(self.thing.text) :]:
            message = f"the rules say `{left[0].text}`, the text leaves no such choice"
            self.at("CW531", message, left[0])

    def _choices_only_in_text(self) -> list[Word]:
        """A *may* can be any choice of the rules; *up to* none between branches or options."""
        meant, words = self.meant, said.choices(self.thing.text)
        many = len(meant.choices())
        if any(word.text.lower() == "or more" for word in words):
            many += meant.compares()
        free, far = many + meant.branches() + meant.options, many + meant.distances()
        may = [word for word in words if word.text.lower() == "may"]
        up_to = [word for word in words if word not in may]
        return may[free:] or up_to[far:] or words[free + meant.distances() :]

    def limits(self) -> None:
        """*No more than 1 per base*, or what is near to it."""
        word, limits = said.limit(self.thing.text), self.meant.limits()
        own = self.meant.texts and not self.meant.far.choice
        if word is not None and not limits and own:
            self.tell("CW530", f"the text says *{word.text}*, the rules have no such limit", word)
        if limits and not said.spreads(self.thing.text):
            message = f"the rules say `{limits[0].text}`, the text has no such limit"
            self.at("CW530", message, limits[0])

    def each(self) -> None:
        word = said.each(self.thing.text)
        if word is not None and not self.meant.many() and not self.meant.triggers:
            self.tell("CW532", f"the text says *{word.text}*, the rules are about one", word)
        each = self.meant.each()
        if each and not said.several(self.thing.text):
            span = each[0]
            self.at("CW532", f"the rules say `{span.text}`, the text doesn't", span)

    def others(self) -> None:
        """Other players in the one, and nobody but you, or everybody, in the other."""
        word, span = said.others(self.thing.text, self.names.things), self.meant.others()
        if word is not None and not self.meant.may_be_of_others():
            self.tell("CW534", f"the text says *{word.text}*, the rules name no others", word)
        if span and not said.speaks_of_others(self.thing.text):
            message = f"the rules say `{span[0].text}`, the text names no others"
            self.at("CW534", message, span[0])

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
            if not self._apt(names.kinds[noun]) & used:
                self.tell("CW533", f"the text is about {noun}, the rules are not", word)
        for kind, span in self.meant.pieces(names.kinds):
            if not self.board.kinds[kind].title and not self._told_of(kind):
                self.at("CW533", f"the rules are about `{span.text}`, the text is not", span)

    def _apt(self, kind: str) -> frozenset[str]:
        """The kinds with which rules can be about this one. A value may be that of another."""
        more = self.meant.modifies
        return self.names.like[kind] if more else frozenset(self.board.below(kind))

    def _told_of(self, kind: str) -> bool:
        """Whether the text speaks of such a piece, or of a kind of it."""
        like = self.board.below(kind)
        nouns = (noun for noun, one in self.names.kinds.items() if one in like)
        return any(said.named(self.thing.text, noun) for noun in nouns)

    # --------------------------------------------------------------------------- telling

    def tell(self, code: str, message: str, word: Word, span: Span | None = None) -> None:
        """Of a word of the text, and the place in the rules, or where they begin."""
        rules = [span] if span else self.meant.texts[:1]
        notes = tuple((place, "the rules") for place in rules)
        self.report.emit(code, message, self.place(word), MEND, notes)

    def at(self, code: str, message: str, span: Span) -> None:
        """Of a word of the rules."""
        self.report.emit(code, message, span, MEND, ((self.place(None), "the text"),))

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
