"""What a part of a test is about: the member that is tested, a property of it, or its place."""

from __future__ import annotations

from cardwright.board.property_paths import Location
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.hir import as_written

_STEPS = (core.Get, core.LocationOf, core.AsKind, core.Owner, hir.Path)


def is_rooted(e: Expr, var: int) -> bool:
    """Whether an expression is a property of the variable, at any distance."""
    while isinstance(e, _STEPS) and e.of is not None:
        e = e.of
    return core.is_variable(e, var)


def is_own(e: Expr, var: int) -> bool:
    """Whether an expression is the variable, or the author's name for a property of it."""
    e = as_written(e)
    return core.is_variable(e.of if isinstance(e, _STEPS) and e.of is not None else e, var)


def is_direct(e: Expr, var: int) -> bool:
    """Whether an expression is a property of the variable itself, and of nothing else."""
    match as_written(e):
        case core.Get(of=Expr() as of) | core.Position(of=of):
            return core.is_variable(of, var)
        case core.Call(args=(of, *others)):
            return core.is_variable(of, var) and not any(is_rooted(other, var) for other in others)
    return False


def relation(test: Expr) -> tuple[Expr, Expr]:
    """The tested property or item, and the required value or set."""
    match as_written(test):
        case hir.Owned(owner=has, who=value) | hir.Located(has=has, where=value):
            return has, value
        case core.Compare(op="==", left=has, right=value) | core.Member(item=has, source=value):
            return has, value
    return test, test


def is_by_place(e: Expr) -> bool:
    while isinstance(e, _STEPS) and e.of is not None:
        if isinstance(e, core.LocationOf):
            return True
        if isinstance(e, hir.Path) and any(isinstance(step, Location) for step in e.steps):
            return True
        e = e.of
    return False
