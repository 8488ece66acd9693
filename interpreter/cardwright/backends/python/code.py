"""The code of a program under construction: blocks, functions and decision points."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import field

from cardwright.backends.python.nodes import Node, function, located
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.program.constants import Constants
from cardwright.program.decision_points import Point
from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(slots=True)
class Code:
    """The blocks of a program under construction: the ast of each, and its file."""

    constants: Constants
    blocks: list[list[ast.stmt]] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    functions: list[tuple[ast.FunctionDef, Span]] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    fixups: list[Callable[[dict[str, object]], None]] = field(default_factory=list)

    def block(self, span: Span) -> int:
        self.blocks.append([])
        self.spans.append(span)
        return len(self.blocks) - 1

    def point(self, point: Point) -> int:
        self.points.append(point)
        return point.index

    def function(self, args: Sequence[str], body: Node, span: Span, at: core.Stmt | Expr) -> str:
        """A function of the program; returns the name it will have."""
        returned = located(ast.Return(body), at)
        made = located(function(f"F{len(self.functions)}", args, [returned]), at)
        self.functions.append((made, span))
        return made.name


def unlinked(*_: object) -> int:
    """Stands in for a function of a point until it is compiled."""
    raise AssertionError("a point was used before its program was made")
