"""A mutant: the replacement text, its position, and its id.

Defines the record and how its lines are shown. Knows nothing about what the text means.
"""

from __future__ import annotations

import difflib
import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile
from typing import TypeAlias

from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node, Part, Word
from cardwright.language.syntax.one_line import written
from cardwright.source.text import NOWHERE, Source

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
"""The kinds, in the order of the table."""
SHOWN = 110


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mutant: `text` replaces the text from `start` to `end` of the file."""

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
        """The text of the file with the mistake in it."""
        return whole[: self.start] + self.text + whole[self.end :]


Change: TypeAlias = tuple[Sequence[Part], Sequence[Part]]
"""Adjacent nodes and words of a tree, and the ones that replace them."""


def word(kind: str, text: str) -> Word:
    """A word that no author wrote."""
    return Word(kind, text, NOWHERE)


def without(node: Node, part: Part) -> Change:
    """Removes one part of a node, and the keyword before it."""
    at = next(n for n, other in enumerate(node.layout) if other is part)
    before = node.layout[max(0, at - 1)]
    first = at - 1 if isinstance(before, Word) and before.is_keyword else at
    return node.layout, (*node.layout[:first], *node.layout[at + 1 :])


def without_adjective(node: ast.Words, name: Word) -> Change:
    """Removes a name that is not the last, and the `or` after it."""
    at = next(n for n, other in enumerate(node.layout) if other is name)
    rest = dropwhile(lambda part: part not in node.names, node.layout[at + 1 :])
    return node.layout, (*node.layout[:at], *rest)


def from_change(kind: str, change: Change) -> Mutant:
    """A mutant from a change of a tree, formatted in place."""
    old, new = change
    spans = [part.extent if isinstance(part, Node) else part.span for part in old]
    return from_edit(kind, spans[0].source, spans[0].start, spans[-1].end, written(new))


def from_word(kind: str, word: Word, text: str) -> Mutant:
    """A mutant that replaces one word."""
    return from_edit(kind, word.span.source, word.span.start, word.span.end, text)


def from_edit(kind: str, source: Source, start: int, end: int, text: str) -> Mutant:
    """A mutant from one edit, with the changed lines; the common prefix and suffix are cut off."""
    old = source.text[start:end]
    first = _same(old, text)
    old, text = old[first:], text[first:]
    last = _same(old[::-1], text[::-1])
    start, end, text = start + first, end - last, text[: len(text) - last]
    line, column = source.position(start)
    before, after = _lines(source.text, start, end, text)
    return Mutant(kind, source.name, line, column, start, end, text, before, after)


def _same(one: str, other: str) -> int:
    """The length of the common prefix of two texts."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _lines(whole: str, start: int, end: int, text: str) -> tuple[str, str]:
    """The changed lines before and after; long ones are cut in the middle."""
    first = whole.rfind("\n", 0, start) + 1
    last = whole.find("\n", end)
    tail = whole[end:] if last < 0 else whole[end:last]
    old = whole[first:start] + whole[start:end] + tail
    return old, whole[first:start] + text + tail


def shown_lines(before: str, after: str) -> tuple[str, str]:
    """Changed lines, each joined into one; of long ones, the part with the change."""
    old, new = _joined(before), _joined(after)
    is_long = max(len(old), len(new)) > SHOWN
    first = max(0, _same(old, new) - SHOWN // 3) if is_long else 0
    return _part(old, first), _part(new, first)


def _joined(text: str) -> str:
    return " / ".join(" ".join(line.split()) for line in text.split("\n") if line.strip())


def _part(said: str, first: int) -> str:
    """A line from this letter on, shortened if long."""
    said = f"... {said[first:]}" if first else said
    return said if len(said) <= SHOWN else said[: SHOWN - 4] + " ..."


def with_ids(mutants: Iterable[Mutant]) -> list[Mutant]:
    """Each mutant once, with an id that does not depend on the lines above it."""
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
    """A hash of some words that is the same on every machine."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()


def difference(mutant: Mutant, whole: str) -> list[str]:
    """The change as a unified diff."""
    new = mutant.applied(whole).split("\n")
    names = mutant.file, f"{mutant.file} ({mutant.id})"
    return list(difflib.unified_diff(whole.split("\n"), new, *names, lineterm="", n=1))
