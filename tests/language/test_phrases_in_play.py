"""What phrases of the language do, as scenarios of the small pack in `tests/broken/base`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardwright_tools.cli import invoke

from ..broken.broken_packs import Case, write

ABILITY = "{when: after placing boat, if: there is birka, do: place 1 boat on skara}"
PLAYS: dict[str, tuple[str, dict[str, object], dict[str, object]]] = {
    "a boat that an ability places is another one": (
        "place 1 boat on birka",
        {},
        {"birka": {"ann": "1 boat"}, "skara": {"ann": "1 boat"}},
    ),
    "each other player is given some": (
        "give 1 gold to each other player",
        {"gold": {"ann": 3, "bob": 0, "cid": 0}},
        {"gold": {"ann": 1, "bob": 1, "cid": 1}},
    ),
    "there may not be enough for each": (
        "give 1 gold to each other player",
        {"gold": {"ann": 1, "bob": 0, "cid": 0}},
        {"gold": {"ann": 0, "bob": 1, "cid": 0}},
    ),
    "those with so much of a counter": (
        "each player with 2 or more gold gains 1 gold",
        {"gold": {"ann": 1, "bob": 2, "cid": 3}},
        {"gold": {"ann": 1, "bob": 3, "cid": 4}},
    ),
    "what the next player has is taken": (
        "take 1 gold from the player after you",
        {"gold": {"ann": 0, "bob": 3, "cid": 3}},
        {"gold": {"ann": 1, "bob": 2, "cid": 3}},
    ),
    "each gives to the next": (
        "each player gives (gold of player / 2) gold to player after player",
        {"gold": {"ann": 2, "bob": 0, "cid": 0}},
        {"gold": {"ann": 1, "bob": 1, "cid": 0}},
    ),
    "after what all do, a statement that is nobody's": (
        "all players gain 1 gold, then set gold of bob to 0",
        {"gold": {"ann": 1, "bob": 2, "cid": 3}},
        {"gold": {"ann": 2, "bob": 0, "cid": 4}},
    ),
}


@pytest.mark.parametrize("play", PLAYS)
def test_a_phrase_in_play(play: str, tmp_path: Path) -> None:
    do, given, expected = PLAYS[play]
    (pack,) = write(Case(play, "", more=f"abilities: [{ABILITY}]\n"), tmp_path)
    scenario = {
        "scenario": play,
        "given": {"players": ["ann", "bob", "cid"], **given},
        "as": "ann",
        "do": do,
        "expect": expected,
    }
    (pack / "scenarios").mkdir()
    (pack / "scenarios" / "play.yaml").write_text(json.dumps([scenario]), "utf-8")
    assert invoke(["test", str(pack)]) == 0
