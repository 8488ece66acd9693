"""The normal form of a checked rule, without positions: equal for equivalent rules.

The core tree has no authors' names (`as x`), layout or comments. This module removes its spans and
renumbers its bound variables, whose numbers depend on how the rule was read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache

from cardwright.board.declarations import Field, Thing
from cardwright.board.types import Type
from cardwright.language.core import Reg, Routine, Text, Var
from cardwright.source.text import Span

_BINDS: Mapping[str, type] = {"var": Var, "reg": Reg, "spent": Reg, "result": Reg}
"""The fields of nodes that bind a variable or a register, by its number."""

_PLAIN = frozenset({str, int, bool, type(None), Type})
"""The types of most parts of trees, which stay as they are."""
_VALUES = _PLAIN | {Span, Thing, Field}
"""Types in which nothing is bound."""

Bound = tuple[type, int]


def normal_form(node: object) -> object:
    """A value that is equal for two trees if and only if they mean the same."""
    bound = frozenset[Bound]() if isinstance(node, Routine) else _bound(node, 0)
    return _Normalizer(bound).of(node)


def _bound(node: object, takes: int) -> frozenset[Bound]:
    """The variables and registers bound in a tree, except parameters, whose order has meaning."""
    found, left = set[Bound](), [node]
    while left:
        one = left.pop()
        kind: type = type(one)
        if kind in _VALUES:
            continue
        if isinstance(one, tuple | list):
            left += one
            continue
        for name in _names(kind) or ():
            value = getattr(one, name)
            if name not in _BINDS:
                left.append(value)
            elif value is not None and (_BINDS[name] is Var or value >= takes):
                found.add((_BINDS[name], value))
    return frozenset(found)


@dataclass(slots=True)
class _Normalizer:
    """Normalizes one tree: bound registers and variables are renumbered in order of occurrence."""

    bound: frozenset[Bound]
    numbers: dict[Bound, int] = field(default_factory=dict)

    def of(self, node: object) -> object:
        if type(node) in _PLAIN:
            return node
        match node:
            case Span():
                return ()
            case Thing():
                return (node.kind, node.id)
            case Field():
                return (node.kind, node.name, str(node.type))
            case Routine():
                inner = _Normalizer(_bound(node.body, node.takes))
                return ("effect", node.takes, inner.of(node.body))
            case Text():  # the values in its braces are compared separately
                return "Text", node.filled("{}" for _ in node.values), self.of(node.values)
            case Var() | Reg():
                return type(node).__name__, self.of(node.type), self._number(type(node), node.index)
            case tuple() | list():
                return tuple(self.of(item) for item in node)
        kind: type = type(node)
        names = _names(kind)
        if names is None:
            return node
        return (type(node).__name__, *(self._field(node, name) for name in names))

    def _field(self, node: object, name: str) -> object:
        value = getattr(node, name)
        return self._number(_BINDS[name], value) if name in _BINDS else self.of(value)

    def _number(self, sort: type, number: int | None) -> object:
        if number is None or (sort, number) not in self.bound:
            return number
        return ("bound", self.numbers.setdefault((sort, number), len(self.numbers)))


@cache
def _names(kind: type) -> tuple[str, ...] | None:
    """The fields of a node that carry meaning, so no origin, span or words; None for a value."""
    return tuple(f.name for f in fields(kind) if f.compare) if is_dataclass(kind) else None
