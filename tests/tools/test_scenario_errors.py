"""Malformed scenarios: each is reported with its code and position, and none passes.

Another runner once passed tests that should have failed, so an empty expectation is an error too.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardwright_tools.scenario.loaded_rules import clear_cache

from .harbour_pack import make, played


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("packs"))


# (the scenario below its title, the code, the words at fault, the help)
MISTAKES = {
    "a key of a scenario": ("  givn: {}\n", "CW321", "givn", "`given`"),
    "a key without its colon": ("  expect {day: 1}\n", "CW321", "expect {day",
                                "`:` after `expect`"),
    "a key of a step": ("  steps: [{doo: gain 1 gold}]\n", "CW321", "doo", "`do`"),
    "a step beside steps": ("  do: finish\n  steps: [{expect: {day: 1}}]\n", "CW325", "do", ""),
    "both do and perform": ("  do: finish\n  perform: event of gift\n", "CW325", "perform", ""),
    "a key of given": ("  given: {dovr: nothing}\n", "CW321", "dovr", "`dover`"),
    "a key that is like no other": ("  given: {kwyjibo: 3}\n", "CW321", "kwyjibo",
                                    "known: `players`, `seed`,"),
    "names that are keys": ("  expect: {kwyjibo: 3}\n", "CW321", "kwyjibo",
                            "names of places, zones and state, such as `north`, `deck`, `gold`"),
    "pieces without a place": ("  given: {boats: {ann: 2}}\n", "CW321", "boats",
                               "as in `north: {ann: 2 boats}`"),
    "cards without a zone": ("  given: {charts: 2}\n", "CW321", "charts",
                             "as in `deck: 2 charts`"),
    "how many pieces are expected": ("  expect: {boats: 2}\n", "CW321", "boats",
                                     "`number of boats: 2` says how many"),
    "a misspelt kind": ("  given: {baots: {ann: 2}}\n", "CW321", "baots", "`boats`"),
    "a section of packs": ("  given: {lasting: {ann: calm}}\n", "CW321", "lasting", "known: "),
    "what of somebody": ("  given: {gold of ann: 3}\n", "CW321", "gold of ann",
                         "`gold: {ann: ...}`"),
    "somebody alone": ("  expect: {ann: 3}\n", "CW321", "ann", "`ann: {PROPERTY: ...}`"),
    "a sentence": ("  expect: gold of ann = 3\n", "CW322", "gold of ann = 3",
                   "`PROPERTY: {NAME: VALUE}`"),
    "what is performed, as an effect": ("  do: event of gift\n  expect: {day: 1}\n", "CW201",
                                        "event of gift", "`perform: event of gift`"),
    "a key of expect": ("  expect: {gould: 3}\n", "CW321", "gould", "`gold`"),
    "a special key of two words": ("  expect: {hiden from: {ann: storm}}\n", "CW321", "hiden from",
                                   "`hidden from`"),
    "a special key": ("  expect: {ofers: white}\n", "CW321", "ofers", "`offers`"),
    "a key of answers": ("  do: pledge\n  answers: [refuse: white]\n", "CW321", "refuse",
                         "`refuses`"),
    "nothing written": ("  given: {dover: }\n", "CW322", "dover", "`nothing`"),
    "a word refused that nobody knows": ("  do: pledge\n  answers: [refuses: whyte]\n", "CW343",
                                         "whyte", "`white`"),
    "a word that no line of the log has": ("  do: finish\n  expect: {log without: [Annn gains]}\n",
                                           "CW343", "Annn gains", "`ann`"),
    "a hidden word that nobody knows": ("  expect: {hidden from: {bob: strom}}\n", "CW343",
                                        "strom", "`storm`"),
    "a player": ("  as: an\n  do: gain 1 gold\n", "CW343", "an", "`ann`"),
    "a player who does not play": ("  given: {players: 2, gold: {cid: 3}}\n", "CW343", "cid", ""),
    "too many players": ("  given: {players: 4}\n", "CW324", "4", ""),
    "other players": ("  given: {players: [ann, cid]}\n", "CW343", "[ann, cid]", ""),
    "a kind": ("  given: {dover: {ann: 2 crats}}\n", "CW343", "2 crats", "`crate`"),
    "a word for no things": ("  given: {dover: empty}\n", "CW343", "empty", "`nothing`"),
    "another word for no things": ("  given: {dover: {ann: none}}\n", "CW343", "none",
                                   "`nothing`"),
    "nothing is expected yet": ("  expect:\n", "CW322", "expect", "what must be true"),
    "an unknown player among others": ("  given: {players: [ann, bobb]}\n", "CW343", "bobb",
                                       "`bob`"),
    "an adjective": ("  given: {north: {ann: 1 leeky boat}}\n", "CW214", "1 leeky boat", "`leaky`"),
    "an adjective with un": ("  given: {north: {ann: 1 unleeky boat}}\n", "CW214",
                             "1 unleeky boat", ""),
    "a kind is drawn": ("  given: {north: {ann: 1 boat, bob: 1 boat}, draws: [boat]}\n"
                        "  do: 'choose 1 boat on north at random, as x, then remove x'\n",
                        "CW324", "boat", "it is one of ann boat 1, bob boat 1"),
    "a thing made another that no rule makes so": (
        "  given: {north: {ann: 1 boat}}\n"
        "  do: choose 1 boat on north, as mine, then mine becomes a kraken\n",
        "CW343", "choose 1 boat", "write a rule that does it",
    ),
    "given where no rule gives": (
        "  do: give 1 of your boats to bob\n", "CW343", "give 1 of", "write a rule that does it",
    ),
    "an owner that no rule gives": (
        "  given: {ann boat 1: {on: north, owner: bob}}\n", "CW343", "bob", "remove its owner",
    ),
    "a place's owner that no rule gives": (
        "  given: {north: {bob: ann-boat}}\n", "CW343", "ann-boat", "",
    ),
    "a block as in no rule": (
        "  do: |\n    all at once: remove all boats\n", "CW343", "|", "write a rule that does it",
    ),
    "a piece where it can't be": ("  given: {dover: {ann: 1 boat}}\n", "CW345", "1 boat", ""),
    "more pieces than there are": ("  given: {dover: {ann: 5 crates}}\n", "CW324", "5 crates",
                                   "ann has only 4 of this, not 5"),
    "more than are left": ("  given: {dover: {ann: 4 crates}, calais: {ann: 1 crate}}\n", "CW324",
                           "1 crate", "place none here; the others are where `given` or"),
    "one card twice": ("  given: {deck: [storm], pile: [storm]}\n", "CW324", "storm", ""),
    "a card in a wrong zone": ("  given: {deck: [kraken]}\n", "CW345", "kraken", ""),
    "a zone of each player": ("  given: {hand: [storm]}\n", "CW322", "[storm]", "ann"),
    "a number": ("  given: {gold: {ann: many}}\n", "CW343", "many", ""),
    "a change in given": ("  given: {gold: {ann: +3}}\n", "CW324", "+3", ""),
    "a change in quotes": ("  given: {gold: {ann: '+3'}}\n", "CW324", "'+3'", "without a sign"),
    "a number above its max": ("  given: {tide: 5}\n", "CW324", "5", "more than 4"),
    "a number below its min": ("  given: {gold: {ann: -1}}\n", "CW324", "-1", "less than 0"),
    "a sum for a number": ("  given: {fame: {ann: 1 - 2}}\n", "CW343", "1 - 2", ""),
    "a flag": ("  given: {burnt: {dover: maybe}}\n", "CW343", "maybe", ""),
    "a word of an enum": ("  given: {flag: whit}\n", "CW343", "whit", "`white`"),
    "a rule of which nobody asks who runs it": (
        "  expect: {during pledge: yes}\n", "CW213", "pledge", "records this only if"),
    "an effect": ("  do: gain 2 golt\n", "CW222", "golt", "`gold`"),
    "an option": ("  do: trade\n  expect: {day: 1}\n", "CW201", "trade",
                  "`do: open acts` with `answers: [trade]`"),
    "an effect that can't be read": ("  do: gain 2 gold )\n", "CW201", ")", ""),
    "a rule's arguments": ("  do: rent with dover\n", "CW218", "", ""),
    "an event of no card": ("  perform: event of muddy-path\n", "CW211", "muddy-path",
                            "known: `calm`, `gift`, `storm`"),
    "an event of a card like a zone": ("  perform: event of dek\n", "CW211", "dek", "known: `"),
    "an event": ("  perform: event of strom\n", "CW211", "strom", "`storm`"),
    "an expression": ("  expect: {wealth of annn: 3}\n", "CW211", "annn", "`ann`"),
    "a property's thing": ("  expect: {wealth: {bobb: 3}}\n", "CW211", "bobb", "`bob`"),
    "an expected value": ("  expect: {richest: annn}\n", "CW211", "annn", "`ann`"),
    "an expected type": ("  expect: {wealth of ann: bob}\n", "CW220", "bob", ""),
    "yes or no": ("  given: {set-up: perhaps}\n", "CW343", "perhaps", ""),
    "nothing is claimed": ("  do: gain 1 gold\n", "CW323", "scenario", "`expect: ...`"),
    "nothing is done": ("  given: {gold: {ann: 3}}\n", "CW323", "scenario", "`expect: ...`"),
    "nothing is expected": ("  do: gain 1 gold\n  expect: {}\n", "CW322", "expect", "is empty"),
    "no step": ("  steps: []\n", "CW322", "[]", "steps: ["),
    "steps as a mapping": ("  steps: {expect: {day: 1}}\n", "CW322", "{", "steps: ["),
    "steps in steps": ("  steps: [{steps: [{expect: {day: 1}}]}]\n", "CW321", "steps", "`expect`"),
    "given as a list": ("  given: [gold]\n  expect: {day: 1}\n", "CW322", "[gold]", ""),
    "expect as a list": ("  expect: [gold]\n", "CW322", "[gold]", "key: value"),
    "expect as a word": ("  expect: yes\n", "CW322", "yes", "key: value"),
    "several players at once": ("  as: [ann, bob]\n  expect: {day: 1}\n", "CW322", "[ann", "one p"),
    "a provenance of two": ("  provenance: [p. 1]\n  expect: {day: 1}\n", "CW322", "[p. 1]", ""),
    "a state of nobody": ("  expect: {gold: {}}\n", "CW322", "gold", "`nothing`"),
    "a property of nothing": ("  expect: {wealth: {}}\n", "CW322", "wealth", "this is empty"),
    "a place with nobody": ("  expect: {dover: {}}\n", "CW322", "dover", "`nothing`"),
    "no words in the log": ("  expect: {log: []}\n", "CW322", "log", "this is empty"),
    "an empty line in the log": ("  expect: {log: ''}\n", "CW322", "log", "missing value"),
    "no words not in the log": ("  expect: {log without: []}\n", "CW322", "log without", ""),
    "no offer": ("  do: pledge\n  expect: {offers: []}\n", "CW322", "offers", "this is empty"),
    "no refusal": ("  do: pledge\n  answers: [refuses: []]\n", "CW322", "refuses", "this is empty"),
    "hidden from nobody": ("  expect: {hidden from: {}}\n", "CW322", "hidden", "this is empty"),
    "nothing hidden": ("  expect: {hidden from: {ann: []}}\n", "CW322", "ann", "this is empty"),
    "hidden from a list": ("  expect: {hidden from: [storm]}\n", "CW322", "[storm]", "key: value"),
    "an answer of nobody": ("  do: pledge\n  answers: [{}]\n", "CW322", "{}", "this is empty"),
    "no answers of somebody": ("  do: pledge\n  answers: [ann: []]\n", "CW322", "ann", ""),
    "a seed": ("  given: {seed: seven}\n  expect: {day: 1}\n", "CW322", "seven", "whole number"),
    "a list for yes or no": ("  given: {set-up: [yes]}\n  expect: {day: 1}\n", "CW322", "[yes]",
                             "yes or no"),
    "a list for a place": ("  expect: {kraken: {on: [north]}}\n", "CW322", "[north]", "a place"),
    "a list for a number": ("  expect: {number of crates of ann: [0, 0]}\n", "CW322", "[0, 0]",
                            "a number"),
    "a list for the end": ("  expect: {over: [no]}\n", "CW322", "[no]", "yes or no"),
    "a code": ("  do: forever\n  expect: {error: CW409}\n", "CW343", "CW409", "`CW40"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_reported_with_its_position(pack: Path, name: str) -> None:
    body, code, words, help = MISTAKES[name]
    claimed = "expect" in body or "steps" in body or name.startswith("nothing is")
    text = "- scenario: a case\n" + body + ("" if claimed else "  expect: {day: 1}\n")
    exit_code, output = played(pack, text)
    assert exit_code == 1
    assert re.findall(r"error\[(\w+)\]", output) == [code]
    assert help in output
    at = re.search(r"case\.yaml:(\d+):(\d+)\n", output)
    assert at
    line, column = int(at[1]), int(at[2])
    assert text.splitlines()[line - 1][column - 1 :].startswith(words)


def test_a_scenario_without_a_title_fails(pack: Path) -> None:
    code, output = played(pack, "- given: {}\n")
    assert code == 1
    assert "CW323" in output


def test_a_file_must_be_a_list(pack: Path) -> None:
    code, output = played(pack, "scenario: a case\n")
    assert code == 1
    assert "CW322" in output


def test_duplicate_titles_fail(pack: Path) -> None:
    code, output = played(pack, "- {scenario: a case, expect: {day: 1}}\n" * 2)
    assert code == 1
    assert "error[CW328]: another scenario in this file has the same title, on line 1" in output
    assert output.endswith("1 passed, 1 failed")


@pytest.mark.parametrize("title", ["7", "[a case]", "''"])
def test_a_title_must_be_text(pack: Path, title: str) -> None:
    code, output = played(pack, f"- {{scenario: {title}, expect: {{day: 1}}}}\n")
    assert code == 1
    assert "error[CW322]" in output


def test_a_part_of_an_offered_name_is_not_refused_by_accident(pack: Path) -> None:
    """The players' state `gold` is not an answer; the option `gold-rush` would match."""
    game = pack / "game.yaml"
    before = game.read_text("utf-8")
    rush = '  - {id: gold-rush, menu: acts, title: Rush, do: say "a", provenance: house}\nrules:'
    game.write_text(before.replace("rules:\n  game", rush + "\n  game", 1), "utf-8")
    clear_cache()
    case = "- {scenario: a case, do: open acts, answers: [refuses: WORD, rest]}\n"
    code, output = played(pack, case.replace("WORD", "gold"))
    whole = played(pack, case.replace("WORD", "trade"))
    game.write_text(before, "utf-8")
    clear_cache()
    assert "`gold` is only a part of `gold-rush`, which is offered" in output
    assert (code, whole[0]) == (1, 0)
