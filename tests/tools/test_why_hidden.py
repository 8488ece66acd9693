"""The reasons that `why not` gives a player do not depend on hidden values."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.runtime import questions
from cardwright.runtime.game import Game
from cardwright.runtime.why import why
from cardwright_tools.why import why_not

pytestmark = pytest.mark.usefixtures("shared_packs")

PACK = {
    "pack.yaml": """\
id: traps
version: 1.0.0
title: Traps
players: [2, 2]
main: game
winners: top players by gold of player
""",
    "game.yaml": """\
kinds:
  player: {state: {gold: {type: number, start: 3}}}
  hill: {is: place, state: {trapped: {type: flag, seen by: nobody}}}
players:
  - {id: ann, title: Ann, provenance: house}
  - {id: bob, title: Bob, provenance: house}
hills:
  - {id: north, provenance: house}
  - {id: south, provenance: house}
rules:
  game: |
    for each player:
      choose one:
        trap "Trapdoor" if south is not trapped and gold of you is 9: gain 1 gold
        walk "Walk": gain 2 gold
        rest "Rest": gain 3 gold
""",
}


@pytest.fixture
def game(tmp_path: Path) -> Game:
    for name, text in PACK.items():
        (tmp_path / name).write_text(text)
    return cardwright.load(tmp_path).new_game(2, 1).position


def test_a_hidden_flag_changes_no_reason(game: Game) -> None:
    layout = game.program.layout
    cell = layout.cells[("hill", "trapped")] + layout.by_name[("hill", "south")]
    assert game.question is not None
    player, output = game.question.player, []
    for value in (0, 1):
        other = game.copy()
        other.s[cell] = value
        trees = why_not.why_not_trees(other, "Trapdoor", player)
        output.append([line for tree in trees for line in tree.lines()])
    assert output[0] == output[1]
    assert "depends on" in output[0][0]
    assert (
        why_not.why_not_trees(game, "Trapdoor")[0].words != output[0][0]
    )  # a reader who may know everything is told everything


AMBUSH = {
    "pack.yaml": PACK["pack.yaml"].replace("traps", "ambush").replace("Traps", "Ambush"),
    "game.yaml": """\
kinds:
  player: {state: {gold: {type: number, start: 3}}}
  field: {is: place, grid: {width: 3, height: 2, neighbours: 4, directions: heading}}
  agent: {is: piece, on: field, seen by: owner}
  scout: {is: agent, each player: 1}
  spy: {is: agent, each player: 1}
  harbour: {is: place, fields: {worth: number}}
  boat: {is: piece, on: harbour, seen by: owner}
  ferry: {is: boat, each player: 1}
  galley: {is: boat, each player: 1}
players:
  - {id: ann, title: Ann, provenance: house}
  - {id: bob, title: Bob, provenance: house}
harbours:
  - {id: cove, worth: 2, provenance: house}
  - {id: bay, worth: 5, provenance: house}
  - {id: inlet, worth: 1, provenance: house}
rules:
  game: |
    for each player: player does hide
    for each player: player does turn
  hide: |
    place 1 scout on 1 field
    place 1 spy on 1 field
    place 1 ferry on 1 harbour
    place 1 galley on 1 harbour
  turn: |
    choose one:
      wait "Wait": gain 1 gold
      rest "Rest": gain 2 gold
""",
}
THROUGH_PLACES = [
    "row of (place of (foremost spies of bob))",
    "column of (place of (foremost spies of bob)) + 1",
    "field east of (place of (foremost spies of bob))",
    "number of fields next to place of (foremost spies of bob) where column of field is 1",
    "number of spies of bob on fields where row of field is 2",
    "worth of (place of (foremost galleys of bob))",
    "sum of worth of place of galley over galleys of bob",
    "place of (foremost galleys of bob) is bay",
]


@pytest.fixture
def alike(tmp_path: Path) -> list[Game]:
    """Two positions that look the same to Ann: Bob's things have changed places in pairs."""
    for name, text in AMBUSH.items():
        (tmp_path / name).write_text(text)
    found = []
    for scout, spy, ferry, galley in (("a1", "c2", "cove", "bay"), ("c2", "a1", "bay", "cove")):
        game = cardwright.load(tmp_path).new_game(2, 1).position
        for answer in (scout, spy, ferry, galley, "b1", "b2", "inlet", "inlet"):
            game.answer([*questions.answers(game)].index(answer))
        found.append(game)
    return found


@pytest.mark.parametrize("text", THROUGH_PLACES)
def test_what_is_found_through_a_hidden_place_is_hidden(alike: list[Game], text: str) -> None:
    ann, bob = alike[0].program.layout.kind("player")
    hidden, other = (why(game, text, ann) for game in alike)
    assert hidden == other
    assert hidden.value == "hidden"
    known = [why(game, text, bob).value for game in alike]
    assert known[0] != known[1]


def test_what_is_found_through_a_place_in_sight_is_shown(alike: list[Game]) -> None:
    ann = alike[0].program.layout.kind("player")[0]
    assert why(alike[0], "row of (place of (foremost spies of ann))", ann).value == "2"
    far = why(alike[0], "place of (foremost galleys of bob) is inlet", ann)
    assert (far.value, far.note) == ("no", "it is hidden")  # no back of Bob's lies there
