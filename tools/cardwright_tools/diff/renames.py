"""Finds added entries that are removed ones under a new name.

Decides how similar two entries must be, and how much is compared to find out. Identical texts are
looked up; the rest are compared with each other, up to a limit.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import product

from cardwright_tools.diff.entries import Entry

MIN_SIMILARITY = 0.8  # share of common letters above which an entry counts as renamed
SHORTEST = 12  # shorter texts may be similar by chance
MAX_WORK = 30_000_000  # compared pairs of letters: a pack can have thousands of long texts
PAIR, COUNT = 20, 220  # the cost of comparing two lengths, and two counts of letters


@dataclass(frozen=True, slots=True)
class _Side:
    """An entry with its index in its version, and the data to compare."""

    entry: Entry
    place: int
    text: str
    letters: Counter[str]


def match_renamed(gone: Sequence[Entry], fresh: Sequence[Entry]) -> Iterator[tuple[int, Entry]]:
    """The former entry of each renamed one, by `id()` of the renamed one: identical texts first,
    then the most similar. Entries beyond the limit of work do not count as renamed."""
    before, after = _sides(gone), _sides(fresh)
    found = [*_same(before, after)]
    places = {old.place for old, _ in found}, {new.place for _, new in found}
    rest = [one for one in before if one.place not in places[0]]
    others = [one for one in after if one.place not in places[1]]
    for old, new in (*found, *_most_similar(rest, others)):
        yield id(new.entry), old.entry


def _sides(entries: Sequence[Entry]) -> list[_Side]:
    written = ((entry, place, entry.written) for place, entry in enumerate(entries))
    return [_Side(*one, Counter(one[2])) for one in written if len(one[2]) >= SHORTEST]


def _same(gone: Sequence[_Side], fresh: Sequence[_Side]) -> Iterator[tuple[_Side, _Side]]:
    former = defaultdict[tuple[str, str], deque[_Side]](deque)
    for old in gone:
        former[old.entry.group, old.text].append(old)
    for new in fresh:
        if former[new.entry.group, new.text]:
            yield former[new.entry.group, new.text].popleft(), new


def _most_similar(gone: Sequence[_Side], fresh: Sequence[_Side]) -> Iterator[tuple[_Side, _Side]]:
    found = sorted(_pairs(gone, fresh), key=lambda one: (-one[0], one[1].place, one[2].place))
    used = set[int]()
    for _, old, new in found:
        if used.isdisjoint((id(old), id(new))):
            used |= {id(old), id(new)}
            yield old, new


def _pairs(gone: Sequence[_Side], fresh: Sequence[_Side]) -> Iterator[tuple[float, _Side, _Side]]:
    left = MAX_WORK
    for old, new in product(gone, fresh):
        if left < PAIR:
            return
        left -= PAIR
        if old.entry.group != new.entry.group or not _have_similar_lengths(old, new):
            continue
        left -= COUNT
        if _have_similar_letters(old, new):
            left -= len(old.text) * len(new.text)
            matcher = SequenceMatcher(None, old.text, new.text, autojunk=False)
            if left > 0 and (likeness := matcher.ratio()) >= MIN_SIMILARITY:
                yield likeness, old, new


def _have_similar_lengths(old: _Side, new: _Side) -> bool:
    """Whether an upper bound of the similarity is high enough; the tests of this and the next
    function exclude nearly all pairs."""
    short, long = sorted((len(old.text), len(new.text)))
    return 2 * short >= MIN_SIMILARITY * (short + long)


def _have_similar_letters(old: _Side, new: _Side) -> bool:
    common = (old.letters & new.letters).total()
    return 2 * common >= MIN_SIMILARITY * (len(old.text) + len(new.text))
