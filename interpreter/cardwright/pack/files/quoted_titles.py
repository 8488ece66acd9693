"""Titles in curly quotes: YAML knows only straight ones, so these are part of the title."""

from __future__ import annotations

from cardwright.source.diagnostics import Report
from cardwright.source.document import Document
from cardwright.source.edits import Suggestion
from cardwright.source.patterns import lazy_pattern

_QUOTED = lazy_pattern(r"[“„«]([^“”„«»\"\\]*)[”“»]|\u2018([^\u2018\"\\]*)\u2019")


def may_be_quoted(text: str) -> bool:
    """Whether a part of a file may have titles that `report_quoted_titles` reports."""
    return not text.isascii() and _QUOTED.search(text) is not None


def report_quoted_titles(document: Document, report: Report) -> None:
    """Reports titles that begin and end with curly quotes."""
    quoted = may_be_quoted(document.source.text)
    for path, span in document.values.items() if quoted else ():
        plain = path[-1:] == ("title",) and document.style(path) == "plain"
        title = document.at(path) if plain else None
        if isinstance(title, str) and (found := _QUOTED.fullmatch(title)):
            straight = f'"{found[1] or found[2] or ""}"'
            help = f"write `{straight}`; to show them, put straight quotes around them"
            report.emit("CW131", "the curly quotes are part of this title", span,
                        Suggestion.of(help, title, straight))  # fmt: skip
