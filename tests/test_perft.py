"""Published numbers of games and positions of tic-tac-toe and Connect Four, counted by playing.

A position that occurs again is counted from memory; `make soak` plays every game.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import cardwright
from cardwright.runtime.digest import digest
from cardwright.runtime.game import Game

PACKS = Path(__file__).parent / "packs"
CONNECT_FOUR = {1: 7, 2: 49, 3: 343, 4: 2401, 5: 16807, 6: 117649, 7: 823_536}
GAMES_OF_TIC_TAC_TOE = 255_168


Count = Callable[[Game, int], int]


def positions(game: Game, depth: int, count: Count) -> int:
    """Positions after `depth` answers; games that end earlier do not count."""
    if game.question is None:
        return 0
    if depth == 1:
        return len(game.question.answers)
    return sum(count(played(game, i), depth - 1) for i in range(len(game.question.answers)))


def games(game: Game, depth: int, count: Count) -> int:
    """The number of games from here to the end."""
    if game.question is None:
        return 1
    return sum(count(played(game, i), depth - 1) for i in range(len(game.question.answers)))


def each(one: Callable[[Game, int, Count], int]) -> Count:
    """Counts every game, even if several lead to the same position."""
    return lambda game, depth: one(game, depth, each(one))


def once(one: Callable[[Game, int, Count], int]) -> Count:
    """Counts in each position only once."""
    known: dict[tuple[int, str], int] = {}

    def count(game: Game, depth: int) -> int:
        state = (depth, digest(game))
        if state not in known:
            known[state] = one(game, depth, count)
        return known[state]

    return count


WAYS = [once, pytest.param(each, marks=pytest.mark.soak)]


def played(game: Game, index: int) -> Game:
    copy = game.copy()
    copy.answer(index)
    return copy


@pytest.mark.parametrize("way", WAYS)
def test_number_of_tic_tac_toe_games(way: Callable[..., Count]) -> None:
    game = cardwright.load(PACKS / "tic-tac-toe").new_game(2, 1).position
    assert way(games)(game, 9) == GAMES_OF_TIC_TAC_TOE


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("depth", "number"),
    [
        pytest.param(depth, number, marks=pytest.mark.soak if depth > 5 else ())
        for depth, number in CONNECT_FOUR.items()
    ],
)
def test_number_of_connect_four_positions(
    depth: int, number: int, way: Callable[..., Count]
) -> None:
    game = cardwright.load(PACKS / "connect-four").new_game(2, 1).position
    assert way(positions)(game, depth) == number
