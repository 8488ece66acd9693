"""CW530 to CW533: printed texts that disagree with the rules beside them.

Both ways: what a text says must be in the rules, and what the rules say must be in the text.
A text without rules, and rules without a text, agree with everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cardwright import Rules
from cardwright.board.model import Board, Thing
from cardwright.language.nounwords import spaced
from cardwright.source.diagnostics import Report
from cardwright.source.text import Span
from cardwright_tools.lints import said
from cardwright_tools.lints.meant import Meant, gather
from cardwright_tools.lints.said import Word

MEND = "mend the one that is wrong"


def find(rules: Rules, report: Report) -> None:
    board = rules.declared.board
    names = _names(board)
    for (kind, id), meant in gather(rules).items():
        thing = board.things.get(kind, {}).get(id)
        if thing is not None and thing.text and meant.texts + meant.asked:
            case = _Case(thing, meant, report, board, names)
            case.numbers()
            case.choices()
            case.each()
            case.words()


def _names(board: Board) -> dict[str, str]:
    """By id, how texts call words of enums and places."""
    found = {word: spaced(word) for enum in board.enums.values() for word in enum.values}
    for kind in board.below("place"):
        for thing in board.things.get(kind, {}).values():
            found[thing.id] = re.sub(r"^[Tt]he ", "", thing.title or spaced(thing.id))
    return found


@dataclass(slots=True)
class _Case:
    """One definition: its text, and what its rules say."""

    thing: Thing
    meant: Meant
    report: Report
    board: Board
    names: dict[str, str]

    def numbers(self) -> None:
        text, known = self.thing.text, self.meant.numbers()
        for number, word in said.numbers(text).items():
            if number not in known and not (number == 1 and self.meant.modifies):
                self.tell("CW530", f"the text says {number}, the rules don't", word)
        spoken = said.numbers(text).keys() | said.number_words(text)
        for number, span in self.meant.strict():
            if number not in spoken:
                self.at("CW530", f"the rules say {number}, the text doesn't", span)

    def choices(self) -> None:
        in_text, in_rules = said.choices(self.thing.text), self.meant.choices()
        free = len(in_rules) + self.meant.distances() + self.meant.branches()
        if len(in_text) > free and not self.meant.far_choice() and not self.meant.modifies:
            word = in_text[free]
            self.tell("CW531", f"the text says *{word.text}*, the rules leave no such choice", word)
        if in_rules and not said.has_choice(self.thing.text):
            span = in_rules[0]
            self.at("CW531", f"the rules say `{span.text}`, the text leaves no choice", span)

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
        for named in self.meant.named():
            name = self.names.get(named.name)
            if name and not said.named(self.thing.text, name):
                self.at("CW533", f"the rules name `{named.name}`, the text doesn't", named.span)
        known = {self.names[n] for n in self.meant.far_names() if n in self.names}
        for title, word in said.titled(self.thing.text, self._titles()):
            if title not in known:
                self.tell("CW533", f"the text names {title}, the rules don't", word)
        self.kinds()

    def _titles(self) -> set[str]:
        """Names with a capital that are names of nothing else."""
        titles = {name[:1].upper() + name[1:] for name in self.names.values()}
        return titles - set(self._other_names())

    def _other_names(self) -> Iterator[str]:
        for kind in self.board.kinds.values():
            yield from (word[:1].upper() + word[1:] for word in (kind.name, kind.plural))
        for group in self.board.things.values():
            yield from (t.title for t in group.values() if self.names.get(t.id) != t.title)

    def kinds(self) -> None:
        """Pieces that the text is about, and the rules are not."""
        known = {k for kind in self.meant.kinds() for k in self._like(kind)}
        for kind in self.board.below("piece"):
            word = said.named(self.thing.text, spaced(kind))
            if kind not in ("piece", "die", *known) and word:
                self.tell("CW533", f"the text is about {word.text}, the rules are not", word)

    def _like(self, kind: str) -> list[str]:
        return [*self.board.ancestors(kind), *self.board.below(kind)]

    # --------------------------------------------------------------------------- telling

    def tell(self, code: str, message: str, word: Word) -> None:
        """Of a word of the text."""
        notes = ((self.meant.texts[0], "the rules"),) if self.meant.texts else ()
        self.report.tell(code, message, self.place(word), MEND, notes)

    def at(self, code: str, message: str, span: Span) -> None:
        """Of a word of the rules."""
        self.report.tell(code, message, span, MEND, ((self.place(None), "the text"),))

    def place(self, word: Word | None) -> Span:
        """Where the text, or a word of it, stands in the file; lines may be broken there."""
        own = self.thing.span or self.meant.texts[0]
        source = own.source
        at = 0 if word is None else len(re.findall(r"\S+", self.thing.text[: word.start]))
        parts = self.thing.text.split()
        for start in (own.start, 0):
            found = _written(parts).search(source.text, start)
            if found and word is None:
                return Span(source, *found.span())
            if found and word is not None:
                before = _written(parts[:at], r"\s+" if at else "").match(source.text, found.start())
                inside = source.text.find(word.text.split()[0], before.end() if before else 0)
                return Span(source, inside, inside + len(word.text.split()[0]))
        return own


def _written(parts: list[str], end: str = "") -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, parts)) + end)
