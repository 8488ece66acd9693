"""What every syntax node has, and how a dataclass is filled from what the parser read.

A production is one dataclass. Its fields say which children they take (`one`, `maybe`,
`many`: of which token or class), and `build` hands them out in the order of the text. All
that was read, keywords too, stays in `layout`, from which a tree is printed. Knows no
production by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, fields
from typing import Any, TypeVar

from cardwright.source.records import dataclass
from cardwright.source.text import Source, Span

Arity = str  # one, maybe or many
PUNCTUATION = frozenset({"LPAR", "RPAR", "COLON", "COMMA", "LSQB", "RSQB"})
NESTING = "nests"  # the classes whose parts become nested, one in the other, when resolved


@dataclass(frozen=True, slots=True)
class Word:
    """A token; `kind` is its terminal."""

    kind: str
    text: str
    span: Span

    @property
    def is_keyword(self) -> bool:
        return _is_keyword(self.kind)


@dataclass(frozen=True, slots=True)
class Node:
    """`span`: from the first to the last of its own words, keywords at its ends left out.

    `height`: how deep phrases stand in phrases here, which is bounded where texts are read.
    """

    span: Span = field(compare=False)
    layout: tuple[Part, ...] = field(compare=False, repr=False)
    height: int = field(compare=False, repr=False)

    @property
    def extent(self) -> Span:
        """All of its text, keywords and brackets too."""
        spans = [part.extent if isinstance(part, Node) else part.span for part in self.layout]
        return Span(self.span.source, spans[0].start, spans[-1].end) if spans else self.span

    def tokens(self) -> Iterator[Word]:
        """Its tokens in the order of the text."""
        for part in self.layout:
            if isinstance(part, Node):
                yield from part.tokens()
            else:
                yield part

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in the order of the text."""
        yield self
        for part in self.layout:
            if isinstance(part, Node):
                yield from part.walk()

    def own_words(self) -> Iterator[Word]:
        """Its words, and those of all nodes below it, without keywords."""
        return (token for token in self.tokens() if not token.is_keyword)


Part = Node | Word
Some = TypeVar("Some", bound=Node)
Takes = str | type[Node]


def one(*takes: Takes) -> Any:
    """A field for the next child of one of these terminals or classes, which must be there."""
    return field(metadata={"takes": takes, "arity": "one"})


def maybe(*takes: Takes) -> Any:
    """A field for such a child when it comes next, else None."""
    return field(metadata={"takes": takes, "arity": "maybe"})


def many(*takes: Takes) -> Any:
    """A field for all such children that come next, as a tuple."""
    return field(metadata={"takes": takes, "arity": "many"})


@dataclass(frozen=True, slots=True)
class _Slot:
    name: str
    arity: Arity
    terminals: frozenset[str]
    classes: tuple[type[Node], ...]

    def accepts(self, part: Part) -> bool:
        if type(part) is Word:
            return part.kind in self.terminals
        return isinstance(part, self.classes)


@dataclass(frozen=True, slots=True)
class _Plan:
    """How nodes of a class are filled, worked out once: it is done for every node of a text."""

    slots: tuple[_Slot, ...]
    all: _Slot  # what any of them accepts
    step: int
    fields: tuple[str, ...]  # those of the production, without what every node has


_PLANS: dict[type[Node], _Plan] = {}
_IS_KEYWORD: dict[str, bool] = {}


def _plan(kind: type[Node]) -> _Plan:
    if kind not in _PLANS:
        taken = [f for f in fields(kind) if "takes" in f.metadata]
        slots = tuple(_slot(f.name, f.metadata["arity"], f.metadata["takes"]) for f in taken)
        takes = tuple(take for f in taken for take in f.metadata["takes"])
        step = 1 if getattr(kind, NESTING, False) else 0
        own = tuple(f.name for f in fields(kind)[len(fields(Node)) :])
        _PLANS[kind] = _Plan(slots, _slot("", "many", takes), step, own)
    return _PLANS[kind]


def _slot(name: str, arity: Arity, takes: tuple[Takes, ...]) -> _Slot:
    terminals = frozenset(t for t in takes if isinstance(t, str))
    return _Slot(name, arity, terminals, tuple(t for t in takes if not isinstance(t, str)))


def may_be(parent: Node, part: Node, other: type[Node]) -> bool:
    """Whether a node of another class could be where a part of a node is."""
    slots = _plan(type(parent)).slots
    return any(slot.accepts(part) and issubclass(other, slot.classes) for slot in slots)


def build(kind: type[Some], layout: Sequence[Part], whole: Span) -> Some:
    """A node from all that was read of it; `whole` is the text of which it is a part."""
    plan = _plan(kind)
    own = [part for part in layout if type(part) is not Word or not _is_keyword(part.kind)]
    step = plan.step
    height = step * len(own)
    for index, part in enumerate(own):
        if isinstance(part, Node):
            height = max(height, 1 + step * index + part.height)
    return kind(_cover(own, whole), tuple(layout), height, **_filled(kind, plan, layout))


def _is_keyword(kind: str) -> bool:
    if kind not in _IS_KEYWORD:
        _IS_KEYWORD[kind] = kind.startswith("_") or kind in PUNCTUATION
    return _IS_KEYWORD[kind]


def _filled(kind: type[Node], plan: _Plan, layout: Sequence[Part]) -> dict[str, Any]:
    terminals, classes = plan.all.terminals, plan.all.classes
    parts = [
        part
        for part in layout
        if (part.kind in terminals if type(part) is Word else isinstance(part, classes))
    ]
    values: dict[str, Any] = {}
    at, count = 0, len(parts)
    for slot in plan.slots:
        if slot.arity == "many":
            first = at
            while at < count and slot.accepts(parts[at]):
                at += 1
            values[slot.name] = tuple(parts[first:at])
        elif at < count and slot.accepts(parts[at]):
            values[slot.name], at = parts[at], at + 1
        else:
            assert slot.arity == "maybe", f"{kind.__name__} lacks `{slot.name}`"
            values[slot.name] = None
    assert at == count, f"{kind.__name__} has no field for {parts[at]}"
    return values


def rebuilt(node: Some, layout: Sequence[Part]) -> Some:
    """The same production with other children; `layout` has all of them, in order."""
    return build(type(node), layout, node.span)


def replaced(node: Some, old: Part, new: Sequence[Part]) -> Some:
    """The tree with one part of it, found by identity, replaced by others."""
    layout: list[Part] = []
    for part in node.layout:
        if part is old:
            layout += new
        else:
            layout.append(replaced(part, old, new) if isinstance(part, Node) else part)
    return rebuilt(node, layout)


# ------------------------------------------------------------------------------- places


def _cover(own: Sequence[Part], whole: Span) -> Span:
    # A node without a word of its own (`any number of`) is nowhere.
    spans = [part.span for part in own if part.span is not whole]
    if len(spans) == 1 and not _has_brackets(spans[0]):
        return spans[0]
    return cover(spans, whole)


def _has_brackets(span: Span) -> bool:
    find = span.source.text.find
    return find("(", span.start, span.end) >= 0 or find(")", span.start, span.end) >= 0


def cover(spans: Sequence[Span], fallback: Span) -> Span:
    """From the first to the last of some spans, in their order, with the brackets around them."""
    if not spans:
        return fallback
    return closed(Span(spans[0].source, spans[0].start, spans[-1].end))


def closed(span: Span) -> Span:
    """With the brackets that belong to it, which are no words of a node."""
    text, own, start, end = span.source.text, span.text, span.start, span.end
    missing = own.count("(") - own.count(")")
    while missing < 0 and start > 0 and text[start - 1] == "(":
        start, missing = start - 1, missing + 1
    while missing > 0 and text[end : end + 1] == ")":
        end, missing = end + 1, missing - 1
    return Span(span.source, start, end)


def moved(node: Some, source: Source, by: int) -> Some:
    """The tree of a text of the same letters, but for numbers, so far on in its file."""
    parts: dict[int, Part] = {}
    layout = tuple(_moved(part, source, by, parts) for part in node.layout)

    def found(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(found, value))
        if id(value) in parts:
            return parts[id(value)]
        return moved(value, source, by) if isinstance(value, Node) else value

    values = {name: found(getattr(node, name)) for name in _plan(type(node)).fields}
    return type(node)(_shifted(node.span, source, by), layout, node.height, **values)


def _moved(part: Part, source: Source, by: int, parts: dict[int, Part]) -> Part:
    if isinstance(part, Node):
        found: Part = moved(part, source, by)
    else:
        span = _shifted(part.span, source, by)
        found = Word(part.kind, span.text if part.kind in _WITH_NUMBERS else part.text, span)
    parts[id(part)] = found
    return found


_WITH_NUMBERS = frozenset({"INT", "RANGE", "STRING"})


def _shifted(span: Span, source: Source, by: int) -> Span:
    return Span(source, span.start + by, span.end + by)


__all__ = ["Node", "Part", "Word", "build", "cover", "many", "maybe", "moved", "one"]
