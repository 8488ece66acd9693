"""`new scenario` of options and of cards that need a position in which they do something."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright_tools.cli import invoke

from .shop import make


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return make(tmp_path)


def written(pack: Path, id: str) -> list[str]:
    """The lines of the new scenario below its title, after it was run."""
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
    """By the option's name, and by that of the card that carries it."""
    lines = written(pack, id)
    card, option = ("oil-jar", "oil-jar") if id == "oil-jar" else ("storm-glass", "look")
    assert {f"kept: {{amber: [{card}]}}", "do: open acts", f"- {option}"} <= set(lines)


def test_the_only_option_needs_no_answer(pack: Path) -> None:
    lines = written(pack, "beg")
    assert "do: open acts" in lines
    assert "answers:" not in lines


def test_a_board_with_pieces_is_tried_and_only_what_is_needed_given(pack: Path) -> None:
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
    told = capsys.readouterr().err
    assert "`do: open acts`, then `answers: [buy]`" in told
    assert invoke(["new", "scenario", str(pack), "buyy"]) == 1
    assert "did you mean `buy`?" in capsys.readouterr().err


def test_a_card_whose_option_is_never_offered_has_what_is_printed(pack: Path) -> None:
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
        "wait": "note: nothing happened when it was played: the scenario tests nothing yet",
        "oil-jar": "note: it can't be played: the scenario tests only what is printed on it",
        "gust": "",
    }
    for id, note in notes.items():
        assert invoke(["new", "scenario", str(pack), id]) == 0
        told = capsys.readouterr().err
        assert note in told
        assert bool(note) == bool(told)
