"""Divides the text of an effect into its statements, by lines alone.

Cards of large packs combine the same few hundred statements. If each statement is read by itself, a
similar tree is cached more often. A text that can't be divided is read as a whole.
"""

from __future__ import annotations

import re

from cardwright.source.text import Span

_LINE = re.compile(r"\r?\n([ \t]*+)(?=[^\s#])(?!otherwise\b)")
"""What is before a line, with its indentation; one with `otherwise` belongs to those above."""
_NOTHING = re.compile(r"(?:\r?\n[ \t]*+(?:#[^\n]*+)?+)*+")


def statement_spans(span: Span) -> list[Span]:
    """The statements of an effect that begins on a line of its own; empty for any other.

    Each includes the line ends around it, as the indentation of the next statement ends a block.
    """
    text = span.source.text
    lines = _LINE.finditer(text, span.start, span.end)
    first = next(lines, None)
    if first is None or not _NOTHING.fullmatch(text, span.start, first.start()):
        return []
    begins = [first, *(line for line in lines if line[1] == first[1])]
    ends = [*(line.end() for line in begins[1:]), span.end]
    return [Span(span.source, line.start(), end) for line, end in zip(begins, ends, strict=True)]
