"""The lists of what is in play, beside those of zones."""

from __future__ import annotations

import random
from pathlib import Path

import cardwright
from cardwright.backends.intrinsics import in_lists

PACKS = Path(__file__).parents[1] / "packs"


def test_what_is_in_several_lists_is_in_the_order_of_numbers() -> None:
    assert in_lists([[9], [7, 3], [], [5]], 1, 4) == [3, 5, 7]


def test_the_lists_follow_random_games_and_their_determinizations() -> None:
    for pack in ("menagerie", "lasting"):
        rules, some = cardwright.load(PACKS / pack), 0
        for seed in range(4):
            game, chance = rules.new_game(2, seed), random.Random(seed)
            while game.options:
                game.apply(chance.choice(game.options))
                drawn = game.determinize(game.players[0], seed)
                for one in (game.position, drawn.position):
                    layout = one.program.layout
                    if layout.placed:
                        assert one.z[layout.placed] == layout.lying(one.s)
                    if layout.in_effect:
                        assert one.z[layout.in_effect] == layout.lasting(one.s)
                        some += len(one.z[layout.in_effect])
                    some += len(one.z[layout.placed]) if layout.placed else 0
        assert some
