"""Playouts: a position played on at random, and what it is worth to each player then.

Owns the one interface through which a search plays games out. Whatever plays faster takes its place
by being a `Playout` too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from cardwright.players.worth import worths_of
from cardwright.program.program import Program
from cardwright.runtime.game import Game
from cardwright.runtime.rng import below

Playout: TypeAlias = Callable[[Game, int], Sequence[int]]
"""Plays a position on, which is used up, with these 64 random bits; the worth of the end to each
player, in the order of their numbers."""


ENDLESS = 200_000  # answers; a game that asks more is taken to be endless
SHORT = 15  # answers, after which what the pack says a position is worth says more than chance


def usual_length(program: Program) -> int:
    """How long playouts are: to the end, where the pack doesn't say what a position is worth."""
    return SHORT if program.checked.declared.evaluate else ENDLESS


def play_to_end(game: Game, rng: int, most: int = ENDLESS) -> tuple[int, int]:
    """Answers at random to the end, or `most` times; returns the generator's state and the number
    of answers."""
    given = 0
    while (question := game.question) is not None and given < most:
        rng, index = below(rng, len(question.answers))
        game.answer(index)
        given += 1
    return rng, given


def playout_of(program: Program, most: int) -> Playout:
    """Playouts of games of this program, of at most so many answers."""
    worths = worths_of(program)

    def playout(game: Game, rng: int) -> Sequence[int]:
        play_to_end(game, rng, most)
        return worths(game)

    return playout
