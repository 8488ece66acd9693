"""Decides whether changes helped, from the errors at their positions and below them afterwards.

A guessed word changes how everything below it is read: `options` for `actions` turns cards into
options. Such a guess is good if it causes no new errors below, except those that have a fix.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cardwright.source.diagnostics import Diagnostic
from cardwright.source.edits import edited_ranges
from cardwright_tools.fix.rounds import Found, Pair, fix_for, is_rewritten

TAB = "CW111"
SECTION = "CW320"
UNREAD = frozenset({"CW117", "CW118", "CW129"})
"""Codes fixed with a pair of quotes, without which the file can't be read."""


@dataclass(frozen=True, slots=True)
class State:
    """A file's text and the errors in it."""

    text: str
    found: Found


def ineffective_changes(pairs: Sequence[Pair], old: State, new: State) -> list[bool]:
    """For each change in a file, whether it failed to help."""
    spots = edited_ranges([change for _, change in pairs])
    return [
        _still_wrong(diagnostic, place, new)
        or (not is_rewritten(diagnostic) and _causes_new_errors(diagnostic, place, old, new))
        or (diagnostic.code in UNREAD and _breaks_parsing(place[1], new))
        for (diagnostic, _), place in zip(pairs, spots, strict=True)
    ]


def _still_wrong(diagnostic: Diagnostic, place: tuple[int, int], new: State) -> bool:
    """Whether the error is still there; for tabs, which may be anywhere, whether any tab is."""
    here = [d for d in new.found if d.span and place[0] <= d.span.start < place[1]]
    return any(d.code == diagnostic.code or diagnostic.code != TAB for d in here)


def _breaks_parsing(end: int, new: State) -> bool:
    """Whether reading fails right after inserted quotes."""
    line = new.text.find("\n", end)
    next = len(new.text) if line < 0 else new.text.find("\n", line + 1)
    stop = len(new.text) if next < 0 else next
    following = (d for d in new.found if d.span and end <= d.span.start < stop)
    return any(d.code.startswith("CW1") and fix_for(d) is None for d in following)


def _causes_new_errors(
    diagnostic: Diagnostic, place: tuple[int, int], old: State, new: State
) -> bool:
    """Whether it causes an error that only the author can fix."""
    assert diagnostic.span is not None
    more = bool(_unfixable(new, place[0]) - _unfixable(old, diagnostic.span.start))
    return more and (diagnostic.code != SECTION or not _one_is_valid(new, place[0]))


def _one_is_valid(state: State, at: int) -> bool:
    """Whether an entry of a section has no errors, so that the section's name must be right."""
    end = _end_of_block(state.text, at)
    below = list(_ITEM.finditer(state.text, state.text.find("\n", at) + 1, end))
    margin = min((len(item[1]) for item in below), default=0)
    starts = [item.start() for item in below if len(item[1]) == margin]
    wrong = [d.span.start for d in state.found if d.span and fix_for(d) is None]
    stops = [*starts[1:], end]
    return any(
        not any(start <= node < stop for node in wrong)
        for start, stop in zip(starts, stops, strict=True)
    )


def _unfixable(state: State, at: int) -> Counter[tuple[str, str]]:
    """The errors without a fix on the line of an offset and below it."""
    begin, end = state.text.rfind("\n", 0, at) + 1, _end_of_block(state.text, at)
    here = (d for d in state.found if d.span and begin <= d.span.start < end)
    return Counter((d.code, d.message) for d in here if fix_for(d) is None)


_ITEM = re.compile(r"^( *)(?:- |[\w-]+:)", re.MULTILINE)
_LINE = re.compile(r"( *)(- )?[^\n]*(?:\n|\Z)")


def _end_of_block(text: str, at: int) -> int:
    """The end of the more deeply indented lines below an offset."""
    line = _LINE.match(text, text.rfind("\n", 0, at) + 1)
    assert line is not None
    margin, end = len(line[1]) + len(line[2] or ""), line.end()
    while end < len(text) and (below := _LINE.match(text, end)):
        listed = below[2] and not line[2] and len(below[1]) == margin
        if below.group().strip() and len(below[1]) <= margin and not listed:
            break
        end = below.end()
    return end
