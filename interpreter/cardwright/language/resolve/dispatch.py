"""Resolves any node with the function for its class, and checks expected types."""

from __future__ import annotations

import re

from cardwright.board.types import FLAG, NUMBER, Type
from cardwright.language.core import Block, Expr, Lit
from cardwright.language.resolve.errors import AlreadyReported, CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.one_line import written

Expect = Type | None
"""The type that a node should have, where one is expected."""


def expression(node: ast.Expression, scope: Scope, expect: Expect = None) -> Expr:
    """Resolves an expression. Raises CheckError, unreported for an expression of an unknown
    type.
    """
    found = scope.context.rules.expressions[type(node)](node, scope, expect)
    if found.type.base == "unknown":
        raise AlreadyReported(found.span)
    return found


def statement(node: ast.Statement, scope: Scope) -> Block:
    """Resolves a statement. Raises CheckError."""
    return scope.context.rules.statements[type(node)](node, scope)


def condition(node: ast.Expression, scope: Scope) -> Expr:
    found = expression(node, scope, FLAG)
    if found.type.many:
        help = _of_known(node, scope) or f"write `there are {_narrowed(found, scope)}`"
        raise CheckError(
            "CW220", f"expected yes or no, found {type_name(found.type)}", found.span, help
        )
    return _typed(found, FLAG, "yes or no")


def _of_known(node: ast.Expression, scope: Scope) -> str:
    """Help for `boat on skara` where a boat is known: where it is."""
    if not isinstance(node, ast.NounPhrase) or node.determiner or node.of or node.alias:
        return ""
    words, where = [word.text for word in node.words.names], node.postmodifiers
    known = len(words) == 1 and words[0] in scope.names
    located = all(isinstance(one, ast.Located) for one in where)
    return f"write `{words[0]} is {written(where)}`" if known and where and located else ""


def number(node: ast.Expression, scope: Scope) -> Expr:
    return _typed(expression(node, scope, NUMBER), NUMBER, "a number")


def ranked(node: ast.Expression, scope: Scope) -> Expr:
    """A number, or a value of an enum, whose values are ordered by their declaration."""
    found = expression(node, scope, NUMBER)
    return found if found.type.base == "enum" and not found.type.many else number(node, scope)


def _typed(expr: Expr, expected: Type, said: str) -> Expr:
    if expr.type != expected:
        raise CheckError("CW220", f"expected {said}, found {type_name(expr.type)}", expr.span,
                         _hint(expr, expected))  # fmt: skip
    return expr


def type_name(type: Type) -> str:
    if type.base == "zone":
        return f"the zone {type.of}"
    if type.base == "enum" and type.of.endswith("-face"):
        return str(type).replace(type.of, f"a face of {type.of.removesuffix('-face')}")
    return str(type)


def _narrowed(found: Expr, scope: Scope) -> str:
    """A set, which something must narrow, since the game has things of every kind."""
    text, kind = " ".join(found.span.text.split()), scope.context.board.kinds.get(found.type.of)
    if kind is not None:
        text = re.sub(rf"\b{kind.name}\b", kind.plural, text, count=1)
    return f"{text} with ..." if re.fullmatch(r"(?:(?:the|other) )?[\w-]+", text) else text


def _hint(expr: Expr, expected: Type) -> str:
    if isinstance(expr, Lit) and expr.type == NUMBER and expected == FLAG:
        return f"a condition is needed, such as `there are {expr.value} ...`"
    if expr.type == NUMBER and expected == FLAG:
        return f"compare it, as in `{' '.join(expr.span.text.split())} at least 1`"
    if expr.type.is_thing and expected == FLAG:
        return f"say what it is, as in `{' '.join(expr.span.text.split())} is ...`"
    return "write `number of ...`" if expr.type.many and expected == NUMBER else ""
