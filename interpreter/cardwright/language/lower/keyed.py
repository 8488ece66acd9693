"""State with several cells: the cell for a key that is known only in play."""

from __future__ import annotations

from cardwright.board.model import Board, Field
from cardwright.board.types import FLAG
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
        same = core.Compare(FLAG, span, "==", key, named_key(word, key, board))
        found = core.Cond(shared.type, span, same, read, found)
    return found


def named_key(word: str, key: Expr, board: Board) -> core.Named:
    """A key as a value of its enum, or as the thing that is called that."""
    of, type = key.type.of, key.type.one()
    thing_ = None if type.base == "enum" else board.instance(of, word)
    owner = of if thing_ is None else thing_.kind
    return core.Named(type, key.span, owner, word)
