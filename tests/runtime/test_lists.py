"""The lists of things in play, in addition to those of zones."""

from __future__ import annotations

import random
from pathlib import Path

import cardwright
from cardwright.backends.intrinsics import in_lists

PACKS = Path(__file__).parents[1] / "packs"
SINKING_PACK = "{id: sinking, version: 1.0.0, title: Sinking, players: [1, 1], main: game}"
SINKING = """\
kinds:
  field: {is: place, state: {flooded: flag}, gone when: flooded}
  knight: {is: card, on: field}
zones: {deck: {holds: knight}}
state: {seen: {type: number, start: 0}}
players:
  - {id: red, provenance: fixture}
fields:
  - {id: hill, provenance: fixture}
  - {id: ford, provenance: fixture}
knights:
  - {id: anselm, copies: 2, provenance: fixture}
rules:
  game: |
    move 1 knight in supply to hill
    move 1 knight in supply to ford
    set flooded of hill to yes
    set seen to number of knights on fields
"""


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
                        assert one.z[layout.placed] == layout.placed_things(one.s)
                    if layout.in_effect:
                        assert one.z[layout.in_effect] == layout.lasting(one.s)
                        some += len(one.z[layout.in_effect])
                    some += len(one.z[layout.placed]) if layout.placed else 0
        assert some


def test_what_leaves_with_its_place_leaves_the_list(tmp_path: Path) -> None:
    """In a game in which this has no other consequences."""
    (tmp_path / "pack.yaml").write_text(SINKING_PACK)
    (tmp_path / "sinking.yaml").write_text(SINKING)
    game = cardwright.load(tmp_path).new_game(1, 1)
    while game.options:
        game.apply(game.options[0])
    position, layout = game.position, game.position.program.layout
    assert position.z[layout.placed] == layout.placed_things(position.s)
    assert position.s[layout.cells["", "seen"]] == 1
