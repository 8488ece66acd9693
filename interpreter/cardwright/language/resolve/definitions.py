"""Resolves definitions on first use, so that they may call each other in any order."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.board.types import Type
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.declared import Definition
from cardwright.language.resolve import recursion
from cardwright.language.resolve.capacities import room
from cardwright.language.resolve.dispatch import expression, number
from cardwright.language.resolve.error_recovery import report_error
from cardwright.language.resolve.errors import CheckError, ReportedError
from cardwright.language.resolve.names import named_type
from cardwright.language.resolve.scope import Context, RegisterAllocator, Scope, refuse_other_kind
from cardwright.language.resolve.texts import read_expression
from cardwright.source.budget import gave_up, may_describe
from cardwright.source.text import Span


class DefinitionResolver:
    """The definitions of one game; `lower` takes a body down to the core."""

    def __init__(self, context: Context, lower: Callable[[Expr], Expr]) -> None:
        self.context, self._lower = context, lower
        self.functions: dict[str, core.Function] = {}
        self._open: list[str] = []
        self._broken: set[str] = set()
        context.definitions = self

    def resolve_all(self) -> None:
        for name in self.context.declared.definitions:
            if not gave_up():
                self.resolve(name)

    def resolve(self, name: str) -> core.Function | None:
        """A definition; None if it has an error, which is reported.

        Raises CheckError for one that needs itself.
        """
        if name in self.functions or name in self._broken:
            return self.functions.get(name)
        declared = self.context.declared.definitions[name]
        if name in self._open:
            circle = " → ".join([*self._open[self._open.index(name) :], name])
            message = f"`{name}` depends on itself: {circle}"
            raise CheckError("CW216", message, declared.body, recursion.HOW_DEEP)
        self._open.append(name)
        try:
            self.functions[name] = recursion.bounded(
                self._function(declared), declared, self.context.board
            )
        except CheckError as error:
            self._broken.add(name)
            if may_describe(self.context.report, declared.body):
                report_error(error, self.context.report)
        finally:
            self._open.pop()
        return self.functions.get(name)

    def _function(self, declared: Definition) -> core.Function:
        scope = Scope(self.context, RegisterAllocator())
        takes = []
        for parameter in declared.takes:
            type = named_type(parameter.type, self.context.board)
            refuse_other_kind(parameter.name, type, parameter.span, self.context.board)
            # What is asked of none is none: an argument may be none, whatever its kind.
            var = core.Var(type.maybe(), parameter.span, scope.allocator.variable())
            scope.names[parameter.name] = var
            takes.append(type)
        resolved = self._body(declared, scope)
        return core.Function(
            declared.name, tuple(takes), self._lower(resolved), declared.span, resolved
        )

    def _body(self, declared: Definition, scope: Scope) -> Expr:
        if declared.capacities:
            return room(declared, scope.names[declared.takes[0].name], scope)
        if declared.keyword:  # what is printed; grants and losses are modifiers
            printed = self.context.board.keywords[declared.keyword].printed
            bearer = scope.names[declared.takes[0].name]
            return core.Get(printed.type, declared.span, printed, bearer)
        node = read_expression(declared.body, self.context)
        if node is None:
            raise ReportedError(declared.body)
        return number(node, scope) if declared.bounds else expression(node, scope)

    def type_of(self, name: str, span: Span) -> Type:
        if self._calls_itself(name):
            return self._declared_type(name)
        found = self.resolve(name)
        if found is None:
            raise ReportedError(span)
        return found.body.type

    def known_type(self, name: str) -> Type | None:
        if self._calls_itself(name):
            return self._declared_type(name)
        if name in self._open:
            return None
        found = self.resolve(name)
        return found.body.type if found else None

    def _calls_itself(self, name: str) -> bool:
        """Whether a definition that is being resolved is called in its own text, or is one that
        says how deep it may call itself through others."""
        is_own = self._open[-1:] == [name]
        return is_own or (name in self._open and bool(self.context.declared.definitions[name].deep))

    def _declared_type(self, name: str) -> Type:
        declared = self.context.declared.definitions[name]
        return recursion.declared_type(declared, self.context.board)
