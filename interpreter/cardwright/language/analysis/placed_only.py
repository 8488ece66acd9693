"""Which tests only accept things that lie on a place or a thing, so that zones need not be
searched.

Decides what a test says about where something is. Knows nothing about how such things are found.
"""

from __future__ import annotations

from collections.abc import Collection

from cardwright.board.model import Board
from cardwright.board.types import Type
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import Checked

Parameter = tuple[str, int]
"""A definition and the position of something that it takes."""

_CARRIERS = ("place", "piece", "card")


def placed_parameters(checked: Checked) -> frozenset[Parameter]:
    """The parameters that must lie somewhere for a definition to hold.

    This concerns things that are somewhere at all: a definition may hold for something in supply.
    """
    found: set[Parameter] = set()
    board, modified = checked.board, checked.modifiers
    plain = [f for name, f in checked.functions.items() if not modified.get(name)]
    before = -1
    while before != len(found):
        before = len(found)
        for function in plain:
            for at, _ in enumerate(function.takes):
                if needs_place(function.body, at, found, board):
                    found.add((function.name, at))
    return frozenset(found)


def needs_place(test: Expr, var: int, known: Collection[Parameter], board: Board) -> bool:
    """Whether a test holds only for values of a variable that lie on something, or are nowhere."""
    match test:
        case core.Logic(op="and"):
            return any(needs_place(e, var, known, board) for e in (test.left, test.right))
        case core.Logic():
            return all(needs_place(e, var, known, board) for e in (test.left, test.right))
        case core.Cond():
            first = any(needs_place(e, var, known, board) for e in (test.test, test.then))
            return first and needs_place(test.other, var, known, board)
        case core.Call():
            taken = enumerate(test.args)
            return any((test.name, at) in known and core.is_variable(arg, var) for at, arg in taken)
        case core.IsKind():
            return _is_where(test.of, var) and board.root(test.kind) in _CARRIERS
        case core.Compare(op="=="):
            sides = (test.left, test.right), (test.right, test.left)
            return any(_is_where(a, var) and _is_carrier(b.type, board) for a, b in sides)
        case core.Member():
            return _is_where(test.item, var) and _is_carrier(test.source.type, board)
        case core.Lit():
            return not test.value
    return False


def _is_where(e: Expr, var: int) -> bool:
    return isinstance(e, core.LocationOf) and core.is_variable(e.of, var)


def _is_carrier(type: Type, board: Board) -> bool:
    return type.base == "thing" and type.of in board.kinds and board.root(type.of) in _CARRIERS
