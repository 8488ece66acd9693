"""Doors & Corners: every combination of modules is played, and no module changes the base game."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

import cardwright
from cardwright.runtime.game import Game
from cardwright_tools.sim.games import GameSetup, game_seed
from cardwright_tools.sim.run import simulate
from dev.invariants import Invariants, play_checked
from dev.soak import module_combinations, small_combinations

pytestmark = pytest.mark.usefixtures("shared_packs")

CONTENT = Path(__file__).parents[2] / "content"
PACK = (CONTENT / "doors-and-corners").as_posix()
BASE = (CONTENT / "expanse").as_posix()
NAMES = ("alpha", "beta", "delta", "epsilon", "gamma")
COMBINATIONS = [on for number in range(1, 6) for on in combinations(NAMES, number)]
SOME = [on for on in COMBINATIONS if on == ("alpha",) or len(on) == 5]  # all in `make soak`
GAMES = 2


def test_all_modules_go_together() -> None:
    assert module_combinations([PACK]) == COMBINATIONS


def test_soak_runs_play_each_two_modules_and_all_of_them() -> None:
    assert small_combinations([PACK]) == [on for on in COMBINATIONS if len(on) in (1, 2, 5)]


@pytest.mark.parametrize("modules", SOME, ids="-".join)
def test_a_game_with_modules_ends_and_keeps_the_invariants(modules: tuple[str, ...]) -> None:
    """Each combination is played once, with varying numbers of players."""
    rules = cardwright.load(PACK, modules=modules)
    assert list(rules.players) == ([3, 4] if "delta" in modules else [2, 3, 4])
    players = rules.players[COMBINATIONS.index(modules) % len(rules.players)]
    play_with_invariants(rules, players, 1)


@pytest.mark.soak
@pytest.mark.parametrize("modules", COMBINATIONS, ids="-".join)
def test_games_with_modules_end_and_keep_the_invariants(modules: tuple[str, ...]) -> None:
    rules = cardwright.load(PACK, modules=modules)
    for players in rules.players:
        play_with_invariants(rules, players, GAMES)


def play_with_invariants(rules: cardwright.Rules, players: int, games: int) -> None:
    invariants = Invariants(rules.program(players))
    for index in range(games):
        game = Game(invariants.program, game_seed(1, index))
        _, faults = play_checked(rules, invariants, game, game_seed(2, index), every=5)
        assert faults == []
        assert game.over


@pytest.mark.parametrize(
    ("players", "modules"),
    [
        (2, ["alpha", "beta", "gamma", "epsilon"]),
        (3, ["alpha", "delta"]),
    ],
)
@pytest.mark.soak
def test_copies_saves_and_secrets_with_modules(players: int, modules: list[str]) -> None:
    rules = cardwright.load(PACK, modules=modules)
    invariants = Invariants(rules.program(players))
    game = Game(invariants.program, players)
    given, faults = play_checked(rules, invariants, game, players, deep=True)
    assert faults == []
    assert given > 100


@pytest.mark.parametrize(
    "players", [2, *(pytest.param(count, marks=pytest.mark.soak) for count in (3, 4))]
)
def test_without_modules_it_is_the_base_game(players: int) -> None:
    digests = set()
    for pack in (PACK, BASE):
        setup = GameSetup((pack,), (), players, 1)
        digests.add(simulate(setup, 4).digest)
    assert len(digests) == 1


def test_resource_tokens_refuse_two_players() -> None:
    rules = cardwright.load(PACK, modules=["delta"])
    with pytest.raises(ValueError, match=r"\(module delta\) is for 3 to 4 players, not 2"):
        rules.new_game(2, 1)
