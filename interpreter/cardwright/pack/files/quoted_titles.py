"""Titles with quotes that YAML does not take for quotes, so that they are part of the title.

These are curly quotes around it, and a straight one at its end that none opens.
"""

from __future__ import annotations

import re

from cardwright.source.diagnostics import Report
from cardwright.source.document import Document
from cardwright.source.edits import Suggestion
from cardwright.source.memoized import memoized
from cardwright.source.patterns import lazy_pattern
from cardwright.source.text import Span

_QUOTED = lazy_pattern(r"[“„«]([^“”„«»\"\\]*)[”“»]|\u2018([^\u2018\"\\]*)\u2019")
# After a digit, as in `Nail 3"`, it means inches.
_UNOPENED = lazy_pattern(
    r"title[\"']?[ \t]*: +([^\s\"'][^\"\n]*[^\"\n\d])\"(?=[ \t]*(?:[,}]|\r?$))", re.MULTILINE
)


def may_be_quoted(text: str) -> bool:
    """Whether a part of a file may have titles that `report_quoted_titles` reports."""
    curly = not text.isascii() and _QUOTED.search(text) is not None
    return curly or _UNOPENED.search(text) is not None


def report_quoted_titles(document: Document, report: Report) -> None:
    """Reports titles that begin and end with curly quotes, or end with a quote never opened."""
    for path, span in document.values.items() if _has_any(document) else ():
        plain = path[-1:] == ("title",) and document.style(path) == "plain"
        title = document.at(path) if plain else None
        if isinstance(title, str):
            _report_title(title, span, report)


@memoized
def _has_any(document: Document) -> bool:
    return may_be_quoted(document.source.text)


def _report_title(title: str, span: Span, report: Report) -> None:
    if found := _QUOTED.fullmatch(title):
        straight = f'"{found[1] or found[2] or ""}"'
        message = "the curly quotes are part of this title"
        help = f"write `{straight}`; to show them, put straight quotes around them"
    elif found := _UNOPENED.fullmatch(f"title: {title}"):
        straight, message = f'"{found[1]}"', "the quote at the end is part of this title"
        help = f"write `{straight}`; to show it, put `'` around the title"
    else:
        return
    report.emit("CW131", message, span, Suggestion.of(help, title, straight))
