"""Instrumentation for coverage: emitted code that notes which points have run.

Owns what is added to a program that is built with coverage; one built without has none of it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from cardwright.backends.python.expressions import Emitter, Node, call, const, name
from cardwright.language.core import Expr
from cardwright.program.constants import Tables
from cardwright.program.coverage import Marks

RAN, SEEN, NOTED = "C", "seen", "noted"  # as emitted code calls them


def helpers(marks: Marks) -> dict[str, object]:
    """What emitted code calls."""
    ran = marks.ran

    def seen(true: int, false: int, value: object) -> object:
        ran[true if value else false] = 1
        return value

    def noted(number: int) -> bool:
        ran[number] = 1
        return True

    return {RAN: ran, SEEN: seen, NOTED: noted}


def noting(marks: Marks, node: object, mark: str) -> list[ast.stmt]:
    """The statement that notes a place; none when there is nothing to note."""
    number = marks.number(node, mark)
    if number is None:
        return []
    target = ast.Subscript(name(RAN), const(number), ast.Store())
    return [ast.Assign([target], const(1))]


def noted(marks: Marks, node: object, mark: str) -> list[Node]:
    """The same as a test that always holds."""
    number = marks.number(node, mark)
    return [] if number is None else [call(NOTED, const(number))]


class MarkingEmitter(Emitter):
    """Notes of each test that is a place whether it was true or false."""

    def __init__(
        self, tables: Tables, marks: Marks, registers: Callable[[int], Node] | None = None
    ) -> None:
        super().__init__(tables, registers)
        self._marks = marks

    def __call__(self, expr: Expr) -> Node:
        node = super().__call__(expr)
        true, false = (self._marks.number(expr, mark) for mark in ("true", "false"))
        if true is None or false is None:
            return node
        return call(SEEN, const(true), const(false), node)
