"""Automata's answers: what the rules of a player who is not asked choose."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.program.automata import AnswerRow
from cardwright.program.decision_points import BranchPoint, ChoicePoint, MenuPoint, Point
from cardwright.runtime.game_state import DONE, GameState, Question


def automaton_answer(game: GameState, question: Question) -> int:
    """The index of an automaton's answer. Raises GameError if no answer fits.

    It takes as many as it can, and passes only if it says so or nothing else is offered.
    """
    point = game.program.points[question.site]
    row = game.program.automata[question.player].row(point, game.program.layout)
    open_ = [at for at, value in enumerate(question.answers) if value != DONE]
    if row is None:
        raise game.error("CW415", f"the automaton has no answer for {_words(point)}")
    game.spend(len(open_) * row.weight)
    if (coverage := game.program.coverage) is not None:
        coverage.hit(row.checked, "used")
    found = _pick(game, question, point, row, open_) if open_ else len(question.answers) - 1
    if found is None:
        raise game.error("CW415", f"the automaton prefers nothing that {_words(point)} offers")
    return found


def _pick(
    game: GameState, question: Question, point: Point, row: AnswerRow, open_: Sequence[int]
) -> int | None:
    if row.checked.random:
        return _at_random(game, question, point, open_)
    if row.keys:
        return best(game, question, row, open_)[0]
    return named(game, question, row, open_)


def named(game: GameState, question: Question, row: AnswerRow, open_: Sequence[int]) -> int | None:
    """The answer of these that a row's condition, or its list of names, selects."""
    names = row.checked.names
    if row.test is not None:
        names = ("yes",) if row.test(game.s, game.z, question.player) else ("no",)
    return _preferred(game.program.points[question.site], question, names, open_)


def _at_random(game: GameState, question: Question, point: Point, open_: Sequence[int]) -> int:
    if not isinstance(point, ChoicePoint):
        return open_[game.name_at_random([_name(point, question.answers[at]) for at in open_])]
    values = [question.answers[at] for at in open_]
    return open_[values.index(game.at_random(values, point.type))]


def best(
    game: GameState, question: Question, row: AnswerRow, open_: Sequence[int]
) -> Sequence[int]:
    """The best of these answers by the keys of a row; several if they are equal."""
    left = list(open_)
    for key, sign in zip(row.keys, row.signs, strict=True):
        rated = [sign * key(game.s, game.z, question.player, question.answers[at]) for at in left]
        left = [at for at, value in zip(left, rated, strict=True) if value == max(rated)]
    return left


def _preferred(
    point: Point, question: Question, names: Sequence[str], open_: Sequence[int]
) -> int | None:
    """The first of the names that is offered; a menu is passed if none is."""
    offered = {_name(point, question.answers[at]): at for at in reversed(open_)}
    passes = [at for at, value in enumerate(question.answers) if value == DONE]
    known = {"first": open_[0], "last": open_[-1]} | dict.fromkeys(["pass"][: len(passes)], -1)
    known |= offered
    found = next((known[name] for name in names if name in known), None)
    if found is None or found < 0:
        return passes[0] if passes else None
    return found


def _name(point: Point, value: int) -> str:
    if isinstance(point, BranchPoint):
        return point.ids[value]
    return point.rows[value].declared.id if isinstance(point, MenuPoint) else ""


def _words(point: Point) -> str:
    return f"`{' '.join(point.span.text.split())}`"
