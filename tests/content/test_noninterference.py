"""Non-interference: nothing that a player can't see affects anything that reaches the player."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import cardwright
from dev.noninterference import disguise, visible_to

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]


SOAK = pytest.mark.soak
ALL = ("alpha", "beta", "gamma", "delta", "epsilon")


def often(players: int, modules: tuple[str, ...]) -> object:
    return pytest.param(players, modules, 0.12, marks=SOAK)


@pytest.mark.parametrize(
    ("players", "modules", "share"),
    [
        (2, (), 0.08),
        (3, ALL, 0.04),
        *(often(players, ()) for players in (2, 3, 4)),
        *(often(*case) for case in [(2, ALL[:3]), (3, ALL), (4, ALL)]),
    ],
)
def test_hidden_information_changes_nothing(
    players: int, modules: tuple[str, ...], share: float
) -> None:
    """Tested in some of a game's positions; `make soak` tests more of them."""
    pack = "doors-and-corners" if modules else "expanse"
    rules = cardwright.load(ROOT / "content" / pack, modules=modules)
    game, rng = rules.new_game(players, players).position, random.Random(players)
    looked, differing = 0, 0
    while game.question is not None:
        if rng.random() < share:
            player = rng.choice(game.program.layout.kind("player"))
            other = disguise(game, player, rng)
            assert visible_to(other, player) == visible_to(game, player)
            looked, differing = looked + 1, differing + (other.state() != game.state())
        game.answer(rng.randrange(len(game.question.answers)))
    assert looked > 10
    assert differing > 10


def test_visible_information_does_change() -> None:
    game = cardwright.load(ROOT / "content" / "expanse").new_game(4, 1).position
    other = game.copy()
    other.s[game.program.layout.cells[("player", "bonus-pick")] + 1] = game.program.layout.kind(
        "sector"
    )[0]
    assert visible_to(other, 1) != visible_to(game, 1)
    assert visible_to(other, 2) == visible_to(game, 2)
