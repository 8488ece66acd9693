"""Definitions that call themselves: how deeply, and that they come to an end.

Each call is inside the one before, so their number needs a bound: the author's `max depth` or, of
what takes only things and words, how many of these there are, since a call for the
same is a circle.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

from cardwright.board.model import Board
from cardwright.board.types import NUMBER, Type
from cardwright.language import core
from cardwright.language.declared import MAX_DEEP, Definition
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.names import named_type

HOW_DEEP = "declare it with `max depth`, as in `{is: ..., max depth: 10}`"


def declared_type(declared: Definition, board: Board) -> Type:
    """The type of a definition that calls itself, before its text is resolved."""
    return named_type(declared.gives, board) if declared.gives else NUMBER


def bounded(function: core.Function, declared: Definition, board: Board) -> core.Function:
    """The definition, with the depth to which it may call itself.

    Raises CheckError for one that may do so without end.
    """
    inside = (e for e in core.inside(function.body) if isinstance(e, core.Call))
    calls = [call for call in inside if call.name == declared.name]
    if not calls and not declared.deep:
        return function
    _check_type(function, declared, board)
    for call in calls:
        own = [isinstance(a, core.Var) and a.index == n for n, a in enumerate(call.args)]
        if all(own):
            message = f"`{declared.name}` depends on itself: it asks for its own value"
            help = "ask for the value of something else; write `(n - 1)` with parentheses"
            raise CheckError("CW216", message, call.span, help)
    deep = declared.deep or _values(function, board)
    if not 0 < deep <= MAX_DEEP:
        message = f"`{declared.name}` calls itself, but its depth is unknown"
        raise CheckError("CW216", message, calls[0].span, HOW_DEEP)
    return replace(function, deep=deep)


def _check_type(function: core.Function, declared: Definition, board: Board) -> None:
    type, found = declared_type(declared, board), function.body.type
    if (type.base, type.of, type.many) != (found.base, found.of, found.many):
        message = f"`{declared.name}` calls itself as {type}, and its value is {found}"
        help = f"say what it is with `gives: {found}`"
        raise CheckError("CW220", message, declared.body, help)


def _values(function: core.Function, board: Board) -> int:
    """The number of possible arguments, each of which may be none; 0 if unknown."""
    return prod(_number(type, board) for type in function.takes)


def _number(type: Type, board: Board) -> int:
    if type.many:
        return 0
    if type.base == "enum":
        return 1 + len(board.enums[type.of].values)
    return 1 + board.count(type.of) if type.base == "thing" and type.of in board.kinds else 0
