"""One run of the front end: what its modules share, and how they read texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from cardwright.board.types import Type
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import Checked
from cardwright.language.lower.expressions import Expressions
from cardwright.language.resolve.definitions import DefinitionResolver
from cardwright.language.resolve.dispatch import condition, expression
from cardwright.language.resolve.error_recovery import report_error
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Context, Scope
from cardwright.language.resolve.texts import read_expression
from cardwright.source.budget import gave_up, may_describe
from cardwright.source.text import Span

Some = TypeVar("Some")


class Session:
    """A game that is being checked, and what it has become so far."""

    def __init__(
        self, context: Context, definitions: DefinitionResolver, lowered: Expressions
    ) -> None:
        self.context, self.definitions, self.lowered = context, definitions, lowered
        self.checked = Checked(
            context.declared, definitions.functions, changes=lowered.changes, trees=context.trees
        )

    def attempt(self, check_one: Callable[[Some, Session], None], declared: Some) -> None:
        """Checks one declaration; an error is reported, and only that declaration left out."""
        if gave_up():
            return
        report = self.context.report
        before = report.added
        try:
            check_one(declared, self)
        except CheckError as error:
            report_error(error, report)
        if report.added > before:
            may_describe(report, None)

    def expression(
        self, text: Span, scope: Scope, expect: Type | None, lowered: Expressions | None = None
    ) -> Expr | None:
        node = read_expression(text, self.context)
        return (lowered or self.lowered)(expression(node, scope, expect)) if node else None

    def condition(
        self, text: Span | None, scope: Scope, lowered: Expressions | None = None
    ) -> Expr | None:
        node = read_expression(text, self.context) if text else None
        return (lowered or self.lowered)(condition(node, scope)) if node else None
