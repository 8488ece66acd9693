"""The syntax tree: what the parser saw, with the place of each piece in its file.

One small shape for every node; `kind` is the name of a grammar rule. Knows no types.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class Word:
    kind: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Node:
    """`height`: how deep phrases stand in phrases here, which is bounded where texts are read."""

    kind: str
    parts: tuple[Part, ...]
    span: Span
    height: int = field(default=0, compare=False)

    def nodes(self, kind: str = "") -> list[Node]:
        if not kind:
            return [p for p in self.parts if isinstance(p, Node)]
        return [p for p in self.parts if isinstance(p, Node) and p.kind == kind]

    def node(self, *kinds: str) -> Node | None:
        for part in self.parts:
            if isinstance(part, Node) and (not kinds or part.kind in kinds):
                return part
        return None

    def words(self, kind: str = "") -> list[Word]:
        if not kind:
            return [p for p in self.parts if isinstance(p, Word)]
        return [p for p in self.parts if isinstance(p, Word) and p.kind == kind]

    def word(self, kind: str = "") -> Word | None:
        for part in self.parts:
            if isinstance(part, Word) and (not kind or part.kind == kind):
                return part
        return None

    def walk(self) -> Iterator[Node]:
        yield self
        for part in self.nodes():
            yield from part.walk()


Part = Node | Word | None


def cover(spans: Sequence[Span], fallback: Span) -> Span:
    """From the first to the last of some spans, in their order, with the brackets around them."""
    if not spans:
        return fallback
    return closed(Span(spans[0].source, spans[0].start, spans[-1].end))


def closed(span: Span) -> Span:
    """With the brackets that belong to it: the tree keeps words, not punctuation."""
    text, own, start, end = span.source.text, span.text, span.start, span.end
    missing = own.count("(") - own.count(")")
    while missing < 0 and start > 0 and text[start - 1] == "(":
        start, missing = start - 1, missing + 1
    while missing > 0 and text[end : end + 1] == ")":
        end, missing = end + 1, missing - 1
    return Span(span.source, start, end)
