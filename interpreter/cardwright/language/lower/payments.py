"""Paying and losing counters, including those that may replace them (`pays for`).

Responsible for the most that a player can pay, and how a payment is divided over several counters.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cardwright.board.declarations import Field
from cardwright.board.model import Board
from cardwright.board.types import FLAG, NUMBER
from cardwright.language import core
from cardwright.language.core import Block, Expr, arith


def payable(payment: core.Assign, board: Board) -> Expr:
    """Whether a payment can be made in full."""
    counters = (payment.field, *board.substitutes(payment.field))
    most = held(counters, payment)
    return core.Compare(FLAG, payment.span, ">=", most, payment.value)


def shared(
    change: core.Assign, board: Board, register: Callable[[], int]
) -> tuple[Block, core.Assign]:
    """A payment or loss for which the player chooses how much each other counter covers.

    `register` returns unused registers. A payment must be `payable`.
    """
    span, owner = change.span, change.of
    assert owner is not None
    # Both are calculated before anything is spent, because they may depend on what is spent.
    left = core.Reg(NUMBER, span, register())
    payer = core.Reg(owner.type, span, register())
    done: list[core.Stmt] = [
        core.Let(span, left.index, change.value),
        core.Let(span, payer.index, owner),
    ]
    change = replace(change, of=payer, actor=payer)
    substitutes = board.substitutes(change.field)
    for number, counter in enumerate(substitutes, 1):
        others = (change.field, *substitutes[number:])
        used = core.Reg(NUMBER, span, register())
        least = core.lit(0, span) if change.op == "-" else _short(left, others, change)
        most = arith("min", held((counter,), change), left)
        source = core.Numbers(NUMBER.set(), span, least, most)
        one = core.lit(1, span)
        prompt = core.Text(f"How many {_words(counter)} instead of {_words(change.field)}?")
        done += [
            core.Choose(span, used.index, payer, source, one, one, False, prompt=prompt),
            core.Assign(span, "lose", counter, payer, "-", used, change.actor),
            core.Let(span, left.index, arith("-", left, used)),
        ]
    return tuple(done), replace(change, value=left)


def _short(left: Expr, others: tuple[Field, ...], change: core.Assign) -> Expr:
    """How much a counter must cover because the others are not enough."""
    return arith("max", core.lit(0, change.span), arith("-", left, held(others, change)))


def held(counters: tuple[Field, ...], change: core.Assign) -> Expr:
    """The total that can be spent from these counters."""
    total: Expr | None = None
    for counter in counters:
        have: Expr = core.Get(NUMBER, change.span, counter, change.of)
        if counter.low:
            have = arith("-", have, core.lit(counter.low, change.span))
        elif counter.low is None and len(counters) > 1:  # a debt is not paid off first
            have = arith("max", core.lit(0, change.span), have)
        total = have if total is None else arith("+", total, have)
    assert total is not None
    return total


def _words(counter: Field) -> str:
    return counter.name.replace("-", " ")
