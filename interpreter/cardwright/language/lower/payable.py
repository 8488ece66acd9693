"""What can be paid: the conditions under which a player can pay a cost in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations

from cardwright.board.declarations import Field
from cardwright.board.model import Board
from cardwright.board.types import FLAG, NUMBER
from cardwright.language import core, hir
from cardwright.language.core import Expr, arith, lit
from cardwright.language.lower.indexed_cells import cell_for, named_key
from cardwright.language.lower.possible_changes import all_of
from cardwright.source.text import Span

Paid = hir.Payment | hir.EitherPayment


def payable_in_full(cost: hir.Cost, who: Expr, board: Board, span: Span) -> Expr:
    """Whether the payments of a cost can be made together."""
    tests = [_payable(payment, cost, who, board) for payment in cost.payments]
    return all_of(tests) if tests else core.Lit(FLAG, span, 1)


def _payable(payment: Paid, cost: hir.Cost, who: Expr, board: Board) -> Expr:
    if isinstance(payment, hir.EitherPayment):
        ways = [_payable(way, cost, who, board) for way in payment.ways]
        return core.joined("or", ways, payment.span)
    if payment.key is not None:
        return _payable_by_key(payment, payment.key, cost, who, board)
    test = core.Compare(FLAG, payment.span, ">=", _held(payment, who, board), payment.amount)
    return all_of([test, *_together(payment, cost, who, board)])


def _payable_by_key(
    payment: hir.Payment, key: Expr, cost: hir.Cost, who: Expr, board: Board
) -> Expr:
    """Whether the cell for a key has enough for everything paid from it."""
    needed, span, (shared,) = payment.amount, payment.span, payment.counters
    for other in cost.payments:
        if not isinstance(other, hir.Payment) or other is payment:
            continue
        if (of := _key_of(other, shared, board)) is not None:
            same = core.Compare(FLAG, span, "==", key, of)
            more = core.Cond(NUMBER, span, same, other.amount, lit(0, span))
            needed = arith("+", needed, more)
    held = cell_for(shared, who if shared.kind else None, key, board, span)
    if shared.low:
        held = arith("-", held, lit(shared.low, span))
    return core.Compare(FLAG, span, ">=", held, needed)


def _key_of(payment: hir.Payment, shared: Field, board: Board) -> Expr | None:
    """The key of the cell that is paid from, if this state has several cells."""
    found = payment.counters[0]
    if payment.key is not None:
        return payment.key if found is shared else None
    if payment.stores is not None or found.family != shared.name or found.kind != shared.kind:
        return None
    assert shared.per is not None
    return named_key(found.key, shared.per, board, payment.span)


def _together(payment: hir.Payment, cost: hir.Cost, who: Expr, board: Board) -> list[Expr]:
    """Whether the counters it may be paid with are enough, also for other payments that need them.

    Each set of payments needs what its counters hold (Hall's theorem); tests the sets whose first
    payment this is.
    """
    tests: list[Expr] = []
    for others in _sharing(payment, _after(payment, cost), board):
        counters, needed = _common_counters((payment, *others), board), payment.amount
        for other in others:
            needed = arith("+", needed, other.amount)
        total = _total(counters, who, payment.span)
        tests.append(core.Compare(FLAG, payment.span, ">=", total, needed))
    return tests


def _after(payment: hir.Payment, cost: hir.Cost) -> list[hir.Payment]:
    """The payments after it; if it is one of several ways, all those with only one way."""
    plain = [p for p in cost.payments if isinstance(p, hir.Payment)]
    at = next((i for i, p in enumerate(plain) if p is payment), -1)
    return plain[at + 1 :]


def _sharing(
    payment: hir.Payment, others: Sequence[hir.Payment], board: Board
) -> Iterator[tuple[hir.Payment, ...]]:
    """The sets of other payments that may need the same counters as this one."""
    known, waiting = _common_counters((payment,), board), list(others)
    near: list[hir.Payment] = []
    while found := [p for p in waiting if _meet(known, _common_counters((p,), board))]:
        near += found
        waiting = [p for p in waiting if p not in found]
        known = _common_counters((payment, *near), board)
    for size in range(1, len(near) + 1):
        yield from combinations(near, size)


def _meet(some: Sequence[Field], others: Sequence[Field]) -> bool:
    return any(one is other for one in some for other in others)


def _common_counters(payments: Sequence[hir.Payment], board: Board) -> tuple[Field, ...]:
    """The counters that these may be paid with, each once; not those of stores."""
    found: list[Field] = []
    for payment in payments:
        if payment.stores is None and payment.key is None:
            found += [p for p in _payable_counters(payment, board) if not _meet([p], found)]
    return tuple(found)


def _payable_counters(payment: hir.Payment, board: Board) -> tuple[Field, ...]:
    """The counters that it may be paid with, those that pay for others last."""
    more = dict.fromkeys(s.name for c in payment.counters for s in board.substitutes(c))
    known = {s.name: s for c in payment.counters for s in board.substitutes(c)}
    own = [c.name for c in payment.counters]
    return (*payment.counters, *(known[name] for name in more if name not in own))


def _held(payment: hir.Payment, who: Expr, board: Board) -> Expr:
    """The total of the counters it may be paid with."""
    span = payment.span
    if payment.stores is not None:
        item = core.Var(payment.stores.type.one(), span, payment.var)
        have = _have(payment.counters[0], item, span, several=True)
        return core.Reduce(NUMBER, span, "sum", payment.var, payment.stores, have)
    return _total(_payable_counters(payment, board), who, span)


def _total(counters: Sequence[Field], who: Expr, span: Span) -> Expr:
    several = len(counters) > 1
    held = [_have(found, who, span, several=several) for found in counters]
    return reduce(lambda a, b: arith("+", a, b), held)


def _have(found: Field, of: Expr, span: Span, *, several: bool) -> Expr:
    """How much of a counter can be spent: a debt is not paid off by other counters."""
    have: Expr = core.Get(NUMBER, span, found, of if found.kind else None)
    if found.low:
        return arith("-", have, lit(found.low, span))
    return arith("max", lit(0, span), have) if found.low is None and several else have
