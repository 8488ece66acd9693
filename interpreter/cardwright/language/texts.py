"""Texts that no pack holds, as those of scenarios, checked against a game that is checked.

Owns nothing of its own: the same parser, names and types as for the packs' texts.
"""

from __future__ import annotations

from cardwright.board.types import PLAYER, Type
from cardwright.language import core
from cardwright.language.checker import Checked
from cardwright.language.definitions import Definitions, report_problem
from cardwright.language.expressions import expression
from cardwright.language.parser import Parser
from cardwright.language.problems import Problem
from cardwright.language.scope import Counter, Scope, World
from cardwright.language.statements import block
from cardwright.source.diagnostics import Report
from cardwright.source.text import Span


class Texts:
    """A reader of texts for one checked game; making one takes the time of making a parser."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self._parser = Parser(checked.declared.board.value_words())

    def effect(self, name: str, text: Span, report: Report) -> core.Routine | None:
        """An effect in which *you* is known, as a routine; None when there were errors."""
        world = self._world(report)
        scope = Scope(world, Counter())
        scope.bind_register("you", PLAYER, text)
        node = self._parser.effect(text, report)
        before = len(report)
        try:
            statements = block(node.nodes(), scope) if node else ()
        except Problem as problem:
            report_problem(problem, world)
        if node is None or len(report) > before:
            return None
        return core.Routine(name, 1, scope.counter.registers, statements, text)

    def expression(
        self, text: Span, report: Report, expect: Type | None = None, *, you: bool = False
    ) -> core.Expr | None:
        """An expression without free names but *you*, register 0; None when there were errors."""
        node = self._parser.expression(text, report)
        if node is None:
            return None
        world = self._world(report)
        scope = Scope(world, Counter())
        if you:
            scope.bind_register("you", PLAYER, text)
        try:
            return expression(node.parts[0], scope, expect)
        except Problem as problem:
            report_problem(problem, world)
            return None

    def _world(self, report: Report) -> World:
        world = World(self.checked.declared, report, self._parser)
        Definitions(world).functions = dict(self.checked.functions)
        return world
