"""Common mistakes: where a text has a word or phrase of other games, and what to write instead.

Has no part in the grammar: it is used if a text has a syntax error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import astuple
from string import Formatter

from cardwright.board.model import plural
from cardwright.language.inflection import singular
from cardwright.language.registry.verb import Verbs
from cardwright.language.syntax.foreign_openers import OPENERS, OTHERWISE
from cardwright.language.syntax.foreign_phrases import ByNoun, Fix, phrases
from cardwright.language.syntax.foreign_words import NUMBERS
from cardwright.source.edits import Suggestion
from cardwright.source.text import Span


class _Help(Formatter):
    """Fills help with words of a text, in the singular with `!s` and in the plural with `!p`."""

    def convert_field(self, value: str, conversion: str | None) -> str:
        return _FORMS[conversion](value) if conversion else value


_FORMS: dict[str, Callable[[str], str]] = {
    "s": singular,
    "p": lambda word: plural(singular(word)),
}
_HELP = _Help()
NEAR = 200
"""How many characters around a mistake are looked at: a line may be as long as a text."""
_SAID = re.compile(r'"[^"\n]*"')


def mistake_at(text: Span, at: int, verbs: Verbs) -> tuple[Span, str] | None:
    """The common mistake at this offset of a text, and the help."""
    start = max(text.source.text.rfind("\n", 0, at) + 1, text.start)
    end = text.source.text.find("\n", at)
    end = text.end if end < 0 else min(end, text.end)
    near = max(start, at - NEAR), min(end, at + NEAR)
    return _opener(text, start, end) or _rule(text, *near, at, verbs)


def _opener(text: Span, start: int, end: int) -> tuple[Span, str] | None:
    """A word that begins a statement in other languages."""
    begin = re.compile(r"\s*(?:\|\s*)?").match(text.source.text, start, end)
    first = begin.end() if begin else start
    for pattern, help in OPENERS:
        if found := re.compile(pattern).match(text.source.text, first, end):
            where, said = Span(text.source, *found.span()), help.format(*found.groups())
            # a colon may follow it
            is_else = where.text == "else"
            return where, Suggestion.only(said, where.text, OTHERWISE) if is_else else said
    return None


def _rule(text: Span, start: int, end: int, at: int, verbs: Verbs) -> tuple[Span, str] | None:
    line = _SAID.sub(lambda said: "~" * len(said[0]), text.source.text[start:end])
    for pattern, help, fix in phrases(verbs):
        for found in pattern.finditer(line):
            # The comma before it, or the word after it, may be where parsing stopped.
            if found.start() - 2 <= at - start <= found.end() + 1:
                odd = "odd" if "odd" in found.re.groupindex else 0
                words = [as_written(group) for group in found.groups() if group]
                where, said = _trimmed(text, start, *found.span(odd)), _filled_in(help, words)
                return where, _fixed(said, fix, where.text, words) if fix else said
    return None


class CounterOrThings(str):
    """Help that says what to write if a noun is a counter, and what if it is a kind of things."""

    __slots__ = ("by_noun",)
    by_noun: ByNoun

    @classmethod
    def of(cls, by_noun: ByNoun) -> CounterOrThings:
        both = f"for a counter, write `{by_noun.counter}`; for things, `{by_noun.things}`"
        made = cls(both + by_noun.more)
        made.by_noun = by_noun
        return made


def _filled_in(help: str | ByNoun, words: Sequence[str]) -> str:
    """The help with the words of a text in its braces."""
    if isinstance(help, ByNoun):
        return CounterOrThings.of(ByNoun(*(_HELP.format(part, *words) for part in astuple(help))))
    return _HELP.format(help, *words)


def _fixed(help: str, fix: Fix, odd: str, words: Sequence[str]) -> Suggestion:
    suggested = Suggestion.only if fix.certain else Suggestion.of
    suggested = Suggestion.normalized if fix.normalizes else suggested
    return suggested(help, odd, fix.text.format(*words, inner=odd[1:-1]))


def as_written(word: str) -> str:
    """The word in the spelling of the language: digits, lower case, hyphens."""
    if word in NUMBERS:
        return str(NUMBERS.index(word))
    if word[:1].isupper():  # a title
        word = word.replace(" ", "-").replace("'", "")
    return word.lower().replace("_", "-")


def _trimmed(text: Span, line: int, start: int, end: int) -> Span:
    """Part of a line, without surrounding whitespace."""
    found = text.source.text[line + start : line + end]
    start += len(found) - len(found.lstrip())
    return Span(text.source, line + start, line + start + len(found.strip()))
