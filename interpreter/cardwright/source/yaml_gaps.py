"""Determines what is missing in a document if entries with mistakes are left out.

A line that begins an entry only because of its mistake may belong to the entry before, which is
then left out, too; so is the key of a section of which nothing is left. Knows nothing about
mistakes.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import attrgetter

from cardwright.source.document import Gap, Place
from cardwright.source.patterns import lazy_pattern
from cardwright.source.yaml_recovery import (
    Line,
    around,
    begins_entry,
    begins_section,
    lines_of,
    without,
)

_KEY = lazy_pattern(r"([\w-]+) *:")
_SECTION_KEY = lazy_pattern(r"([\w-]+) *:[ \t]*(?:#.*)?$", re.MULTILINE)
"""A key at the beginning of a line, without a value."""
_SECTION = lazy_pattern(r"- |[\w-]+ *:[ \t]*(?:[\[{#\n]|\Z)")
"""What looks like the beginning of a section, or of an item of a list."""
_ENTRY = lazy_pattern(r"\w|- ")
"""What looks like the beginning of an entry."""
_TAB = lazy_pattern(r"^ *\t\s*[^\s#]", re.MULTILINE)
_LAST_KEY = lazy_pattern(r"\n[ \t]*[\w-]+ *:\s*\Z")
"""A last line that may begin a section, if its indentation is wrong."""
_OPEN_KEY = lazy_pattern(r"[^#\n]*:[ \t]*(?:#.*)?$", re.MULTILINE)
"""A line with a key that has no value yet."""


def gaps_of(text: str, unread: Sequence[Place]) -> tuple[Gap, ...] | None:
    """The gaps in a document without these parts; None if more may be missing."""
    lines = [*lines_of(text)]
    if any(_LAST_KEY.search(text, *place) for place in unread):
        return None
    gaps = [_gap(lines, place, text) for place in unread]
    return *gaps, *_emptied(text, gaps)


def _gap(lines: list[Line], place: Place, text: str) -> Gap:
    """The gap in place of a section, or of an entry of it."""
    start, end = place
    section = header, *inner = around(lines, start, begins_section(lines))
    if not _SECTION.match(text, header.start):
        start, end = header.start, _end(section, lines, text)
    first, last = (bisect_left(lines, at, key=attrgetter("start")) for at in (start, end))
    part, before = lines[first:last], lines[:first]
    if before and _may_belong_to(before[-1], part[0], header, text):
        return Gap(_last_entry(before), _end(section, lines, text))
    key = _KEY.match(text, header.start)
    are_entries = all(line is header or _belongs(line, inner) for line in part)
    return Gap(start, end, key[1] if key and are_entries and not _TAB.search(text, *place) else "")


def _may_belong_to(before: Line, line: Line, header: Line, text: str) -> bool:
    """Whether a line may belong to the entry with the line before it, although it looks like the
    beginning of another one, in the section with this header."""
    if before is not header and _OPEN_KEY.match(text, before.start):
        return True
    looks_new = _SECTION if line is header else _ENTRY
    return not looks_new.match(text, line.start + line.indent)


def _end(section: Sequence[Line], lines: Sequence[Line], text: str) -> int:
    """Where the line after a section begins."""
    return next((line.start for line in lines if line.start > section[-1].start), len(text))


def _belongs(line: Line, inner: Sequence[Line]) -> bool:
    """Whether a line surely belongs to an entry of the section with these lines."""
    if not (inner and inner[0].start <= line.start <= inner[-1].start):
        return False
    is_below = line.indent > inner[0].indent
    return is_below or (line.indent == inner[0].indent and begins_entry(line, inner[0]))


def _last_entry(lines: list[Line]) -> int:
    """Where the last entry of the last section begins; that section, if it has no other."""
    last = lines[-1].start
    header, *inner = around(lines, last, begins_section(lines))
    if not inner:
        return header.start
    first = inner[0]
    entry = around(inner, last, lambda line: begins_entry(line, first))
    return header.start if entry[0] is first else entry[0].start


def _emptied(text: str, gaps: Sequence[Gap]) -> Iterator[Gap]:
    """The keys of sections of which nothing is left without these gaps."""
    left = without(text, [(gap.start, gap.end) for gap in gaps])
    for line, after in pairwise([*lines_of(left), Line(len(text), 0, ":")]):
        key = _SECTION_KEY.match(left, line.start)
        is_last = after.indent == 0 and after.sign == ":"
        if key and is_last and any(line.start < gap.start < after.start for gap in gaps):
            yield Gap(line.start, key.end(), key[1])
