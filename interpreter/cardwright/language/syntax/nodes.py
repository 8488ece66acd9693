"""The base of syntax nodes, and how the parser's output fills a dataclass.

A production is one dataclass. Its fields say which children they take (`one`, `maybe`,
`many`: of which token or class), and `build` assigns them in the order of the text. Everything
that was read, including keywords, stays in `layout`, from which a tree is printed. Does not know
any production by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, fields, replace
from operator import is_
from sys import intern
from typing import Any, TypeVar

from cardwright.source.records import dataclass
from cardwright.source.text import Source, Span

Arity = str  # one, maybe, anywhere or many
PUNCTUATION = frozenset({"LPAR", "RPAR", "COLON", "COMMA", "LSQB", "RSQB"})
NESTING = "nests"  # the classes whose parts become nested in each other when resolved


@dataclass(frozen=True, slots=True)
class Word:
    """A token; `kind` is its terminal."""

    kind: str
    text: str
    span: Span

    @property
    def is_keyword(self) -> bool:
        return is_keyword(self.kind)


@dataclass(frozen=True, slots=True)
class Node:
    """`span`: from the first to the last of its own words, without keywords at its ends.

    `height`: how deeply phrases are nested here; it is limited when texts are read.
    """

    span: Span = field(compare=False)
    layout: tuple[Part, ...] = field(compare=False, repr=False)
    height: int = field(compare=False, repr=False)

    @property
    def extent(self) -> Span:
        """All of its text, including keywords and brackets."""
        spans = [part.extent if isinstance(part, Node) else part.span for part in self.layout]
        return Span(self.span.source, spans[0].start, spans[-1].end) if spans else self.span

    @property
    def binds(self) -> tuple[Word, ...]:
        """The names that this node gives to values, without those below it."""
        return ()

    def bound_names(self) -> Iterator[Word]:
        """The names that it and all nodes below it give to values, in the order of the text."""
        return (name for node in self.walk() for name in node.binds)

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

    def path_to(self, part: Part) -> tuple[Node, ...]:
        """The nodes from this one down to the one that has this very part; () if none has it."""
        for own in self.layout:
            if own is part:
                return (self,)
            if isinstance(own, Node) and (path := own.path_to(part)):
                return (self, *path)
        return ()

    def own_words(self) -> Iterator[Word]:
        """Its words, and those of all nodes below it, without keywords."""
        return (token for token in self.tokens() if not token.is_keyword)


Part = Node | Word
Some = TypeVar("Some", bound=Node)


def one(*takes: Sort) -> Any:
    """A field for the next child of one of these terminals or classes; it is required."""
    return field(metadata={"takes": takes, "arity": "one"})


def maybe(*takes: Sort) -> Any:
    """A field for such a child if it comes next, else None."""
    return field(metadata={"takes": takes, "arity": "maybe"})


def anywhere(*takes: Sort) -> Any:
    """A field for such a child anywhere in the node, else None."""
    return field(metadata={"takes": takes, "arity": "anywhere"})


def many(*takes: Sort) -> Any:
    """A field for all such children that come next, as a tuple."""
    return field(metadata={"takes": takes, "arity": "many"})


Sort = str | type[Node]
"""What sort of part it is: the terminal of a word, or the class of a node."""


@dataclass(frozen=True, slots=True)
class _Slot:
    name: str
    arity: Arity
    takes: tuple[Sort, ...]

    def accepts(self, sort: Sort) -> bool:
        if isinstance(sort, str):
            return sort in self.takes
        return any(isinstance(take, type) and issubclass(sort, take) for take in self.takes)


class _Roles(dict[Sort, tuple[bool, frozenset[str]]]):
    """For each sort of part met so far: whether it is not a keyword, and the fields it fits."""

    def __init__(self, slots: tuple[_Slot, ...]) -> None:
        self.slots = slots

    def __missing__(self, sort: Sort) -> tuple[bool, frozenset[str]]:
        own = not isinstance(sort, str) or not is_keyword(sort)
        self[sort] = own, frozenset(slot.name for slot in self.slots if slot.accepts(sort))
        return self[sort]


@dataclass(frozen=True, slots=True)
class _Plan:
    """How to fill nodes of a class, computed once: it is needed for every node of a text."""

    slots: tuple[_Slot, ...]
    roles: _Roles
    step: int
    fields: tuple[str, ...]  # those of the production, without those of every node


_PLANS: dict[type[Node], _Plan] = {}


def _plan(kind: type[Node]) -> _Plan:
    if kind not in _PLANS:
        taken = [f for f in fields(kind) if "takes" in f.metadata]
        slots = tuple(_Slot(f.name, f.metadata["arity"], f.metadata["takes"]) for f in taken)
        own = tuple(f.name for f in fields(kind)[len(fields(Node)) :])
        _PLANS[kind] = _Plan(slots, _Roles(slots), 1 if getattr(kind, NESTING, False) else 0, own)
    return _PLANS[kind]


def may_be(parent: Node, part: Node, other: type[Node]) -> bool:
    """Whether a node of another class could take the place of a part of a node."""
    roles = _plan(type(parent)).roles
    return bool(roles[type(part)][1] & roles[other][1])


def is_keyword(terminal: str) -> bool:
    """Whether a terminal is a word or sign of the grammar rather than a word of the author's."""
    return terminal.startswith("_") or terminal in PUNCTUATION


def build(kind: type[Some], layout: Sequence[Part], whole: Span) -> Some:
    """A node from everything that was read of it; `whole` is the text that it is part of."""
    plan = _PLANS.get(kind) or _plan(kind)
    roles, step = plan.roles, plan.step
    height = count = 0
    spans: list[Span] = []
    parts: list[tuple[Part, frozenset[str]]] = []  # the parts that belong in a field
    for part in layout:
        if isinstance(part, Word):
            (own, fits), depth = roles[part.kind], step * count
        else:
            (own, fits), depth = roles[type(part)], step * count + 1 + part.height
        if fits:
            parts.append((part, fits))
        if own:
            height = max(height, depth)
            count += 1
            # the span of a node without words of its own, such as `any number of`
            if part.span is not whole:
                spans.append(part.span)
    height = max(height, step * count)
    return kind(cover(spans, whole), tuple(layout), height, *_values(plan.slots, parts))


def _values(slots: tuple[_Slot, ...], parts: list[tuple[Part, frozenset[str]]]) -> list[Any]:
    """The values of the fields. Each part belongs to the next field that it fits."""
    values: list[Any] = []
    at, count = 0, len(parts)
    for slot in slots:
        if slot.arity == "many":
            first = at
            while at < count and slot.name in parts[at][1]:
                at += 1
            values.append(tuple([part for part, _ in parts[first:at]]))
        elif at < count and slot.name in parts[at][1]:
            values.append(parts[at][0])
            at += 1
        elif slot.arity == "anywhere":
            later = next((n for n in range(at, count) if slot.name in parts[n][1]), None)
            values.append(None if later is None else parts.pop(later)[0])
            count = len(parts)
        else:
            assert slot.arity == "maybe", f"a node lacks `{slot.name}`"
            values.append(None)
    assert at == count, f"there is no field for {parts[at][0]}"
    return values


def rebuilt(node: Some, layout: Sequence[Part]) -> Some:
    """The same production with other children; `layout` has all of them, in order."""
    return replace(build(type(node), layout, node.span), span=node.span)


def rewritten(node: Some, change: Callable[[Node], Node | None]) -> Some:
    """The tree with each node replaced by the result of `change`; where that is None, the parts of
    the node are changed.

    A node without changes is returned as it is.
    """
    if (made := change(node)) is not None:
        return made  # type: ignore[return-value]
    layout: list[Part] = [
        rewritten(part, change) if isinstance(part, Node) else part for part in node.layout
    ]
    return node if all(map(is_, layout, node.layout)) else rebuilt(node, layout)


# ------------------------------------------------------------------------------- places


def cover(spans: Sequence[Span], fallback: Span) -> Span:
    """The span from the first to the last of some spans, in order, including the brackets around
    them.
    """
    if not spans:
        return fallback
    first = spans[0]
    return closed(first if len(spans) == 1 else Span(first.source, first.start, spans[-1].end))


def closed(span: Span) -> Span:
    """The span with the brackets that belong to it, which are not words of any node."""
    text, start, end = span.source.text, span.start, span.end
    missing = text.count("(", start, end) - text.count(")", start, end)
    if not missing:
        return span
    while missing < 0 and start > 0 and text[start - 1] == "(":
        start, missing = start - 1, missing + 1
    while missing > 0 and text[end : end + 1] == ")":
        end, missing = end + 1, missing - 1
    return Span(span.source, start, end)


_PART, _TUPLE, _NODE, _AS_IT_IS = range(4)
TreeTemplate = tuple[Any, ...]
"""How to make a tree of another text: of a word its kind and offsets; of a node its class, offsets,
height, the templates of its layout, and where the values of its fields come from."""


def to_template(old: Part, first: int) -> TreeTemplate:
    """The template of a tree whose text begins at the offset `first`."""
    place = old.span.start - first, old.span.end - first
    if isinstance(old, Word):
        return old.kind, *place
    at = {id(own): number for number, own in enumerate(old.layout)}
    values = tuple(_value(getattr(old, name), at, first) for name in _plan(type(old)).fields)
    layout = tuple(to_template(one, first) for one in old.layout)
    return type(old), *place, old.height, layout, values


def _value(own: Any, at: Mapping[int, int], first: int) -> tuple[int, Any]:
    """How to find the value of a field; `at` are the numbers of the parts by their ids."""
    if type(own) is tuple:
        return _TUPLE, tuple(_value(one, at, first) for one in own)
    if id(own) in at:
        return _PART, at[id(own)]
    return (_NODE, to_template(own, first)) if isinstance(own, Node) else (_AS_IT_IS, own)


def instance_of(template: TreeTemplate, source: Source, places: Sequence[int]) -> Any:
    """The tree of a text that differs from that of a template only in names and numbers.

    `places` are the offsets in `source` of the parts, in the order of the template.
    """
    start, end = places[template[1]], places[template[2]]
    span = Span(source, start, end)
    if len(template) == 3:
        return Word(template[0], intern(source.text[start:end]), span)
    kind, _, _, height, layout, values = template
    parts = [instance_of(one, source, places) for one in layout]
    fields = [parts[own] if sort == _PART else own if sort == _AS_IT_IS
              else _field(sort, own, parts, source, places) for sort, own in values]  # fmt: skip
    return kind(span, tuple(parts), height, *fields)


def _field(
    sort: int, own: Any, parts: Sequence[Part], source: Source, places: Sequence[int]
) -> Any:
    if sort == _TUPLE:
        return tuple([_field(inner, one, parts, source, places) for inner, one in own])
    if sort == _NODE:
        return instance_of(own, source, places)
    return parts[own] if sort == _PART else own
