"""Measuring the lints of texts: the errors that are injected, and what counts as found.

The figures are in docs/measurements.md. Nothing is reported on the half of the holdout pack that
the lints were tuned on; the other half stays untouched.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import cardwright

from .accuracy import cards, findings, inject, measure, table
from .injected_errors import CardText, Injection, errors_in_rules, errors_in_text

PACK = Path(__file__).parent / "holdout" / "spice-isles"
PLACES = (("skara", "birka"),)
PIECES = (("boat", "raft"), ("boats", "rafts"))


def written(made: Injection, text: str) -> set[tuple[str, str]]:
    return {(s.kind, text[: s.start] + s.new + text[s.end :]) for s in made}


def test_errors_in_a_text() -> None:
    text = "You may remove 2 of your boats from Skara."
    assert written(errors_in_text(CardText(text, PLACES, PIECES)), text) == {
        ("number", "You may remove 3 of your boats from Skara."),
        ("choice dropped", "remove 2 of your boats from Skara."),
        ("choice added", "You may remove up to 2 of your boats from Skara."),
        ("place", "You may remove 2 of your boats from Birka."),
        ("piece", "You may remove 2 of your rafts from Skara."),
        ("player", "You may remove 2 of opposing boats from Skara."),
        ("verb", "You may place 2 of your boats from Skara."),
        ("chance added", "You may remove 2 of your boats from Skara at random."),
    }


def test_chance_and_the_end_of_an_effect_in_a_text() -> None:
    text = "Remove a boat. Until the end of your turn, discard 1 card at random."
    made = written(errors_in_text(CardText(text, PLACES, PIECES)), text)
    assert {other for kind, other in made if kind in ("duration", "chance added")} == {
        "Remove a boat. Until your next turn, discard 1 card at random.",
        "Remove a boat at random. Until the end of your turn, discard 1 card at random.",
    }
    assert ("chance dropped", text.replace(" at random", "")) in made


def test_errors_in_rules() -> None:
    rules = "each other player removes up to 2 boats on skara"
    assert written(errors_in_rules(CardText(rules, PLACES, PIECES)), rules) == {
        ("number", "each other player removes up to 3 boats on skara"),
        ("choice dropped", "each other player removes 2 boats on skara"),
        ("place", "each other player removes up to 2 boats on birka"),
        ("piece", "each other player removes up to 2 rafts on skara"),
        ("player", "each player removes up to 2 boats on skara"),
        ("player", "each player removes up to 2 boats on skara"),
        ("verb", "each other player places up to 2 boats on skara"),
    }


@pytest.mark.parametrize("half", ["tuning", "held-out"])
def test_each_half_has_thirty_cards(half: str) -> None:
    assert len(cards(cardwright.load(PACK), PACK / f"{half}.yaml")) == 30


def test_nothing_is_reported_on_the_tuning_half() -> None:
    rules = cardwright.load(PACK)
    found_now = findings(rules, list(cards(rules, PACK / "tuning.yaml")))
    assert {id: dict(found) for (_, id), found in found_now.items() if found} == {}


def test_the_pack_can_be_played() -> None:
    game, rng = cardwright.load(PACK).new_game(players=4, seed=1).position, random.Random(1)
    while game.question is not None:
        game.answer(rng.randrange(len(game.question.answers)))
    assert game.over


def test_one_seed_makes_the_same_errors() -> None:
    rules = cardwright.load(PACK)
    board, found = rules.declared.board, cards(rules, PACK / "tuning.yaml")
    assert inject(board, found, 1) == inject(board, found, 1)
    assert inject(board, found, 1) != inject(board, found, 2)


def test_injected_errors_are_found(tmp_path: Path) -> None:
    """Each error injected into a card with a number is found."""
    for name in ("pack", "board", "rules"):
        (tmp_path / f"{name}.yaml").write_bytes((PACK / f"{name}.yaml").read_bytes())
    card = "{id: pay, wage: 1, text: Gain 4 gold., event: gain 4 gold, provenance: house}"
    (tmp_path / "cards.yaml").write_text(f"voyages: [{card}]\n", "utf-8")
    found = measure(tmp_path / "cards.yaml", 1)
    assert (found.cards, found.alarms.total()) == (1, 0)
    assert found.made["number", "text"] == found.found["number", "text"] == 1
    assert found.made["number", "rules"] == found.found["number", "rules"] == 1
    assert "| number, in the text | 1 of 1 |" in table({"cards": found})
