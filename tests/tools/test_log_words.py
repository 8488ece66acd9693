"""Every word in the lines of games is one that `log without` may name."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import cardwright
from cardwright.runtime import log
from cardwright.source.diagnostics import Report
from cardwright_tools.scenario.log_words import known_words, words_in
from cardwright_tools.scenario.terms import Terms

pytestmark = pytest.mark.usefixtures("shared_packs")

PACKS = Path(__file__).parents[1] / "packs"
NAMES = ("causeways", "dice-engine", "duel", "hands", "lasting", "market-tokens", "menagerie",
         "push-your-luck", "sealed-bids", "stables", "tic-tac-toe")  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_words_of_lines_are_known(name: str) -> None:
    rules = cardwright.load(PACKS / name)
    game = rules.new_game(min(rules.players), seed=1).position
    chance = random.Random(1)
    for _ in range(300):
        if game.question is None:
            break
        game.answer(chance.randrange(len(game.question.answers)))
    known = known_words(Terms(game.program, Report()))
    assert words_in(" ".join(log.lines(game, None))) <= known
