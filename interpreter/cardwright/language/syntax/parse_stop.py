"""Where parsing a text stopped, and the words around it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field

from cardwright.language.registry.verb import Verbs
from cardwright.source.patterns import lazy_pattern
from cardwright.source.records import dataclass
from cardwright.source.text import Span

_CLAUSE = lazy_pattern(r".*(?:\n|:\s|,\s*then\b|,\s*or\b)", re.DOTALL)
_WORD = re.compile(r"[\w-]+|\S")
ReadsTo = Callable[[Span], int]
"""The offset at which reading a text stops."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """What is expected: the verbs, and whether the text is an effect; how far others are read."""

    verbs: Verbs
    is_effect: bool
    reads_to: ReadsTo


@dataclass(slots=True)
class Stop:
    """Where parsing stopped: the text, the offset, the word there, and what was expected."""

    span: Span
    at: int
    odd: str  # the unexpected token
    accepted: list[str]
    grammar: Grammar
    word: str = field(init=False)

    def __post_init__(self) -> None:
        match = _WORD.match(self.text, self.at, self.span.end)
        self.word = match[0] if match else ""

    @property
    def text(self) -> str:
        """The text of the whole file."""
        return self.span.source.text

    @property
    def here(self) -> Span:
        return self.part(self.at, self.at + len(self.word))

    def part(self, start: int, end: int) -> Span:
        return Span(self.span.source, start, end)


def words_of(text: Span) -> list[Span]:
    """The words and signs of a text that can't be parsed."""
    found = _WORD.finditer(text.source.text, text.start, text.end)
    return [Span(text.source, *match.span()) for match in found]


def words_before(stop: Stop) -> list[Span]:
    """The words of the statement before the error."""
    clause = _CLAUSE.match(stop.text, stop.span.start, stop.at)
    first = clause.end() if clause else stop.span.start
    found = re.compile(r"[a-z][\w-]*").finditer(stop.text, first, stop.at)
    return [stop.part(*match.span()) for match in found]


def indent(line: str) -> int:
    """The number of spaces that a line begins with."""
    return len(line) - len(line.lstrip())
