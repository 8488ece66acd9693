"""A seeded mistake: what is written in place of what, where, and by which id it is known.

Owns the record and its lines as they are told. Knows nothing of what the text means.
"""

from __future__ import annotations

import difflib
import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from cardwright.source.text import Source

KINDS = {
    "key": "a key misspelt",
    "word": "a word misspelt",
    "place": "an argument or a key misplaced",
    "name": "a name misspelt where it is declared",
    "number": "a number off by one",
    "quantifier": "a quantifier changed",
    "swap": "a player, a place or a name swapped",
    "condition": "a condition negated or dropped",
    "comparison": "a comparison changed",
    "clause": "a clause dropped",
    "option": "a cost or a limit dropped",
    "operation": "an operation changed",
    "printed": "a declared value changed",
}
"""In the order of the table."""
SHOWN = 110


@dataclass(frozen=True, slots=True)
class Mutant:
    """`text` stands from `start` to `end` of the file in place of what is there."""

    kind: str
    file: str
    line: int
    column: int
    start: int
    end: int
    text: str
    before: str
    after: str
    id: str = ""

    def applied(self, whole: str) -> str:
        """The text of the file with the mistake."""
        return whole[: self.start] + self.text + whole[self.end :]


def from_edit(kind: str, source: Source, start: int, end: int, text: str) -> Mutant:
    """A mutant of one splice, with the lines that change."""
    line, column = source.position(start)
    before, after = _lines(source.text, start, end, text)
    return Mutant(kind, source.name, line, column, start, end, text, before, after)


def from_text(kind: str, source: Source, new: str) -> Mutant:
    """A mutant whose whole text is known: one splice from the first to the last difference."""
    old = source.text
    start = _same(old, new)
    most = min(len(old), len(new)) - start
    same = _same(old[::-1][:most], new[::-1][:most])
    return from_edit(kind, source, start, len(old) - same, new[start : len(new) - same])


def _same(one: str, other: str) -> int:
    """How many letters two texts share from their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _lines(whole: str, start: int, end: int, text: str) -> tuple[str, str]:
    """The changed lines as they were and are; a long stretch is cut in the middle."""
    first = whole.rfind("\n", 0, start) + 1
    last = whole.find("\n", end)
    tail = whole[end:] if last < 0 else whole[end:last]
    old = whole[first:start] + whole[start:end] + tail
    return old, whole[first:start] + text + tail


def one_line(text: str) -> str:
    """The lines as one, cut where they are long."""
    said = " / ".join(" ".join(line.split()) for line in text.split("\n") if line.strip())
    return said if len(said) <= SHOWN else said[: SHOWN - 4] + " ..."


def with_ids(mutants: Iterable[Mutant]) -> list[Mutant]:
    """Each once, with its id, which stays when lines above it come and go."""
    seen: dict[tuple[str, int, int, str], Mutant] = {}
    for one in mutants:
        if one.before != one.after:
            seen.setdefault((one.file, one.start, one.end, one.text), one)
    same: Counter[str] = Counter()
    found = []
    for one in seen.values():
        key = "\0".join((one.kind, one.file, one.before, one.after))
        same[key] += 1
        found.append(replace(one, id=fingerprint(key, same[key])[:8]))
    return found


def fingerprint(*parts: object) -> str:
    """A hash of some words, the same on every machine."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()


def difference(mutant: Mutant, whole: str) -> list[str]:
    """The change as a unified diff."""
    new = mutant.applied(whole).split("\n")
    names = mutant.file, f"{mutant.file} ({mutant.id})"
    return list(difflib.unified_diff(whole.split("\n"), new, *names, lineterm="", n=1))
