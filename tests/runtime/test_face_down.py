"""Things that lie face down on places: who sees them, and that nobody else can distinguish them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import cardwright
from cardwright.runtime.determinize import determinize
from dev.noninterference import disguise, visible_to

pytestmark = pytest.mark.usefixtures("shared_packs")

PACK = Path(__file__).parents[1] / "packs" / "thicket"
GAMES = pytest.mark.parametrize("games", [2, pytest.param(30, marks=pytest.mark.soak)])


@GAMES
def test_what_lies_face_down_changes_nothing_for_others(games: int) -> None:
    """View, question and log are the same in positions that differ only in faces."""
    rules, rng, differing = cardwright.load(PACK), random.Random(5), 0
    for seed in range(games):
        game = rules.new_game(2, seed).position
        while game.question is not None:
            for player in (1, 2):
                other = disguise(game, player, rng)
                assert visible_to(other, player) == visible_to(game, player)
                differing += other.state() != game.state()
            game.answer(rng.randrange(len(game.question.answers)))
    assert differing > 8 * games


@GAMES
def test_a_drawn_game_looks_the_same_and_differs_in_what_is_face_down(games: int) -> None:
    rules, rng, differing = cardwright.load(PACK), random.Random(6), 0
    for seed in range(games):
        game = rules.new_game(2, seed).position
        while game.question is not None:
            for player in (1, 2):
                drawn = determinize(game, player, rng.getrandbits(20))
                assert visible_to(drawn, player) == visible_to(game, player)
                differing += drawn.s != game.s
            game.answer(rng.randrange(len(game.question.answers)))
    assert differing > 8 * games
