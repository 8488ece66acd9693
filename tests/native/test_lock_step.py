"""The native engine plays the same games as the Python engine, decision by decision.

At each decision, the question and its player, the state, the frames and the random state are equal.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardwright import load
from cardwright.backends.native.library import Position, compile_library
from cardwright.players.playout import play_to_end
from cardwright.runtime.game import Game
from dev.lock_step import Compared, compare, play, samples

from ..all_packs import PACKS, ROOT, rules_of

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")

PLAYED = ("connect-four", "card-guilds", "hedge-duel", "pirate-bay", "railways", "skirmish")
FAST = ("-O0",)  # to compile, not to play
LONG = 400  # decisions of a game
GAMES = 1000  # for each sample of a pack's modules, with its numbers of players in turn


@pytest.mark.parametrize("name", PLAYED)
def test_games_are_the_same(name: str) -> None:
    rules = rules_of(ROOT / "tests" / "packs" / name)
    program, found = rules.program(max(rules.players)), Compared()
    library = compile_library(program, FAST)
    for seed in range(3):
        play(program, library, seed, found, LONG)
    assert found.differences == []
    assert (found.games, found.handed_over) == (3, 0)
    assert found.decisions > 20


@pytest.mark.soak
@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_many_games_are_the_same(pack: Path) -> None:
    for modules in samples(pack, 3):
        found = Compared()
        compare(load(pack, modules=modules), GAMES, found)
        assert found.differences == []
        assert found.decisions > found.handed_over


def test_random_players_are_the_same() -> None:
    program = rules_of(ROOT / "tests" / "packs" / "card-guilds").program(2)
    game, position = Game(program, 3), compile_library(program, FAST).new(3)
    rng, given = play_to_end(game, 99)
    assert position.playout(99) == (given, rng)
    assert position.is_at(game.state())
    assert not compile_library(program, FAST).new(3).is_at(game.state())


def test_a_position_can_be_exported_and_taken_over() -> None:
    rules = rules_of(ROOT / "tests" / "packs" / "card-guilds")
    library = compile_library(rules.program(2), FAST)
    position = library.new(7)
    for _ in range(12):
        position.apply(len(position.answers) // 2)
    other, copy = library.position(position.state()), position.copy()
    for one in (other, copy):
        assert ends_of(one) == ends_of(position)


def ends_of(position: Position) -> object:
    played = position.copy()
    return played.playout(5), played.state()
