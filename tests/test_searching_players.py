"""The searching player: what it finds, what it may know, and who is stronger than whom."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import cardwright
from cardwright import Game, Rules, players

PACKS = Path(__file__).parent / "packs"


@pytest.fixture(scope="module")
def toe() -> Rules:
    return cardwright.load(PACKS / "tic-tac-toe")


@pytest.fixture(scope="module")
def four() -> Rules:
    return cardwright.load(PACKS / "connect-four")


def after(rules: Rules, *answers: str) -> Game:
    game = rules.new_game(players=2, seed=1)
    for answer in answers:
        game.apply(answer)
    return game


def searched(game: Game, playouts: int, chance: int = 7) -> str:
    return players.Mcts(playouts)(players.Seat(game, chance << 32)).id


@pytest.mark.parametrize(("line", "right"), [
    ("a1 a2 b1 b2", "c1"),  # wins
    ("a1 b2 b1", "c1"),  # must block
    ("a1", "b2"),  # all else loses against the corner
    ("a1 b2 c3", "a2 b1 c2 b3"),  # a corner would lose
])  # fmt: skip
def test_it_plays_tic_tac_toe_right(toe: Rules, line: str, right: str) -> None:
    game = after(toe, *line.split())
    assert {searched(game, 400, chance) for chance in range(2)} <= {*right.split()}


@pytest.mark.parametrize(("line", "playouts", "right"), [
    ("c1 c2 d1 d2", 300, "b1 e1"),  # makes three in a row with both ends open
    ("c1 g1 d1", 100, "b1 e1 f1"),  # must stop that
    ("c1 b1 d1 d2 e1", 50, "f1"),  # must block
])  # fmt: skip
def test_it_plays_connect_four_right(four: Rules, line: str, playouts: int, right: str) -> None:
    assert searched(after(four, *line.split()), playouts) in right.split()


def test_it_wins_a_won_game(four: Rules) -> None:
    game = after(four, *["c1", "c2", "d1", "d2", "e1", "e2"])
    mine, playing = game.turn, players.Mcts(30)
    players.play(game, dict.fromkeys(game.players, playing), 1)
    assert game.outcome is not None
    assert game.outcome.winners == (mine,)


def test_equal_chance_gives_equal_answers(toe: Rules) -> None:
    game = after(toe, "b2", "b1")
    assert len({searched(game, 12, chance) for chance in range(6)}) > 1
    assert [searched(game, 12, n) for n in range(3)] == [searched(game, 12, n) for n in range(3)]


def test_it_stops_in_time(four: Rules) -> None:
    seat = players.Seat(after(four), 1)
    assert players.Mcts(seconds=0.01)(seat) in seat.options


# -------------------------------------------------------------------------------- scripts


def test_a_file_plays(toe: Rules, tmp_path: Path) -> None:
    file = tmp_path / "last.py"
    file.write_text("def answer(seat):\n    return seat.options[-1]\n")
    game = after(toe)
    game.apply(players.named(f"script:{file}")(players.Seat(game, 1)))
    assert "c3" not in {option.id for option in game.options}


@pytest.mark.parametrize(("text", "said"), [
    ("answers = 1", r"no function `answer\(seat\)`"),
    ("answer = 1 / 0", "can't be run: ZeroDivisionError"),
])  # fmt: skip
def test_a_file_that_can_not_play_is_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "none.py"
    file.write_text(text)
    with pytest.raises(ValueError, match=said):
        players.named(f"script:{file}")


def test_seats_are_named_by_number() -> None:
    ids: Sequence[str] = ["red", "green", "blue"]
    by = players.assigned("2=greedy,blue=mcts:10,others=random", ids)
    assert by == {"red": "random", "green": "greedy", "blue": "mcts:10"}
    assert players.assigned("1=greedy,red=random", ids)["red"] == "random"  # a name says more
