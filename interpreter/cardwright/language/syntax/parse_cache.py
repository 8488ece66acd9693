"""Texts that differ in their numbers alone have one tree: it is made once, then moved.

Packs of thousands of cards are variations on some hundred sentences, and to read them is most
of the work on each. Owns when two texts are alike.
"""

from __future__ import annotations

import re

from cardwright.language.syntax.nodes import Node, moved
from cardwright.source.text import Span

MOST_KEPT = 4_000
_NUMBER = re.compile(r"(?<![\w-])[0-9]{1,8}(?![\w-])")


class ParseCache:
    """The trees that were read, by start symbol and shape of the text."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], tuple[Node, int]] = {}

    def find(self, start: str, span: Span) -> Node | None:
        """The tree of a text, when one like it was kept."""
        kept = self._kept.get((start, _shape(span.text)))
        if kept is None:
            return None
        node, first = kept
        return moved(node, span.source, span.start - first)

    def keep(self, start: str, span: Span, tree: Node) -> None:
        """Keeps the tree of a text."""
        if len(self._kept) < MOST_KEPT:
            self._kept[start, _shape(span.text)] = tree, span.start


def _shape(text: str) -> str:
    """The text with zeros in its numbers, letter for letter."""
    return _NUMBER.sub(lambda found: "0" * len(found[0]), text)
