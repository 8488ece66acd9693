"""Membership of one thing in a set, as a test of that thing instead of a walk through the set."""

from __future__ import annotations

from cardwright.board.types import FLAG
from cardwright.language import core
from cardwright.language.core import Expr


def membership(item: core.Var, found: Expr) -> Expr:
    """Whether a thing is this one, or a member of this set; both are lowered."""
    span = found.span
    if not found.type.many:
        return core.Compare(FLAG, span, "==", item, found)
    match found:
        case core.Filter(var=var, source=source, test=test):
            of = core.Var(source.type.one(), span, item.index)
            own = core.replaced(test, core.Var(source.type.one(), span, var), of)
            return core.Logic(FLAG, span, "and", membership(item, source), own)
        case core.Difference(left=left, right=right):
            rest = core.Not(FLAG, span, membership(item, right))
            return core.Logic(FLAG, span, "and", membership(item, left), rest)
        case core.Union(left=left, right=right):
            either = membership(item, left), membership(item, right)
            return core.Logic(FLAG, span, "or", *either)
    return core.Member(FLAG, span, item, found)
