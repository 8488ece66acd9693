"""Python `ast` nodes by short names, with the positions of a pack's text.

In emitted code `g` is the game, `s` the flat state, `z` the zones, `f` the frame.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TypeVar

from cardwright.language import core
from cardwright.language.core import Expr

FRAME = 2  # registers follow the position and the routine's number

Node = ast.expr
_Any = TypeVar("_Any", bound=ast.expr | ast.stmt)


def name(id: str) -> ast.Name:
    return ast.Name(id, ast.Load())


def const(value: int | str | tuple[int, ...] | None) -> ast.Constant:
    return ast.Constant(value)  # type: ignore[arg-type]  # tuples are constants too


def call(function: str, *args: Node) -> ast.Call:
    return ast.Call(name(function), list(args), [])


def call_game(method: str, *args: Node) -> ast.Call:
    return ast.Call(ast.Attribute(name("g"), method, ast.Load()), list(args), [])


def index(of: Node, at: Node) -> ast.Subscript:
    return ast.Subscript(of, at, ast.Load())


def plus(a: Node, b: int) -> Node:
    return a if b == 0 else ast.BinOp(a, ast.Add(), const(b))


def all_of(tests: list[Node]) -> Node:
    return _joined(ast.And(), tests, nothing=True)


def any_of(tests: list[Node]) -> Node:
    return _joined(ast.Or(), tests, nothing=False)


def _joined(op: ast.boolop, tests: list[Node], nothing: bool) -> Node:
    if not tests:
        return ast.Constant(nothing)
    return tests[0] if len(tests) == 1 else ast.BoolOp(op, tests)


def function(name: str, parameters: Iterable[str], body: list[ast.stmt]) -> ast.FunctionDef:
    return ast.FunctionDef(name, takes(parameters), body, [])


def takes(parameters: Iterable[str]) -> ast.arguments:
    return ast.arguments([], [ast.arg(p) for p in parameters], None, [], [], None, [])


def located(node: _Any, at: Expr | core.Stmt) -> _Any:
    """The node with the position of its source text, so that tracebacks point into packs."""
    node.lineno, column, node.end_lineno, end_column = at.span.lines
    node.col_offset, node.end_col_offset = column - 1, max(0, end_column - 1)
    return node
