"""Costs: whether one can be paid in full, and paying it.

All questions to the payer come first, then everything is paid. Decides how an amount is divided
over several counters, or over the stores that have one. Single counters: `payments`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce

from cardwright.board.declarations import Field
from cardwright.board.types import FLAG, NUMBER
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr, arith, lit
from cardwright.language.inflection import listed, spaced
from cardwright.language.lower.indexed_cells import named_key
from cardwright.language.lower.payable import (
    Paid,
    _common_counters,
    _have,
    _held,
    _meet,
    _payable_counters,
    _sharing,
    payable_in_full,
)
from cardwright.source.text import Span

# -------------------------------------------------------------------------------- paying


class CostPayer:
    """Pays the payments of one cost, for one payer, to `to` if there is one.

    `known` is calculated first, because it may depend on what is spent.
    """

    def __init__(self, low: hir.Lowering, who: Expr, to: Expr | None) -> None:
        self.low, self.known = low, list[core.Stmt]()
        self.who = self._known(low.expr(who), self.known)
        self.to = None if to is None else self._known(low.expr(to), self.known)

    def with_known_amounts(self, cost: hir.Cost) -> hir.Cost:
        """The cost, lowered, with amounts that are known."""
        return replace(cost, payments=tuple(map(self._worked_out, cost.payments)))

    def _worked_out(self, payment: Paid) -> Paid:
        if isinstance(payment, hir.EitherPayment):
            return replace(payment, ways=tuple(map(self._way, payment.ways)))
        return self._way(payment)

    def _way(self, payment: hir.Payment) -> hir.Payment:
        found: hir.Payment = self.low.expr.inside(payment)
        if found.key is not None:
            found = replace(found, key=self._known(found.key, self.known))
        if isinstance(found.amount, core.Lit):
            return found
        return replace(found, amount=self._known(found.amount, self.known))

    def paid(self, payment: Paid, later: Sequence[Paid] = ()) -> Block:
        """Asks for and makes a payment, leaving enough for the payments `later`."""
        if isinstance(payment, hir.EitherPayment):
            return (self._either(payment, later),)
        if payment.key is not None:
            return self._by_key(payment, payment.key)
        if payment.stores is not None:
            return self._from_stores(payment, payment.stores)
        plain = [p for p in later if isinstance(p, hir.Payment)]
        others = list(_sharing(payment, plain, self.low.board))
        if len(payment.counters) == 1 and not others:
            return self._of_one(payment)
        return self._shared(payment, others)

    def _by_key(self, payment: hir.Payment, key: Expr) -> Block:
        """Pays from the cell for a key that is known only in play."""
        made: Block = ()
        for word, cell in self.low.board.cells_of(payment.counters[0]).items():
            named = named_key(word, key.type, self.low.board, key.span)
            same = core.Compare(FLAG, payment.span, "==", key, named)
            one = self._of_one(replace(payment, counters=(cell,), key=None))
            made = (core.If(payment.span, same, one, made),)
        return made

    def _of_one(self, payment: hir.Payment) -> Block:
        """Pays from one counter; the counters that pay for it are asked about when it is paid."""
        (found,), span = payment.counters, payment.span
        of = self.who if found.kind else None
        return self._handed_over(
            core.Assign(span, "pay", found, of, "pay", payment.amount, self.who, partner=self.to)
        )

    def _handed_over(self, paid: core.Assign) -> Block:
        """The payment, and the gain of the player who gets it."""
        if self.to is None:
            return (paid,)
        got = core.Assign(paid.span, "gain", paid.field, self.to, "+", paid.value, self.who,
                          partner=self.who)  # fmt: skip
        return (paid, got)

    def _either(self, payment: hir.EitherPayment, later: Sequence[Paid]) -> core.Stmt:
        branches = tuple(
            core.Branch(
                way.counters[0].name, _label(way), self._can(way), self.paid(way, later), way.span
            )
            for way in payment.ways
        )
        return core.OneOf(payment.span, self.who, core.Text("Pay with"), branches)

    def _can(self, way: hir.Payment) -> Expr:
        return payable_in_full(hir.Cost((way,)), self.who, self.low.board, way.span)

    def _shared(self, payment: hir.Payment, others: Sequence[tuple[hir.Payment, ...]]) -> Block:
        """The payer says how much of each counter except the last; then all are paid.

        `others` are the sets of payments for which enough of these counters must be left.
        """
        span, counters = payment.span, _payable_counters(payment, self.low.board)
        spent = dict[str, Expr]()
        asked: list[core.Stmt] = []
        paid: list[core.Stmt] = []
        left = self._known(payment.amount, asked)
        for number, found in enumerate(counters):
            rest, used = counters[number + 1 :], left
            if rest:
                least = arith("-", left, self._left_by(others, rest, spent, span))
                most = arith("min", self._left_by(others, (found,), spent, span), left)
                used = self._asked(least, most, _how_much(found, rest), asked, span)
                left = self._known(arith("-", left, used), asked)
                spent[found.name] = used
            of = self.who if found.kind else None
            paid += self._handed_over(
                core.Assign(span, "pay", found, of, "-", used, self.who, partner=self.to)
            )
        return (*asked, *paid)

    def _left_by(
        self,
        others: Sequence[tuple[hir.Payment, ...]],
        counters: Sequence[Field],
        spent: Mapping[str, Expr],
        span: Span,
    ) -> Expr:
        """The most that these counters can give, if the other payments are to be made, too.

        For each set of payments: the total of its counters and these, less what it needs.
        """
        most = self._unspent(counters, spent, span)
        for payments in others:
            more = _common_counters(payments, self.low.board)
            both = (*counters, *(p for p in more if not _meet([p], counters)))
            held = self._unspent(both, spent, span)
            for payment in payments:
                held = arith("-", held, payment.amount)
            most = arith("min", most, held)
        return most

    def _unspent(self, counters: Sequence[Field], spent: Mapping[str, Expr], span: Span) -> Expr:
        """The content of counters without what will be paid from them."""
        held = [_have(found, self.who, span, several=True) for found in counters]
        found = reduce(lambda a, b: arith("+", a, b), held)
        for counter in counters:
            if counter.name in spent:
                found = arith("-", found, spent[counter.name])
        return found

    def _from_stores(self, payment: hir.Payment, stores: Expr) -> Block:
        """The payer says how much of each store except the last one needed."""
        span, found = payment.span, payment.counters[0]
        first: list[core.Stmt] = []
        left, rest = (
            self._known(e, first)
            for e in (payment.amount, _held(payment, self.who, self.low.board))
        )
        store = self.low.register(stores.type.one(), span)
        have = _have(found, store, span, several=True)
        body: list[core.Stmt] = [core.Let(span, rest.index, arith("-", rest, have))]
        prompt = core.Text(f"How much {spaced(found.name)} from {{store}}?", (store,))
        least, most = arith("-", left, rest), arith("min", have, left)
        used = self._asked(least, most, prompt, body, span)
        body += [
            core.Assign(span, "pay", found, store, "-", used, self.who),
            core.Let(span, left.index, arith("-", left, used)),
        ]
        return (*first, core.ForEach(span, store.index, stores, tuple(body)))

    def _known(self, value: Expr, into: list[core.Stmt]) -> core.Reg:
        """A value that is calculated once, and its register."""
        reg = self.low.register(value.type, value.span)
        into.append(core.Let(value.span, reg.index, value))
        return reg

    def _asked(
        self, least: Expr, most: Expr, prompt: core.Text, into: list[core.Stmt], span: Span,
    ) -> core.Reg:  # fmt: skip
        reg, one = self.low.register(NUMBER, span), lit(1, span)
        source = core.Numbers(NUMBER.set(), span, arith("max", lit(0, span), least), most)
        into.append(core.Choose(span, reg.index, self.who, source, one, one, False, prompt=prompt))
        return reg


def _how_much(found: Field, rest: Sequence[Field]) -> core.Text:
    others = listed([spaced(other.name) for other in rest])
    return core.Text(f"How much {spaced(found.name)}? The rest is {others}")


def _label(way: hir.Payment) -> core.Text:
    """`3 iron`; with a calculated amount, `iron`."""
    number = f"{way.amount.value} " if isinstance(way.amount, core.Lit) else ""
    return core.Text(f"{number}{spaced(way.counters[0].name)}")
