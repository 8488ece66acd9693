"""Texts that differ only in their names and numbers share one tree: it is made once, as a template,
and then filled in.

Packs of thousands of cards are variations on a few hundred sentences, and parsing them is most of
the work on each card. Decides when two texts are alike, and which offset of one corresponds to
which of the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from cardwright.language.syntax.nodes import Node, TreeTemplate, instance_of, to_template
from cardwright.language.syntax.or_readings import has_candidates
from cardwright.source.budget import readings
from cardwright.source.records import dataclass
from cardwright.source.text import Span

MOST_SEEN = 20_000
MOST_LETTERS = 250_000
"""Of the shapes that are stored: a template takes a hundred times the memory of its text."""
Stretch = tuple[int, int]  # from an offset up to, but not including, another
_PIECE = re.compile(r"(?<![\w-])(?:[a-z][a-z0-9]*(?:-[a-z0-9]+)*|[0-9]{1,8})(?![\w-])")
_ESCAPE = re.compile(r"\\.")
_WORD_OF_PATTERN = re.compile(r"[a-z]+\??")


@dataclass(frozen=True, slots=True)
class _Shape:
    """A text without its names and numbers, and the stretches where they are."""

    text: str
    stretches: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    template: TreeTemplate
    stretches: tuple[Stretch, ...]


class ParseCache:
    """The trees that a grammar has produced, by start symbol and shape of the text."""

    def __init__(self, grammar: str) -> None:
        self.words = _words(grammar)
        self._entries: dict[tuple[str, str], _Entry] = {}
        self._seen: set[int] = set()
        self._letters = 0
        # a text that is not found is often stored next
        self._last: tuple[Span, _Shape] | None = None

    def find(self, start: str, span: Span) -> Node | None:
        """The tree of a text, if it is known, or that of a similar text."""
        known = readings()
        if known is None:
            return self._filled_in(start, span)
        key = self, start, span
        tree: Node | None = known.trees.get(key)
        if tree is not None and tree.span.source is span.source:  # not only an equal one
            return tree
        if (tree := self._filled_in(start, span)) is not None:
            known.trees.store(key, span.end - span.start, tree)
        return tree

    def _filled_in(self, start: str, span: Span) -> Node | None:
        """The tree of a text, if that of a similar text is stored."""
        shape = self._shape(span)
        entry = self._entries.get((start, shape.text))
        # a text with unusual letters
        if entry is None or len(entry.stretches) != len(shape.stretches):
            return None
        places = _places(entry.stretches, shape.stretches, span)
        tree: Node = instance_of(entry.template, span.source, places)
        return tree

    def store(self, start: str, span: Span, tree: Node) -> None:
        """Caches the tree of a text whose shape was seen before: most shapes are seen only once."""
        if (known := readings()) is not None:
            known.trees.store((self, start, span), span.end - span.start, tree)
        shape = self._shape(span)
        key = start, shape.text
        if hash(key) not in self._seen:
            if len(self._seen) >= MOST_SEEN:
                self._seen.clear()
            self._seen.add(hash(key))
            return
        self._letters += len(shape.text)
        if self._letters > MOST_LETTERS:
            self._entries.clear()
            self._letters = len(shape.text)
        self._entries[key] = _Entry(to_template(tree, span.start), shape.stretches)

    def _shape(self, span: Span) -> _Shape:
        if self._last is None or self._last[0] is not span:
            self._last = span, self._made(span)
        return self._last[1]

    def _made(self, span: Span) -> _Shape:
        text, last = span.text, 0
        # names decide how such texts are read
        literal = None if has_candidates(text) else self.words
        parts: list[str] = []
        stretches: list[Stretch] = []
        for found in _PIECE.finditer(text):
            piece, (start, end) = found[0], found.span()
            number = piece.isdigit()
            if number or (literal is not None and piece not in literal):
                parts += text[last:start], "0" if number else "\0"
                stretches.append((start, end))
                last = end
        parts.append(text[last:])
        return _Shape("".join(parts), tuple(stretches))


@cache
def _words(grammar: str) -> frozenset[str]:
    """All words of the grammar's patterns, which can't be names; of `opens?`, both forms."""
    found = _WORD_OF_PATTERN.findall(_ESCAPE.sub(" ", grammar))
    shorter = (word[:-2] for word in found if word.endswith("?"))
    return frozenset([*(word.rstrip("?") for word in found), *shorter])


def _places(old: Sequence[Stretch], new: Sequence[Stretch], span: Span) -> list[int]:
    """For each offset in a text, the offset in the file of another text of the same shape."""
    places: list[int] = []
    at = span.start
    for (start, end), (then, beyond) in zip(old, new, strict=True):
        places += range(at, span.start + then)
        places += [span.start + then] * (end - start)
        at = span.start + beyond
    return [*places, *range(at, span.end + 1)]
