"""Printed texts that YAML truncates: a `#` after a space begins a comment.

Most comments have a space after their `#`. If a word follows directly, or a number as in
`card # 3`, the rest of the line was probably meant for players to read.
Responsible for that guess. Knows nothing about what the texts say.
"""

from __future__ import annotations

import re

from cardwright.source.diagnostics import Report
from cardwright.source.document import Document
from cardwright.source.memoized import memoized
from cardwright.source.text import Span

PRINTED_KEYS = frozenset({"text", "title"})
_CUT = re.compile(r"(?<=\S)[ \t]+(#(?:[^#!\s]| *\d)[^\n]*)")


def may_be_truncated(text: str) -> bool:
    """Whether a part of a file may have texts that `report_truncated_text` reports."""
    return "#" in text and _CUT.search(text) is not None


def report_truncated_text(document: Document, report: Report) -> None:
    """Reports plain texts and titles of one line that a comment seems to truncate."""
    cuts = _cuts(document)
    for path, span in document.values.items() if cuts else ():
        if (
            span.end in cuts
            and path[-1:]
            and path[-1] in PRINTED_KEYS
            and isinstance(document.at(path), str)
            and document.style(path) == "plain"
        ):
            help = "put the whole text in quotes, or add a space after `#` if this is a comment"
            report.emit("CW130", "this starts a comment, but looks like part of the text before it",
                        cuts[span.end], help)  # fmt: skip


@memoized
def _cuts(document: Document) -> dict[int, Span]:
    """The comments that may belong to a text, by where that ends."""
    text = document.source.text
    found = _CUT.finditer(text) if "#" in text else ()
    return {one.start(): Span(document.source, *one.span(1)) for one in found}
