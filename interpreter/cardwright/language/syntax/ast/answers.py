"""How an automaton answers which questions."""

from __future__ import annotations

from cardwright.language.syntax.ast.bases import Expression
from cardwright.language.syntax.ast.sets import ThenBy
from cardwright.language.syntax.nodes import Node, Word, many, maybe, one
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class QuestionText(Node):
    """`cart`, `may`, `cart in landing`: A key of `answers` and `hints`: the questions that an
    answer is for: what is chosen, and in which text.
    """

    what: Word = one("NAME")
    within: Word | None = maybe("NAME")


@dataclass(frozen=True, slots=True)
class AnswerText(Node):
    """How an automaton answers a question."""


@dataclass(frozen=True, slots=True)
class RandomAnswerText(AnswerText):
    """`at random`: An automaton's answer: chance decides."""


@dataclass(frozen=True, slots=True)
class BestAnswerText(AnswerText):
    """`by load of cart, highest first, then by age of cart`: The one with the lowest value, or
    the highest.
    """

    value: Expression = one(Expression)
    direction: Word | None = maybe("HIGHEST_FIRST", "LOWEST_FIRST")
    ties: tuple[ThenBy, ...] = many(ThenBy)


@dataclass(frozen=True, slots=True)
class ConditionAnswerText(AnswerText):
    """`if gold of you > 2`: For questions of yes or no: yes if this holds."""

    test: Expression = one(Expression)


@dataclass(frozen=True, slots=True)
class PreferenceAnswerText(AnswerText):
    """`build, move, pass`: The first of these that is offered; also `first` and `last`."""

    names: tuple[Word, ...] = many("NAME")
