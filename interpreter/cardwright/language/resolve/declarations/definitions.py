"""Resolves definitions on first use, so that they may call each other in any order.

A recursive one needs a bound: the author's `max depth` or, if all parameters are things and words,
the number of these, since a call with the same arguments is a cycle.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import prod
from types import MappingProxyType
from typing import Any

from cardwright.board.model import Board
from cardwright.board.types import NUMBER, Type
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.declared import MAX_DEEP, Definition
from cardwright.language.graph_walks import postorder
from cardwright.language.resolve.counters.capacities import room
from cardwright.language.resolve.diagnostics.undeclared_words import resolved
from cardwright.language.resolve.dispatch import expression, number
from cardwright.language.resolve.error_recovery import report_error
from cardwright.language.resolve.errors import AlreadyReported, CheckError
from cardwright.language.resolve.names import declared_type
from cardwright.language.resolve.scope import Context, RegisterAllocator, Scope, refuse_taken_name
from cardwright.language.resolve.texts import read_expression
from cardwright.source.budget import is_exhausted, may_describe
from cardwright.source.text import Span

MAX_NESTED = 100
"""Definitions inside each other: whatever goes along them is recursive, as are games in play."""
_WAITING = 20
"""Definitions that may wait for each other: each takes some of the stack to be read."""
HOW_DEEP = "declare it with `max depth`, as in `{is: ..., max depth: 10}`"
NONE_KNOWN: Mapping[str, Any] = MappingProxyType({})
_WORD = re.compile(r"[a-z][\w-]*")


class DefinitionResolver:
    """The definitions of one game; `lower` lowers a body to the core."""

    def __init__(self, context: Context, lower: Callable[[Expr], Expr]) -> None:
        self.context, self._lower = context, lower
        self.functions: dict[str, core.Function] = {}
        self._open: list[str] = []
        self._broken: set[str] = set()
        self.depths: dict[str, int] = {}
        context.definitions = self

    def resolve_all(
        self,
        known: Mapping[str, core.Function] = NONE_KNOWN,
        depths: Mapping[str, int] = NONE_KNOWN,
    ) -> None:
        """Resolves all definitions except those that are known."""
        for name in self.context.declared.definitions:
            self.functions.pop(name, None)
        self.functions |= known
        self.depths |= {name: depths[name] for name in known}
        self._broken.clear()
        for name in self.context.declared.definitions:
            if not is_exhausted():
                self.resolve(name)

    def resolve(self, name: str) -> core.Function | None:
        """A definition; None if it has an error, which is reported.

        Raises CheckError for one that needs itself.
        """
        if name in self.functions or name in self._broken:
            return self.functions.get(name)
        if not self._open:
            self._resolve_inner(name)
        if name in self.functions or name in self._broken:
            return self.functions.get(name)
        declared = self.context.declared.definitions[name]
        if name in self._open:
            circle = " → ".join([*self._open[self._open.index(name) :], name])
            message = f"`{name}` depends on itself: {circle}"
            raise CheckError("CW216", message, declared.body, HOW_DEEP)
        self._open.append(name)
        try:
            made = self._function(declared)
            self._check_depth(made, declared)
            self.functions[name] = _bounded(made, declared, self.context.board)
        except CheckError as error:
            self._broken.add(name)
            # else a long chain would be walked again for each definition
            self.depths.setdefault(name, 0)
            if not error.code or may_describe(self.context.report, declared.body):
                report_error(error, self.context)
        finally:
            self._open.pop()
        return self.functions.get(name)

    def _resolve_inner(self, name: str) -> None:
        """Resolves the inner definitions of a long chain first, so that none waits for many
        others.
        """
        chain = [*postorder(name, self._mentioned, self.depths)]
        for inner in chain[:-1] if len(chain) > _WAITING else ():
            self._open.append("")  # which stands for this walk
            self.resolve(inner)
            self._open.pop()

    def _mentioned(self, name: str) -> list[str]:
        """The definitions that one seems to call, judging by its words."""
        declared = self.context.declared.definitions
        return [word for word in _WORD.findall(declared[name].body.text) if word in declared]

    def _check_depth(self, made: core.Function, declared: Definition) -> None:
        """Raises CheckError if too many definitions call each other, each inside the next."""
        calls = (e.name for e in core.inside(made.body) if isinstance(e, core.Call))
        depth = 1 + max((self.depths.get(name, 0) for name in calls), default=0)
        self.depths[made.name] = min(depth, MAX_NESTED)
        if depth > MAX_NESTED:
            message = f"`{made.name}` uses a chain of more than {MAX_NESTED} definitions"
            raise CheckError("CW276", message, declared.body, "keep a value in the state")

    def _function(self, declared: Definition) -> core.Function:
        scope = Scope(self.context, RegisterAllocator())
        takes = []
        for parameter in declared.takes:
            type = declared_type(parameter.type, self.context.board)
            refuse_taken_name(parameter.name, type, parameter.span, self.context.board)
            # A property of none is none: an argument may be none, whatever its kind.
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
        if declared.keyword:  # the printed value; grants and losses are modifiers
            printed = self.context.board.keywords[declared.keyword].printed
            bearer = scope.names[declared.takes[0].name]
            return core.Get(printed.type, declared.span, printed, bearer)
        node = read_expression(declared.body, self.context)
        if node is None:
            raise AlreadyReported(declared.body)
        return resolved(number if declared.bounds else expression, node, scope)

    def type_of(self, name: str, span: Span) -> Type:
        if self._calls_itself(name):
            return self._declared_type(name)
        found = self.resolve(name)
        if found is None:
            raise AlreadyReported(span)
        return found.body.type

    def known_type(self, name: str) -> Type | None:
        if self._calls_itself(name):
            return self._declared_type(name)
        if name in self._open:
            return None
        found = self.resolve(name)
        return found.body.type if found else None

    def has_error(self, name: str) -> bool:
        """Whether the type of a definition is unknown, because of an error in it."""
        return name not in self._open and self.resolve(name) is None

    def _calls_itself(self, name: str) -> bool:
        """Whether a definition that is being resolved is called in its own text, or declares how
        deeply it may call itself through others.
        """
        is_own = self._open[-1:] == [name]
        return is_own or (name in self._open and bool(self.context.declared.definitions[name].deep))

    def _declared_type(self, name: str) -> Type:
        declared = self.context.declared.definitions[name]
        return _declared_type(declared, self.context.board)


def _declared_type(declared: Definition, board: Board) -> Type:
    """The type of a recursive definition, before its text is resolved."""
    return declared_type(declared.gives, board) if declared.gives else NUMBER


def _bounded(function: core.Function, declared: Definition, board: Board) -> core.Function:
    """The definition, with the depth to which it may call itself.

    Raises CheckError for one that may do so endlessly.
    """
    inside = (e for e in core.inside(function.body) if isinstance(e, core.Call))
    calls = [call for call in inside if call.name == declared.name]
    if not calls and not declared.deep:
        return function
    _check_type(function, declared, board)
    for call in calls:
        own = [isinstance(a, core.Var) and a.index == n for n, a in enumerate(call.args)]
        if all(own):
            message = f"`{declared.name}` depends on itself: it asks for its own value"
            help = "ask for the value of something else; write `(n - 1)` with parentheses"
            raise CheckError("CW216", message, call.span, help)
    deep = declared.deep or _values(function, board)
    if not 0 < deep <= MAX_DEEP:
        message = f"`{declared.name}` calls itself, but its depth is unknown"
        raise CheckError("CW216", message, calls[0].span, HOW_DEEP)
    return replace(function, deep=deep)


def _check_type(function: core.Function, declared: Definition, board: Board) -> None:
    type, found = _declared_type(declared, board), function.body.type
    if (type.base, type.of, type.many) != (found.base, found.of, found.many):
        message = f"`{declared.name}` calls itself as {type}, and its value is {found}"
        help = f"say what it is with `gives: {found}`"
        raise CheckError("CW220", message, declared.body, help)


def _values(function: core.Function, board: Board) -> int:
    """The number of possible arguments, each of which may be none; 0 if unknown."""
    return prod(_number(type, board) for type in function.takes)


def _number(type: Type, board: Board) -> int:
    if type.many:
        return 0
    if type.base == "enum":
        return 1 + len(board.enums[type.of].values)
    return 1 + board.count(type.of) if type.base == "thing" and type.of in board.kinds else 0
