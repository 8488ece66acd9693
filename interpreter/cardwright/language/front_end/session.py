"""One run of the front end: what its modules share, and how they read texts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar

from cardwright.board.types import Type
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import Checked
from cardwright.language.front_end.memo import Memo, Outcome, Requirements, Trees
from cardwright.language.lower.expressions import Expressions
from cardwright.language.resolve.declarations.definitions import DefinitionResolver
from cardwright.language.resolve.diagnostics.undeclared_words import resolved
from cardwright.language.resolve.dispatch import condition, expression
from cardwright.language.resolve.error_recovery import report_error
from cardwright.language.resolve.errors import AlreadyReported, CheckError
from cardwright.language.resolve.scope import Context, Scope
from cardwright.language.resolve.texts import read_again, read_expression
from cardwright.source.budget import is_exhausted, may_describe
from cardwright.source.text import Span

Some = TypeVar("Some")

Given = ParamSpec("Given")
Made = TypeVar("Made")


class Session:
    """A game that is being checked, and the results so far."""

    def __init__(
        self,
        context: Context,
        definitions: DefinitionResolver,
        lowered: Expressions,
        memo: Memo | None = None,
    ) -> None:
        self.context, self.definitions, self.lowered = context, definitions, lowered
        self.memo = memo or Memo()
        self.keeps = memo is not None
        self.checked = Checked(
            context.declared, definitions.functions, changes=lowered.changes, trees=context.trees
        )

    def attempt(self, check_one: Callable[[Some, Session], None], declared: Some) -> bool:
        """Checks one declaration; an error is reported, and only that declaration is left out.

        Returns whether the check was completed.
        """
        if is_exhausted():
            return False
        report, done = self.context.report, True
        before = report.added
        try:
            check_one(declared, self)
        except CheckError as error:
            report_error(error, self.context)
            done = False
        if report.added > before:
            may_describe(report, None)
        return done

    def query(self, check_one: Callable[[Some, Session], None], declared: Some) -> None:
        """`attempt`, or its earlier result."""
        known = self.memo.of(declared)
        if known is None:
            known = self._outcome(check_one, declared)
        else:
            self.add_trees(known.trees)
        known.required.add_to(self.context)
        known.merge_into(self.checked)

    def _outcome(self, check_one: Callable[[Some, Session], None], declared: Some) -> Outcome:
        """The result of one declaration by itself, stored if it has no errors."""
        context, before, report = self.context, self.checked, self.context.report
        errors = report.added, len(report.held_back)
        required, trees = Requirements.of(context), len(context.trees)
        context.asks_source, context.asked_during, context.misplaced = False, set(), set()
        self.checked = Checked(context.declared, before.functions)
        done = self.attempt(check_one, declared)
        new_trees = self.trees_since(trees) if self.keeps else ()
        made = Outcome(self.checked, new_trees, Requirements.of(context))
        self.checked = before
        required.add_to(context)
        if self.keeps and done and (report.added, len(report.held_back)) == errors:
            self.memo.store(declared, made)
        return made

    def add_trees(self, known: Trees) -> None:
        """Adds the trees of texts that need not be read again."""
        for text, sort, tree in known:
            load = partial(read_again, sort, text, self.context)
            self.context.trees.add(text, sort, load if tree is None else tree)

    def trees_since(self, count: int) -> Trees:
        """The texts that were read after the first `count`, for the memo."""
        trees = self.context.trees
        return [(text, sort, trees[text] if self.memo.keeps_trees else None)
                for text, sort in trees.since(count)]  # fmt: skip

    def expression(
        self, text: Span, scope: Scope, expect: Type | None, lowered: Expressions | None = None
    ) -> Expr | None:
        node = read_expression(text, self.context)
        return (
            (lowered or self.lowered)(resolved(expression, node, scope, expect)) if node else None
        )

    def condition(
        self, text: Span | None, scope: Scope, lowered: Expressions | None = None
    ) -> Expr | None:
        node = read_expression(text, self.context) if text else None
        found = resolved(condition, node, scope) if node else None
        return (lowered or self.lowered)(found) if found else None


class Keys:
    """Checks each key of a declaration by itself, so that the errors of all are reported."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._failed: Span | None = None

    def check(
        self, check_one: Callable[Given, Made], *given: Given.args, **named: Given.kwargs
    ) -> Made | None:
        """What a key means; None if it has an error, which is reported."""
        try:
            return check_one(*given, **named)
        except CheckError as error:
            report_error(error, self._context)
            self._failed = self._failed or error.span
            return None

    def end(self) -> None:
        """Raises AlreadyReported if a key has an error."""
        if self._failed is not None:
            raise AlreadyReported(self._failed)
