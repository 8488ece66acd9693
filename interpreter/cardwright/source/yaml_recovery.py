"""Finds what is left to read of a text in which a mistake has stopped the parser.

A file is a mapping of sections, or a list; each section is also a list or a mapping. Without the
entry that has the mistake, the rest can be read. Entries are found by their indentation alone,
because the parser says nothing about what comes after a mistake. Knows nothing about mistakes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from cardwright.source.document import Place
from cardwright.source.patterns import lazy_pattern

_LINE = lazy_pattern(r"^( *)(?=[^\s#])(-|(?![\]}])[^:\n]*:)?", re.MULTILINE)
"""A line with something other than a comment: its indentation, and its `-` or key, if any."""
_MARKER = lazy_pattern(r"^(?:---|\.\.\.|%)", re.MULTILINE)


class Line(NamedTuple):
    """The offset of a line, its indentation, and its sign: `-`, `:` after a key, or ""."""

    start: int
    indent: int
    sign: str


def entries_at(text: str, starts: Iterable[int], *, is_yaml: bool = False) -> Iterator[Place]:
    """The entries at these offsets, which are in order, without which the rest may be read; none if
    entries can't be told apart. `is_yaml`: nothing is wrong with the text as YAML.
    """
    lines = [*lines_of(text)]
    if not lines or lines[0].indent > 0 or _MARKER.search(text):
        return
    end = 0
    for at in starts:
        if at >= end and (entry := _entry(lines, at, text, is_yaml)):
            yield entry
            end = entry[1]


def without(text: str, parts: Iterable[Place]) -> str:
    """The text with spaces in place of these parts; "\\n" if nothing is left to read."""
    for start, end in parts:
        text = text[:start] + _ANY.sub(" ", text[start:end]) + text[end:]
    return f"{text.rstrip()}\n"


_ANY = lazy_pattern(r"[^\n]")
_VALUE = lazy_pattern(r"[^#\n]*?:[ \t]+[^\s#]")
"""A header with a value on its line, so that it can't have entries below."""
_STATEMENT = lazy_pattern(
    r" *(?:if|otherwise|for each|repeat|may|choose one)\b[^:\n]*:[ \t]*$", re.MULTILINE
)
"""A line of an effect with lines below it, which begins no entry."""
_PLAIN = lazy_pattern(r"\w|- ")
"""What is never wrong by itself at the beginning of a line."""


def lines_of(text: str) -> Iterator[Line]:
    for found in _LINE.finditer(text):
        yield Line(found.start(), len(found[1]), (found[2] or "")[-1:])


def _entry(lines: list[Line], at: int, text: str, is_yaml: bool) -> Place | None:
    """Where the entry at an offset begins and ends; None if what is wrong is in another one."""
    section = around(lines, at, begins_section(lines))
    header, *inner = section
    whole = header.start, _after(lines, section, len(text))
    if not is_yaml and header.start > lines[0].start and _is_misplaced(header, at, text):
        return None
    if header.sign == "-" or not inner or at < inner[0].start or _VALUE.match(text, header.start):
        return whole
    first = inner[0]
    entry = around(inner, at, lambda line: begins_entry(line, first))
    is_wrong = entry[0].indent < first.indent  # and so may be what follows
    is_wrong = is_wrong or (entry[0] is first and _lacks_dash(first, inner))
    start = entry[0].start
    is_wrong = is_wrong or (entry[0] is not first and _is_misplaced(entry[0], at, text))
    if is_wrong and not is_yaml:
        return whole
    while (end := _after(inner, entry, whole[1])) < whole[1] and _STATEMENT.match(text, end):
        entry = around(inner, end, lambda line: begins_entry(line, first))
    return start, end


def _is_misplaced(line: Line, at: int, text: str) -> bool:
    """Whether the mistake at an offset is that this line is here at all: the parser expects other
    things because of what is before it.
    """
    begin = line.start + line.indent
    return at == begin and bool(_PLAIN.match(text, begin))


def _lacks_dash(first: Line, inner: list[Line]) -> bool:
    """Whether a section of items with dashes begins with a line that has none."""
    dashes = (line.indent for line in inner if line.sign == "-")
    return first.sign != "-" and min(dashes, default=first.indent) < first.indent


def begins_section(lines: list[Line]) -> Callable[[Line], bool]:
    """Which lines begin an entry of the whole file."""
    sign = "-" if lines[0].sign == "-" else ":"
    return lambda line: line.indent == 0 and line.sign == sign


def begins_entry(line: Line, first: Line) -> bool:
    """Whether a line begins an entry of a section whose first one begins with that line."""
    if line.indent != first.indent:
        return line.indent < first.indent
    return line.sign == (first.sign or ":")


def around(lines: list[Line], at: int, begins: Callable[[Line], bool]) -> list[Line]:
    """The lines of the entry at an offset."""
    heads = [number for number, line in enumerate(lines) if begins(line) or number == 0]
    before = [number for number in heads if lines[number].start <= at] or heads[:1]
    after = [number for number in heads if number > before[-1]]
    return lines[before[-1] : after[0] if after else None]


def _after(lines: list[Line], entry: list[Line], length: int) -> int:
    """Where the line after an entry begins."""
    last = entry[-1].start
    return next((line.start for line in lines if line.start > last), length)
