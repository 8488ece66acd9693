"""The bases of all core nodes: expressions and statements, with their origin."""

from __future__ import annotations

from dataclasses import field
from typing import TypeVar

from cardwright.board.types import Type
from cardwright.source.records import dataclass
from cardwright.source.text import Span


class Node:
    """A node of the tree: an expression, a statement or a part of one."""

    __slots__ = ()


Some = TypeVar("Some", bound=Node)


@dataclass(frozen=True, slots=True)
class Expr(Node):
    """`origin` is the HIR node it was lowered from, if that says more."""

    type: Type
    span: Span
    origin: object = field(default=None, kw_only=True, compare=False, repr=False)


class Comprehension(Expr):
    """An expression that goes through a set: the variable `var` is each member in turn."""

    __slots__ = ()
    var: int
    source: Expr


@dataclass(frozen=True, slots=True)
class Stmt(Node):
    """`origin` is the HIR statement it was lowered from."""

    span: Span
    origin: object = field(default=None, kw_only=True, compare=False, repr=False)


Block = tuple[Stmt, ...]
