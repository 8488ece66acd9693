"""Playouts: a position played on at random, and what it is worth to each player then.

Owns the one interface through which a search plays games out. Whatever plays faster takes its place
by being a `Playout` too.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import TypeAlias

from cardwright.players.worth import worths_of
from cardwright.program.decision_points import MenuPoint
from cardwright.program.program import Program
from cardwright.runtime.engines import ENDLESS, native, play_on
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import DONE
from cardwright.runtime.rng import below

Playout: TypeAlias = Callable[[Game, int], Sequence[int]]
"""Plays a position on, which is used up, with these 64 random bits; the worth of the end to each
player, in the order of their numbers."""


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


Weights = Mapping[int, Sequence[int]]
"""By decision point that is a menu, how likely each of its rows is tried; only where the pack says
so."""


def weights_of(program: Program) -> Weights:
    """What the options of a program `prefer`."""
    found = {
        point.index: [row.declared.prefer for row in point.rows]
        for point in program.points if isinstance(point, MenuPoint)
    }  # fmt: skip
    return {index: weights for index, weights in found.items() if {*weights} - {1}}


def weighed(weights: Sequence[int], answers: Sequence[int]) -> list[int]:
    """The weights of these answers of a menu; to pass counts 1, and if all are 0, each does."""
    found = [1 if answer == DONE else weights[answer] for answer in answers]
    return found if any(found) else [1] * len(found)


def play_weighed(game: Game, rng: int, most: int, weights: Weights) -> None:
    """Answers at random, and what the pack prefers more often, to the end or `most` times."""
    for _ in range(most):
        if (question := game.question) is None:
            return
        if (of := weights.get(question.site)) is None:
            rng, index = below(rng, len(question.answers))
        else:
            sums = [*accumulate(weighed(of, question.answers))]
            rng, at = below(rng, sums[-1])
            index = bisect_right(sums, at)
        game.answer(index)


def playout_of(program: Program, most: int) -> Playout:
    """Playouts of games of this program, of at most so many answers."""
    worths, weights = worths_of(program), weights_of(program)

    def playout(game: Game, rng: int) -> Sequence[int]:
        if weights:
            play_weighed(game, rng, most, weights)
        elif (library := native(program)) is None or play_on(library, game, rng, most) is None:
            play_to_end(game, rng, most)
        return worths(game)

    return playout
