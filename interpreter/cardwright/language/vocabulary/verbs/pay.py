"""`pay 2 gold`."""

from __future__ import annotations

from dataclasses import replace

from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.lower.cost_effects import can_all_be_done, done
from cardwright.language.lower.costs import CostPayer
from cardwright.language.lower.payable import payable_in_full
from cardwright.language.lower.possible_changes import all_of
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.counters.costs import cost_of, own_payment, plain, ways_of
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.statements.choices import acting_player, one_player
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import maybe, one
from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class Clause(ast.VerbClause):
    cost: ast.Cost = one(ast.Cost)
    to: ast.Phrase | None = maybe(ast.Phrase)


@dataclass(frozen=True, slots=True)
class Pay(hir.Paying):
    def lower(self, low: hir.Lowering) -> Block:
        """Pays all of it, if it can be paid in full."""
        span, payer = self.span, CostPayer(low, replace(self.actor, span=self.span), self.to)
        cost = payer.with_known_amounts(self.cost)
        # Counters that may pay for another one are paid first, so that they can't be spent on that.
        order = sorted(cost.payments, key=_is_last_resort, reverse=True)
        paid = (s for at, one in enumerate(order) for s in payer.paid(one, order[at + 1 :]))
        body = (*paid, *done(self.cost.effects, low))
        return (*payer.known, core.If(span, in_full(cost, payer.who, low, span), body, ()))

    def can_change(self, low: hir.Lowering) -> Expr:
        return in_full(self.cost, low.expr(self.actor), low, self.span)

    def english(self, sentences: hir.Sentences, rest: Block) -> list[str]:
        amount = sentences.cost(self.cost)
        if self.to is not None:
            to = sentences.phrase(self.to)
            amount = f"{to} {amount}" if " equal to " in amount else f"{amount} to {to}"
        said = sentences.sentence(self.verb, self.actor, amount=amount)
        deed = "" if self.cost.payments else said.removeprefix("Pay ")
        return [deed[:1].upper() + deed[1:] or said]


def _is_last_resort(payment: hir.Payment | hir.EitherPayment) -> bool:
    return any(c.pays_for for way in ways_of(payment) for c in way.counters)


def in_full(cost: hir.Cost, who: Expr, low: hir.Lowering, span: Span) -> Expr:
    """Whether a cost can be paid, and all its actions done."""
    payments = low.expr.inside(hir.Cost(cost.payments))
    payable = payable_in_full(payments, who, low.board, span)
    if not cost.effects:
        return payable
    return all_of((payable, can_all_be_done(cost.effects, low, span)))


def paying(cost: hir.Cost, who: Expr, span: Span, to: Expr | None = None) -> core.Assign | Pay:
    """The payment of a cost; for a single counter it is a statement of the core."""
    found = plain(cost)
    if found is not None and to is None:
        return own_payment(found, who, span)
    return Pay(span, VERB, who, cost, to)


def _resolve(clause: Clause, act: ast.Act, scope: Scope) -> Block:
    who, cost = acting_player(scope, clause.span), cost_of(clause.cost, scope)
    to = one_player(clause.to, scope) if clause.to is not None else None
    if to is not None:
        _refuse_other_than_counters(cost, clause, scope)
    return (paying(cost, who, clause.span, to),)


def _refuse_other_than_counters(cost: hir.Cost, clause: Clause, scope: Scope) -> None:
    """Raises CheckError for anything other than counters of players, and for a mix with
    substitutes.
    """
    for payment in cost.payments:
        for way in ways_of(payment):
            mixed = len(way.counters) > 1
            for found in way.counters:
                swapped = mixed and scope.context.board.substitutes(found)
                if swapped or way.stores is not None or not found.kind:
                    message = "only counters of players can be paid to somebody"
                    raise CheckError("CW225", message, payment.span, "write a payment for each")
    if cost.effects:
        raise CheckError("CW225", "only counters can be paid to somebody", clause.span)


VERB = Verb(
    name="pay",
    pattern="{cost:cost} [to {to:phrase}]",
    changes="state",
    wording="pay {amount}",
    log="{who} pays {amount}",
    example="pay 2 gold",
    doc="Pay a cost; if it can't be paid in full, nothing is paid.",
    clause=Clause,
    resolve=_resolve,
    rank=9,
    pays=True,
    instead_of=(("pay 2 COUNTER", "spend"),),
)
