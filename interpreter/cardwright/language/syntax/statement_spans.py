"""Divides the text of an effect into its statements, and a block into branches, by lines alone.

Cards of large packs combine the same few hundred statements. If each statement is read by itself, a
similar tree is cached more often. A text that can't be divided is read as a whole.
"""

from __future__ import annotations

import re

from cardwright.source.text import Span

_LINE = re.compile(r"\r?\n([ \t]*+)(?=[^\s#])")
"""What is before a line, with its indentation."""
_STATEMENT = re.compile(rf"{_LINE.pattern}(?!otherwise\b)")
"""The same for statements: a line with `otherwise` belongs to the one above."""
_NOTHING = re.compile(r"(?>(?:\r?\n[ \t]*+(?>(?:#[^\n]*+)?))*)")


def statement_spans(span: Span) -> list[Span]:
    """The statements of an effect that begins on a line of its own; empty for any other.

    Each includes the line ends around it, as the indentation of the next statement ends a block.
    """
    return _divided(span, _STATEMENT)


def branch_spans(block: Span) -> list[Span]:
    """The lines below `choose one:` or `rank`, each with what is below it."""
    return _divided(block, _LINE)


def _divided(span: Span, begin: re.Pattern[str]) -> list[Span]:
    text = span.source.text
    lines = begin.finditer(text, span.start, span.end)
    first = next(lines, None)
    if first is None or not _NOTHING.fullmatch(text, span.start, first.start()):
        return []
    begins = [first, *(line for line in lines if line[1] == first[1])]
    ends = [*(line.end() for line in begins[1:]), span.end]
    return [Span(span.source, line.start(), end) for line, end in zip(begins, ends, strict=True)]
