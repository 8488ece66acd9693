"""Broken packs: each has one mistake, which gives exactly the expected diagnostic."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path

import pytest

import cardwright
from cardwright.backends.game_errors import GameError
from cardwright.runtime.game import Game
from cardwright.source.codes import CODES
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.render import render

from .broken_packs import BASE, Case, cases, replaced, write
from .generators import GENERATORS

CASES = cases()
AT_REST = [case for case in CASES if not case.rules]
IN_PLAY = [case for case in CASES if case.rules]
MENDED = [case for case in CASES if case.mended]


def codes_and_places(found: list[Case]) -> list[object]:
    return [pytest.param(case, id=case.case) for case in found]


def check_case(case: Case, folder: Path) -> tuple[cardwright.Rules | None, Report]:
    packs = write(case, folder)
    if case.make:
        GENERATORS[case.make](folder / "base")
    return cardwright.examine(*packs, modules=case.modules)


def place(diagnostic: Diagnostic, folder: Path) -> str:
    assert diagnostic.span is not None
    name = os.path.relpath(diagnostic.span.source.name, folder / "base")
    line, column, end_line, end_column = diagnostic.span.lines
    end = f"{end_column}" if end_line == line else f"{end_line}:{end_column}"
    return f"{Path(name).as_posix()} {line}:{column}-{end}"


@pytest.mark.parametrize("case", codes_and_places(AT_REST))
def test_a_static_error(case: Case, one_folder: Path) -> None:
    rules, report = check_case(case, one_folder)
    found = [(d.code, place(d, one_folder)) for d in report.diagnostics]
    assert found == [(case.code, case.at)], "\n".join(render(d) for d in report.diagnostics)
    (diagnostic,) = report.diagnostics
    assert case.says in diagnostic.message
    assert case.help in diagnostic.help
    assert not case.without or case.without not in diagnostic.help
    assert "()" not in diagnostic.message
    assert (rules is None) == (diagnostic.severity == "error")


@pytest.mark.parametrize("case", codes_and_places(MENDED))
def test_what_a_help_suggests_is_valid(case: Case, one_folder: Path) -> None:
    _, report = check_case(replace(case, more=replaced(case.more, case.mended)), one_folder)
    assert not report.diagnostics, "\n".join(render(d) for d in report.diagnostics)


@pytest.mark.parametrize("case", codes_and_places(IN_PLAY))
def test_a_runtime_error(case: Case, one_folder: Path) -> None:
    rules, report = check_case(case, one_folder)
    assert rules is not None, "\n".join(render(d) for d in report.diagnostics)
    with pytest.raises(GameError) as raised:
        play_some(rules, 20)
    assert raised.value.code == case.code
    assert case.says in str(raised.value)
    assert raised.value.where[-len(case.rules) :] == tuple(case.rules)


def play_some(rules: cardwright.Rules, games: int) -> bool:
    return all(play(rules, seed).over for seed in range(games))


def play(rules: cardwright.Rules, seed: int) -> Game:
    """Plays a game with random answers."""
    game, chance = rules.new_game(rules.players[0], seed).position, random.Random(seed)
    while game.question is not None:
        game.answer(chance.randrange(len(game.question.answers)))
    return game


# Texts that look like the errors of these cases, but are right.
FINE = {
    "a byte order mark": "\ufeffmenus: {more: {title: More}}\n",
    "no, which is a word": "menus: {more: {title: no}}\n",
    "a trigger with a condition": "abilities:\n"
    "  - {when: after placing boat, if: round = 2, do: place 1 boat on skara}\n",
    "a trigger that may be declined": "abilities:\n"
    "  - {when: after placing boat, do: may place 1 boat on skara}\n",
    "a trigger of up to one": "abilities:\n"
    "  - {when: after placing boat, do: place up to 1 boat on skara}\n",
    "a trigger of some": "abilities:\n"
    "  - {when: after removing boat, do: remove any number of boats}\n",
    "a trigger that removes what is left": "abilities:\n"
    "  - {when: after removing boat, do: remove all boats}\n",
    "a trigger on another kind": "kinds: {raft: {is: boat}}\nabilities:\n"
    "  - {when: after placing raft, do: place 1 boat on skara}\n",
    "a condition inside": "abilities:\n  - when: after placing boat\n    do: |\n"
    "      if round = 2: place 1 boat on skara\n",
    "a comment behind a statement": "rules:\n  much: |\n    gain 1 gold  # much\n",
    "a period at the end": "rules:\n  much: gain 1 gold.\n",
    "a rule behind a condition": "rules:\n  much: |\n    if round < 9:\n      do much\n",
    "a rule that ends before": "rules:\n  much: |\n    end the game\n    do much\n",
    "copies, which the pack has itself": "definitions:\n  copies of town: number of boats on town\n"
    "rules:\n  much: gain (copies of skara) gold\n",
    "a copy that is a flag": "extend: {boat: {state: {copy: flag}}}\n"
    "rules:\n  much: |\n    for each boat: set copy of boat to yes\n",
    "a flag after a place": "state: {ready: flag}\n"
    "rules:\n  much: |\n    if there is a boat in skara and ready: gain 1 gold\n",
    "a flag after a number": "state: {ready: flag}\n"
    "rules:\n  much: |\n    if skara is burnt and round is 3 or ready: gain 1 gold\n",
    "the next player, for each of other things": "rules:\n  much: |\n"
    "    for each town: give 1 gold to player after you\n",
    "a choice between what you do and what others do": "rules:\n"
    "  much: gain 1 gold, or each other player loses 1 gold\n",
    "cards that are alike, of which nobody sees the order": "rules:\n"
    "  much: move 1 trade in deck to hand of you\n",
    "players in a set": "extend: {player: {state: {friends: set of player}}}\n"
    "rules:\n  much: each player in friends of you gains 1 gold\n",
    "players at their own place": "extend: {player: {state: {home: town}}}\n"
    "rules:\n  much: each player in skara gains 1 gold\n",
    "some, and none, of what is yours": "rules:\n  much: |\n"
    "    if there are 2 of your boats on skara: gain 1 gold\n"
    "    if you have none of your boats on skara: gain 1 gold\n"
    "    choose 1 town with 2 or more of your boats, as here\n"
    "    remove 1 boat of bob on here\n",
    "a value of each of some": "rules:\n  much: set burnt of each of towns to yes\n",
    "a rule for each of some": "rules:\n  much:\n    takes: {town: town}\n    do: |\n"
    "      for each town where town is burnt:\n        do much with town\n",
}


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in FINE.items()])
def test_a_valid_text(text: str, one_folder: Path) -> None:
    _, report = check_case(Case("fine", "", more=text), one_folder)
    assert not report.diagnostics, "\n".join(render(d) for d in report.diagnostics)


def test_a_wrong_value_hides_no_other_error(one_folder: Path) -> None:
    more = """deeds:
  - {id: feast, worth: two, event: gain 1 gold, provenance: fixture}
  - {id: fair, worth: 1, event: gain 1 glod, provenance: fixture}
"""
    _, report = check_case(Case("several", "", more=more), one_folder)
    assert [d.code for d in report.diagnostics] == ["CW322", "CW222"]


def test_each_misspelt_word_of_a_phrase_is_reported(one_folder: Path) -> None:
    more = "rules:\n  much: gain (number of botas of playr) gold\n"
    _, report = check_case(Case("several", "", more=more), one_folder)
    said = [d.span.text for d in report.diagnostics if d.span is not None]
    assert said == ["botas", "playr"]


def test_the_base_is_valid_and_can_be_played() -> None:
    rules, report = cardwright.examine(BASE)
    assert rules is not None
    assert not report.diagnostics
    assert play_some(rules, 20)


def test_each_code_has_a_case() -> None:
    # Codes from CW5 on never stop a game; they belong to the tools.
    ours = {code for code in CODES if code < "CW5"}
    assert sorted(ours - {case.code for case in CASES}) == []


def test_case_names_are_unique() -> None:
    names = [case.case for case in CASES]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_each_generator_is_used() -> None:
    assert GENERATORS.keys() == {case.make for case in CASES if case.make}
