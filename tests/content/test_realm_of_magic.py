"""Realm of Magic: its README is right about where keywords and rules occur and on which cards;
players that look ahead by its `evaluate` know how to win."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import cast

import pytest
from ruamel.yaml import YAML

import cardwright
from cardwright import players

pytestmark = pytest.mark.usefixtures("shared_packs")

PACK = Path(__file__).parents[2] / "content" / "realm-of-magic"
README = (PACK / "README.md").read_text(encoding="utf-8")


def entries(path: Path) -> Iterator[dict[str, object]]:
    """The things that a file declares, with their ids."""
    for section in cast("dict[str, object]", YAML(typ="safe").load(path)).values():
        if isinstance(section, list):
            yield from section


@pytest.fixture(scope="module")
def cards() -> dict[str, set[str]]:
    """The keywords of each card, without their numbers."""
    found = chain.from_iterable(entries(path) for path in (PACK / "cards").glob("*.yaml"))
    words = {card["id"]: cast("list[str]", card.get("keywords", [])) for card in found}
    return {str(card): {word.split()[0] for word in told} for card, told in words.items()}


@pytest.fixture(scope="module")
def titles() -> set[str]:
    texts = (path.read_text(encoding="utf-8") for path in (PACK / "scenarios").glob("*.yaml"))
    return {found for text in texts for found in re.findall(r"^- scenario: (.*)$", text, re.M)}


def rows(heading: str) -> list[list[str]]:
    """The cells of the table below a heading."""
    part = README.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def test_each_keyword_has_its_row_and_is_on_two_cards(cards: dict[str, set[str]]) -> None:
    declared = YAML(typ="safe").load(PACK / "keywords.yaml")["keywords"]
    shown = {row[0].strip("`"): re.findall(r"`(.*?)`", row[1]) for row in rows("Keywords")}
    assert set(shown) == set(declared)
    for keyword, examples in shown.items():
        assert len(examples) == 2
        assert all(keyword in cards[card] for card in examples), keyword


def test_what_shows_a_keyword_or_a_rule_is_there(titles: set[str]) -> None:
    named = [cell for row in rows("Keywords") for cell in row[2:]]
    named += [title for row in rows("Rules") for title in row[2].split(" <br> ")]
    assert [title for title in named if title not in titles] == []
    assert len(named) > 120


def test_each_decision_of_our_own_says_why() -> None:
    decisions = rows("What is our own decision")
    assert len(decisions) > 20
    assert all(len(row) == 3 and all(row) for row in decisions)


@pytest.mark.parametrize(
    "seed", [1, 8, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (3, 4, 5, 7))]
)
def test_a_greedy_player_takes_the_capital_of_a_random_one(seed: int) -> None:
    """A player whose army stays at home wins nothing."""
    game = cardwright.load(PACK).new_game(players=2, seed=seed)
    first, second = game.players
    greedy, other = (second, first) if seed % 2 else (first, second)
    players.play(game, {greedy: players.Greedy(), other: players.at_random}, seed=seed)
    assert game.outcome is not None
    assert (game.outcome.winners, game.outcome.reason) == ((greedy,), "a capital falls")
