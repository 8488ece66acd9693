"""What is next to a place, in a row or in a grid; nothing is next to a thing that has no place."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright

MANIFEST = "id: rowing\nversion: 1.0.0\ntitle: Rowing\nplayers: [2, 2]\nmain: game\n"
BOARD = """
kinds:
  player: {state: {spot: {type: isle, optional: true}}}
  isle: {is: place, ordered: true}
  reef: {is: isle}
  cell: {is: place, grid: {width: 3, height: 1, neighbours: 4}}
  float: {is: piece, on: [cell, isle], each player: 3}
players: [{id: ann, provenance: house}, {id: bob, provenance: house}]
isles: [{id: uno, provenance: house}, {id: due, provenance: house}, {id: tre, provenance: house}]
reefs: [{id: quattro, provenance: house}, {id: cinque, provenance: house}]
state: {count: number}
rules:
  game: |
    set spot of ann to due
    ann places 1 float on uno
    ann places 1 float on b1
"""


@pytest.mark.parametrize(
    ("what", "number"),
    [
        ("players next to uno", 1),  # bob's spot is none
        ("floats next to uno", 0),  # one of them is on it, the other on a cell
        ("floats within 1 isle of due", 1),
        ("floats next to a1", 1),
        ("isles next to quattro", 2),  # a reef is in the row of the isles
        ("reefs next to tre", 1),
    ],
)
def test_distance(tmp_path: Path, what: str, number: int) -> None:
    (tmp_path / "pack.yaml").write_text(MANIFEST, "utf-8")
    (tmp_path / "board.yaml").write_text(f"{BOARD}    set count to number of {what}\n", "utf-8")
    game = cardwright.load(tmp_path).new_game(2, 1).position
    assert game.s[game.program.layout.cells[("", "count")]] == number
