"""How large a text may be: how deeply it may be nested, and the numbers in it."""

from __future__ import annotations

import re

from cardwright.language.syntax.nodes import Word
from cardwright.source.numerals import MAX_DIGITS
from cardwright.source.text import Span

MAX_DEPTH = 12
MOST_NESTED = 80
"""How deeply phrases may be nested, since checker and compiler are recursive."""
GREATEST = 1_000_000_000
NUMBERS = frozenset({"INT", "RANGE"})
"""The terminals with numbers."""


class TooLarge(Exception):
    """Texts that can be parsed but are too large to work with."""

    def __init__(self, code: str, message: str, span: Span, help: str) -> None:
        super().__init__(message)
        self.code, self.message, self.span, self.help = code, message, span, help


def too_deep(span: Span) -> Span | None:
    """Where a text is nested too deeply, before it is read; None if it is not."""
    text = span.text
    if text.count("(") + text.count("[") + text.count("\n") <= MAX_DEPTH:
        return None
    depth = 0
    for index, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if depth > MAX_DEPTH:
            return Span(span.source, span.start + index, span.start + index + 1)
    widths = {len(m[1]) for m in re.finditer(r"\n( *)\S", text)}
    return first_line(span) if len(widths) > MAX_DEPTH else None


def first_line(span: Span) -> Span:
    """The first line with a word."""
    found = re.compile(r"[^\s|][^\n]*").search(span.source.text, span.start, span.end)
    return Span(span.source, found.start(), found.end()) if found else span


def check_numbers(word: Word) -> None:
    """Raises TooLarge for a number that is too large."""
    source, start = word.span.source, word.span.start
    for found in re.finditer(r"\d+", word.text):
        if len(found[0]) > MAX_DIGITS or int(found[0]) > GREATEST:
            where = Span(source, start + found.start(), start + found.end())
            message = f"the largest number allowed is {GREATEST:,}"
            raise TooLarge("CW204", message, where, "write a smaller number")
