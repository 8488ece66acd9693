"""Quantities: amounts, and quantifiers as bounds."""

from __future__ import annotations

from cardwright.board.types import FLAG
from cardwright.language import core, hir
from cardwright.language.core import Expr, lit
from cardwright.language.resolve.dispatch import number
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.source.text import Span

Bounds = tuple[Expr, Expr | None]
LEAVE_OUT = "leave this out, or write at least 1"
"""The help for an amount that is always 0: no verb has an effect then."""
WRITE_NO = "write `no`, or at least 1"
"""The same in conditions, as in `there are no carts`."""


def amount(node: ast.Amount, scope: Scope) -> Expr:
    """A number, or an expression in parentheses."""
    if node.number is not None:
        return lit(scope.context.number(node.number), node.number.span)
    assert node.value is not None
    return number(node.value, scope)


def bounds(quantifier: ast.Quantifier, scope: Scope, if_none: str = LEAVE_OUT) -> Bounds:
    """The lowest and highest number that a quantifier allows; None: as many as there are.

    Raises CheckError, with the help `if_none`, for a number that is always 0.
    """
    span = quantifier.span
    match quantifier:
        case ast.AnyNumber():
            return lit(0, span), None
        case ast.Between():
            return _between(quantifier)
        case ast.Exactly() | ast.UpTo() | ast.OrMore():
            return _bounded(quantifier, scope, if_none)
        case _:
            return lit(1, span), lit(1, span)


def _between(quantifier: ast.Between) -> Bounds:
    span = quantifier.span
    low, high = quantifier.ends
    if low > high:
        raise CheckError("CW219", f"{low} to {high} is not a range", span, f"write {high} to {low}")
    return lit(low, span), lit(high, span)


def _bounded(quantifier: ast.Exactly | ast.UpTo | ast.OrMore, scope: Scope, if_none: str) -> Bounds:
    span, found = quantifier.span, amount(quantifier.amount, scope)
    if not isinstance(quantifier, ast.OrMore) and isinstance(found, core.Lit) and not found.value:
        raise CheckError("CW219", f"`{span.text}` is always none", span, if_none)
    if isinstance(quantifier, ast.UpTo):
        return lit(0, span), found
    return found, None if isinstance(quantifier, ast.OrMore) else found


def how_many(
    source: Expr, quantifier: ast.Quantifier | None, span: Span, scope: Scope
) -> hir.HowMany:
    """Whether a set has as many members as the quantifier says."""
    if quantifier is None or isinstance(quantifier, ast.Some):
        return hir.HowMany(FLAG, span, source)
    if isinstance(quantifier, ast.Every | ast.AnyNumber | ast.UpTo):
        where = quantifier.extent
        raise CheckError("CW219", f"`{where.text}` is not a number to compare with", where,
                         "as in `2 or more`")  # fmt: skip
    low, high = bounds(quantifier, scope, WRITE_NO)
    limited = isinstance(quantifier, ast.Between)
    return hir.HowMany(FLAG, span, source, low, high if limited else None)


def at_most_one(quantifier: ast.Quantifier) -> bool:
    if isinstance(quantifier, ast.Exactly | ast.UpTo):
        found = quantifier.amount.number
        return found is not None and int(found.text) <= 1
    return isinstance(quantifier, ast.Some)
