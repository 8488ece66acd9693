"""Whether an effect could change anything in the present state, so that it is worth asking about.

Verbs decide for their own statements (`can_change`); this decides for all others. A condition that
depends on choices within the effect is unknown beforehand, and so left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardwright.board.model import Board
from cardwright.board.types import FLAG, NUMBER
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr, Stmt
from cardwright.language.lower.maxima import within
from cardwright.language.lower.payments import held, payable


def possible_change(body: Block, low: hir.Lowering, chosen: frozenset[int]) -> Expr | None:
    """The condition under which some statement would change something; None if one always may.

    `chosen` are the registers that the statements fill.
    """
    tests = []
    for statement in body:
        test = _known(_of(statement, low, chosen), chosen)
        if test is None:
            return None
        tests.append(test)
    return any_of(tests) if tests else None  # nothing is left of a body with errors


def any_of(tests: Sequence[Expr]) -> Expr:
    return core.joined("or", tests)


def all_of(tests: Sequence[Expr]) -> Expr:
    return core.joined("and", tests)


def _of(s: Stmt, low: hir.Lowering, chosen: frozenset[int]) -> Expr | None:
    if isinstance(s, hir.VerbStatement):
        return s.can_change(low)
    rule = _RULES.get(type(s))
    return rule(s, low, chosen) if rule else None


def _known(test: Expr | None, chosen: frozenset[int]) -> Expr | None:
    """The parts of a condition that are known before anything is chosen."""
    known = [t for t in core.conjuncts(test) if not _mentions(t, chosen)]
    return all_of(known) if known else None


def _mentions(test: Expr, chosen: frozenset[int]) -> bool:
    return any(isinstance(e, core.Reg) and e.index in chosen for e in core.inside(test))


def _impossible(s: Stmt, low: hir.Lowering, chosen: frozenset[int]) -> Expr:
    """A statement that only names something changes nothing by itself."""
    return core.Lit(FLAG, s.span, 0)


def _if(s: core.If, low: hir.Lowering, chosen: frozenset[int]) -> Expr | None:
    test = low.expr(s.test)
    if _mentions(test, chosen):
        return None
    ways = []
    for when, body in ((test, s.then), (core.Not(FLAG, s.span, test), s.other)):
        if body:
            change = possible_change(body, low, chosen)
            ways.append(when if change is None else all_of((when, change)))
    return any_of(ways)


def _for_each(s: core.ForEach, low: hir.Lowering, chosen: frozenset[int]) -> Expr:
    return core.Exists(FLAG, s.span, low.expr(s.source))


def _repeat_until(s: hir.RepeatUntil, low: hir.Lowering, chosen: frozenset[int]) -> Expr | None:
    test = low.expr(s.test)
    return test if s.is_while else core.Not(FLAG, s.span, test)


def _perform(s: core.Perform, low: hir.Lowering, chosen: frozenset[int]) -> Expr | None:
    """An effect with a limit changes nothing once it has been used."""
    if not low.board.use_flags(s.of.type.of, s.slot):
        return None
    return low.expr(hir.CanBeUsed(FLAG, s.span, s.slot, s.of))


def _rule(s: core.CallRule, low: hir.Lowering, chosen: frozenset[int]) -> Expr | None:
    """A rule may always change something, if it is run."""
    if low.expr.forbids(s.event):
        return low.may_run(s)
    tests = [given(low.expr(arg)) for arg in s.needed]
    return all_of(tests) if tests else None


def _begin(s: core.Begin, low: hir.Lowering, chosen: frozenset[int]) -> Expr | None:
    """A lasting effect begins only with all its arguments."""
    tests = [given(low.expr(value)) for value in s.values if value.type.optional]
    return all_of(tests) if tests else None


def _cell(s: core.Assign, low: hir.Lowering, chosen: frozenset[int]) -> Expr:
    """Whether a cell would get another value, or another counter would pay for it."""
    s = low.expr.inside(s)
    test = _paid(s, low.board) if s.op == "pay" else _differs(within(s, low.board))
    substitutes = low.board.substitutes(s.field) if s.splits else ()
    if substitutes:
        test = any_of((test, all_of((_positive(s.value), _positive(held(substitutes, s))))))
    return test if s.of is None or not s.of.type.optional else all_of((given(s.of), test))


def doable(s: Stmt, low: hir.Lowering) -> Expr | None:
    """The condition under which a statement can be done in full, as a cost must be."""
    if isinstance(s, hir.VerbStatement):
        return s.in_full(low)
    if isinstance(s, core.Assign) and s.op == "-":
        change: core.Assign = low.expr.inside(s)
        return core.Compare(FLAG, s.span, ">=", held((s.field,), change), change.value)
    return _of(s, low, frozenset())


def _by_key(s: hir.ChangeByKey, low: hir.Lowering, chosen: frozenset[int]) -> Expr:
    """Whether the cell for the key, whichever it is, would get another value."""
    now = low.expr(s.cell)
    change = within(low.expr.inside(s.change), low.board, low.expr(s.cell.key))
    if change.op == "pay":
        enough = core.Compare(FLAG, s.span, ">=", now, change.value)
        return all_of((enough, _positive(change.value)))
    return core.Compare(FLAG, s.span, "!=", _after(change, now), now)


def _paid(s: core.Assign, board: Board) -> Expr:
    return all_of((payable(s, board), _positive(s.value)))


def _positive(value: Expr) -> Expr:
    return core.Compare(FLAG, value.span, ">", value, core.lit(0, value.span))


def _differs(s: core.Assign) -> Expr:
    now = core.Get(s.field.type, s.span, s.field, s.of)
    if s.field.type.many and s.op == "=":
        return core.Lit(FLAG, s.span, 1)  # the members may be put in another order
    if s.field.type.many:
        new = core.Difference(now.type, s.span, s.value, now)
        if s.op == "-":
            new = core.Difference(now.type, s.span, s.value, new)
        return core.Exists(FLAG, s.span, new)
    return core.Compare(FLAG, s.span, "!=", _after(s, now), now)


def _after(s: core.Assign, now: Expr) -> Expr:
    """The value of a cell after a change, within its bounds."""
    after = s.value if s.op == "=" else core.Arith(NUMBER, s.span, s.op, now, s.value)
    for bound, op in ((s.field.low, "max"), (s.field.high, "min")):
        if bound is not None:
            after = core.Arith(NUMBER, s.span, op, after, core.lit(bound, s.span))
    return after


def given(value: Expr) -> Expr:
    """The condition that something is not none."""
    return core.Compare(FLAG, value.span, "!=", value, core.none(value.span))


def _at_once(s: core.AtOnce, low: hir.Lowering, chosen: frozenset[int]) -> Expr | None:
    return possible_change(s.body, low, chosen)


_RULES: dict[type[Stmt], Callable[[Any, hir.Lowering, frozenset[int]], Expr | None]] = {
    core.Let: _impossible, core.Choose: _impossible, core.If: _if, core.ForEach: _for_each,
    hir.Distributed: _for_each, core.CallRule: _rule, core.Begin: _begin, core.AtOnce: _at_once,
    core.Assign: _cell, hir.DoNothing: _impossible, core.Perform: _perform,
    hir.ChangeByKey: _by_key, hir.RepeatUntil: _repeat_until, hir.OtherwiseIf: _if,
    hir.PaidFirst: _if, hir.Inserted: _impossible,
}  # fmt: skip
