"""The number of refills until the last score card, derived from how the deck is built."""

from __future__ import annotations

from pathlib import Path
from statistics import mean

import pytest

import cardwright
from cardwright.runtime.game import Game

pytestmark = pytest.mark.usefixtures("shared_packs")

ROOT = Path(__file__).parents[2]
GAMES = 300
FIGURES = {4: (32, 45, 40.7), 3: (26, 36, 32.7), 2: (21, 31, 27.7)}


@pytest.fixture(scope="module")
def rules() -> cardwright.Rules:
    return cardwright.load(ROOT / "content" / "expanse")


def refills(game: Game) -> int:
    """How many cards are drawn to the track, after the first five, until it has all score cards."""
    layout = game.program.layout
    zones = {zone.name: cards for (zone, _), cards in zip(layout.zones, game.z, strict=True)}
    setup = [*zones["track"], *zones["deck"]]
    last = max(i for i, card in enumerate(setup) if layout.items[card].kind == "score-card")
    return last + 1 - len(zones["track"])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_refills_until_the_sixth_score_card(rules: cardwright.Rules, players: int) -> None:
    low, high, average = FIGURES[players]
    program = rules.program(players)
    counts = [refills(Game(program, seed)) for seed in range(GAMES)]
    assert min(counts) >= low
    assert max(counts) <= high
    assert mean(counts) == pytest.approx(average, abs=0.5)
