"""No register ever holds more than its bounds allow."""

from __future__ import annotations

import random
from math import inf
from pathlib import Path

import pytest

from cardwright.program.bounds import UNKNOWN, ZERO, Bound
from cardwright.program.register_bounds import register_bounds
from cardwright.runtime.game import Game

from ..all_packs import PACKS, ROOT, rules_of, sample

pytestmark = pytest.mark.usefixtures("shared_packs")

SMALL = ROOT / "tests" / "packs"


@pytest.mark.parametrize("pack", sample(PACKS, 2))
def test_frames_of_random_games_are_within_their_bounds(pack: Path) -> None:
    rules = rules_of(pack)
    program = rules.program(max(rules.players))
    bounds = register_bounds(program)
    game, rng = Game(program, 1), random.Random(1)
    for _ in range(100):
        for _, routine, *registers in game.frames:
            for register, found in enumerate(registers):
                bound = bounds[routine].get(register, ZERO)
                where = program.entries[routine].name, register
                assert not found or bound.holds(found), (where, found, str(bound))
        if game.question is None:
            break
        game.answer(rng.randrange(len(game.question.answers)))


def test_the_bounds_of_a_small_game() -> None:
    program = rules_of(SMALL / "tic-tac-toe").program(2)
    turn = next(n for n, entry in enumerate(program.entries) if entry.name == "turn")
    found = {register: str(bound) for register, bound in register_bounds(program)[turn].items()}
    assert found[0] == "1 to 2"  # the player
    assert found[1] == "0 to 11"  # a cell, or none
    assert found[4] == "up to 9 of 3 to 11"  # those that are free
    assert found[8] == "0 to 22"  # a mark of a player in supply, or none


def test_what_grows_without_end_is_unbounded() -> None:
    program = rules_of(SMALL / "push-your-luck").program(2)
    bounds = [b for registers in register_bounds(program).values() for b in registers.values()]
    assert any(bound.high == inf for bound in bounds)
    assert all(bound.most < inf or bound == UNKNOWN for bound in bounds)


def test_a_bound_holds_what_is_within() -> None:
    bound = Bound(1, 4, 2)
    assert bound.holds((1, 4))
    assert not bound.holds((1, 2, 3))
    assert not bound.holds(5)
    assert bound.joined(Bound(9, 9)) == Bound(1, 9, 2)
