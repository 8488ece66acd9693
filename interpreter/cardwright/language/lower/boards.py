"""Lowers expressions about connected places: distances, neighbours, rays and groups."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardwright.board.types import FLAG, NUMBER
from cardwright.language import core, hir
from cardwright.language.core import Expr


def within(lower: hir.Rewriter, e: hir.Within) -> Expr:
    return _apart(lower, e, "<=", lower(e.steps))


def adjacent(lower: hir.Rewriter, e: hir.Adjacent) -> Expr:
    return _apart(lower, e, "==", core.Lit(NUMBER, e.span, 1))


def _apart(lower: hir.Rewriter, e: hir.Within | hir.Adjacent, op: str, steps: Expr) -> Expr:
    """Compares the number of steps between two things; nothing is near to none."""
    near, far, span = lower(e.near), lower(e.far), e.span
    gap = core.Arith(NUMBER, span, "-", near, far)
    back = core.Arith(NUMBER, span, "-", far, near)
    distance = core.Arith(NUMBER, span, "max", gap, back)
    close: Expr = core.Compare(FLAG, span, op, distance, steps)
    for rank, of in ((near, lower(e.item)), (far, lower(e.reference))):
        if _may_be_none(rank, of):
            known = core.Compare(FLAG, span, ">", rank, core.Lit(NUMBER, span, 0))
            close = core.Logic(FLAG, span, "and", close, known)
    return close


def neighbouring(lower: hir.Rewriter, e: hir.Neighbouring) -> Expr:
    near = core.Get(e.neighbours.type, e.span, e.neighbours, lower(e.reference))
    return core.Member(FLAG, e.span, lower(e.item), near)


def joined(lower: hir.Rewriter, e: hir.Joined) -> Expr:
    return core.Member(FLAG, e.span, lower(e.item), lower(e.near))


def towards(lower: hir.Rewriter, e: hir.Towards) -> Expr:
    at, ways = lower(e.at), lower(e.ways)
    if not e.type.many:
        return core.Step(e.type, e.span, e.kind, at, ways)
    if not ways.type.many:
        return _ray(lower, e, at, ways)
    way = core.Var(ways.type.one(), e.span, e.var)
    return core.FlatMap(e.type, e.span, e.var, ways, _ray(lower, e, at, way))


def _ray(lower: hir.Rewriter, e: hir.Towards, at: Expr, way: Expr) -> Expr:
    ray = core.Ray(e.type, e.span, e.kind, at, way)
    if e.test is None:
        return ray
    test = lower(e.test)
    before_end = core.Not(FLAG, test.span, test) if e.until else test
    return core.TakeWhile(e.type, e.span, e.item, ray, before_end, e.until)


def largest_group(lower: hir.Rewriter, e: hir.LargestGroup) -> Expr:
    """The group of the first member whose group has the most members."""
    groups, group = lower(e.groups), lower(e.group)
    size = core.Count(NUMBER, e.span, group)
    first = e.type.one().maybe()
    seed = core.ArgMax(first, e.span, "highest", e.var, groups, size, True)
    return core.replaced(group, core.Var(e.type.one(), e.span, e.var), seed)


def _may_be_none(rank: Expr, of: Expr) -> bool:
    """Whether there may be nothing to rank, such as the place of a thing in supply."""
    by_order = isinstance(rank, core.Get) and rank.field.name == "order"
    value = rank.of if isinstance(rank, core.Get) and by_order else rank
    its_own = isinstance(value, core.Get) and value.of == of and not value.type.optional
    return of.type.optional or not (value == of or its_own)


BOARDS: dict[type[Expr], Callable[[hir.Rewriter, Any], Expr]] = {
    hir.Within: within, hir.Adjacent: adjacent, hir.Neighbouring: neighbouring, hir.Joined: joined,
    hir.Towards: towards, hir.LargestGroup: largest_group,
}  # fmt: skip
