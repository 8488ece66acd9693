"""The highest value of a counter: its `max`, which may be computed.

Games without computed maxima have none of this in their rules. The state enforces fixed bounds; a
computed one is tested before each change that could exceed it.
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.board.declarations import Field
from cardwright.board.model import Board
from cardwright.board.types import NUMBER
from cardwright.language import core
from cardwright.language.core import Expr, arith, lit
from cardwright.language.lower.indexed_cells import named_key
from cardwright.source.text import Span


def highest(
    cell: Field, of: Expr | None, span: Span, board: Board, key: Expr | None = None
) -> Expr | None:
    """The highest value of a counter of `of`, for its key; None if there is none."""
    if not cell.most:
        return None if cell.high is None else lit(cell.high, span)
    if cell.per is not None and key is None:
        key = named_key(cell.key, cell.per, board, span)
    args = tuple(arg for arg in (of, key) if arg is not None)
    return core.Call(NUMBER, span, cell.most, args)


def within(change: core.Assign, board: Board, key: Expr | None = None) -> core.Assign:
    """A change that does not exceed a computed maximum.

    If the maximum has fallen below the value, the value stays until it is lost or set.
    """
    cell, span = change.field, change.span
    if not cell.most or change.op not in ("+", "="):
        return change
    most = highest(cell, change.of, span, board, key)
    assert most is not None
    if change.op == "+":
        most = room(core.Get(NUMBER, span, cell, change.of), most)
    return replace(change, value=arith("min", change.value, most))


def room(now: Expr, most: Expr, *, never_beyond: bool = False) -> Expr:
    """How much more there is room for; 0 if a counter exceeds a maximum that has fallen."""
    left = arith("-", most, now)
    return left if never_beyond else arith("max", lit(0, now.span), left)
