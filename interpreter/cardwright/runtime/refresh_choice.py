"""What a choice offers once its position has been changed from outside.

A choice works out its candidates and their number once, before it asks. Where a position is redrawn
or set up by hand under an open question, these are still those of the position before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardwright.backends.core.evaluate import Env, number
from cardwright.program.decision_points import ChoicePoint
from cardwright.program.operations import FRAME, Function, Return
from cardwright.program.program import Program
from cardwright.program.values import Value
from cardwright.runtime.game_state import GameState, Question


def refresh_choice(game: GameState, question: Question) -> bool:
    """Works out the candidates of an open choice again, and how many are to be chosen.

    Returns whether what has been picked for it already is still among them.
    """
    frame, site = game.frames[-1], game.program.points[question.site]
    if not isinstance(site, ChoicePoint) or site.offers is None:
        return True
    candidates = tuple(_offered(game.program, site, site.offers)(game.s, game.z, frame))
    chosen: Sequence[int] = frame[site.chosen]  # type: ignore[assignment]
    if not {*chosen} <= {*candidates}:
        return False
    frame[site.source] = candidates  # type: ignore[call-overload]
    env = Env(game.program, game.s, game.z, tuple(frame[FRAME:]))
    low, high = site.statement.low, site.statement.high
    frame[site.low], frame[site.high] = number(low, env), -1 if high is None else number(high, env)
    return True


def _offered(program: Program, point: ChoicePoint, offers: Value) -> Callable[..., Sequence[int]]:
    """The function of the frame that works out the candidates, made when it is first needed."""
    if point.offered is None:
        assert program.backend is not None
        returned = Return(offers)
        returned.span = point.span
        made = Function(f"O{point.index}", (), [returned], point.span, framed=True, many=True)
        point.offered = program.backend.function(program, made)
    return point.offered
