"""Numbers of games and positions, counted by playing: published ones of tic-tac-toe, Connect Four
and Reversi, and those of a game with rays, which a separate program counts.

Positions that occur again are looked up in a table; `make soak` plays every game.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import cardwright
from cardwright.runtime.digest import digest
from cardwright.runtime.game import Game

pytestmark = pytest.mark.usefixtures("shared_packs")

PACKS = Path(__file__).parent / "packs"
CONNECT_FOUR = {1: 7, 2: 49, 3: 343, 4: 2401, 5: 16807, 6: 117649, 7: 823_536}
REVERSI = {1: 4, 2: 12, 3: 56, 4: 244, 5: 1396, 6: 8200, 7: 55_092}
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
    """Counts each position only once."""
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


@pytest.mark.soak  # in C, `make test` counts them, too
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


def turns(game: Game) -> int:
    """How many turns have begun: forced moves and passes, which are not asked, count, too."""
    return game.s[game.program.layout.cells[("", "turns")]]


def after_turns(game: Game, number: int, count: Count) -> int:
    """The number of ways in which so many turns can be played; a forced turn is one way."""
    if game.question is None or turns(game) > number:
        return int(turns(game) > number)
    answers = range(len(game.question.answers))
    return sum(count(played(game, index), number) for index in answers)


@pytest.mark.parametrize(
    ("depth", "number"),
    [
        pytest.param(depth, number, marks=pytest.mark.soak if depth > 5 else ())
        for depth, number in REVERSI.items()
    ],
)
def test_number_of_reversi_positions(depth: int, number: int) -> None:
    game = cardwright.load(PACKS / "reversi").new_game(2, 1).position
    assert once(after_turns)(game, depth) == number


# ------------------------------------------------------------------- a game on rays

Cell = tuple[int, int]
Side = tuple[Cell, ...]
SIZE = 5
LIGHT, DARK = ((2, 1), (5, 2)), ((1, 4), (4, 5))


def seen(cell: Cell, blocked: frozenset[Cell]) -> list[Cell]:
    """The cells that a queen sees from a cell."""
    found = []
    for right in (-1, 0, 1):
        for up in (-1, 0, 1):
            x, y = cell[0] + right, cell[1] + up
            while (right or up) and 1 <= x <= SIZE and 1 <= y <= SIZE and (x, y) not in blocked:
                found.append((x, y))
                x, y = x + right, y + up
    return found


def amazon_moves(mine: Side, other: Side, burnt: frozenset[Cell], depth: int) -> int:
    """The number of sequences of moves: from, to and shot make up one move."""
    if not depth:
        return 1
    total = 0
    for queen in mine:
        rest = tuple(cell for cell in mine if cell != queen)
        for goal in seen(queen, burnt | {*mine, *other}):
            moved = (*rest, goal)
            for shot in seen(goal, burnt | {*moved, *other}):
                total += amazon_moves(other, moved, burnt | {shot}, depth - 1)
    return total


@pytest.mark.parametrize(("depth"), [1, pytest.param(2, marks=pytest.mark.soak)])
def test_number_of_moves_on_rays(depth: int) -> None:
    game = cardwright.load(PACKS / "amazons").new_game(2, 1).position
    assert once(after_turns)(game, depth) == amazon_moves(LIGHT, DARK, frozenset(), depth)
