"""Finds what is left to read of a text after a mistake that stops the parser.

A file is a mapping of sections, or a list; a section is a list or mapping, too. Without the entry
that a mistake is in, the rest can be read. Entries are found by their indentation alone, because
the parser says nothing about what comes after a mistake. Knows nothing about mistakes.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from cardwright.source.patterns import lazy_pattern

_LINE = lazy_pattern(r"^( *)(?!\s|#)(-|(?![\]}])[^:\n]*:)?", re.MULTILINE)
"""A line with something other than a comment: its indentation, and its `-` or key, if any."""
_MARKER = lazy_pattern(r"^(?:---|\.\.\.|%)", re.MULTILINE)
_Line = tuple[int, int, str]
"""The offset of a line, its indentation, and its `-`, or `:` for a key, or nothing."""


def without_entry(text: str, at: int) -> str | None:
    """The text with spaces in place of the entry at this offset; None if there is no more to read,
    or no entry can be told from the others.
    """
    lines = [(line.start(), len(line[1]), (line[2] or "")[-1:]) for line in _LINE.finditer(text)]
    if not lines or lines[0][1] > 0 or _MARKER.search(text):
        return None
    start, end = _entry(lines, at, len(text))
    rest = text[:start] + _SIGN.sub(" ", text[start:end]) + text[end:]
    return rest if rest.strip() else None


_SIGN = lazy_pattern(r"[^\n]")


def _entry(lines: list[_Line], at: int, length: int) -> tuple[int, int]:
    """Where the entry at an offset begins and ends."""
    section = _around(lines, at, _begins_section(lines))
    header, *inner = section
    if header[2] == "-" or not inner or at < inner[0][0]:
        return header[0], _after(lines, section, length)
    first = inner[0]
    entry = _around(inner, at, lambda line: _begins_entry(line, first))
    if entry[0][1] < first[1]:  # this and what follows is indented wrongly
        return entry[0][0], _after(lines, section, length)
    return entry[0][0], _after(lines, entry, length)


def _begins_section(lines: list[_Line]) -> Callable[[_Line], bool]:
    """Which lines begin an entry of the whole file."""
    sign = "-" if lines[0][2] == "-" else ":"
    return lambda line: line[1] == 0 and line[2] == sign


def _begins_entry(line: _Line, first: _Line) -> bool:
    """Whether a line begins an entry of a section whose first one begins with that line."""
    return line[2] == (first[2] or ":") if line[1] == first[1] else line[1] < first[1]


def _around(lines: list[_Line], at: int, begins: Callable[[_Line], bool]) -> list[_Line]:
    """The lines of the entry at an offset."""
    heads = [number for number, line in enumerate(lines) if begins(line) or number == 0]
    before = [number for number in heads if lines[number][0] <= at] or heads[:1]
    after = [number for number in heads if number > before[-1]]
    return lines[before[-1] : after[0] if after else None]


def _after(lines: list[_Line], entry: list[_Line], length: int) -> int:
    """Where the line after an entry begins."""
    last = entry[-1][0]
    return next((line[0] for line in lines if line[0] > last), length)
