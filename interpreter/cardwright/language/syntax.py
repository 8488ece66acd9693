"""The syntax tree: what the parser saw, with the place of each piece in its file.

One small shape for every node; `kind` is the name of a grammar rule. Knows no types.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardwright.source.text import Source, Span


@dataclass(frozen=True, slots=True)
class Word:
    kind: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Node:
    kind: str
    parts: tuple[Part, ...]
    span: Span

    def nodes(self, kind: str = "") -> list[Node]:
        found = (p for p in self.parts if isinstance(p, Node))
        return [p for p in found if not kind or p.kind == kind]

    def node(self, *kinds: str) -> Node | None:
        return next((p for p in self.nodes() if not kinds or p.kind in kinds), None)

    def words(self, kind: str = "") -> list[Word]:
        found = (p for p in self.parts if isinstance(p, Word))
        return [p for p in found if not kind or p.kind == kind]

    def word(self, kind: str = "") -> Word | None:
        return next(iter(self.words(kind)), None)

    def walk(self) -> Iterator[Node]:
        yield self
        for part in self.nodes():
            yield from part.walk()


Part = Node | Word | None


def cover(source: Source, parts: tuple[Part, ...], fallback: Span) -> Span:
    spans = [p.span for p in parts if p is not None]
    if not spans:
        return fallback
    return closed(Span(source, min(s.start for s in spans), max(s.end for s in spans)))


def closed(span: Span) -> Span:
    """With the brackets that belong to it: the tree keeps words, not punctuation."""
    text, end = span.source.text, span.end
    missing = span.text.count("(") - span.text.count(")")
    while missing > 0 and text[end : end + 1] == ")":
        end, missing = end + 1, missing - 1
    return Span(span.source, span.start, end)
