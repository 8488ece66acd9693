"""What a step expects of the question that is asked: who is asked, and what is offered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.runtime import naming, questions
from cardwright.runtime.game import Game
from cardwright.source.diagnostics import Report
from cardwright.source.numerals import whole_number
from cardwright.source.spelling import did_you_mean
from cardwright_tools.scenario.answer_words import (
    answer_ids,
    answer_words,
    answers_named,
    begins_a_label,
    describe_question,
    is_title,
    matching_answers,
    split_words,
    unnumbered,
)
from cardwright_tools.scenario.shape import words_of
from cardwright_tools.scenario.stage import Mismatch
from cardwright_tools.scenario.terms import NOBODY, Terms

QUESTION_KEYS = ("asked", "offers", "offers only", "refuses")


def check_question(game: Game, terms: Terms, key: str, node: YamlNode) -> Iterator[Mismatch]:
    """Checks `asked`, `offers`, `offers only` and `refuses` against the question."""
    words = [str(word.value) for word in words_of(node, terms.report)]
    offered = questions.answers(game)
    if key == "asked":
        who = naming.player_name(terms.program, game.question.player) if game.question else NOBODY
        wrong = words != [who]
    elif key == "refuses":
        yield from _parts(terms, words, offered, node)
        wrong = not offered or any(
            answers_named(word, game) or begins_a_label(word, game) for word in words
        )
    else:
        only = key == "offers only"
        wrong = any(not _offered(word, game, only=only) for word in words)
        fit = {index for word in words for index in _offered(word, game, only=only)}
        wrong = wrong or (only and len(fit) < len(offered))
    if wrong:
        yield Mismatch(key, ", ".join(words) or "nothing", describe_question(game), node.span)


def _offered(words: str, game: Game, *, only: bool) -> list[int]:
    """The answers that a word of `offers` means; `2 goblin` means two of them, or none if there
    are fewer or, with `only`, more."""
    found, (number, _, rest) = answers_named(words, game), words.partition(" ")
    count = whole_number(number)
    if found or count is None or not rest:
        return found
    found = matching_answers(rest, [unnumbered(name) for name in questions.answers(game)])
    found = found or answers_named(rest, game)
    fits = len(found) == count if only else len(found) >= count
    return found if fits else []


def _parts(
    terms: Terms, words: Sequence[str], offered: Sequence[str], node: YamlNode
) -> Iterator[Mismatch]:
    """Mismatches for words that are only part of an offered name, as `gift` is of `gift-box`."""
    whole = answer_ids(terms)
    tokens = {token for name in offered for token in split_words(name) if "-" in token}
    for word in {w for text in words for w in split_words(text)} - whole:
        for token in sorted(tokens):
            if word != token and word in token.split("-"):
                found = f"`{word}` is only a part of `{token}`, which is offered"
                yield Mismatch("refuses", ", ".join(words), found, node.span)


def check_question_words(terms: Terms, key: str, node: YamlNode) -> None:
    """Reports unknown players and words, for which `refuses` would always hold."""
    report = terms.report
    for item in words_of(node, report):
        if key == "asked":
            if item.value != NOBODY:
                terms.asked_player(item, str(item.value))
            continue
        known = answer_words(terms)
        if is_title(str(item.value), terms):
            continue
        for word in split_words(str(item.value)):
            if word not in known and whole_number(word) is None:
                help = did_you_mean(word, known)
                report.error("CW343", f"no answer's name contains `{word}`", item.span, help)


def check_answer(terms: Terms, node: YamlNode, report: Report) -> None:
    """Checks the keys and words of one entry of `answers`."""
    if not isinstance(node.value, dict):
        list(words_of(node, report))
        return
    for key, inner in node.items():
        if key in QUESTION_KEYS:
            check_question_words(terms, key, inner)
        elif not terms.player(key):
            known = [*QUESTION_KEYS, *terms.player_names]
            help = did_you_mean(key, known) or "a player, or " + ", ".join(QUESTION_KEYS)
            report.error("CW321", f"unknown key `{key}`", inner.key_span, help)
