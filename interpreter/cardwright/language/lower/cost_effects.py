"""Actions as parts of a cost: several effects that may need the same things.

Whether all can be done follows from Hall's theorem: each set of effects finds as many things as it
needs together, among all that they may take. Limits on each choice leave enough for the effects
after it, so that a player who begins to pay can finish, whatever is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from cardwright.board.model import Board
from cardwright.board.types import FLAG, NUMBER
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr, lit
from cardwright.language.lower.possible_changes import all_of, doable
from cardwright.source.text import Span

UNLIMITED = 999  # if nothing limits the choice


def can_all_be_done(effects: Block, low: hir.Lowering, span: Span) -> Expr:
    """Whether all of the effects can be done, each in full."""
    tests = [test for effect in effects if (test := doable(effect, low)) is not None]
    spent = [_spent(effect, low) for effect in effects]
    for at, first in enumerate(spent):
        if first is None:
            continue
        for others in _competing(first, spent[at + 1 :], low.board):
            found = core.Count(NUMBER, span, _union([first, *others]))
            tests.append(core.Compare(FLAG, span, ">=", found, _sum([first, *others])))
    return all_of(tests) if tests else core.Lit(FLAG, span, 1)


def done(effects: Block, low: hir.Lowering) -> Block:
    """The effects, one after the other; each leaves enough for those after it."""
    made: list[core.Stmt] = []
    for at, effect in enumerate(effects):
        spent = _spent(effect, low)
        later = [_spent(other, low) for other in effects[at + 1 :]]
        if spent is not None and isinstance(effect, hir.VerbStatement):
            limits = []
            for others in _competing(spent, later, low.board):
                left = low.register(others[0][0].type, effect.span)
                made.append(core.Let(effect.span, left.index, _union(others)))
                limits.append(_limit(left, _sum(others), spent, low))
            made += low.block((effect.limited(tuple(limits)) if limits else effect,))
        else:
            made += low.block((effect,))
    return tuple(made)


def _spent(effect: core.Stmt, low: hir.Lowering) -> hir.Spent | None:
    return effect.spends(low) if isinstance(effect, hir.VerbStatement) else None


def _competing(
    first: hir.Spent, others: Sequence[hir.Spent | None], board: Board
) -> Iterator[tuple[hir.Spent, ...]]:
    """The sets of other effects that may need the same things as this one, or as each other."""
    near, waiting = [first], [other for other in others if other is not None]
    while found := [o for o in waiting if any(_may_share(o, one, board) for one in near)]:
        near += found
        waiting = [o for o in waiting if o not in found]
    for size in range(1, len(near)):
        yield from combinations(near[1:], size)


def _may_share(one: hir.Spent, other: hir.Spent, board: Board) -> bool:
    a, b = one[0].type.of, other[0].type.of
    return board.related(a, b) or "thing" in (a, b)


def _union(spent: Sequence[hir.Spent]) -> Expr:
    """Everything that these may take, each thing once."""
    found = spent[0][0]
    for source, _ in spent[1:]:
        more = core.Difference(source.type, source.span, source, found)
        found = core.Union(found.type, found.span, found, more)
    return found


def _sum(spent: Sequence[hir.Spent]) -> Expr:
    found = spent[0][1]
    for _, number in spent[1:]:
        found = core.Arith(NUMBER, number.span, "+", found, number)
    return found


def _limit(left: Expr, needed: Expr, spent: hir.Spent, low: hir.Lowering) -> core.Limit:
    """Limits a choice so that enough is left for the others."""
    span = spent[0].span
    var = core.Var(spent[0].type.one(), span, low.allocator.variable())
    among = core.Member(FLAG, span, var, left)
    most = core.Arith(NUMBER, span, "-", core.Count(NUMBER, span, left), needed)
    number = core.Cond(NUMBER, span, among, most, lit(UNLIMITED, span))
    key = core.Cond(NUMBER, span, among, lit(1, span), lit(0, span))
    return core.Limit(number, var.index, key, implied=True)
