"""Tests that are made once, before the members of a set are visited."""

from __future__ import annotations

from pathlib import Path

import cardwright
from dev.listing import listing

PACK = "{id: guards, version: 1.0.0, title: Guards, players: [1, 1], main: game}"
RULES = """\
provenance: house
kinds:
  field: {is: place}
  tent: {is: piece, on: field, state: {torn: flag}}
  knight: {is: piece, on: field}
players: [{id: red}]
fields: [{id: hill}, {id: ford}]
knights: [{id: anselm}]
tents: [{id: old-tent}]
definitions:
  camp of knight on field: there are untorn tents on field and field is not place of knight
  restless of knight: there are fields where camp of knight on field
rules:
  game: |
    move anselm to hill
    move old-tent to hill
    if restless of anselm: end the game "at home"
    move old-tent to ford
    set torn of old-tent to yes
    if restless of anselm: end the game "torn"
    set torn of old-tent to no
    if restless of anselm: end the game "camp"
"""


def made(folder: Path) -> cardwright.Rules:
    (folder / "pack.yaml").write_text(PACK)
    (folder / "game.yaml").write_text(RULES)
    return cardwright.load(folder)


def test_a_test_that_is_the_same_for_all_members_is_made_before_the_loop(tmp_path: Path) -> None:
    """No field needs to be read if no tent is whole."""
    lines = [*listing(made(tmp_path).program(1))]
    at = next(n for n, line in enumerate(lines) if line.startswith("function D_restless"))
    guard, loop = lines[at + 1].split(" and any(")
    assert "D_camp" in loop
    assert "any(" in guard
    assert "D_camp" not in guard


def test_the_value_is_that_of_the_loop(tmp_path: Path) -> None:
    game = made(tmp_path).new_game(1, 0)
    assert game.position.ended == "camp"
