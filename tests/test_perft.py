"""Published numbers of games, counted by playing them: tic-tac-toe and Connect Four."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.machine.game import Game

PACKS = Path(__file__).parent / "packs"
CONNECT_FOUR = {1: 7, 2: 49, 3: 343, 4: 2401, 5: 16807, 6: 117649, 7: 823_536}
GAMES_OF_TIC_TAC_TOE = 255_168


def positions(game: Game, depth: int) -> int:
    """Positions `depth` answers on; a game that ends before does not count."""
    if game.question is None:
        return 0
    if depth == 1:
        return len(game.question.answers)
    return sum(positions(played(game, i), depth - 1) for i in range(len(game.question.answers)))


def games(game: Game) -> int:
    """Games from here to their ends."""
    if game.question is None:
        return 1
    return sum(games(played(game, index)) for index in range(len(game.question.answers)))


def played(game: Game, index: int) -> Game:
    copy = game.copy()
    copy.answer(index)
    return copy


def test_all_games_of_tic_tac_toe() -> None:
    game = cardwright.load(PACKS / "tic-tac-toe").new_game(2, 1).position
    assert games(game) == GAMES_OF_TIC_TAC_TOE


@pytest.mark.parametrize(("depth", "number"), CONNECT_FOUR.items())
def test_positions_of_connect_four(depth: int, number: int) -> None:
    game = cardwright.load(PACKS / "connect-four").new_game(2, 1).position
    assert positions(game, depth) == number
