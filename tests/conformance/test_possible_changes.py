"""Both evaluators agree on whether a *may* could change anything."""

from __future__ import annotations

import random
from pathlib import Path

import cardwright
from cardwright.backends.core.evaluate import Env, evaluate
from cardwright.language import core
from cardwright.program.decision_points import BranchPoint
from cardwright.program.operations import FRAME
from cardwright.runtime.game import Game

PACK = Path(__file__).parents[1] / "packs" / "corner-cases"


def test_whether_a_may_could_change_anything() -> None:
    rules, rng = cardwright.load(PACK), random.Random(1)
    seen = set()
    for seed in range(10):
        game = rules.new_game(2, seed).position
        while game.question is not None:
            seen |= {*agreed(game)}
            game.answer(rng.randrange(len(game.question.answers)))
    assert seen == {True, False}


def agreed(game: Game) -> list[bool]:
    """The result of both evaluators for every *may* of the rule that asks."""
    frame, found = game.frames[-1], []
    env = Env(game.program, game.s, game.z, frame[FRAME:])
    for site in game.program.points:
        here = isinstance(site, BranchPoint) and site.routine == "turn"
        for branch, test in zip(site.statement.branches, site.tests, strict=True) if here else ():
            if test is not None and game.program.entries[frame[1]].name == "turn":
                assert isinstance(branch.test, core.Expr)
                found.append(bool(test(game.s, game.z, frame)))
                assert bool(evaluate(branch.test, env)) == found[-1]
    return found
