"""Scenarios of identical pieces: in zones, by owner, with state; and of copies and places."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright_tools.scenario.run import run_tests

pytestmark = pytest.mark.usefixtures("shared_packs")

PACK = """
id: depot
version: 1.0.0
title: Depot
players: [2, 2]
main: game
"""

GAME = """
enums: {colour: [white, black]}
kinds:
  player:
    state:
      gold: {type: number, start: 3, min: 0}
      passed: flag
      shown: note
      goal: place
      flagship: barge
  yard: {is: place}
  road: {is: place}
  cart:
    is: piece
    on: yard
    each player: 4
    state:
      broken: flag
      load: {type: number, min: 0, max: 9}
      bound: yard
      paint: {type: colour, start: white}
      canvas: {type: colour, start: white}
  lamp: {is: piece, on: yard}
  barge: {is: piece, on: yard, each player: 1}
  token: {is: piece, on: yard}
  note: {is: card, state: {torn: flag}}
pieces: {token: 6}
zones:
  shed: {holds: cart, each player: true}
  purse: {holds: token, each player: true}
  queue: {holds: cart, ordered: true}
  secret: {holds: cart, each player: true, seen by: owner}
  hand: {holds: note, each player: true, seen by: owner}
  pile: {holds: note, ordered: true}
  order: {holds: player, ordered: true}

players:
  - {id: ann, title: Ann, provenance: house}
  - {id: bob, title: Bob, provenance: house}
yards:
  - {id: north, provenance: house}
  - {id: south, provenance: house}
roads:
  - {id: north, provenance: house}
lamps:
  - {id: lantern, copies: 3, provenance: house}
notes:
  - {id: letter, copies: 3, provenance: house}
  - {id: map, provenance: house}

definitions:
  first of player: top of pile
rules:
  game: |
    for each player:
      player does turn
    end the game
  turn: |
    may: gain 1 gold
  pass: set passed of you to yes
  light: give 1 lamp to you
  earn: {takes: {amount: number}, do: gain (amount) gold}
  ask-twice: |
    choose 1 yard, as first
    gain 1 gold
    choose 1 yard, as second
    gain 1 gold
  forever: |
    if gold of you < 90: do forever
"""


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("packs") / "depot"
    (made / "scenarios").mkdir(parents=True)
    (made / "pack.yaml").write_text(PACK, encoding="utf-8")
    (made / "game.yaml").write_text(GAME, encoding="utf-8")
    return made


def played(pack: Path, given: str, expect: str, step: str = "do: gain 1 gold") -> tuple[int, str]:
    text = f"- scenario: a case\n  given: {{{given}}}\n  {step}\n  expect: {{{expect}}}\n"
    file = pack / "scenarios" / "case.yaml"
    file.write_text(text, encoding="utf-8")
    told: list[str] = []
    code = run_tests([file], "", told.append)
    file.unlink()
    return code, "\n".join(told)


# (given, what is true then, what is not, the message)
TWINS = {
    "a zone of a player holds that player's pieces": (
        "shed: {bob: 2 carts}", "number of carts of bob in supply: 2, shed: {bob: 2 bob carts}",
        "shed: {bob: 2 ann carts}", "found     bob cart, bob cart"),
    "what has no owner stays so": (
        "purse: {bob: 2 tokens}", "purse: {bob: 2 tokens}, number of tokens of bob: 0",
        "purse: {bob: 2 bob tokens}", "found     token, token"),
    "another player's piece in it is named so": (
        "shed: {bob: [ann cart, cart]}",
        "shed: {bob: [cart, ann cart]}, number of carts of ann in supply: 3",
        "shed: {bob: 2 carts}", "found     ann cart, bob cart"),
    "owners in an ordered zone": (
        "queue: [bob cart, ann cart]", "queue: [bob cart, cart]", "queue: [ann cart, bob cart]",
        "found     bob cart, ann cart"),
    "an owner on a place": (
        "yard north: [ann cart, 2 bob carts]", "yard north: {ann: 1 cart, bob: 2 carts}",
        "yard north: [2 ann carts, bob cart]", "found     ann: 1 cart; bob: 2 cart"),
    "a player's only piece of a kind needs no number": (
        "flagship: {ann: bob barge}", "flagship: {ann: bob barge}", "flagship: {ann: ann barge}",
        "found     bob barge"),
    "numbers of alike pieces": (
        "yard north: {ann: [1 cart with load 3, 1 broken cart with load 2 and bound south]}",
        "yard north: {ann: [1 cart with load 3, 1 broken cart with bound south]}, "
        "sum of load of cart over carts: 5",
        "yard north: {ann: [1 cart with load 4, 1 broken cart]}",
        "found     ann: 1 cart with load 3, 1 broken cart with load 2"),
    "two words of one enum": (
        "yard north: {ann: [1 cart with canvas black]}",
        "yard north: {ann: 1 cart with canvas black and paint white}",
        "yard north: {ann: 1 black cart}",
        "found     ann: 1 cart with canvas black"),
    "copies by number on a place": (
        "yard north: {ann: 2 lantern}, yard south: lantern",
        "yard north: {ann: 2 lantern}, yard south: 1 lantern",
        "yard north: {ann: 1 lantern}", "found     ann: 2 lantern"),
    "copies by number, of nobody": (
        "yard north: 2 lantern", "yard north: {nobody: 2 lantern}", "yard north: 3 lantern",
        "found     2 lantern"),
    "a copy as a value": (
        "pile: [2 letter, map], shown: {ann: letter}",
        "shown: {ann: letter}, first: {ann: letter}", "shown: {ann: letter#2}",
        "expected  letter#2"),
    "the state of a card in a zone": (
        "pile: [torn letter, map]", "pile: [torn letter, map]", "pile: [letter, map]",
        "found     torn letter, map"),
    "places of one name": (
        "goal: {ann: yard north}", "goal: {ann: yard north}", "goal: {ann: road north}",
        "found     yard north"),
    "players in a zone are just named": (
        "passed: {bob: yes}, order: [bob, ann]", "order: [bob, ann], passed: {bob: yes}",
        "order: [ann, bob]", "found     bob, ann"),
    "pieces of one player are hidden": (
        "secret: {ann: 2 carts}, yard north: {bob: 1 cart}",
        "hidden from: {bob: carts of ann}, seen by: {ann: [carts of ann, carts of bob]}",
        "hidden from: {ann: carts of ann}", "found     seen in secret of ann"),
    "pieces of the other one are seen": (
        "secret: {ann: 2 carts}, yard north: {bob: 1 cart}", "hidden from: {bob: carts of ann}",
        "hidden from: {bob: cart of bob}", "found     seen in yard north"),
}  # fmt: skip


@pytest.mark.parametrize("name", TWINS)
def test_what_is_given_is_so(pack: Path, name: str) -> None:
    given, right, *_ = TWINS[name]
    assert played(pack, given, right) == (0, "1 passed, 0 failed")


@pytest.mark.parametrize("name", TWINS)
def test_differing_values_differ_in_print(pack: Path, name: str) -> None:
    given, _, wrong, said = TWINS[name]
    code, told = played(pack, given, wrong)
    assert code == 1
    assert "error[" not in told
    assert said in told
    rows = [row.split("    (")[0] for row in told.splitlines()]
    (expected,) = [row.removeprefix("    expected  ") for row in rows if "    expected" in row]
    (found,) = [row.removeprefix("    found     ") for row in rows if "    found" in row]
    assert expected != found


# (given, the code, the message)
REFUSED = {
    "more than the player has": ("shed: {bob: 5 carts}", "CW324",
                                 "bob has only 4 of this, not 5"),
    "another player's, without a word": (
        "yard north: {bob: 1 cart}, shed: {bob: 4 carts}", "CW324", "as in `ann cart`"),
    "owners as keys in a zone": ("queue: {ann: 1 cart}", "CW322", "as in `[2 ann ...]`"),
    "a card of another player": ("hand: {ann: [bob map]}", "CW324", "only pieces have one"),
    "a card that is somebody else's": ("hand: {ann: [map]}, map: {owner: bob}", "CW324",
                                       "`map` is in hand of ann"),
    "an owner twice": ("yard north: {ann: 1 bob cart}", "CW324", "so does its key `ann`"),
    "unknown state": ("yard north: {ann: 1 cart with weight 2}", "CW212", "has no `weight`"),
    "a value out of bounds": ("yard north: {ann: 1 cart with load 12}", "CW324",
                              "`load` can't be more than 9"),
    "a change of state": ("yard north: {ann: 1 cart with load +1}", "CW324", "is a change"),
    "a word that is not a value": ("yard north: {ann: 1 cart with bound east}", "CW343",
                                "`east` is not a yard"),
    "a place of two kinds": ("goal: {ann: north}", "CW215", "`road north` or `yard north`"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_can_not_be_given_is_refused(pack: Path, name: str) -> None:
    given, code, said = REFUSED[name]
    _, told = played(pack, given, "over: no")
    assert f"error[{code}]" in told
    assert said in told


def test_listed_players_sit_as_listed_after_the_games_own_set_up(pack: Path) -> None:
    for first, second in (("ann", "bob"), ("bob", "ann")):
        given = f"players: [{first}, {second}], set-up: yes, seed: "
        for seed in (1, 2, 3):
            expect = f"asked: {first}, seats: [{first}, {second}]"
            assert played(pack, f"{given}{seed}", expect, "as: ann")[1] == "1 passed, 0 failed"


def test_players_who_are_not_listed_are_seated_by_the_seed(pack: Path) -> None:
    first = [played(pack, f"players: 2, set-up: yes, seed: {n}", "asked: ann", "as: ann")[0]
             for n in range(1, 9)]  # fmt: skip
    assert set(first) == {0, 1}


# ------------------------------------------------------------------------- what follows is silent

STEPS = """
- scenario: two steps
  given: {yard north: {ann: 1 cart}}
  steps:
    - do: ask-twice
      answers: [ANSWERS]
      expect: {gold: {ann: +2}, log: nothing like this}
    - {do: gain 1 gold, expect: {gold: {ann: 9}}}
"""


def told_of(pack: Path, text: str) -> list[str]:
    """The expected value of each expectation that was not met."""
    file, told = pack / "scenarios" / "case.yaml", list[str]()
    file.write_text(text, encoding="utf-8")
    run_tests([file], "", told.append)
    file.unlink()
    rows = "\n".join(told).splitlines()
    return [row.split("    (")[0].split(None, 1)[1] for row in rows if "    expected" in row]


def test_nothing_after_a_refused_answer_is_reported(pack: Path) -> None:
    assert told_of(pack, STEPS.replace("ANSWERS", "east, south")) == ["one legal answer"]
    assert told_of(pack, STEPS.replace("ANSWERS", "north, bob: south")) == ["bob"]
    assert told_of(pack, STEPS.replace("ANSWERS", "north, south, south")) == ["a question"]


def test_nothing_after_an_open_question_is_reported(pack: Path) -> None:
    assert told_of(pack, STEPS.replace("ANSWERS", "north")) == ["no question"]


def test_nothing_after_an_error_is_reported(pack: Path) -> None:
    text = STEPS.replace("ask-twice", "forever").replace("      answers: [ANSWERS]\n", "")
    assert told_of(pack, text) == ["no error"]


def test_a_wrong_offer_does_not_keep_answers_from_being_given(pack: Path) -> None:
    told = told_of(pack, STEPS.replace("ANSWERS", "offers: map, ann: north, south"))
    assert told == ["map", "a line with `nothing like this`", "9"]


def test_expectations_that_do_not_hold_are_all_told(pack: Path) -> None:
    told = told_of(pack, STEPS.replace("ANSWERS", "north, south"))
    assert told == ["a line with `nothing like this`", "9"]


def test_a_rule_and_its_arguments_may_be_in_quotes(pack: Path) -> None:
    assert played(pack, "gold: {ann: 1}", "gold: {ann: +2}", 'do: "earn with 2"')[0] == 0
    assert played(pack, "gold: {ann: 1}", "gold: {ann: +2}", "do: 'earn with 2'")[0] == 0
    assert played(pack, "gold: {ann: 1}", "gold: {ann: +1}", 'do: "earn with 2"')[0] == 1
