"""Lasting effects of a game in play: how they begin and end.

Responsible for their changes of the state and the lines of the log. The event that ends one is that
of an ordinary ability, which calls `end`.
"""

from __future__ import annotations

from cardwright.board.declarations import SOURCE, TOP
from cardwright.program.lasting_effects import EffectRow
from cardwright.runtime.game_state import GameState

_PLAIN = ("number", "flag")
"""Types without none: of these, 0 is a value."""


def _too_many(game: GameState, effect: str, most: int) -> str:
    plural = game.program.board.kinds[effect].plural
    times = "once" if most == 1 else f"{most} times"
    return (
        f"`{effect}` is in effect {times} already: end it with `until` or `while`, begin it "
        f"only `if there are no {plural}` that are the same, or allow more with `at most:`"
    )


def begin(game: GameState, effect: str, values: tuple[int, ...], owner: int, point: int) -> int:
    """Brings a lasting effect into effect; none if one of its arguments that is a thing or a word
    is none.
    """
    row, s = game.program.lasting[effect], game.s
    lacks = (not v and f.type.base not in _PLAIN for f, v in zip(row.fields, values, strict=True))
    if not owner or any(lacks):
        return 0
    item = next((i for i in row.copies if not s[i]), 0)
    if not item:
        raise game.error("CW404", _too_many(game, effect, len(row.copies)))
    for cell, value in zip(row.cells, values, strict=True):
        s[cell + item] = value
    if row.source:
        s[row.source + item] = s[game.program.layout.cells[("", SOURCE)]]
    game.move(item, row.zone + owner, TOP)
    _note(game, row, item, point)
    lapse(game)
    return item


def end(game: GameState, item: int, point: int) -> None:
    """Ends a lasting effect, and clears its arguments."""
    row, s = game.program.effect_row(item), game.s
    if row is None or not s[item]:
        return
    _note(game, row, item, point)
    game.move(item, 0, TOP)
    game.own(item, 0)
    for cell in row.cells:
        s[cell + item] = 0
    if row.source:
        s[row.source + item] = 0
    if row.next_begun is not None:
        s[row.next_begun + item] = 0
    lapse(game)


def _note(game: GameState, row: EffectRow, item: int, point: int) -> None:
    """Logs it with its arguments: the state may have changed when the line is read."""
    owner = game.s[game.program.layout.owner + item]
    game.log = (game.log, (point, item, owner, *row.logged_values(game.s, item)))


def lapse(game: GameState) -> None:
    """Ends effects whose condition no longer holds; not during simultaneous events."""
    listed = game.program.layout.in_effect
    if (listed and not game.z[listed]) or not game.outside_at_once_blocks():
        return
    for row in game.program.conditional:
        for item in row.copies:
            if game.s[item]:
                game.spend(row.weight)
                if not _holds(game, row, item):
                    end(game, item, row.point)


def _holds(game: GameState, row: EffectRow, item: int) -> bool:
    owner = game.s[game.program.layout.owner + item]
    return row.holds is None or bool(row.holds(game.s, game.z, owner, item))


def forget(game: GameState, thing: int) -> None:
    """Ends effects begun with a thing, if it has left the table."""
    if game.s[thing]:
        return
    for row in game.program.lasting.values():
        for item in row.copies:
            if game.s[item] and any(game.s[cell + item] == thing for cell in row.things):
                end(game, item, row.point)
