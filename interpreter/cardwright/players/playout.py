"""Playouts: playing on from a position to see what it leads to.

Responsible for two policies: at random, and with all players taking the best of a few random ways
to finish an action. `backends/native/runtime/ahead.h` implements the latter in C.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate

from cardwright.backends.game_errors import GameError
from cardwright.players.evaluation import EvaluationError, evaluation_of
from cardwright.players.lookahead import BROKEN, FARTHEST, level_of
from cardwright.program.decision_points import MenuPoint
from cardwright.program.program import Program
from cardwright.runtime.engines import ENDLESS
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import DONE
from cardwright.runtime.rng import below, step
from cardwright.source.memoized import memoized
from cardwright.source.records import dataclass


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
"""By decision point that is a menu, how likely each of its rows is to be tried; only where the pack
says so."""


@memoized
def option_weights(program: Program) -> Weights:
    """What the options of a program `prefer`."""
    found = {
        point.index: [row.declared.prefer for row in point.rows]
        for point in program.points if isinstance(point, MenuPoint)
    }  # fmt: skip
    return {index: weights for index, weights in found.items() if {*weights} - {1}}


def answer_weights(weights: Sequence[int], answers: Sequence[int]) -> list[int]:
    """The weights of these answers of a menu; passing has weight 1, and if all weights are 0, each
    is 1.
    """
    found = [1 if answer == DONE else weights[answer] for answer in answers]
    return found if any(found) else [1] * len(found)


def play_weighted(game: Game, rng: int, most: int) -> None:
    """Answers at random, weighted by the pack's preferences, to the end or `most` times."""
    weights = option_weights(game.program)
    for _ in range(most):
        if (question := game.question) is None:
            return
        if (of := weights.get(question.site)) is None:
            rng, index = below(rng, len(question.answers))
        else:
            sums = [*accumulate(answer_weights(of, question.answers))]
            rng, at = below(rng, sums[-1])
            index = bisect_right(sums, at)
        game.answer(index)


def play_best_of(game: Game, rng: int, tries: int, most: int) -> Game:
    """Plays on for about `most` answers and returns the resulting position."""
    given = 0
    while game.question is not None and given < most:
        rng, more, game = _act(game, rng, tries)
        given += more
    return game


def rate_answers(game: Game, rng: int, tries: int) -> list[int]:
    """For each answer, the value of the best of `tries` ways to finish the action, for the player
    asked.
    """
    assert game.question is not None
    found = []
    for index in range(len(game.question.answers)):
        tried = []
        for _ in range(tries):
            rng, one = _tried(game, rng, index)
            tried.append(one.value)
        found.append(max(tried))
    return found


@dataclass(frozen=True, slots=True)
class _Tried:
    """The value of an answer if the action is then finished in one way, the number of answers that
    took, and the position; no position if it leads to an error of the pack.
    """

    value: int
    answers: int = 1
    after: Game | None = None


def _act(game: Game, rng: int, tries: int) -> tuple[int, int, Game]:
    """Takes the best of `tries` ways to finish the action; returns the generator's state, the
    number of answers that took, and the position. If chance plays a part in it, only its first
    answer is given, and chance decides anew.
    """
    question = game.question
    assert question is not None
    if len(question.answers) == 1:
        game.answer(0)
        return rng, 1, game
    best: tuple[int, _Tried] | None = None
    for _ in range(tries):
        rng, index = below(rng, len(question.answers))
        rng, one = _tried(game, rng, index)
        if best is None or one.value > best[1].value:
            best = index, one
    assert best is not None
    after = best[1].after
    if after is not None and after.rng == game.rng:
        return rng, best[1].answers, after
    rng, game.rng = step(rng)
    game.answer(best[0])
    return rng, 1, game


def _tried(game: Game, rng: int, index: int) -> tuple[int, _Tried]:
    """Gives this answer in a copy, and finishes the action at random while others decline if they
    can; returns the generator's state too.
    """
    assert game.question is not None
    me, level, after = game.question.player, level_of(game), game.copy()
    mine = level - (not isinstance(game.program.points[game.question.site], MenuPoint))
    given = 1
    try:
        after.answer(index)
        while (asked := after.question) is not None and given < FARTHEST:
            if len(after.frames) <= (mine if asked.player == me else level):
                break
            at = len(asked.answers) - 1
            if asked.player == me:
                rng, at = below(rng, at + 1)
            after.answer(at)
            given += 1
        return rng, _Tried(evaluation_of(game.program)(after, me), given, after)
    except EvaluationError:
        raise
    except GameError:
        return rng, _Tried(BROKEN)
