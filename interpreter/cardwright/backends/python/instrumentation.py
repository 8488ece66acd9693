"""Instrumentation for coverage: emitted code that records which points were hit.

Owns what is added to a program built with coverage; other programs have none of it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from cardwright.backends.python.expressions import Emitter
from cardwright.backends.python.nodes import Node, call, const, name
from cardwright.language.core import Expr
from cardwright.program.constants import Constants
from cardwright.program.coverage import Coverage

RAN, SEEN, NOTED = "C", "seen", "noted"  # as emitted code calls them


def helpers(coverage: Coverage) -> dict[str, object]:
    """The functions that emitted code calls."""
    hits = coverage.hits

    def seen(true: int, false: int, value: object) -> object:
        hits[true if value else false] = 1
        return value

    def noted(number: int) -> bool:
        hits[number] = 1
        return True

    return {RAN: hits, SEEN: seen, NOTED: noted}


def probe_statement(coverage: Coverage, node: object, mark: str) -> list[ast.stmt]:
    """The statement that records a hit; None if the node is not a point."""
    number = coverage.number(node, mark)
    if number is None:
        return []
    target = ast.Subscript(name(RAN), const(number), ast.Store())
    return [ast.Assign([target], const(1))]


def probe_test(coverage: Coverage, node: object, mark: str) -> list[Node]:
    """The same as a test that is always true, to be combined with others by `and`."""
    number = coverage.number(node, mark)
    return [] if number is None else [call(NOTED, const(number))]


class InstrumentedEmitter(Emitter):
    """Emits code that records whether each test that is a point was true or false."""

    def __init__(
        self,
        constants: Constants,
        coverage: Coverage,
        registers: Callable[[int], Node] | None = None,
    ) -> None:
        super().__init__(constants, registers)
        self._coverage = coverage

    def __call__(self, expr: Expr) -> Node:
        node = super().__call__(expr)
        true, false = (self._coverage.number(expr, mark) for mark in ("true", "false"))
        if true is None or false is None:
            return node
        return call(SEEN, const(true), const(false), node)
