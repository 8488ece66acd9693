"""Automata of a program: the players who are not asked, and the answer for each question.

Decides which answer is for which decision point. Knows nothing about how answers are computed.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.board.layout import Layout
from cardwright.language.analysis.questions import answer_to, subject_of
from cardwright.language.front_end.checked import Checked
from cardwright.language.resolve.statements.answers import CheckedAnswer, CheckedAutomaton
from cardwright.program.decision_points import (
    BranchPoint,
    ChoicePoint,
    LogPoint,
    MenuPoint,
    Point,
    Test,
)
from cardwright.source.records import dataclass


@dataclass(slots=True)
class AnswerRow:
    """An answer with its texts as functions: keys (s, z, you, item), a test.

    `signs` are 1 if a key prefers the highest, -1 for the lowest.
    """

    checked: CheckedAnswer
    keys: tuple[Test, ...] = ()
    signs: tuple[int, ...] = ()
    test: Test | None = None
    weight: int = 1  # the steps of its keys


@dataclass(slots=True)
class AutomatonRow:
    """A player who is not asked."""

    checked: CheckedAutomaton
    rows: list[AnswerRow]

    def row(self, point: Point, layout: Layout) -> AnswerRow | None:
        """The answer to the question of a decision point; None if there is none."""
        return row_for(point, self.rows, layout)


def row_for(point: Point, rows: Sequence[AnswerRow], layout: Layout) -> AnswerRow | None:
    """The answer among these to the question of a decision point; None if there is none."""
    answers = [row.checked for row in rows]
    assert not isinstance(point, LogPoint)
    found = answer_to(answers, _subject(point), point.scopes, layout.board)
    return next((row for row in rows if row.checked is found), None)


def _subject(point: ChoicePoint | BranchPoint | MenuPoint) -> str:
    if isinstance(point, ChoicePoint | BranchPoint):
        return subject_of(point.statement)
    return point.menu.name


def automata_of(checked: Checked, layout: Layout) -> dict[int, CheckedAutomaton]:
    """The players of a game who are not asked, by their ids."""
    seated = layout.kind("player")
    by_name = {layout.items[player].name: player for player in seated}
    return {
        by_name[one.declared.player]: one
        for one in checked.automata
        if one.declared.player in by_name
        and (not one.declared.players or layout.size in one.declared.players)
    }
