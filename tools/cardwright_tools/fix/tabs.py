"""Replaces tabs with spaces.

Only the author knows how far a tab indents. If a file means the same with two, four and eight
spaces for each tab, that does not matter and they are replaced; otherwise they are left.
"""

from __future__ import annotations

import re
from functools import partial

from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.text import Source, Span
from cardwright.source.yaml_reader import Document, read
from cardwright_tools.fix.edits import Edit

WIDTHS = (2, 4, 8)
_INDENTED = re.compile(r"^[ \t]*\t", re.MULTILINE)


def fix_tabs(diagnostic: Diagnostic, span: Span) -> Edit | None:
    """A tab between words, or all tabs that indent lines of a file."""
    number, column, _, _ = span.lines
    before = span.source.line(number)[: column - 1]
    if span.text != "\t":
        return None
    return Edit(span, " ") if before.strip(" \t-") else _indenting_tabs(span.source)


def _indenting_tabs(source: Source) -> Edit | None:
    found = list(_INDENTED.finditer(source.text))
    ways = [_INDENTED.sub(partial(_spaces, width), source.text) for width in WIDTHS]
    documents = [read(Source(source.name, way), Report()) for way in ways]
    first, *others = documents
    if not found or first is None or any(not _same(first, other) for other in others):
        return None
    whole = Span(source, found[0].start(), found[-1].end())
    return Edit(whole, _INDENTED.sub(partial(_spaces, WIDTHS[0]), whole.text))


def _same(one: Document, other: Document | None) -> bool:
    return other is not None and one.value == other.value and list(one.keys) == list(other.keys)


def _spaces(width: int, found: re.Match[str]) -> str:
    return found.group().replace("\t", " " * width)
