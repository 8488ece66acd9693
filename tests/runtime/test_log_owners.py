"""Old lines of the log name things, and show their state, by the owners at that time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import cardwright
from cardwright import Game, Rules
from cardwright.runtime.determinize import determinize
from cardwright.runtime.log import lines
from cardwright.runtime.view import view

pytestmark = pytest.mark.usefixtures("shared_packs")

MANIFEST = """
id: flocks
version: 1.0.0
title: Flocks
players: [2, 2]
main: game
"""
CONTENT = """
kinds:
  player: {}
  field: {is: place}
  sheep: {is: piece, on: field, each player: 1, state: {wool: {type: number, seen by: owner}}}
  flea: {is: piece, on: sheep, each player: 1}
  deed: {is: card, state: {price: {type: number, seen by: owner}}}
zones:
  safe: {holds: deed, each player: true}
state:
  best: sheep
players:
  - {id: ann, title: Ann, provenance: house}
  - {id: bob, title: Bob, provenance: house}
fields:
  - {id: hill, title: The Hill, provenance: house}
deeds:
  - {id: farm, title: The Farm, provenance: house}
rules:
  game: |
    ann does raise
    ann may: say "goes on"
    ann does sell with bob
    bob may: say "ends"
    end the game
  raise: |
    place 1 sheep on hill
    choose 1 of your sheep, as woolly
    set best to woolly
    set wool of woolly to 3
    reveal woolly
    place 1 flea on woolly
    move farm to safe of you
    set price of farm to 7
  sell:
    takes: {buyer: player}
    do: |
      for each sheep on hill:
        give sheep to buyer
        set wool of sheep to 4
        reveal sheep
        set best to sheep
      move farm to safe of buyer
      set price of farm to 8
"""
BEFORE = [
    "Ann places a sheep on The Hill",
    "Ann sets best to Ann sheep",
    "Ann sets the wool of an Ann sheep to 3",
    "Ann sheep is revealed",
    "Ann places a flea on an Ann sheep",
    "Ann moves The Farm from supply to their safe",
    "Ann sets the price of The Farm to 7",
]
AFTER = [
    "Ann gives a sheep to Bob",
    "Ann sets the wool of a Bob sheep to 4",
    "Bob sheep is revealed",
    "Ann sets best to Bob sheep",
    "Ann moves The Farm from their safe to safe of Bob",
    "Ann sets the price of The Farm to 8",
]
SECRETS = {
    0: set[str](),
    1: {"Ann sets the wool of an Ann sheep to 3", "Ann sets the price of The Farm to 7"},
    2: {"Ann sets the wool of a Bob sheep to 4", "Ann sets the price of The Farm to 8"},
}


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    folder = tmp_path_factory.mktemp("packs") / "flocks"
    folder.mkdir()
    (folder / "pack.yaml").write_text(MANIFEST, "utf-8")
    (folder / "content.yaml").write_text(CONTENT, "utf-8")
    return cardwright.load(folder)


def sold(rules: Rules) -> Game:
    game = rules.new_game(2, 1)
    game.apply("no")
    return game


def told(game: Game, player: int | None = None) -> list[str]:
    answers = (" chooses ", " declines")
    return [line for line in lines(game.position, player) if not any(a in line for a in answers)]


def test_a_line_stays_as_it_was_written(rules: Rules) -> None:
    game = rules.new_game(2, 1)
    assert told(game) == BEFORE
    game.apply("no")
    assert told(game) == BEFORE + AFTER


ANOTHER: dict[str, Callable[[Rules], Game]] = {
    "a copy": lambda rules: sold(rules).copy(),
    "a game that goes on from a save": lambda rules: rules.restore(sold(rules).save()),
}


@pytest.mark.parametrize("name", ANOTHER)
def test_so_it_is_in(rules: Rules, name: str) -> None:
    assert told(ANOTHER[name](rules)) == BEFORE + AFTER


def test_undo_gives_things_back_and_their_lines(rules: Rules) -> None:
    game = sold(rules)
    game.undo()
    assert told(game) == BEFORE


def test_the_newest_lines_alone_are_the_same(rules: Rules) -> None:
    game = sold(rules)
    every = lines(game.position, None)
    assert all(lines(game.position, None, n) == every[-n:] for n in range(1, len(every)))


@pytest.mark.parametrize("player", SECRETS)
def test_state_of_an_owner_is_read_by_the_owner_of_that_time(rules: Rules, player: int) -> None:
    hidden = {line for other, found in SECRETS.items() if other != player for line in found}
    assert told(sold(rules), player) == [e for e in BEFORE + AFTER if e not in hidden]


def test_a_game_drawn_for_a_player_has_the_same_log(rules: Rules) -> None:
    game = sold(rules).position
    for player in (1, 2):
        drawn = determinize(game, player, 5)
        assert lines(drawn, player) == lines(game, player)


def test_reading_the_log_changes_nothing(rules: Rules) -> None:
    game = sold(rules)
    before = game.digest
    told(game)
    assert game.digest == before


def test_the_view_calls_things_by_their_owner_now(rules: Rules) -> None:
    seen = view(sold(rules).position, 2)
    (row,) = seen["places"]["hill"]["things"]
    assert (row["name"], row["owner"], row["things"][0]["name"]) == ("bob sheep", "bob", "ann flea")
    assert seen["state"]["best"] == "bob sheep"
