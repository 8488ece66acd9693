"""The reasons that `why not` gives a player do not depend on hidden values."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.runtime.game import Game
from cardwright_tools.why import why_not
from cardwright_tools.why.run import tree_lines

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
        output.append([line for tree in trees for line in tree_lines(tree)])
    assert output[0] == output[1]
    assert "depends on" in output[0][0]
    assert (
        why_not.why_not_trees(game, "Trapdoor")[0].words != output[0][0]
    )  # who may know all is told all
