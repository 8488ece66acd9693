"""Costs: whether one can be paid in full, and paying it.

All questions to the payer come first, then everything is paid. Decides how an amount is divided
over several counters, or over the stores that have one. Single counters: `payments`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import combinations

from cardwright.board.declarations import Field
from cardwright.board.model import Board
from cardwright.board.types import FLAG, NUMBER
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr, arith, lit
from cardwright.language.inflection import listed, spaced
from cardwright.language.lower.keyed import cell_for, named_key
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
