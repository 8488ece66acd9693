"""Lowers choices that all players make at the same time: all are asked, then all values are set.

Until then a value is in a cell that only its player sees (`Field.pending_cell`), so that views,
logs, saves and determinized games hide it like any other secret. State that only its owner sees
needs no such cell. Neither who is asked nor what is offered depends on a choice before; a number
that the cell can't hold is not offered.
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.board.declarations import Field
from cardwright.board.types import FLAG, NUMBER, PLAYER
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.lower.expressions import originate
from cardwright.language.lower.maxima import highest


def simultaneous_choice(s: hir.SimultaneousChoice, low: hir.Lowering) -> Block:
    source, span = low.expr(s.source), s.span
    players = low.register(source.type, span)
    secret = (
        low.board.kinds["player"].fields[s.field.pending_cell] if s.field.pending_cell else s.field
    )
    one = core.Reg(PLAYER, span, s.reg)
    choice = replace(low.expr.inside(s.choice), chooser=one)
    choice = replace(choice, source=_that_fit(s.field, choice.source, one, low))
    chosen = core.Reg(choice.source.type.one().maybe(), span, choice.reg)
    ask = core.ForEach(span, s.reg, players, (choice, _set(secret, one, chosen)))
    made: Block = (core.Let(span, players.index, source), ask)
    if s.field.pending_cell:
        made += _shown(s.field, secret, players, low)
    for statement in core.statements(made):
        originate(statement, s)
    return made


def _that_fit(field: Field, numbers: Expr, of: core.Reg, low: hir.Lowering) -> Expr:
    """The values that are offered; for numbers, those within the bounds of the cell."""
    span = numbers.span
    least = None if field.low is None else core.lit(field.low, span)
    bounds = [(">=", least), ("<=", highest(field, of, span, low.board))]
    if field.type != NUMBER or not any(bound for _, bound in bounds):
        return numbers
    one = core.Var(NUMBER, span, low.allocator.variable())
    tests: list[Expr] = [
        core.Compare(FLAG, span, op, one, bound) for op, bound in bounds if bound is not None
    ]
    both = tests[0] if len(tests) == 1 else core.Logic(FLAG, span, "and", *tests)
    return core.Filter(numbers.type, span, one.index, numbers, both)


def _shown(field: Field, secret: Field, players: core.Reg, low: hir.Lowering) -> Block:
    """All values become known at the same time, so that reactions to one see all of them."""
    span, one = players.span, low.register(PLAYER, players.span)
    value = core.Get(field.type, span, secret, one)
    empty = core.Lit(field.type, span, 0)
    body = (_set(field, one, value), _set(secret, one, empty))
    return (core.AtOnce(span, (core.ForEach(span, one.index, players, body),), None),)


def _set(field: Field, of: core.Reg, value: Expr) -> core.Assign:
    return core.Assign(of.span, "set", field, of, "=", value, of)
