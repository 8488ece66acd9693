"""Plays a step of a scenario: performs an effect in a position and gives its answers.

Defines a game that records which line of which file changed what. Knows nothing about expectations.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Self

from cardwright.board.types import Type
from cardwright.pack.yaml_node import YamlNode
from cardwright.program.decision_points import BranchPoint
from cardwright.program.program import Program
from cardwright.runtime import naming, questions
from cardwright.runtime.game import Game
from cardwright.runtime.refresh_choice import refresh_choice
from cardwright.source.diagnostics import Report
from cardwright.source.numerals import whole_number
from cardwright.source.spelling import did_you_mean
from cardwright.source.text import Span
from cardwright_tools.scenario.chance import Chance
from cardwright_tools.scenario.read import display_path
from cardwright_tools.scenario.shape import words_of
from cardwright_tools.scenario.terms import NOBODY, Terms

_NOT_ASKED = "nothing is asked (a question with only one possible answer never is)"
QUESTION_KEYS = ("asked", "offers", "offers only", "refuses")


@dataclass(frozen=True, slots=True)
class Where:
    """A position in a file: the rule that did something."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{display_path(Path(self.file))}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """What was expected and found, the span of the expectation, and the rule that caused it."""

    what: str
    expected: str
    found: str
    span: Span
    cause: Where | None = None


class Stage(Game):
    """A game set up by a scenario; it records the line that last wrote each number."""

    __slots__ = ("cells", "chance", "finished", "holders", "latest", "players", "started")

    def __init__(
        self, program: Program, seed: int, *, start: bool, players: Sequence[int] = ()
    ) -> None:
        self.players = tuple(players)
        self.cells: dict[int, Where] = {}
        self.holders: dict[int, Where] = {}
        self.latest: Where | None = None
        self.finished, self.started = False, start
        self.chance = Chance(None, [], [])
        super().__init__(program, seed, start=start)

    def _seat(self) -> None:
        """Seats the players as usual, which sets the random state, and then in the given order."""
        super()._seat()
        if self.players:
            self.seats[:] = self.players

    def perform_added(self, routine: int, you: int) -> None:
        """Runs a routine up to its first question; a running game then asks its question again."""
        self.question, self.over = None, False
        self.push(routine, (you,))
        self._run()

    def ask_again(self) -> None:
        """Asks the same question in the current position."""
        if self.question is not None:
            refresh_choice(self, self.question)  # nothing has been selected for it yet
            self.question = None
            self._run()

    def copy(self) -> Self:
        """A copy that has the same recorded lines, and records its own separately."""
        other = super().copy()
        other.players, other.latest = self.players, self.latest
        other.chance = Chance(self.chance.terms, self.chance.rolls[:], self.chance.draws[:])
        other.cells, other.holders = {**self.cells}, {**self.holders}
        other.finished, other.started = self.finished, self.started
        return other

    def finish(self, why: str) -> None:
        self.finished = True
        super().finish(why)

    def move(self, item: int, to: int, at: int) -> None:
        where = self._writer()
        if where and item:
            self.cells[item] = self.holders[self.s[item]] = self.holders[to] = where
        super().move(item, to, at)

    def give(self, item: int, player: int) -> None:
        where = self._writer()
        if where:
            self.cells[self.program.layout.owner + item] = where
        super().give(item, player)

    def change(self, op: str, cell: int, value: int, low: int | None, high: int | None) -> int:
        where = self._writer()
        if where:
            self.cells[cell] = where
        return super().change(op, cell, value, low, high)

    def roll(self, die: int, offset: int, faces: tuple[int, ...]) -> int:
        face = self.chance.rolled(die, faces) if die else None
        if face is None:
            return super().roll(die, offset, faces)
        self.s[offset + die] = face
        return face

    def at_random(self, options: Sequence[int], type: Type) -> int:
        drawn = self.chance.drawn(options, type)
        return super().at_random(options, type) if drawn is None else drawn

    def name_at_random(self, names: Sequence[str]) -> int:
        drawn = self.chance.named(names)
        return super().name_at_random(names) if drawn is None else drawn

    def _writer(self) -> Where | None:
        """The line of the pack that is running, from the positions of the compiled blocks."""
        frame: FrameType | None = sys._getframe(2)
        while frame is not None and frame.f_globals is not self.program.namespace:
            frame = frame.f_back
        if frame is None:
            return None
        position = next(islice(frame.f_code.co_positions(), frame.f_lasti // 2, None))
        column = position[2] or 0
        self.latest = Where(frame.f_code.co_filename, frame.f_lineno, column + 1)
        return self.latest


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
            self._fail(f"the answer `{words}`", "a question", _NOT_ASKED, node)
            return False
        found = answers_named(words, self.game)
        if len(found) != 1 and not _same_but_number(
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
        asked = describe_question(self.game)
        return f"no answer matches{f' ({hint})' if hint else ''}; {asked}"

    def _fail(self, what: str, expected: str, found: str, node: YamlNode) -> None:
        self.wrong.append(Mismatch(what, expected, found, node.span))


def answers_named(words: str, game: Game) -> list[int]:
    """The answers with this name; if there are none, those with this title."""
    labels = [_split(label.casefold()) for label in questions.labels(game)]
    read = [i for i, label in enumerate(labels) if label == _split(words.casefold())]
    return matching_answers(words, questions.answers(game)) or read


def _read_in(words: str, game: Game) -> bool:
    """Whether a label begins with these words, as `Hang it up` does in `Hang it up of Oil Jar`."""
    begun = f"{words.casefold()} "
    return any(label.casefold().startswith(begun) for label in questions.labels(game))


def _same_but_number(names: Sequence[str]) -> bool:
    """Whether names differ only by numbers, as `jar` and `jar (2)` do, so that any will do."""
    return len({*map(_unnumbered, names)}) == 1


def _unnumbered(name: str) -> str:
    """`jar` for `jar (2)`."""
    return re.sub(r" \([0-9]+\)$", "", name)


def matching_answers(words: str, offered: Sequence[str]) -> list[int]:
    """The answers with all these words; an answer with no other words is preferred."""
    words_of = _split(words)
    same = [i for i, name in enumerate(offered) if _split(name) == words_of]
    if same:
        return same
    return [i for i, name in enumerate(offered) if set(words_of) <= set(_split(name))]


def _split(words: str) -> list[str]:
    return re.findall(r"[^\s,]+", words)


def describe_question(game: Game) -> str:
    """A line that says who is asked and what is offered."""
    if game.question is None:
        return "nothing is asked"
    who = naming.player_name(game.program, game.question.player)
    return f"{who} is asked ({questions.prompt(game)}): " + ", ".join(questions.answers(game))


# --------------------------------------------------------------- looking at a question


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
            answers_named(word, game) or _read_in(word, game) for word in words
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
    found = matching_answers(rest, [_unnumbered(name) for name in questions.answers(game)])
    found = found or answers_named(rest, game)
    fits = len(found) == count if only else len(found) >= count
    return found if fits else []


def _parts(
    terms: Terms, words: Sequence[str], offered: Sequence[str], node: YamlNode
) -> Iterator[Mismatch]:
    """Mismatches for words that are only part of an offered name, as `gift` is of `gift-box`."""
    whole = answer_ids(terms)
    tokens = {token for name in offered for token in _split(name) if "-" in token}
    for word in {w for text in words for w in _split(text)} - whole:
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
        if _is_title(str(item.value), terms):
            continue
        for word in _split(str(item.value)):
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


def answer_words(terms: Terms) -> set[str]:
    """Every word that can be in the name of an answer."""
    program = terms.program
    words = answer_ids(terms) | {"on", "in", "of", "supply"}
    for item in program.layout.items:
        words.update(_split(terms.name(item.id)), _split(item.name), (item.kind,))
    for kind in program.board.kinds.values():
        words.update((kind.name, *(f.name for f in kind.fields.values() if not f.printed)))
    return words


def _is_title(words: str, terms: Terms) -> bool:
    """Whether players may see this as an answer; values in a label may be anything."""
    sites = [site for site in terms.program.points if isinstance(site, BranchPoint)]
    labels = [branch.label for site in sites for branch in site.statement.branches]
    parts = (label.filled("\0" for _ in label.values).split("\0") for label in labels if label)
    patterns = [".+".join(map(re.escape, part)) for part in parts]
    fits = any(re.fullmatch(pattern, words, re.IGNORECASE) for pattern in patterns)
    return fits or words.casefold() in answer_titles(terms)


def answer_titles(terms: Terms) -> set[str]:
    """The titles that players see for options, branches and passes, in lower case."""
    program = terms.program
    declared = program.checked.declared
    found = {o.title or naming.as_title(o.id) for o in declared.options}
    found |= {menu.passing for menu in declared.menus.values()}
    for site in program.points:
        if isinstance(site, BranchPoint):
            numbers = range(len(site.ids))
            found.update(questions.branch_label(program, site, n) for n in numbers)
    return {label.casefold() for label in found}


def answer_ids(terms: Terms) -> set[str]:
    """The ids of answers: of things, options, branches, words."""
    program = terms.program
    names = {"done", "pass", "yes", "no", "none", "nothing"}
    names.update(item.thing.id for item in program.layout.items if item.thing)
    for enum in program.board.enums.values():
        names.update(enum.values)
    names.update(o.id for o in program.checked.declared.options)
    for site in program.points:
        names.update(site.ids if isinstance(site, BranchPoint) else ())
    return names
