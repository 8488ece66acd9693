"""Finds the ranges of a file's text that are definitions, without parsing YAML.

Handles the one layout that can be recognized from lines alone: sections at the margin, each with a
list whose items begin at one column. Says nothing about other layouts. Callers who have read the
file must make sure that a range is a definition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

_ODD = re.compile(r"[\t\r\f\v\x1c-\x1e\x85\u2028\u2029]|^(---|\.\.\.|%)", re.M)
_NOTHING = re.compile(r"(?>(?: *(?:#[^\n]*)?\n)*)(?: *(?:#[^\n]*)?\Z)?")
_SECTION = re.compile(r"[a-z][a-z0-9 -]*: *(?:#[^\n]*)?(?:\n|\Z)")
_MARGIN = re.compile(r"[^ \n-][^\n]*(?:\n|\Z)|-[^ \n][^\n]*(?:\n|\Z)")
_FIRST = re.compile(r"(?>(?: *(?:#[^\n]*)?\n)*)( *)- ")
_INDENTED = re.compile(r"(?>(?:(?: [^\n]*)?\n)*)(?: [^\n]*\Z)?")

Stretch = tuple[int, int]
"""The start and end of an item, including its last line feed."""


def stretches(text: str) -> list[Stretch]:
    """The items of all sections that are lists; empty if the layout is different."""
    return [item for _, items in sections(text) for item in items]


def sections(text: str) -> list[tuple[str, list[Stretch]]]:
    """The sections that are lists, with their items; empty if the layout is different."""
    if _ODD.search(text):
        return []
    found: list[tuple[str, list[Stretch]]] = []
    at = _after(_NOTHING, text, 0)
    while at < len(text):
        if not _MARGIN.match(text, at):
            return []
        section = _SECTION.match(text, at)
        at = _after(_MARGIN, text, at)
        first = _FIRST.match(text, at) if section else None
        if section and first:
            found.append((section[0].partition(":")[0], [*_items(text, at, len(first[1]))]))
            at = found[-1][1][-1][1]
        else:
            at = _after(_INDENTED, text, at)
        at = _after(_NOTHING, text, at)
    return found


def _items(text: str, at: int, column: int) -> Iterator[Stretch]:
    at = _after(_NOTHING, text, at)
    while item := _item(column).match(text, at):
        yield item.span()
        at = _after(_NOTHING, text, item.end())


@cache
def _item(column: int) -> re.Pattern[str]:
    """A dash at the column, and all following lines that are indented further."""
    deeper = rf"(?:\n(?>(?: *\n)*) {{{column + 1},}}[^ \n][^\n]*)"
    return re.compile(rf" {{{column}}}- [^\n]*(?>{deeper}*)(?:\n|\Z)")


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at
