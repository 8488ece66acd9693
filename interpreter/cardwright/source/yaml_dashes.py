"""Finds a dash too many or too few before the items of a list, from the lines around an error.

A parser stops where the lines no longer fit together, which may be many lines after the dash.
Knows nothing about what the lines say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardwright.source.patterns import lazy_pattern
from cardwright.source.yaml_mistake import Mistake

_LINE = lazy_pattern(
    r"^( *)(?=[^ #\r\n])(- +)?(?:([^\W\d][\w-]*):(?=\s)([ \t]*$|[ \t]+\{)?)?", re.MULTILINE
)


class _Line(NamedTuple):
    """The offset of a line's first sign, its indentation, and its dash and key, if any; whether
    the value of the key is a mapping or begins on the next line.
    """

    start: int
    indent: int
    dash: str
    key: str
    is_header: bool
    is_map: bool = False


def wrong_dash(text: str, problem: int) -> Mistake | None:
    """The line that lacks its dash, or has one too many, if that is why the parser gave up."""
    lines = [*_lines(text)]
    if text[problem : problem + 1] == ":" and _is_one_item(lines):
        return _missing(lines[0], 0)
    above, below = _section(lines, problem)
    if not above:
        return None
    heads = _heads(above + below)
    if item := _item_without_dash(above, heads):
        return _missing(item, heads[item.key])
    first, last = above[0], above[-1]
    if _is_entry_with_dash(first, last) and not any(line.dash for line in above[1:]):
        help = "the lines below it have no dash: leave it out"
        return Mistake("CW115", "unexpected `-`", first.start, first.start + 1, help)
    if last.dash and last.start == problem and _is_entry(lines, last):
        help = "the lines above it have no dash: leave it out"
        return Mistake("CW115", "unexpected `-`", problem, problem + 1, help)
    return None


def _lines(text: str) -> Iterator[_Line]:
    for found in _LINE.finditer(text):
        indent, dash, key = found[1], found[2] or "", found[3] or ""
        is_map = found[4] is not None
        is_header = not indent and not dash and is_map and not found[4].strip()
        yield _Line(found.start() + len(indent), len(indent), dash, key, is_header, is_map)


def _is_one_item(lines: list[_Line]) -> bool:
    """Whether a file is an item without its dash: below its first line, all are indented by two."""
    first, *others = lines or [_Line(0, 0, "", "", False)]
    begins = bool(first.key and not (first.indent or first.dash or first.is_header))
    return begins and min((line.indent for line in others), default=0) == len("- ")


def _section(lines: list[_Line], at: int) -> tuple[list[_Line], list[_Line]]:
    """The lines of the section around an offset: those up to it, and the rest."""
    above, below = list[_Line](), list[_Line]()
    for line in lines:
        if line.is_header and line.start <= at:
            above = []
        elif line.is_header:
            break
        else:
            (above if line.start <= at else below).append(line)
    return above, below


def _heads(lines: Sequence[_Line]) -> dict[str, int]:
    """The keys that the items of a list begin with, and how far these are indented."""
    outer = min((line.indent for line in lines if line.dash), default=0)
    return {line.key: outer for line in lines if line.dash and line.key and line.indent == outer}


def _item_without_dash(above: list[_Line], heads: dict[str, int]) -> _Line | None:
    """The first line of an item, if it lacks its dash: the last line or the very first."""
    first, last = above[0], above[-1]
    if not last.dash and last.key in heads and last.indent <= heads[last.key]:
        return last
    if first.dash or first.key not in heads:
        return None
    is_begun = any(line.dash and line.indent <= heads[first.key] for line in above[:-1])
    return None if is_begun else first


def _is_entry_with_dash(first: _Line, last: _Line) -> bool:
    """Whether the first line of a section is an entry like a later one, but for its dash."""
    is_like = first.indent == last.indent and first.is_map and last.is_map
    return bool(first.dash and first.key and last.key) and is_like


def _missing(line: _Line, indent: int) -> Mistake:
    help = "add `- ` before it"
    if line.indent != indent:
        help += ", in line with the other dashes"
    message = f"an item of a list begins with `{line.key}` here, without its `- `"
    return Mistake("CW115", message, line.start, line.start + len(line.key), help)


def _is_entry(lines: list[_Line], line: _Line) -> bool:
    """Whether a line is beside the keys of a section."""
    before = [one for one in lines if one.start < line.start and one.indent <= line.indent]
    beside = bool(before) and before[-1].indent == line.indent and not before[-1].dash
    outer = [one for one in before if one.indent < line.indent]
    return beside and bool(before[-1].key and outer and outer[-1].is_header)
