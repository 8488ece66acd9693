"""A pack's advice: its `hints` for questions, and the weights of options of menus.

Decides what they say about the answers of a position. This needs no look-ahead, so it is fast.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.players.playout import answer_weights, option_weights
from cardwright.program.automata import AnswerRow, row_for
from cardwright.program.program import Program
from cardwright.runtime import automaton
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import DONE, Question
from cardwright.source.memoized import memoized


def hint_weights(game: Game) -> Sequence[int]:
    """How likely the pack wants each answer to be tried: 0 for never.

    Answers that a hint rates equal have the same weight. Without advice, all answers have,
    except that to stop has none if anything else is possible.
    """
    question = game.question
    assert question is not None
    if best := _by_hint(game, question):
        return [int(at in best) for at in range(len(question.answers))]
    if (of := option_weights(game.program).get(question.site)) is not None:
        return answer_weights(of, question.answers)
    open_ = [int(value != DONE) for value in question.answers]
    return open_ if any(open_) else [1] * len(open_)


def _by_hint(game: Game, question: Question) -> Sequence[int]:
    """The answers that are best by a hint; none if it leaves the choice to chance."""
    row = _row(game.program, question.site)
    if row is None or row.checked.random:
        return ()
    open_ = [at for at, value in enumerate(question.answers) if value != DONE]
    if row.keys:
        return automaton.best(game, question, row, open_) if open_ else ()
    found = automaton.named(game, question, row, open_)
    return () if found is None else (found,)


@memoized
def _row(program: Program, site: int) -> AnswerRow | None:
    """The hint for a decision point, looked up once."""
    return row_for(program.points[site], program.hints, program.layout)
