"""Gives the answers of a step of a scenario, and compares its questions with what is expected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.runtime import questions
from cardwright.source.spelling import did_you_mean
from cardwright_tools.scenario.answer_words import (
    NOT_ASKED,
    answers_named,
    describe_question,
    differ_in_number,
    meant,
)
from cardwright_tools.scenario.question_checks import QUESTION_KEYS, check_question
from cardwright_tools.scenario.shape import words_of
from cardwright_tools.scenario.stage import Mismatch, Stage
from cardwright_tools.scenario.terms import Terms


@dataclass(slots=True)
class Answers:
    """Gives the answers of a step in order, until one is refused, which is a mismatch."""

    game: Stage
    terms: Terms
    wrong: list[Mismatch] = field(default_factory=list)
    refused: bool = False

    def give(self, answers: Sequence[YamlNode]) -> None:
        """Raises GameError, as a game does."""
        self.refused = not all(self._one(node) for node in answers)

    def _one(self, node: YamlNode) -> bool:
        """Gives one answer; returns whether to go on."""
        if not isinstance(node.value, dict):
            words = [str(word.value) for word in words_of(node, self.terms.report)]
            return all(self._answer(node, word) for word in words)
        for key, inner in node.items():
            if key in QUESTION_KEYS:
                self.wrong += check_question(self.game, self.terms, key, inner)
            elif not self._as(key, inner):
                return False
        return True

    def _as(self, player: str, node: YamlNode) -> bool:
        others = [*check_question(self.game, self.terms, "asked", node.with_value(player))]
        self.wrong += others
        words = [str(word.value) for word in words_of(node, self.terms.report)]
        return not others and all(self._answer(node, word) for word in words)

    def _answer(self, node: YamlNode, words: str) -> bool:
        if self.game.question is None:
            self._fail(f"the answer `{words}`", "a question", NOT_ASKED, node)
            return False
        found = answers_named(words, self.game)
        if len(found) != 1 and not differ_in_number(
            [questions.answers(self.game)[i] for i in found]
        ):
            self._fail(f"the answer `{words}`", "one legal answer", self._unfit(words, found), node)
            return False
        self.game.answer(found[0])
        return True

    def _unfit(self, words: str, found: Sequence[int]) -> str:
        """The answers that match these words or are similar, and all that are offered."""
        offered = questions.answers(self.game)
        if found:
            names = ", ".join(offered[i] for i in found)
            return f"{len(found)} answers match: {names}; {describe_question(self.game)}"
        hint = did_you_mean(words, offered)
        if not hint and (near := meant(words, self.game)):
            hint = f"did you mean `{near}`?"
        asked = describe_question(self.game)
        return f"no answer matches{f' ({hint})' if hint else ''}; {asked}"

    def _fail(self, what: str, expected: str, found: str, node: YamlNode) -> None:
        self.wrong.append(Mismatch(what, expected, found, node.span))


# --------------------------------------------------------------- looking at a question
