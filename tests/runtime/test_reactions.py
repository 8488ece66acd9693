"""Games that are copied, redrawn or replayed during replies, and while reactions wait."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.program.decision_points import MenuPoint, TriggerPoint
from cardwright.runtime.determinize import determinize
from cardwright.runtime.game import Game

pytestmark = pytest.mark.usefixtures("shared_packs")

PACKS = Path(__file__).parent.parent / "packs"


def _asked_at(pack: str, point: type, seeds: int = 40) -> list[Game]:
    """Games in which a player is asked at such a point; always the last answer is given."""
    program = cardwright.load(PACKS / pack).program(2)
    found: list[Game] = []
    for seed in range(seeds):
        game = Game(program, seed)
        while game.question is not None and len(found) < 12:
            if type(game.program.points[game.question.site]) is point:
                found.append(game.copy())
            game.answer((seed + len(found)) % len(game.question.answers))
    assert found
    return found


@pytest.mark.parametrize(("pack", "point"), [("duel", MenuPoint), ("skirmish", TriggerPoint)])
def test_a_copy_continues_like_its_original(pack: str, point: type) -> None:
    for game in _asked_at(pack, point):
        copy = game.copy()
        for one in (game, copy):
            while one.question is not None:
                one.answer(0)
        assert copy.state() == game.state()


@pytest.mark.parametrize(("pack", "point"), [("duel", MenuPoint), ("skirmish", TriggerPoint)])
def test_the_question_stays_the_same_in_a_determinized_game(pack: str, point: type) -> None:
    for game in _asked_at(pack, point):
        assert game.question is not None
        drawn = determinize(game, game.question.player, 1)
        assert drawn.question == game.question


def test_nobody_learns_from_the_question_whether_there_is_a_reply() -> None:
    games = _asked_at("duel", MenuPoint)
    windows = [g for g in games if _menu(g) == "replies"]
    sizes = {len(g.question.answers) for g in windows if g.question}
    assert min(sizes) == 1 < max(sizes)  # players who can only pass are asked, too


def _menu(game: Game) -> str:
    assert game.question is not None
    point = game.program.points[game.question.site]
    assert isinstance(point, MenuPoint)
    return point.menu.name
