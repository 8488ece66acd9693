"""The lines of a YAML file that hold an item or a key."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.source.text import Source, Span


def yaml_lines(span: Span) -> Iterator[tuple[int, str]]:
    """The numbered lines of the YAML item or key that contains a span."""
    source = span.source
    first, last = _first_line(source, span.lines[0]), source.line_count
    indent = _indent(source.line(first))
    kept: list[tuple[int, str]] = [(first, source.line(first))]
    for number in range(first + 1, last + 1):
        text = source.line(number)
        if text.strip() and _indent(text) <= indent:
            break
        kept.append((number, text))
    while not kept[-1][1].strip():
        kept.pop()
    yield from kept


def _first_line(source: Source, named: int) -> int:
    """The first line of the list item that has this line as a key; otherwise the line itself."""
    own = _indent(source.line(named))
    for number in range(named, 0, -1):
        text = source.line(number)
        if text.lstrip().startswith("- ") and (number == named or _indent(text) < own):
            return number
        if text.strip() and _indent(text) < own and not text.lstrip().startswith("#"):
            break
    return named


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
