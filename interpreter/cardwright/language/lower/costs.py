"""Costs: whether one can be paid in full, and paying it.

All that the payer is asked is asked first, then all is paid. Owns how an amount is shared out over
several counters, or over the stores that have one. Single counters: `payments`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from cardwright.board.model import Board, Field
from cardwright.board.types import FLAG, NUMBER
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr, lit
from cardwright.language.inflection import listed, spaced
from cardwright.language.lower.possible_changes import all_of
from cardwright.source.text import Span

Paid = hir.Payment | hir.EitherPayment


# ---------------------------------------------------------------------- what can be paid


def payable_in_full(cost: hir.Cost, who: Expr, board: Board, span: Span) -> Expr:
    """Whether the payments of a cost can be made together."""
    tests = [_payable(payment, cost, who, board) for payment in cost.payments]
    return all_of(tests) if tests else core.Lit(FLAG, span, 1)


def _payable(payment: Paid, cost: hir.Cost, who: Expr, board: Board) -> Expr:
    if isinstance(payment, hir.EitherPayment):
        ways = [_payable(way, cost, who, board) for way in payment.ways]
        return reduce(lambda a, b: core.Logic(FLAG, payment.span, "or", a, b), ways)
    needed = payment.amount
    for other in cost.payments:
        if (
            isinstance(other, hir.Payment)
            and other is not payment
            and _within(other, payment, board)
        ):
            needed = _arith("+", needed, other.amount)
    return core.Compare(FLAG, payment.span, ">=", _held(payment, who, board), needed)


def _within(other: hir.Payment, payment: hir.Payment, board: Board) -> bool:
    """Whether a payment takes from counters that another one may take from too."""
    if other.stores is not None or payment.stores is not None:
        return False
    purses = _purses(payment, board)
    return all(any(c is p for p in purses) for c in other.counters)


def _purses(payment: hir.Payment, board: Board) -> tuple[Field, ...]:
    """The counters that it may be paid with, those that pay for others last."""
    more = [s for c in payment.counters for s in board.stand_ins(c)]
    return (*payment.counters, *(s for s in more if s not in payment.counters))


def _held(payment: hir.Payment, who: Expr, board: Board) -> Expr:
    """How much there is of what it may be paid with."""
    span = payment.span
    if payment.stores is not None:
        item = core.Var(payment.stores.type.one(), span, payment.var)
        have = _have(payment.counters[0], item, span, several=True)
        return core.Reduce(NUMBER, span, "sum", payment.var, payment.stores, have)
    return _total(_purses(payment, board), who, span)


def _total(purses: Sequence[Field], who: Expr, span: Span) -> Expr:
    several = len(purses) > 1
    held = [_have(found, who, span, several=several) for found in purses]
    return reduce(lambda a, b: _arith("+", a, b), held)


def _have(found: Field, of: Expr, span: Span, *, several: bool) -> Expr:
    """How much of a counter can be spent: a debt is not paid off by other counters."""
    have: Expr = core.Get(NUMBER, span, found, of if found.kind else None)
    if found.low:
        return _arith("-", have, lit(found.low, span))
    return _arith("max", lit(0, span), have) if found.low is None and several else have


# -------------------------------------------------------------------------------- paying


class Till:
    """Pays the payments of one cost, for one payer, to `to` if there is one.

    `known` is worked out first: what is spent may be what it looks at.
    """

    def __init__(self, low: hir.Lowering, who: Expr, to: Expr | None) -> None:
        self.low, self.known = low, list[core.Stmt]()
        self.who = self._known(low.expr(who), self.known)
        self.to = None if to is None else self._known(low.expr(to), self.known)

    def worked_out(self, cost: hir.Cost) -> hir.Cost:
        """The cost, lowered, with amounts that are known."""
        return replace(cost, payments=tuple(map(self._worked_out, cost.payments)))

    def _worked_out(self, payment: Paid) -> Paid:
        if isinstance(payment, hir.EitherPayment):
            return replace(payment, ways=tuple(map(self._way, payment.ways)))
        return self._way(payment)

    def _way(self, payment: hir.Payment) -> hir.Payment:
        found: hir.Payment = self.low.expr.inside(payment)
        if isinstance(found.amount, core.Lit):
            return found
        return replace(found, amount=self._known(found.amount, self.known))

    def paid(self, payment: Paid) -> Block:
        if isinstance(payment, hir.EitherPayment):
            return (self._either(payment),)
        if payment.stores is not None:
            return self._from_stores(payment, payment.stores)
        purses = _purses(payment, self.low.board)
        if len(payment.counters) == 1:
            return self._of_one(payment)
        return self._shared(payment, purses)

    def _of_one(self, payment: hir.Payment) -> Block:
        """One counter; those that pay for it are asked about where it is paid."""
        (found,), span = payment.counters, payment.span
        of = self.who if found.kind else None
        return self._handed_over(
            core.Assign(span, "pay", found, of, "pay", payment.amount, self.who, partner=self.to)
        )

    def _handed_over(self, paid: core.Assign) -> Block:
        """The payment, and who gets it."""
        if self.to is None:
            return (paid,)
        got = core.Assign(paid.span, "gain", paid.field, self.to, "+", paid.value, self.who,
                          partner=self.who)  # fmt: skip
        return (paid, got)

    def _either(self, payment: hir.EitherPayment) -> core.Stmt:
        branches = tuple(
            core.Branch(way.counters[0].name, _label(way), self._can(way), self.paid(way), way.span)
            for way in payment.ways
        )
        return core.OneOf(payment.span, self.who, core.Text("Pay with"), branches)

    def _can(self, way: hir.Payment) -> Expr:
        return payable_in_full(hir.Cost((way,)), self.who, self.low.board, way.span)

    def _shared(self, payment: hir.Payment, purses: Sequence[Field]) -> Block:
        """Of all but the last counter the payer says how much; then all are paid."""
        span = payment.span
        asked: list[core.Stmt] = []
        paid: list[core.Stmt] = []
        left = self._known(payment.amount, asked)
        for number, found in enumerate(purses):
            rest, used = purses[number + 1 :], left
            if rest:
                have = _have(found, self.who, span, several=True)
                least = _arith("-", left, _total(rest, self.who, span))
                most = _arith("min", have, left)
                used = self._asked(least, most, _how_much(found, rest), asked, span)
                left = self._known(_arith("-", left, used), asked)
            of = self.who if found.kind else None
            paid += self._handed_over(
                core.Assign(span, "pay", found, of, "-", used, self.who, partner=self.to)
            )
        return (*asked, *paid)

    def _from_stores(self, payment: hir.Payment, stores: Expr) -> Block:
        """Of each store but the last one needed the payer says how much."""
        span, found = payment.span, payment.counters[0]
        first: list[core.Stmt] = []
        left, rest = (
            self._known(e, first)
            for e in (payment.amount, _held(payment, self.who, self.low.board))
        )
        store = self.low.register(stores.type.one(), span)
        have = _have(found, store, span, several=True)
        body: list[core.Stmt] = [core.Let(span, rest.index, _arith("-", rest, have))]
        prompt = core.Text(f"How much {spaced(found.name)} from {{store}}?", (store,))
        least, most = _arith("-", left, rest), _arith("min", have, left)
        used = self._asked(least, most, prompt, body, span)
        body += [
            core.Assign(span, "pay", found, store, "-", used, self.who),
            core.Let(span, left.index, _arith("-", left, used)),
        ]
        return (*first, core.ForEach(span, store.index, stores, tuple(body)))

    def _known(self, value: Expr, into: list[core.Stmt]) -> core.Reg:
        """A value that is worked out once, and its register."""
        reg = self.low.register(value.type, value.span)
        into.append(core.Let(value.span, reg.index, value))
        return reg

    def _asked(
        self, least: Expr, most: Expr, prompt: core.Text, into: list[core.Stmt], span: Span,
    ) -> core.Reg:  # fmt: skip
        reg, one = self.low.register(NUMBER, span), lit(1, span)
        source = core.Numbers(NUMBER.set(), span, _arith("max", lit(0, span), least), most)
        into.append(core.Choose(span, reg.index, self.who, source, one, one, False, prompt=prompt))
        return reg


def _how_much(found: Field, rest: Sequence[Field]) -> core.Text:
    others = listed([spaced(other.name) for other in rest])
    return core.Text(f"How much {spaced(found.name)}? The rest is {others}")


def _label(way: hir.Payment) -> core.Text:
    """`3 iron`; with an amount that is worked out, `iron`."""
    number = f"{way.amount.value} " if isinstance(way.amount, core.Lit) else ""
    return core.Text(f"{number}{spaced(way.counters[0].name)}")


def _arith(op: str, left: Expr, right: Expr) -> Expr:
    return core.Arith(NUMBER, left.span, op, left, right)
