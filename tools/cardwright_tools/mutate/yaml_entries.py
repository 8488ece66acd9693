"""Cuts entries of YAML mappings out of a text and inserts them elsewhere.

Handles mappings in block and flow style. Returns whole texts.
"""

from __future__ import annotations

import re

from cardwright.source.document import Document
from cardwright.source.document import Path as Steps

CutRange = tuple[int, int]


def cut_entry(document: Document, path: Steps) -> CutRange | None:
    """The range to cut out for an entry; None if it is the only one of its mapping."""
    mapping = document.at(path[:-1])
    assert isinstance(mapping, dict)
    keys = list(mapping)
    at = keys.index(path[-1])
    if at + 1 < len(keys):
        return document.keys[path].start, document.keys[*path[:-1], keys[at + 1]].start
    if at > 0:
        return document.values[*path[:-1], keys[at - 1]].end, document.values[path].end
    return None


def column_of(document: Document, at: int) -> int:
    """The column of an offset, from 0."""
    return document.source.position(at)[1] - 1


def move_entry(document: Document, path: Steps, into: Steps) -> str | None:
    """The whole text with an entry moved to the end of another mapping; None if impossible."""
    out, target = cut_entry(document, path), document.at(into)
    if out is None or not isinstance(target, dict) or not target:
        return None
    text = document.source.text
    entry = text[document.keys[path].start : document.values[path].end]
    if document.source.text[document.values[into].start] in "{[":
        if "\n" in entry:
            return None
        place, added = document.values[into].end - 1, f", {entry}"
    else:
        first = document.keys[*into, next(iter(target))].start
        place = document.values[*into, list(target)[-1]].end
        added = _lines(
            entry, column_of(document, document.keys[path].start), column_of(document, first)
        )
    return _both(text, out, place, added)


def _lines(entry: str, was: int, now: int) -> str:
    """An entry as lines of a mapping whose keys start in this column."""
    if now >= was:
        rest = re.sub(r"\n(?=[^\n])", "\n" + " " * (now - was), entry)
    else:
        rest = re.sub(rf"\n {{1,{was - now}}}", "\n", entry)
    return "\n" + " " * now + rest


def _both(text: str, out: CutRange, place: int, added: str) -> str | None:
    """Cuts out one range and inserts one text."""
    start, end = out
    if place >= end:
        return text[:start] + text[end:place] + added + text[place:]
    if place <= start:
        return text[:place] + added + text[place:start] + text[end:]
    return None
