"""Results that a scenario may fix in advance, and those that it can't."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.source.diagnostics import Report
from cardwright_tools.scenario.read import read_file
from cardwright_tools.scenario.runner import Result, run_scenario

PACK = Path(__file__).parents[1] / "packs/dice-pool"
ROLL = "roll all dice-of-six in pool of you"


def run(tmp_path: Path, given: str, do: str) -> Result:
    file = tmp_path / "dice.yaml"
    expect = "expect: {points: {blue: 0}}"
    file.write_text(f"- scenario: Dice\n  given: {{{given}}}\n  do: {do}\n  {expect}\n")
    return run_scenario(read_file(file, Report())[0], PACK)


@pytest.mark.parametrize(
    ("given", "says", "help"),
    [
        ("rolls: [7, 1, 1]", "`7` can't be rolled here", "one of 1, 2, 3, 4, 5, 6"),
        ("rolls: [hit, 1, 1]", "`hit` is not a number", ""),
        ("rolls: [1, 1, 1, 1]", "this is never rolled", "remove it"),
        ("rolls: [1, 1, 1], draws: [3]", "this is never drawn", "remove it"),
    ],
)
def test_what_never_comes_up_is_an_error(tmp_path: Path, given: str, says: str, help: str) -> None:
    result = run(
        tmp_path, f"pool: {{red: 3 dice-of-six}}, {given}", "roll all dice-of-six in pool of you"
    )
    (error,) = result.diagnostics
    assert says in error.message
    assert help in error.help


def test_what_is_drawn_must_be_there(tmp_path: Path) -> None:
    result = run(tmp_path, "draws: [9]", "guess")
    assert [d.message for d in result.diagnostics] == ["`9` can't be drawn here"]


def test_without_more_the_dice_go_on_at_random(tmp_path: Path) -> None:
    given = "pool: {red: 3 dice-of-six}, rolls: [6]"
    assert run(tmp_path, given, ROLL).passed
