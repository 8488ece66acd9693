"""One walk, one fold and one rewriting of the tree, over the fields of its nodes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import fields, replace
from operator import attrgetter
from typing import Any

from cardwright.language.core.nodes import Expr, Node, Some
from cardwright.language.core.values import Var


def same(one: object, other: object) -> bool:
    """Whether two parts of the tree are equal, ignoring spans."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if not isinstance(one, Expr) or type(one) is not type(other):
        return one == other
    return all(same(getattr(one, name), getattr(other, name)) for name in names(type(one)))


_ABOUT = ("type", "span", "origin", "word", "able")
_LEAVES = frozenset(
    {"str", "int", "bool", "int | None", "Field", "Verb", "tuple[Step, ...]", "tuple[Field, ...]"}
)
_Reader = Callable[[Any], tuple[Any, ...]]
_NAMES: dict[type, tuple[str, ...]] = {}
_PARTS: dict[type, tuple[str, ...]] = {}
_READERS: dict[type, _Reader] = {}


def names(kind: type) -> tuple[str, ...]:
    """The fields of a class of node that carry its content: not its type and span."""
    if kind not in _NAMES:
        _NAMES[kind] = tuple(field.name for field in fields(kind) if field.name not in _ABOUT)
    return _NAMES[kind]


def parts(kind: type) -> tuple[str, ...]:
    """The fields of a class of node that hold other nodes, tuples of them, or None."""
    if kind not in _PARTS:
        types = {field.name: str(field.type) for field in fields(kind)}
        _PARTS[kind] = tuple(name for name in names(kind) if types[name] not in _LEAVES)
    return _PARTS[kind]


def _reader(kind: type) -> _Reader:
    """A getter for the parts of such a node, in order."""
    if kind not in _READERS:
        found = parts(kind)
        one: _Reader = (lambda node: (getattr(node, found[0]),)) if found else (lambda _: ())
        _READERS[kind] = attrgetter(*found) if len(found) > 1 else one
    return _READERS[kind]


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
        elif isinstance(node, Node):
            yield node
            waiting += _reader(type(node))(node)[::-1]


def mapped(node: Some, change: Callable[[Any], Any]) -> Some:
    """The node with each part changed; the node itself if no part changes."""
    changed = {}
    for name in parts(type(node)):
        value = getattr(node, name)
        made = change(value)
        if made is not value:
            changed[name] = made
    if not changed:
        return node
    about = (name for name in _ABOUT if hasattr(node, name))
    kept = {name: getattr(node, name) for name in (*about, *names(type(node)))}
    return type(node)(**{**kept, **changed})


def rewritten(tree: Some, rule: Callable[[Any], Node | None]) -> Some:
    """A tree with each node replaced for which the rule gives another, from the outside in."""

    def change(part: Any) -> Any:
        if isinstance(part, tuple):
            made = tuple(map(change, part))
            return part if all(a is b for a, b in zip(made, part, strict=True)) else made
        if not isinstance(part, Node):
            return part
        return rule(part) or mapped(part, change)

    found: Some = change(tree)
    return found


def replaced(tree: Some, old: Expr, new: Expr) -> Some:
    """A tree with each occurrence of an expression in it replaced."""
    return rewritten(tree, lambda part: new if same(part, old) else None)


def instead_of(tree: Some, variable: int, value: Expr) -> Some:
    """A tree with a value in place of a variable, of the variable's own type."""

    def rule(part: Any) -> Node | None:
        if not isinstance(part, Var) or part.index != variable:
            return None
        return replace(value, type=part.type)

    return rewritten(tree, rule)


def inside(expr: Expr) -> Iterator[Expr]:
    """An expression and all expressions in it."""
    return (node for node in walk(expr) if isinstance(node, Expr))


def mentions(expr: Expr, variables: Collection[int]) -> bool:
    """Whether an expression depends on one of these variables."""
    return any(isinstance(part, Var) and part.index in variables for part in inside(expr))
