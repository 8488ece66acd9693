"""How a game ended: winners, scores and ranks.

Responsible for the evaluation of a pack's `winners` and `score`. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from cardwright.backends.game_errors import GameError
from cardwright.backends.recursion_limit import deep_calls
from cardwright.program.emit.value_emitter import function_name
from cardwright.program.program import Program
from cardwright.runtime.game import Game


def winners(game: Game) -> tuple[int, ...]:
    """The players who would win if the game ended now, by the pack's `winners`.

    Raises GameError if they can't be computed.
    """
    if game.program.winners is None:
        return ()
    with deep_calls():
        try:
            found = game.program.winners(game.s, game.z)
        except GameError as error:
            raise error.within(["winners"]) from None
    if isinstance(found, int):
        return (found,) if found else ()
    assert isinstance(found, Sequence)
    return tuple(found)


def score_of(program: Program) -> Callable[[Game, int], int | None]:
    """The score of a player; None if there is none."""
    return number_of(program, program.checked.declared.score)


def number_of(program: Program, name: str) -> Callable[[Game, int], int | None]:
    """A number of players by name: a definition, or a cell; None if there is none.

    The function raises GameError if the definition has no value.
    """
    layout = program.layout
    function = program.namespace.get(function_name(name))
    if name and callable(function):
        return partial(_calculated, name, function)
    cell = layout.cells.get(("player", name))
    if cell is None:
        return lambda game, player: None
    return lambda game, player: game.s[cell + player]


def _calculated(name: str, function: Callable[..., int], game: Game, player: int) -> int:
    with deep_calls():
        try:
            return int(function(game.s, game.z, player))
        except GameError as error:
            raise error.within([name]) from None


def ranks(won: Sequence[int], scores: Mapping[int, int | None]) -> dict[int, int]:
    """The rank of each player, from 1: winners first, the others by score; ties share a rank."""
    keys = {player: (player in won, score or 0) for player, score in scores.items()}
    keys |= dict.fromkeys(won, (True, 0))
    return {one: 1 + sum(key > mine for key in keys.values()) for one, mine in keys.items()}
