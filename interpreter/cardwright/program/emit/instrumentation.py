"""Instrumentation for coverage: operations and values that record which points were hit.

Decides what is added to a program built with coverage; other programs have none of it.
"""

from __future__ import annotations

from typing import ClassVar

from cardwright.language.core import Expr
from cardwright.program.constants import Constants
from cardwright.program.coverage import Coverage
from cardwright.program.emit.expressions import Emitter
from cardwright.program.emit.value_emitter import Registers
from cardwright.program.operations import Hit, Operation
from cardwright.program.values import Observed, Reached, Value


def probe(coverage: Coverage | None, node: object, mark: str) -> list[Operation]:
    """The operation that records a hit; none if the node is not a point."""
    number = None if coverage is None else coverage.number(node, mark)
    return [] if number is None else [Hit(number)]


def probe_test(coverage: Coverage | None, node: object, mark: str) -> list[Value]:
    """The same as a test that is always true, to be combined with others by `and`."""
    number = None if coverage is None else coverage.number(node, mark)
    return [] if number is None else [Reached(number)]


class InstrumentedEmitter(Emitter):
    """Emits values that record whether each test that is a point was true or false."""

    narrows: ClassVar[bool] = False  # what a test keeps out is covered, too

    def __init__(
        self, constants: Constants, coverage: Coverage, registers: Registers | None = None
    ) -> None:
        super().__init__(constants, registers)
        self._coverage = coverage

    def __call__(self, expr: Expr) -> Value:
        value = super().__call__(expr)
        true, false = (self._coverage.number(expr, mark) for mark in ("true", "false"))
        if true is None or false is None:
            return value
        return Observed(true, false, value)
