"""Diagnostics as plain text: the source line with carets under the words at fault.

Responsible for the layout. Each character of a source line is replaced by what a terminal shows for
it, so that carets are in the right place below tabs, wide letters and cropped lines, and control
characters never reach a terminal. Knows nothing about colours or JSON.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from cardwright.source.codes import CODES
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.printable import printable
from cardwright.source.text import Source, Span

WIDTH = 92
TAB = "    "
MAX_LINES = 4
MAX_LETTERS = 1_000  # the longest line that is examined as a whole


def render(diagnostic: Diagnostic) -> str:
    """The diagnostic as plain text, without a line end after the last line."""
    head = printable(f"{diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}")
    return "\n".join([head + _confidence(diagnostic), *_body(diagnostic), *_notes(diagnostic)])


def _confidence(diagnostic: Diagnostic) -> str:
    """How certain the diagnostic is; an error prevents playing, so it has no such note."""
    code = CODES.get(diagnostic.code)
    if code is None or diagnostic.severity == "error" or code.confidence == "certain":
        return ""
    return " (a guess)" if code.confidence == "guess" else f" ({code.confidence})"


def _body(diagnostic: Diagnostic) -> Iterator[str]:
    if diagnostic.span is not None:
        yield from _snippet(diagnostic.span, "^", diagnostic.help)
    elif diagnostic.help:
        yield f"    = help: {printable(diagnostic.help)}"


def _notes(diagnostic: Diagnostic) -> Iterator[str]:
    for span, text in diagnostic.notes:
        yield f"note: {printable(text)}"
        yield from _snippet(span, "-", "")


def _snippet(span: Span, mark: str, label: str) -> Iterator[str]:
    line, column, _, _ = span.lines
    yield f"  --> {printable(span.source.name)}:{line}:{column}"
    rows = list(_rows(span))
    gutter = max(3, len(str(rows[-1][0])))
    yield f"{'':{gutter}} |"
    for number, start, end in rows:
        if number == 0:
            yield "..."
            continue
        shown, indent, length = _window(span.source.line(number), start, end)
        yield f"{number:>{gutter}} | {shown}".rstrip()
        words = f" {printable(label)}" if number == rows[-1][0] and label else ""
        yield f"{'':{gutter}} | {'':{indent}}{mark * length}{words}"


def _rows(span: Span) -> Iterator[tuple[int, int, int]]:
    """(line number, first column, end column), columns from 0; line number 0 for omitted lines."""
    first, column, last, end = span.lines
    if end == 1 and last > first:
        last, end = last - 1, len(span.source.line(last - 1)) + 1
    for number in range(first, last + 1):
        if last - first >= MAX_LINES and first + 1 < number < last:
            if number == first + 2:
                yield 0, 0, 0
            continue
        start = column - 1 if number == first else _indent(span.source, number)
        yield number, start, end - 1 if number == last else len(span.source.line(number))


def _indent(source: Source, number: int) -> int:
    line = source.line(number)
    return len(line) - len(line.lstrip())


def _window(line: str, start: int, end: int) -> tuple[str, int, int]:
    """The visible part of a line, and the column and number of its carets."""
    if len(line) > MAX_LETTERS:
        return _crop(line, start, end)
    cells = [_printable(letter) for letter in line]
    if _width(cells) > WIDTH:
        return _crop(line, start, end)
    return "".join(cells), _width(cells[:start]), max(1, _width(cells[start:end]))


def _crop(line: str, start: int, end: int) -> tuple[str, int, int]:
    # A third of the width is kept before the words at fault, unless the line ends soon. The rest of
    # the line is not examined: one line can be a whole file, with a hundred reports.
    first = max(0, min(start - WIDTH // 3, len(line) - WIDTH))
    cells = [_printable(letter) for letter in line[first : first + WIDTH]]
    last = first + len(cells)
    while last > start + 1 and _width(cells[: last - first]) > WIDTH:
        last -= 1
    before, after = "…" if first else "", "…" if last < len(line) else ""
    length = max(1, _width(cells[start - first : min(end, last) - first]))
    indent = len(before) + _width(cells[: start - first])
    return before + "".join(cells[: last - first]) + after, indent, length


def _width(cells: list[str]) -> int:
    return sum(map(_columns, cells))


def _columns(cell: str) -> int:
    """The number of terminal columns that the text shown for one character takes."""
    if cell.isascii():
        return len(cell)
    if unicodedata.combining(cell):
        return 0
    return 2 if unicodedata.east_asian_width(cell) in "WF" else 1


def _printable(letter: str) -> str:
    if letter == "\t":
        return TAB
    return printable(letter)
