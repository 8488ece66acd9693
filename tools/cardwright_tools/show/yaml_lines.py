"""The lines of a YAML file that hold an item or a key."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.source.text import Source, Span


def yaml_lines(span: Span) -> Iterator[tuple[int, str]]:
    """The numbered lines of the YAML item or key that contains a span."""
    source, first = span.source, span.lines[0]
    while first > 1 and not _begins(source, first, span.lines[0]):
        first -= 1
    indent, last = _indent(source.line(first)), source.text.count("\n") + 1
    kept: list[tuple[int, str]] = [(first, source.line(first))]
    for number in range(first + 1, last + 1):
        text = source.line(number)
        if text.strip() and _indent(text) <= indent:
            break
        kept.append((number, text))
    while not kept[-1][1].strip():
        kept.pop()
    yield from kept


def _begins(source: Source, line: int, named: int) -> bool:
    """Whether an item of a list, or the key itself, begins on this line."""
    text, own = source.line(line), source.line(named)
    if text.lstrip().startswith("- "):
        return line == named or _indent(text) < _indent(own)
    return line == named and not own.lstrip().startswith(("id:", "option:"))


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
