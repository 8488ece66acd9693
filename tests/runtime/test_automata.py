"""Automata take part in addition to the players that a game is for."""

from __future__ import annotations

from pathlib import Path

import cardwright
from cardwright_tools.cli import invoke

PACKS = Path(__file__).parents[1] / "packs"
PACK = PACKS / "pirate-bay"


def test_the_number_of_players_is_that_of_people() -> None:
    rules = cardwright.load(PACK)
    assert [*rules.players] == [1, 2]
    for number, people in ((1, {"ann"}), (2, {"ann", "bob"})):
        game = rules.new_game(number, seed=1)
        assert game.automata == ("pirate",)
        assert {*game.players} == {*people, "pirate"}
        assert game.turn in people


def test_a_game_for_one_is_saved_and_restored() -> None:
    game = cardwright.load(PACK).new_game(1, seed=3)
    game.apply("pass")
    again = game.rules.restore(game.save())
    assert (again.players, again.digest) == (game.players, game.digest)


def test_random_games_of_one_reach_their_end(tmp_path: Path) -> None:
    assert invoke(["sim", str(PACK), "--players", "1", "--games", "5"]) == 0


def test_answers_may_be_for_the_questions_of_an_option_that_a_thing_carries() -> None:
    """`isle in OPTION`, which `check` accepts, matches the option's name or that of its bearer."""
    options = cardwright.load(PACKS / "menagerie").checked.options
    carried = [option for option in options if option.declared.bearer is not None]
    assert carried
    for option in carried:
        bearer = option.declared.bearer
        assert bearer is not None
        assert option.routine.scopes == (option.declared.id, bearer.id)
