"""The fingerprint of a position."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import cardwright
from cardwright import Rules
from cardwright.runtime.digest import digest
from cardwright.runtime.game import Game

PACKS = Path(__file__).parents[1] / "packs"
SCRIPT = """
import cardwright
game = cardwright.load({folder!r}).new_game(2, 5)
for _ in range(6):
    game.apply(game.options[0])
print(game.digest)
"""


@cache
def hands() -> Rules:
    return cardwright.load(PACKS / "hands")


def game() -> Game:
    return hands().new_game(2, seed=1).position


def test_the_same_in_every_process() -> None:
    script = SCRIPT.format(folder=str(PACKS / "hands"))
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        ).stdout
        for seed in ("0", "77")
    }
    assert len(found) == 1
    assert len(found.pop().strip()) == 64


def test_a_copy_has_the_digest_of_its_original() -> None:
    first = game()
    other = first.copy()
    assert digest(other) == digest(first)
    other.answer(0)
    assert digest(other) != digest(first)


def with_guard(index: int, owner: int = 1) -> Game:
    """A position in which the guard with this index stands on a hill."""
    found = game()
    layout = found.program.layout
    guards = [i for i in layout.kind("guard") if layout.items[i].owner == owner]
    found.s[guards[index]] = layout.named("hill", "north")
    return found


def test_interchangeable_pieces_may_swap_places() -> None:
    assert with_guard(0).state() != with_guard(1).state()
    assert digest(with_guard(0)) == digest(with_guard(1))


def test_different_positions_have_different_digests() -> None:
    found = {digest(g) for g in (game(), with_guard(0), with_guard(0, owner=2))}
    assert len(found) == 3


def test_a_piece_that_an_effect_refers_to_is_not_interchangeable() -> None:
    """Which guard a frame refers to affects how the game continues."""
    digests = set()
    for index in (0, 1):
        found = with_guard(0)
        guards = found.program.layout.kind("guard")
        found.frames[-1].append(guards[index])
        digests.add(digest(found))
    assert len(digests) == 2
