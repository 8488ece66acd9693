"""Maps positions in earlier texts to current ones.

Results from before an edit keep their old positions. Responsible for the edits of each file since
then, and for mapping spans through them. A span is lost if an edit overlaps or touches one of its
ends.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from operator import add

from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.document import Document
from cardwright.source.text import Source, Span

MAX_CHARACTERS = 30_000_000
"""The most characters of earlier texts kept in memory; beyond them, everything is checked from
scratch."""
MAX_DIFF_LINES = 400
"""If the old and new lines between the first and last difference together exceed this, they count
as one edit."""
EditOffsets = tuple[int, int, int]


class Stale(Exception):
    """The known results can no longer be used."""


class NotFollowed(Stale):
    """A change with errors can't be followed, but the known results stay valid for later texts."""


class NotIndependent(Stale):
    """No card is independent after all."""


@dataclass(frozen=True, slots=True)
class Edit:
    """The text from `start` to `end` was replaced; what follows moved `by` characters."""

    start: int
    end: int
    by: int


class Moves:
    """Several edits combined: the changed parts of an earlier text, in order."""

    def __init__(self) -> None:
        self.number = 0  # the number of edits
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._moved = [0]  # by how much the text after each part has moved

    def add(self, edit: Edit) -> None:
        """Adds an edit of the text that results from the edits so far."""
        self.number += 1
        starts, ends, moved = self._starts, self._ends, self._moved
        now = [*map(add, starts, moved)]
        first = bisect_left([*map(add, ends, moved[1:])], edit.start)
        last = bisect_right(now, edit.end)
        start, end = edit.start - moved[first], edit.end - moved[last]
        if first < last:
            start, end = min(start, starts[first]), max(end, ends[last - 1])
        starts[first:last], ends[first:last] = [start], [end]
        moved[first + 1 : last + 1] = [moved[last]]
        moved[first + 1 :] = [by + edit.by for by in moved[first + 1 :]]

    def of(self, start: int, end: int) -> tuple[int, int]:
        """The current position of a span. Raises Stale if an edit overlaps or touches one of its
        ends."""
        first, last = bisect_left(self._ends, start), bisect_right(self._starts, end)
        if first < last and not (start < self._starts[first] and self._ends[last - 1] < end):
            raise Stale
        return start + self._moved[first], end + self._moved[last]


def edits_between(old: str, new: str) -> list[Edit]:
    """The edits that change a text into another, from the last position to the first."""
    start, end, by = _outermost(old, new)
    if start == min(end, end + by):
        start, end = _from_line(old, start, end, old[start:end] or new[start : end + by])
        return [Edit(start, end, by)]
    at, ending = old.rfind("\n", 0, start) + 1, old.find("\n", end) + 1 or len(old)
    ours, theirs = (
        text.splitlines(keepends=True) for text in (old[at:ending], new[at : ending + by])
    )
    if len(ours) + len(theirs) > MAX_DIFF_LINES:
        return [Edit(start, end, by)]
    changes, found = SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes(), []
    for what, low, high, first, last in changes:
        one, other = "".join(ours[low:high]), "".join(theirs[first:last])
        if what != "equal":
            # A line that has moved elsewhere is not part of the text that replaces it.
            is_elsewhere = not {*ours[low:high]}.isdisjoint(theirs)
            whole = 0, len(one), len(other) - len(one)
            left, right, longer = whole if is_elsewhere else _outermost(one, other)
            found.append(Edit(at + left, at + right, longer))
        at += len(one)
    return found[::-1]


def _from_line(old: str, start: int, end: int, text: str) -> tuple[int, int]:
    """Moves an insertion or deletion to the start of a line, if whole lines may be meant."""
    line = old.rfind("\n", 0, start) + 1
    by = start - line if text.endswith(old[line:start]) else 0
    return start - by, end - by


def _outermost(old: str, new: str) -> EditOffsets:
    most = min(len(old), len(new))
    start = _equal(old, new, most)
    ending = _equal(old[::-1], new[::-1], most - start)
    return start, len(old) - ending, len(new) - len(old)


def _equal(one: str, other: str, most: int) -> int:
    """The length of the common prefix, at most `most`, by bisection."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


@dataclass(slots=True)
class Positions:
    """By file: its current text and the edits that led to it; and when each text was current."""

    current: dict[str, Source] = field(default_factory=dict)
    _edits: dict[str, list[Edit]] = field(default_factory=dict)
    _since: dict[int, tuple[Source, int]] = field(default_factory=dict)
    _moves: dict[tuple[str, int], Moves] = field(default_factory=dict)
    _letters: int = 0

    def set_current(self, source: Source) -> None:
        """Sets the current text of a file."""
        before = self.current.get(source.name)
        if before is source:
            return
        edits = self._edits.setdefault(source.name, [])
        if before is not None and before.text != source.text:
            edits += edits_between(before.text, source.text)
        if before is None or before.text != source.text:
            self.current[source.name] = source
        self._letters += len(source.text) if id(source) not in self._since else 0
        self._since[id(source)] = source, len(edits)

    def set_all_current(self, documents: Iterable[Document]) -> None:
        """Sets the current texts of files."""
        for document in documents:
            self.set_current(document.source)

    @property
    def is_full(self) -> bool:
        """Whether too many texts are remembered."""
        return self._letters > MAX_CHARACTERS

    def now(self, span: Span) -> Span:
        """The current position of a span. Raises Stale."""
        current = self.current.get(span.source.name)
        if current is None or span.source is current:
            return span
        if span.source.text == current.text:
            return replace(span, source=current)
        found = self._since.get(id(span.source))
        if found is None:
            raise Stale
        moves = self._moves.setdefault((current.name, found[1]), Moves())
        for edit in self._edits[current.name][found[1] + moves.number :]:
            moves.add(edit)
        return Span(current, *moves.of(span.start, span.end))

    def is_known(self, span: Span | None) -> bool:
        """Whether the current position of a span is known."""
        try:
            return span is not None and self.now(span) is not None
        except Stale:
            return False

    def moved(self, found: Diagnostic) -> Diagnostic:
        """A diagnostic at its current position. Raises Stale."""
        if found.span is None and not found.notes:
            return found
        span = self.now(found.span) if found.span else None
        notes = tuple((self.now(place), text) for place, text in found.notes)
        fixes = tuple(replace(one, span=self.now(one.span)) for one in found.fixes)
        return replace(found, span=span, notes=notes, fixes=fixes)

    def report(self, found: Sequence[Diagnostic]) -> Report:
        """Diagnostics at their current positions. Raises Stale."""
        report = Report()
        for one in found:
            report.add(self.moved(one))
        return report
