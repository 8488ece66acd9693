"""Costs and payments, and whether they can be paid."""

from __future__ import annotations

from cardwright.board.declarations import Field
from cardwright.language import core
from cardwright.language.core import Block, Expr
from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class Payment(core.Node):
    """`2 gold`; for several counters any mix, `3 of iron and wood`.

    `stores` have the counter instead of the payer: `3 fuel from your towns`; `var` is one of them.
    In `2 stock of wanted`, `counters` is the state with several cells, and `key` says which.
    """

    span: Span
    counters: tuple[Field, ...]
    amount: Expr
    stores: Expr | None = None
    var: int = 0
    key: Expr | None = None


@dataclass(frozen=True, slots=True)
class EitherPayment(core.Node):
    """`3 iron or 2 wood`: one of these."""

    span: Span
    ways: tuple[Payment, ...]


@dataclass(frozen=True, slots=True)
class Cost(core.Node):
    """Everything to pay, and to do in full: `2 gold and remove a cart of you`."""

    payments: tuple[Payment | EitherPayment, ...]
    effects: Block = ()


@dataclass(frozen=True, slots=True)
class CanPay(Expr):
    """`you can pay 2 gold`, including the counters that may pay for it."""

    player: Expr
    cost: Cost
