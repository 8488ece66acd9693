"""`new scenario` for options, and for cards that have an effect only in some positions."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardwright_tools.cli import invoke
from cardwright_tools.scenario.loaded_rules import clear_cache

from .shop_pack import make

PACKS = Path(__file__).parents[1] / "packs"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return make(tmp_path)


def written(pack: Path, id: str) -> list[str]:
    """The lines of the new scenario below its title; the scenario is also run."""
    assert invoke(["new", "scenario", str(pack), id]) == 0
    assert invoke(["test", str(pack)]) == 0
    text = (pack / "scenarios" / f"{id}.yaml").read_text("utf-8")
    return [line.strip() for line in text.split("- scenario: ")[1].splitlines()[1:]]


def test_an_option_is_taken_at_its_menu(pack: Path) -> None:
    lines = written(pack, "buy")
    assert {"shelf: [fish-soup, gust]", "do: open acts", "- buy", "- fish-soup"} <= set(lines)
    assert "- Amber gains 3 coins" in lines


@pytest.mark.parametrize("id", ["oil-jar", "storm-glass", "look"])
def test_an_option_of_a_card_is_taken_where_the_card_counts(pack: Path, id: str) -> None:
    """Both with the option's name and with that of its card."""
    lines = written(pack, id)
    card, option = ("oil-jar", "oil-jar") if id == "oil-jar" else ("storm-glass", "look")
    assert {f"kept: {{amber: [{card}]}}", "do: open acts", f"- {option}"} <= set(lines)


def test_the_only_option_needs_no_answer(pack: Path) -> None:
    lines = written(pack, "beg")
    assert "do: open acts" in lines
    assert "answers:" not in lines


def test_only_the_needed_part_of_a_position_is_given(pack: Path) -> None:
    lines = written(pack, "gust")
    assert [line for line in lines if "lantern," in line] == [
        "gate: {amber: 1 lantern, jade: 1 lantern, coral: 1 lantern, opal: 1 lantern}"
    ]
    assert "- Amber removes a Jade lantern from Gate" in lines
    assert not [line for line in lines if line.startswith(("coins", "fame", "shelf", "quay"))]


def test_an_option_that_does_nothing_says_so(pack: Path) -> None:
    game = pack / "game.yaml"
    more = '  - {id: wait, menu: acts, do: "if fame of you is 7: gain 1 fame", provenance: house}\n'
    game.write_text(game.read_text("utf-8").replace("options:\n", f"options:\n{more}"), "utf-8")
    comment = "# nothing happens but the choice: give it a position in which something does"
    assert f"log:  {comment}" in written(pack, "wait")


def test_an_option_that_is_never_offered(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = pack / "game.yaml"
    text = game.read_text("utf-8").replace("there are wares in shelf", "coins of you = 19")
    game.write_text(text, "utf-8")
    assert invoke(["new", "scenario", str(pack), "buy"]) == 1
    output = capsys.readouterr().err
    assert "`do: open acts`, then `answers: [buy]`" in output
    assert invoke(["new", "scenario", str(pack), "buyy"]) == 1
    assert "did you mean `buy`?" in capsys.readouterr().err


def test_a_card_whose_option_is_never_offered_tests_printed_values(pack: Path) -> None:
    game = pack / "game.yaml"
    text = game.read_text("utf-8").replace("cost: 1 coins", "cost: 9 coins")
    game.write_text(text, "utf-8")
    assert "price of keepsake oil-jar: 3" in written(pack, "oil-jar")


def test_that_a_scenario_tests_nothing_yet_is_told(
    pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = pack / "game.yaml"
    text = game.read_text("utf-8").replace("cost: 1 coins", "cost: 9 coins")
    more = '  - {id: wait, menu: acts, do: "if fame of you is 7: gain 1 fame", provenance: house}\n'
    game.write_text(text.replace("options:\n", f"options:\n{more}"), "utf-8")
    notes = {
        "wait": "note: nothing happened when it was played, so the scenario tests nothing yet",
        "oil-jar": "note: nothing on it can be played: the scenario tests only what is printed",
        "gust": "",
    }
    for id, note in notes.items():
        assert invoke(["new", "scenario", str(pack), id]) == 0
        told = capsys.readouterr().err
        assert note in told
        assert bool(note) == bool(told)


def test_what_has_changed_is_expected_and_equal_lines_are_as_many_as_there_were(
    pack: Path,
) -> None:
    game = pack / "game.yaml"
    effect = "each player gains 1 coins, then each player gains 1 coins"
    text = game.read_text("utf-8").replace("event: gain 3 coins", f"event: {effect}")
    game.write_text(text, "utf-8")
    lines = written(pack, "fish-soup")
    assert "coins: {amber: +2, jade: +2, coral: +2, opal: +2}" in lines
    assert lines.count("- Jade gains 1 coin") == 2


def test_a_lasting_effect_is_expected_to_be_in_effect(tmp_path: Path) -> None:
    pack = shutil.copytree(PACKS / "keywords", tmp_path / "keywords")
    assert "in-effect: {red: [darkened], blue: nothing}" in written(pack, "dusk")


def test_a_scenario_fails_if_the_card_does_something_else_with_the_same_log(pack: Path) -> None:
    written(pack, "fish-soup")
    game = pack / "game.yaml"
    text = game.read_text("utf-8")
    for more, code in (("", 0), (", then gain 1 coins", 1)):
        changed = text.replace("event: gain 3 coins", f"event: gain 3 coins{more}")
        game.write_text(changed, "utf-8")
        clear_cache()
        assert invoke(["test", str(pack)]) == code


REALM = Path(__file__).parents[2] / "content" / "realm-of-magic"


def test_a_card_that_only_decks_bring_and_a_rule_that_leaves_a_question_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    realm = Path(shutil.copytree(REALM, tmp_path / "realm-of-magic"))
    assert invoke(["new", "scenario", str(realm), "great-commission"]) == 1
    assert "only in a game if a player's deck has it" in capsys.readouterr().err
    assert invoke(["new", "scenario", str(realm), "retreat-defenders"]) == 0
    text = (realm / "scenarios" / "retreat-defenders.yaml").read_text("utf-8")
    assert "asked: dusk  # nothing happens" in text
