"""How the lints of texts are measured: the slips that are made, and what counts as found.

The figures are in docs/lints.md. The half of the unseen pack on which the lints were mended is
told nothing; the other half is left as it is.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import cardwright

from .measure import cards, measure, said, slips, table
from .slips import Made, Written, in_rules, in_text

PACK = Path(__file__).parent / "unseen" / "spice-isles"
PLACES = (("skara", "birka"),)
PIECES = (("boat", "raft"), ("boats", "rafts"))


def written(made: Made, text: str) -> set[tuple[str, str]]:
    return {(s.kind, text[: s.start] + s.new + text[s.end :]) for s in made}


def test_slips_in_a_text() -> None:
    text = "You may remove 2 of your boats from Skara."
    assert written(in_text(Written(text, PLACES, PIECES)), text) == {
        ("number", "You may remove 3 of your boats from Skara."),
        ("choice dropped", "remove 2 of your boats from Skara."),
        ("choice added", "You may remove up to 2 of your boats from Skara."),
        ("place", "You may remove 2 of your boats from Birka."),
        ("piece", "You may remove 2 of your rafts from Skara."),
        ("player", "You may remove 2 of opposing boats from Skara."),
    }


def test_slips_in_rules() -> None:
    rules = "each other player removes up to 2 boats on skara"
    assert written(in_rules(Written(rules, PLACES, PIECES)), rules) == {
        ("number", "each other player removes up to 3 boats on skara"),
        ("choice dropped", "each other player removes 2 boats on skara"),
        ("place", "each other player removes up to 2 boats on birka"),
        ("piece", "each other player removes up to 2 rafts on skara"),
        ("player", "each player removes up to 2 boats on skara"),
        ("player", "each player removes up to 2 boats on skara"),
    }


@pytest.mark.parametrize("half", ["seen", "held-out"])
def test_each_half_has_thirty_cards_that_are_looked_at(half: str) -> None:
    assert len(cards(cardwright.load(PACK), PACK / f"{half}.yaml")) == 30


def test_nothing_is_said_of_the_seen_half() -> None:
    rules = cardwright.load(PACK)
    told = said(rules, list(cards(rules, PACK / "seen.yaml")))
    assert {id: dict(found) for (_, id), found in told.items() if found} == {}


def test_the_unseen_pack_plays() -> None:
    game, rng = cardwright.load(PACK).new_game(players=4, seed=1).position, random.Random(1)
    while game.question is not None:
        game.answer(rng.randrange(len(game.question.answers)))
    assert game.over


def test_one_seed_makes_the_same_slips() -> None:
    rules = cardwright.load(PACK)
    board, found = rules.declared.board, cards(rules, PACK / "seen.yaml")
    assert slips(board, found, 1) == slips(board, found, 1)
    assert slips(board, found, 1) != slips(board, found, 2)


def test_a_measure_counts_what_is_found(tmp_path: Path) -> None:
    """Of a card with a number: each slip in it is found, and the game is as it was."""
    for name in ("pack", "board", "rules"):
        (tmp_path / f"{name}.yaml").write_bytes((PACK / f"{name}.yaml").read_bytes())
    card = "{id: pay, wage: 1, text: Gain 4 gold., event: gain 4 gold, provenance: house}"
    (tmp_path / "cards.yaml").write_text(f"voyages: [{card}]\n", "utf-8")
    found = measure(tmp_path / "cards.yaml", 1)
    assert (found.cards, found.alarms.total()) == (1, 0)
    assert found.made["number", "text"] == found.found["number", "text"] == 1
    assert found.made["number", "rules"] == found.found["number", "rules"] == 1
    assert "| number, in the text | 1 of 1 |" in table({"cards": found})
