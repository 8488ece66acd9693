"""`you have 3 or more gold` and the like mean the same as comparisons of the counter."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.language import core

from ..broken.broken_packs import Case, write

SAME = {
    "player has 3 or more gold": "gold of player at least 3",
    "player has 3 gold": "gold of player at least 3",
    "player has a gold": "gold of player at least 1",
    "player has gold": "gold of player at least 1",
    "player has (round) gold": "gold of player at least round",
    "player has 1 to 3 gold": "gold of player at least 1 and gold of player at most 3",
    "player has no gold": "gold of player is 0",
    "player has 2 step": "steps of player at least 2",
    "player has no debt": "debt of player at most 0",
    "player is in players with 2 gold": "player is in players where gold of player at least 2",
    "player is in players with no gold": "player is in players where gold of player is 0",
}
STATE = "extend: {player: {state: {steps: {type: number, min: 0}, debt: number}}}"


@pytest.mark.parametrize("phrase", SAME)
def test_a_counter_that_somebody_has_is_a_comparison(phrase: str, tmp_path: Path) -> None:
    said = f"said of player: {phrase}\n  meant of player: {SAME[phrase]}"
    (pack,) = write(Case("", "", more=f"{STATE}\ndefinitions:\n  {said}\n"), tmp_path)
    functions = cardwright.load(pack).checked.functions
    assert core.same(functions["said"].body, functions["meant"].body)
