"""Effects without an actor or a target change nothing; the same is true of abilities of unowned
things."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.backends.game_errors import GameError
from cardwright.runtime.game import Game

MANIFEST = "id: hills-game\nversion: 1.0.0\ntitle: A\nplayers: [2, 2]\nmain: game\n"
BOARD = """
kinds:
  player: {state: {gold: {type: number, start: 2, min: 1, max: 9}}}
  hill: {is: place}
  guard: {is: piece, on: hill, each player: 3}
  deed: {is: card, active in: row}
players: [{id: ann, provenance: house}, {id: bob, provenance: house}]
zones: {row: {holds: deed}}
state: {who: player, round: number, tally: number}
menus: {shop: {title: Shop}}
"""
HILLS = "hills: [{id: north, provenance: house}, {id: south, provenance: house}]\n"


def played(folder: Path, more: str, game: str) -> Game:
    rules = "\nrules:\n  game: |\n" + "".join(f"    {line}\n" for line in game.splitlines())
    (folder / "pack.yaml").write_text(MANIFEST, "utf-8")
    (folder / "board.yaml").write_text(BOARD, "utf-8")
    (folder / "more.yaml").write_text(more + rules, "utf-8")
    return cardwright.load(folder).new_game(2, 1).position


def cells(game: Game) -> dict[str, int]:
    layout = game.program.layout
    return {name: game.s[cell] for (kind, name), cell in layout.cells.items() if not kind} | {
        "ann": game.s[layout.cells[("player", "gold")] + 1],
        "bob": game.s[layout.cells[("player", "gold")] + 2],
    }


UNTOUCHED = {"who": 0, "round": 0, "tally": 0, "ann": 2, "bob": 2}


@pytest.mark.parametrize(
    "text",
    [
        "who does earn",
        "who gains 3 gold",
        "who chooses a hill, as spot",
        "who opens shop",
        "who may: set round to 1",
        "choose a player where gold of player > 50, as rich\nrich does earn",
        "choose a guard where round is 7, as lost\nx does earn".replace("x", "owner of lost"),
    ],
)
def test_an_effect_of_nobody_does_nothing(tmp_path: Path, text: str) -> None:
    more = HILLS + "options: [{id: dig, menu: shop, do: gain 1 gold, provenance: house}]"
    more += "\ndefinitions: {unused: 0}"
    (tmp_path / "earn.yaml").write_text("rules: {earn: gain 3 gold}\n", "utf-8")
    game = played(tmp_path, more, text)
    assert game.question is None
    assert cells(game) == UNTOUCHED


def test_you_on_an_unowned_card_is_the_actor(tmp_path: Path) -> None:
    more = HILLS + (
        "deeds:\n  - id: toll\n    provenance: house\n    abilities:\n"
        "      - {when: after placing guard, do: gain 2 gold}\n"
    )
    game = played(tmp_path, more, "move toll to row\nbob places 1 guard on north")
    assert cells(game) == UNTOUCHED | {"bob": 4}


def test_a_place_has_abilities(tmp_path: Path) -> None:
    more = (
        "hills:\n  - id: north\n    provenance: house\n    abilities:\n"
        "      - {when: after placing guard, do: add 1 to round}\n"
    )
    game = played(tmp_path, more, "ann places 1 guard on north")
    assert cells(game)["round"] == 1


@pytest.mark.parametrize(("cost", "gold", "paid"), [("1", 1, 1), ("2", 2, 0), ("(0 - 9)", 2, 1)])
def test_a_cost_is_a_payment(tmp_path: Path, cost: str, gold: int, paid: int) -> None:
    more = HILLS + (
        f'options:\n  - {{id: dig, menu: shop, cost: "{cost} gold", do: add 1 to tally, '
        "provenance: house}\nabilities: [{when: after changing gold, do: add 1 to round}]\n"
    )
    game = played(tmp_path, more, "ann opens shop")
    assert (cells(game)["ann"], cells(game)["tally"]) == (gold, paid)


def test_numbers_stay_bounded(tmp_path: Path) -> None:
    text = "let big be 1000000000\nlet huge be big * big\nset round to huge mod 7"
    with pytest.raises(GameError) as error:
        played(tmp_path, HILLS, text)
    assert error.value.code == "CW403"


FACES = "enums: {face: [red, blue]}\n"


def test_a_kind_without_things(tmp_path: Path) -> None:
    kinds = "kinds:\n  coin: {is: die, faces: face, state: {worn: {type: number, start: 1}}}\n"
    game = played(tmp_path, FACES + kinds, """
for each coin where worn of coin > 0:
  add 1 to worn of coin, then roll coin
set tally to number of coins
roll a coin
set round to (sum of worn of coin over coins) + 1
""".strip())  # fmt: skip
    assert cells(game)["tally"] == 0
    assert cells(game)["round"] == 1


def test_there_may_be_no_kinds_of_pieces(tmp_path: Path) -> None:
    kinds = "kinds: {piece: {each player: 2, state: {worn: number}}}\n"
    game = played(tmp_path, kinds, """
for each piece in supply: add 2 to worn of piece
set tally to sum of worn of piece over pieces in supply
set round to number of pieces of ann in supply
""".strip())  # fmt: skip
    assert cells(game)["tally"] == 20  # the guards are pieces, too
    assert cells(game)["round"] == 5


def test_dice_of_the_root_kind_are_rolled(tmp_path: Path) -> None:
    kinds = "kinds:\n  die: {is: die, plural: dice, faces: face}\npieces: {die: 30}\n"
    game = played(tmp_path, FACES + kinds, """
for each die in supply: roll die
set tally to number of dice in supply where face of die is red
set round to number of dice in supply where face of die is blue
""".strip())  # fmt: skip
    found = cells(game)
    assert found["tally"] + found["round"] == 30
    assert 0 < found["tally"] < 30
