"""State with several cells: the cell for a key that is known only in play."""

from __future__ import annotations

from cardwright.board.declarations import Field
from cardwright.board.model import Board
from cardwright.board.types import FLAG, Type
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.source.text import Span


def cell_for(shared: Field, of: Expr | None, key: Expr, board: Board, span: Span) -> Expr:
    """The value of the cell for a key; 0 if that is none."""
    reads = {
        word: core.Get(shared.type, span, cell, of) for word, cell in board.cells_of(shared).items()
    }
    if key.type.base == "enum":
        return core.Nth(shared.type, span, key, tuple(reads.values()))
    found: Expr = core.Lit(shared.type, span, 0)
    for word, read in reads.items():
        same = core.Compare(FLAG, span, "==", key, named_key(word, key.type, board, key.span))
        found = core.Cond(shared.type, span, same, read, found)
    return found


def named_key(word: str, type: Type, board: Board, span: Span) -> core.Named:
    """A key as a value of its enum, or as the thing with that name."""
    thing_ = None if type.base == "enum" else board.instance(type.of, word)
    owner = type.of if thing_ is None else thing_.kind
    return core.Named(type.one(), span, owner, word, implied=True)
