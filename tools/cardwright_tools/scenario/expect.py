"""Reads the expectations of a scenario once, as checks to run after its step.

Defines the keys of `expect`. A check yields a mismatch for each difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cardwright.backends.game_errors import GameError
from cardwright.language.external_texts import ExternalTexts
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.codes import CODES
from cardwright.source.spelling import did_you_mean, is_typo, nearest
from cardwright_tools.scenario.claims import Claim, ClaimReader
from cardwright_tools.scenario.compare import check_claim
from cardwright_tools.scenario.decks import deck_claims
from cardwright_tools.scenario.expressions import ValueClaim, ValueReader
from cardwright_tools.scenario.log_words import check_log, check_log_words
from cardwright_tools.scenario.question_checks import (
    QUESTION_KEYS,
    check_question,
    check_question_words,
)
from cardwright_tools.scenario.shape import mapping, scalar, words_of
from cardwright_tools.scenario.stage import Mismatch, Stage
from cardwright_tools.scenario.terms import FLAGS, NOBODY, Terms
from cardwright_tools.scenario.visibility import check_sight, check_words


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A played step: the position before it, its log lines, and its error, if any."""

    game: Stage
    s: list[int]
    z: list[list[int]]
    lines: list[str]
    error: GameError | None


Check = Callable[[PlayedStep], Iterator[Mismatch]]


class Expectations:
    """Reads `expect` for one game."""

    def __init__(self, terms: Terms, texts: ExternalTexts) -> None:
        self.terms, self.texts = terms, texts
        self.claims = ClaimReader(terms)
        self.values = ValueReader(terms, texts)

    def read(self, expect: YamlNode | None) -> list[Check]:
        if expect is None:
            return []
        return [check for key, node in expect.items() for check in self._entry(key, node)]

    def _entry(self, key: str, node: YamlNode) -> list[Check]:
        if key in QUESTION_KEYS:
            check_question_words(self.terms, key, node)
            return [lambda played: check_question(played.game, self.terms, key, node)]
        if key in _SPECIAL:
            return _SPECIAL[key](self, key, node)
        claims = self.claims.read(key, node)
        if claims is not None:
            return [self._claimed(claim) for claim in claims]
        return self._valued(key, node)

    def _valued(self, key: str, node: YamlNode) -> list[Check]:
        """An expression of the language or `PROPERTY: {THING: value}`, also of printed fields."""
        declared = self.terms.program.checked.declared
        printed = (field.name for field in declared.board.every_field() if field.printed)
        properties = [*declared.definitions, *printed]
        if re.fullmatch(r"[\w-]+", key) and key not in properties:
            help = self.claims.hint(key, [*_SPECIAL, *QUESTION_KEYS], properties)
            if noun := declared.board.noun(key):
                several = declared.board.kinds[noun[0]].plural
                help = f"{help}; `number of {several}: 2` says how many there are"
            self.terms.report.error("CW321", f"unknown key `{key}`", node.key_span, help)
            return []
        if help := _misspelt_words(key):
            self.terms.report.error("CW321", f"unknown key `{key}`", node.key_span, help)
            return []
        return [self._compared(valued) for valued in self.values.read(key, node)]

    def _claimed(self, claim: Claim) -> Check:
        return lambda played: check_claim(claim, played.game, played.s, self.terms)

    def _compared(self, valued: ValueClaim) -> Check:
        return lambda played: self.values.check(valued, played.game, played.s, played.z)

    # ------------------------------------------------------------------ special words

    def _log(self, key: str, node: YamlNode) -> list[Check]:
        words = list(words_of(node, self.terms.report))
        for word in () if key == "log" else words:
            check_log_words(self.terms, word)
        return [lambda played: check_log(key, words, played.lines)]

    def _error(self, key: str, node: YamlNode) -> list[Check]:
        if scalar(node, "a code", self.terms.report) and node.word not in CODES:
            help = did_you_mean(node.word, CODES)
            self.terms.report.error("CW343", f"there is no code `{node.word}`", node.span, help)

        def check(played: PlayedStep) -> Iterator[Mismatch]:
            found = played.error.code if played.error else "no error"
            if found != node.value:
                yield Mismatch("error", node.word, found, node.span)

        return [check]

    def _over(self, key: str, node: YamlNode) -> list[Check]:
        value = FLAGS.get(node.word.lower())
        if scalar(node, "yes or no", self.terms.report) and value is None:
            self.terms.report.error("CW343", f"`{node.word}` is not yes or no", node.span)

        def check(played: PlayedStep) -> Iterator[Mismatch]:
            if played.game.finished != bool(value):
                found = "the game is over" if played.game.finished else "the game is not over"
                yield Mismatch("over", node.word, found, node.span)

        return [check]

    def _scores(self, key: str, node: YamlNode) -> list[Check]:
        name = self.terms.program.checked.declared.score
        if not name:
            self.terms.report.error("CW348", "the pack sets no `score`", node.key_span)
            return []
        return self._entry(name, node)

    def _winners(self, key: str, node: YamlNode) -> list[Check]:
        words = [] if node.value == NOBODY else list(words_of(node, self.terms.report))
        expected = sorted(self.terms.asked_player(w, str(w.value)) for w in words)
        function = self.terms.program.winners

        def check(played: PlayedStep) -> Iterator[Mismatch]:
            found = function(played.game.s, played.game.z) if function else ()
            ids = sorted(i for i in (found if isinstance(found, tuple | list) else [found])
                         if isinstance(i, int) and i)  # fmt: skip
            if ids != expected:
                names = ", ".join(self.terms.name(i) for i in ids) or NOBODY
                said = ", ".join(w.word for w in words) or NOBODY
                yield Mismatch("winners", said, names, node.span)

        return [check]

    def _sight(self, key: str, node: YamlNode) -> list[Check]:
        """`hidden from: {PLAYER: words}`: neither the player's view nor their log contains
        these."""
        mapping(node, self.terms.report)
        return [
            self._seen(key, self.terms.player(player), inner)
            for player, inner in node.items()
            if self.terms.asked_player(inner, player)
        ]

    def _seen(self, key: str, player: int, node: YamlNode) -> Check:
        words = list(words_of(node, self.terms.report))
        check_words(self.terms, words)
        return lambda played: check_sight(self.terms, played.game, player, key, words)

    def _decks(self, key: str, node: YamlNode) -> list[Check]:
        """`legal decks: [DECK]` and `illegal decks: {WORDS: DECK}`."""
        claims = [*deck_claims(key, node, self.texts.checked, self.terms)]
        return [lambda played, claim=claim: claim.check() for claim in claims]  # type: ignore[misc]


_Reader = Callable[[Expectations, str, YamlNode], list[Check]]
_SPECIAL: dict[str, _Reader] = {
    "log": Expectations._log,
    "log without": Expectations._log,
    "error": Expectations._error,
    "over": Expectations._over,
    "scores": Expectations._scores,
    "winners": Expectations._winners,
    "seen by": Expectations._sight,
    "hidden from": Expectations._sight,
    "legal decks": Expectations._decks,
    "illegal decks": Expectations._decks,
}


def _misspelt_words(key: str) -> str:
    """Help for a misspelt key of two words, which can't be an expression: `hiden from`."""
    meant = nearest(key, [known for known in (*_SPECIAL, *QUESTION_KEYS) if " " in known])
    return did_you_mean(key, [meant]) if meant and is_typo(key, meant) else ""
