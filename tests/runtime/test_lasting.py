"""Lasting effects are state: copied, undone, saved, seen, explained and redrawn like any state."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import cardwright
from cardwright import Game, Rules
from cardwright.runtime.why import why

pytestmark = pytest.mark.usefixtures("shared_packs")

PACK = Path(__file__).parents[1] / "packs" / "lasting"


@pytest.fixture(scope="module")
def rules() -> Rules:
    return cardwright.load(PACK)


def in_effect(game: Game) -> dict[str, list[str]]:
    """The names of the effects in effect, by player."""
    zones = game.observation()["zones"]
    assert isinstance(zones, dict)
    return {
        player: [row["name"] for row in zones[f"in-effect of {player}"]["things"]]  # type: ignore[index,call-overload]
        for player in game.players
    }


def busy(rules: Rules, wanted: int) -> Game:
    """A position of a random game in which at least so many players have something in effect."""
    for seed in range(300):
        game, chance = rules.new_game(3, seed), random.Random(seed)
        while game.options:
            if sum(map(bool, in_effect(game).values())) >= wanted:
                return game
            game.apply(chance.choice(game.options))
    raise AssertionError("no such game")


def test_a_saved_game_has_its_effects(rules: Rules) -> None:
    game = busy(rules, 2)
    again = rules.restore(json.loads(json.dumps(game.save())))
    assert again.digest == game.digest
    assert in_effect(again) == in_effect(game)


def test_a_copy_does_not_change_with_its_original(rules: Rules) -> None:
    game = busy(rules, 1)
    other, before = game.copy(), in_effect(game)
    while game.options:
        game.apply(game.options[0])
    assert in_effect(other) == before


def test_undo_takes_back_a_beginning(rules: Rules) -> None:
    game = rules.new_game(2, 0)
    while not any(in_effect(game).values()):
        before = game.digest
        option = next((o for o in game.options if o.id in ("play", "mourn")), game.options[0])
        game.apply(option)
    game.undo()
    assert game.digest == before
    assert not any(in_effect(game).values())


def test_ended_effects_leave_no_trace_in_the_state(rules: Rules) -> None:
    game = busy(rules, 1).position
    for row in game.program.lasting.values():
        for item in row.copies:
            if game.s[item]:
                game.end(item, row.point)
    start = game.program.layout.start
    cells = [c + i for row in game.program.lasting.values() for c in row.cells for i in row.copies]
    assert [game.s[cell] for cell in cells] == [start[cell] for cell in cells]


def test_why_names_the_effect_and_what_it_was_begun_with(rules: Rules) -> None:
    game = rules.new_game(2, 0).position
    layout = game.program.layout
    anselm, red = layout.named("knight", "anselm"), layout.named("player", "red")
    blue = layout.named("player", "blue")
    for player in (red, blue):
        game.begin("blessed", (anselm,), player, game.program.lasting["blessed"].point)
    tree = why(game, "strength of anselm")
    assert tree.value == "6"
    lines = [(child.words, child.value) for child in tree.children]
    assert lines == [("after Blessed (Anselm) (add 2)", value) for value in ("4", "6")]


def test_what_is_hidden_is_not_named(rules: Rules) -> None:
    game = rules.new_game(2, 0).position
    layout = game.program.layout
    red, blue = layout.named("player", "red"), layout.named("player", "blue")
    truce, knight = layout.named("charm", "truce"), layout.named("knight", "anselm")
    game.move(truce, layout.zone_id("hand", red), 1)
    game.give(knight, red)
    game.begin("vowed", (truce,), red, game.program.lasting["vowed"].point)
    whole = Game(rules, game)
    seen = {player: json.dumps(whole.observation(player, last=0)) for player in ("red", "blue")}
    assert '"sealed": "truce"' in seen["red"]
    assert '"sealed": "hidden"' in seen["blue"]
    assert "truce" not in seen["blue"]
    told = [str(why(game, "strength of anselm", player)) for player in (red, blue)]
    assert ["Vowed (Truce)" in words for words in told] == [True, False]
    assert "Vowed (hidden)" in told[1]


def test_each_copy_of_a_card_can_have_its_effect(rules: Rules) -> None:
    rows = rules.program(2).lasting
    assert {name: len(rows[name].copies) for name in ("foreseen", "blessed", "mourned")} == {
        "foreseen": 6,
        "blessed": 4,
        "mourned": 4,
    }


def test_a_game_without_lasting_effects_has_neither_their_kind_nor_their_zone() -> None:
    board = cardwright.load(PACK.parent / "hands").declared.board
    assert "lasting-effect" not in board.kinds
    assert "in-effect" not in board.zones
