"""The native engine plays the same games as the Python engine, decision by decision.

At each decision, who is asked what, the state, the frames and the state of chance are equal.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from cardwright.backends.native.library import Library, Position, compiled
from cardwright.players.playout import play_to_end
from cardwright.program.program import Program
from cardwright.runtime.game import Game

from ..all_packs import PACKS, ROOT, rules_of

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")

PLAYED = ("connect-four", "card-guilds", "hedge-duel", "pirate-bay", "railways", "skirmish")
FAST = ("-O0",)  # to compile, not to play
LONG = 400  # decisions of a game


@pytest.mark.parametrize("name", PLAYED)
def test_games_are_the_same(name: str) -> None:
    rules = rules_of(ROOT / "tests" / "packs" / name)
    program = rules.program(max(rules.players))
    library = compiled(program, FAST)
    for seed in range(3):
        play_both(program, library, seed)


@pytest.mark.soak
@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_many_games_are_the_same(pack: Path) -> None:
    rules = rules_of(pack)
    for players in rules.players:
        program = rules.program(players)
        library = compiled(program)
        for seed in range(20):
            play_both(program, library, seed, 5000)


def play_both(program: Program, library: Library, seed: int, most: int = LONG) -> None:
    game, position, rng = Game(program, seed), library.new(seed), random.Random(seed)
    assert told(game) == position.state()
    for _ in range(most):
        if game.question is None:
            break
        answer = rng.randrange(len(game.question.answers))
        game.answer(answer)
        position.apply(answer)
        assert told(game) == position.state()
    assert position.over == game.over


def told(game: Game) -> object:
    """The state with all that is ordered as tuples, as the native engine tells it."""
    return _tuples(game.state())


def _tuples(value: object) -> object:
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value


def test_random_players_are_the_same() -> None:
    program = rules_of(ROOT / "tests" / "packs" / "card-guilds").program(2)
    game, position = Game(program, 3), compiled(program, FAST).new(3)
    rng, given = play_to_end(game, 99)
    assert position.playout(99) == (given, rng)
    assert position.state() == told(game)


def test_a_position_can_be_told_and_taken_over() -> None:
    rules = rules_of(ROOT / "tests" / "packs" / "card-guilds")
    library = compiled(rules.program(2), FAST)
    position = library.new(7)
    for _ in range(12):
        position.apply(len(position.answers) // 2)
    other, copy = library.position(position.state()), position.copy()
    for one in (other, copy):
        assert ends_of(one) == ends_of(position)


def ends_of(position: Position) -> object:
    played = position.copy()
    return played.playout(5), played.state()
