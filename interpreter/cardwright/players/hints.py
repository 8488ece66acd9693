"""What a pack advises: its `hints` for questions, and how much options of menus are preferred.

Owns what they say about the answers of a position. Nobody looks ahead for it, so that it is fast.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.players.playout import Weights, answer_weights, option_weights
from cardwright.program.automata import AnswerRow, row_for
from cardwright.program.decision_points import LogPoint
from cardwright.program.program import Program
from cardwright.runtime import automaton
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import DONE, Question


def hint_weights(game: Game) -> Sequence[int]:
    """How likely the pack wants each answer to be tried: 0 for never.

    Those that a hint finds equally good count the same. As many are taken as can be.
    """
    question = game.question
    assert question is not None
    if best := _by_hint(game, question):
        return [int(at in best) for at in range(len(question.answers))]
    if (of := _weights(game.program).get(question.site)) is not None:
        return answer_weights(of, question.answers)
    open_ = [int(value != DONE) for value in question.answers]
    return open_ if any(open_) else [1] * len(open_)


def _weights(program: Program) -> Weights:
    """What the options of a program prefer, found once."""
    if "weights" not in program.memo:
        program.memo["weights"] = option_weights(program)
    return program.memo["weights"]  # type: ignore[return-value]


def _by_hint(game: Game, question: Question) -> Sequence[int]:
    """The answers that are as good as any by a hint; none where it leaves that to chance."""
    row = _row(game.program, question.site)
    if row is None or row.checked.random:
        return ()
    open_ = [at for at, value in enumerate(question.answers) if value != DONE]
    if row.keys:
        return automaton.best(game, question, row, open_) if open_ else ()
    found = automaton.named(game, question, row, open_)
    return () if found is None else (found,)


def _row(program: Program, site: int) -> AnswerRow | None:
    """The hint for a decision point, found once."""
    known: dict[int, AnswerRow | None] = program.memo.setdefault("hints", {})  # type: ignore[assignment]
    if site not in known:
        point = program.points[site]
        assert not isinstance(point, LogPoint)
        known[site] = row_for(point, program.hints, program.layout)
    return known[site]
