"""Texts that differ in their numbers alone have one tree: it is made once, then moved.

Packs of thousands of cards are variations on some hundred sentences, and to read them is most
of the work on each. Owns when two texts are alike, and the same tree at another place.
"""

from __future__ import annotations

import re

from cardwright.language.syntax import Node, Part, Word
from cardwright.source.text import Source, Span

MOST_KEPT = 4_000
_NUMBER = re.compile(r"(?<![\w-])[0-9]{1,8}(?![\w-])")
_WITH_NUMBERS = frozenset({"INT", "RANGE", "STRING"})


class Alike:
    """The trees that were read, by the sort of text and its shape."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], tuple[Node, int]] = {}

    def find(self, sort: str, span: Span) -> Node | None:
        """The tree of a text, when one like it was kept."""
        kept = self._kept.get((sort, _shape(span.text)))
        if kept is None:
            return None
        node, start = kept
        return _moved(node, span.source, span.start - start)

    def keep(self, sort: str, span: Span, tree: Node) -> None:
        """Keeps the tree of a text."""
        if len(self._kept) < MOST_KEPT:
            self._kept[sort, _shape(span.text)] = tree, span.start


def _shape(text: str) -> str:
    """The text with zeros in its numbers, letter for letter."""
    return _NUMBER.sub(lambda found: "0" * len(found[0]), text)


def _moved(node: Node, source: Source, by: int) -> Node:
    """The tree of a text of the same shape, so far on in its file."""
    parts: list[Part] = []
    for part in node.parts:
        if isinstance(part, Node):
            parts.append(_moved(part, source, by))
        elif part is not None:
            parts.append(_word(part, Span(source, part.span.start + by, part.span.end + by)))
        else:
            parts.append(None)
    span = Span(source, node.span.start + by, node.span.end + by)
    return Node(node.kind, tuple(parts), span, node.height)


def _word(word: Word, span: Span) -> Word:
    return Word(word.kind, span.text if word.kind in _WITH_NUMBERS else word.text, span)
