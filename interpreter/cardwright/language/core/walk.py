"""A walk and a rewrite of the tree, based on the fields of its nodes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import fields, replace
from operator import attrgetter, is_
from typing import Any, TypeVar

from cardwright.language.core.nodes import Expr, Node, Some
from cardwright.language.core.values import Var

Made = TypeVar("Made")


def same(one: object, other: object) -> bool:
    """Whether two parts of the tree are equal, ignoring spans."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if not isinstance(one, Expr) or type(one) is not type(other):
        return one == other
    return all(same(getattr(one, name), getattr(other, name)) for name in names(type(one)))


_ABOUT = ("type", "span", "origin", "word", "able", "implied")
_LEAVES = frozenset({"str", "int", "bool", "int | None", "Event", "Field", "Field | None", "Verb",
                     "Movement", "tuple[Step, ...]", "tuple[Field, ...]"})  # fmt: skip


class _ByClass(dict[type, Made]):
    """The result of a function for each class of node, computed once."""

    def __init__(self, make: Callable[[type], Made]) -> None:
        self.make = make

    def __missing__(self, kind: type) -> Made:
        self[kind] = self.make(kind)
        return self[kind]


def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.name not in _ABOUT)


def _parts(kind: type) -> tuple[str, ...]:
    types = {field.name: str(field.type) for field in fields(kind)}
    return tuple(name for name in names(kind) if types[name] not in _LEAVES)


def _reader_of(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    """A getter for the parts of such a node, in order."""
    found = parts(kind)
    if len(found) > 1:
        return attrgetter(*found)
    return (lambda node: (getattr(node, found[0]),)) if found else (lambda _: ())


def _reversed_parts(kind: type) -> Callable[[Any], tuple[Any, ...]] | bool:
    """A getter for the parts of nodes of a class, last one first. Without parts, whether it is a
    node.
    """
    found = parts(kind)[::-1] if issubclass(kind, Node) else ()
    if not found:
        return issubclass(kind, Node)
    return attrgetter(*found) if len(found) > 1 else _reader_of(kind)


names = _ByClass(_names).__getitem__
"""The fields of a class of node that carry its content: not its type and span."""
parts = _ByClass(_parts).__getitem__
"""The fields of a class of node that hold other nodes, tuples of them, or None."""
_reader = _ByClass(_reader_of).__getitem__
_reversed_reader = _ByClass(_reversed_parts).__getitem__


def children(node: Node) -> list[Any]:
    """The child nodes of a node, in the order of its fields."""
    found: list[Any] = []
    for part in _reader(type(node))(node):
        if type(part) is tuple:
            found += part
        elif part is not None:
            found.append(part)
    return found


def walk(tree: object) -> Iterator[Any]:
    """All nodes of one or several trees, in pre-order."""
    waiting: list[Any] = [tree]
    while waiting:
        node = waiting.pop()
        if type(node) is tuple:
            waiting += node[::-1]
        elif read := _reversed_reader(type(node)):
            yield node
            if read is not True:
                waiting += read(node)


def mapped(node: Some, change: Callable[[Any], Any]) -> Some:
    """The node with each part changed; the node itself if no part changes."""
    if not (own := parts(type(node))):
        return node
    changed = {}
    for name, value in zip(own, _reader(type(node))(node), strict=True):
        if value is not None and (made := change(value)) is not value:
            changed[name] = made
    return replace(node, **changed) if changed else node  # type: ignore[type-var]


def rewritten(tree: Some, rule: Callable[[Any], Node | None]) -> Some:
    """A tree with each node replaced for which `rule` returns another, outermost first."""

    def change(part: Any) -> Any:
        if isinstance(part, tuple):
            made = tuple(map(change, part))
            return part if all(map(is_, made, part)) else made
        if not isinstance(part, Node):
            return part
        return rule(part) or mapped(part, change)

    found: Some = change(tree)
    return found


def replaced(tree: Some, old: Expr, new: Expr) -> Some:
    """A tree with each occurrence of an expression replaced."""
    return rewritten(tree, lambda part: new if same(part, old) else None)


def instead_of(tree: Some, variable: int, value: Expr) -> Some:
    """A tree with a variable replaced by a value of the variable's type."""

    def rule(part: Any) -> Node | None:
        if not isinstance(part, Var) or part.index != variable:
            return None
        return replace(value, type=part.type)

    return rewritten(tree, rule)


def inside(expr: Expr) -> Iterator[Expr]:
    """An expression and all expressions inside it."""
    return (node for node in walk(expr) if isinstance(node, Expr))


def mentions(expr: Expr, variables: Collection[int]) -> bool:
    """Whether an expression depends on one of these variables."""
    return any(isinstance(part, Var) and part.index in variables for part in inside(expr))
