"""Formatting values for people: titles of things, sets by their number and first members.

Responsible for the words for a value of any type. A thing that the player can't see is called by
its title alone, never by where it is.
"""

from __future__ import annotations

from collections import Counter

from cardwright.backends.core.evaluate import Found
from cardwright.board.types import Type
from cardwright.runtime import naming, visibility
from cardwright.runtime.game import Game

MAX_LISTED = 4


def format_value(game: Game, found: Found, type: Type, player: int | None = None) -> str:
    """`3`, `yes`, `none`, `Red cart on Dover`, `5: Dover, Calais, ...`."""
    if not isinstance(found, tuple):
        return _format_one(game, found, type.one(), player)
    names = Counter(_format_one(game, item, type.one(), player) for item in found)
    listed = [f"{n} {name}" if n > 1 else name for name, n in names.items()]
    more = f" and {len(listed) - MAX_LISTED} more" if len(listed) > MAX_LISTED else ""
    words = ", ".join(listed[:MAX_LISTED]) + more
    return f"{len(found)}: {words}" if len(found) > 1 else words or naming.NOTHING


def _format_one(game: Game, value: int | str, type: Type, player: int | None) -> str:
    if isinstance(value, str):  # a text that is printed
        return value
    if type.base not in ("thing", "zone") or not value:
        return naming.value(game.program, type, value)
    seen = player is None or visibility.sees(game, value, player)
    return naming.title(game.program, value, game if seen else None)
