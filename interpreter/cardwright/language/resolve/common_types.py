"""The common type of two values: of a value that is one of them, or of both together."""

from __future__ import annotations

from cardwright.board.types import Type
from cardwright.language.core import Expr
from cardwright.language.declared import TypeName
from cardwright.language.resolve.dispatch import type_name
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.names import fits
from cardwright.language.resolve.scope import Scope
from cardwright.source.text import Span


def common_type(a: Expr, b: Expr, span: Span, scope: Scope) -> Type:
    """The type of a value that is one of two. Raises CheckError if they have nothing in common."""
    if a.type.base == "none":
        return b.type.maybe()
    if b.type.base == "none":
        return a.type.maybe()
    one, two = a.type, b.type
    joined = None if one.many != two.many else common_member(one, two, scope)
    if joined is None:
        raise CheckError("CW220", f"can't compare {type_name(one)} with {type_name(two)}", span)
    found = Type(joined.base, joined.of, one.many)
    return found.maybe() if one.optional or two.optional else found


def common_member(one: Type, two: Type, scope: Scope) -> Type | None:
    """The type of the members of both sets, if they have one; a single thing is a set of one."""
    if one.base != two.base or (one.of != two.of and one.base != "thing"):
        return None
    if one.of == two.of:
        return one.one()
    return Type("thing", _common_kind(one.of, two.of, scope))


def _common_kind(a: str, b: str, scope: Scope) -> str:
    board = scope.context.board
    return next((k for k in board.ancestors(a) if board.is_a(b, k)), "thing")


def comparable(a: Type, b: Type, scope: Scope) -> bool:
    """Whether values of two types can be equal."""
    if "none" in (a.base, b.base):
        return True
    if a.base != b.base or a.many != b.many:
        return a.base in ("zone", "thing") and b.base in ("zone", "thing")
    return (
        a.base != "thing" or fits(a.one(), TypeName(b.of), scope)
        if a.base == "thing"
        else a.of == b.of
    )
