"""Tables for a board; tables that are too wide become paragraphs."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from cardwright.source.printable import printable
from cardwright_tools.output import format_table, table_fits


def filled_columns(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """A table without the columns that are empty."""
    kept = [n for n in range(len(heads)) if n == 0 or any(row[n] for row in rows)]
    return table([heads[n] for n in kept], [[row[n] for n in kept] for row in rows], width)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """A table; if it is too wide, each row becomes a paragraph."""
    if table_fits(heads, rows, width):
        return format_table(heads, rows, width)
    return [line for row in rows for line in _paragraph(heads, row, width)]


def _paragraph(heads: Sequence[str], row: Sequence[str], width: int) -> list[str]:
    found = [*zip(heads, row, strict=True)][1:]
    said = [f"{head}: {cell}" if head else cell for head, cell in found if cell]
    text = printable(" · ".join(said))
    body = wrap(
        text, width, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
    )
    return [printable(row[0]), *body]
