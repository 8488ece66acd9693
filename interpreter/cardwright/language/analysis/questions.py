"""The subjects of questions, and the automaton's answer to each."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.board.model import Board
from cardwright.language import core, hir
from cardwright.language.resolve.statements.answers import (
    CHOOSE_ONE,
    MAY,
    OTHERWISE,
    CheckedAnswer,
)

Asking = core.Choose | core.OneOf | core.OpenMenu


def subject_of(statement: Asking) -> str:
    """A kind, an enum, `number`, a menu, `may` or `choose-one`."""
    match statement:
        case core.Choose(source=source):
            return source.type.of or source.type.base
        case core.OneOf(origin=origin):
            return MAY if isinstance(origin, hir.May) else CHOOSE_ONE
        case core.OpenMenu(menu=menu):
            return menu


def answer_to(
    answers: Sequence[CheckedAnswer], about: str, scopes: Sequence[str], board: Board
) -> CheckedAnswer | None:
    """The answer for a question about this in a rule: the most specific one that there is.

    `scopes`: those of its routine.
    """
    above = board.ancestors(about) if about in board.kinds else (about,)
    for what in (*above, OTHERWISE):
        for within in (*scopes, ""):
            for answer in answers:
                declared = answer.declared
                if (declared.what, declared.within) == (what, within) and _fits(answer):
                    return answer
    return None


def _fits(answer: CheckedAnswer) -> bool:
    return answer.declared.what != OTHERWISE or answer.test is None
