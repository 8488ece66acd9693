"""Words that people enter: on the command line, at a question, as names.

The rules of packs are not read again for each input.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from itertools import product
from pathlib import Path

import click

from cardwright.language.syntax.lalr import UnexpectedInput
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.syntax.parser_tables import STARTS
from cardwright.language.syntax.size_limits import TooLarge, too_deep
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.files.manifest import satisfies
from cardwright.players.assignment import assigned, searches, seats_named
from cardwright.source.numerals import whole_number
from cardwright.source.printable import printable, printable_lines
from cardwright.source.spelling import did_you_mean, distance
from cardwright.source.text import Source
from cardwright_tools.balance.conditions import read_condition
from cardwright_tools.balance.sweep import read_varied
from cardwright_tools.check.options import parse_codes
from cardwright_tools.cli import cardwright
from cardwright_tools.decks import _choices
from cardwright_tools.diff.side import parse_side
from cardwright_tools.new.names import valid_name, valid_title
from cardwright_tools.options import split_words
from cardwright_tools.output import Stop
from cardwright_tools.play.session import Session
from cardwright_tools.scenario.answer_words import answers_named
from dev.fuzz.inputs import PACKS, Read, rules, steers

KNOWN = ("red", "blue", "north-wind", "harbour", "ann", "others", "1", "CW201", "greedy", "mcts")
MOST = 16  # the longest words that are compared letter by letter


def reads_syntax(folder: Path) -> Read:
    """The input is a letter for the sort of text, and code, read without reporting errors."""
    parser = shared_parser(VERBS)

    def read(data: bytes) -> Iterator[str]:
        start = STARTS[(data[:1] or b" ")[0] % len(STARTS)]
        span = Source("a.yaml", data[1:].decode("utf-8", "replace")).whole
        if too_deep(span):
            return
        try:
            tree = parser.tree(span, start)
        except (UnexpectedInput, TooLarge):
            return
        if not span.start <= tree.span.start <= tree.span.end <= span.end:
            yield f"the tree of {tree.span}"

    return read


# -------------------------------------------------------------------------- command line


def reads_options(folder: Path) -> Read:
    """The input is a command and its arguments, one per line; the command itself doesn't run."""
    names, cwd = cardwright.list_commands(click.Context(cardwright)), folder.as_posix()

    def read(data: bytes) -> Iterator[str]:
        plain = data.replace(b"\0", b"")  # arguments can't contain it
        head, *given = plain.decode("utf-8", "surrogateescape").split("\n")
        name = names[ord(head[:1] or " ") % len(names)]
        said = StringIO()
        with redirect_stdout(said), redirect_stderr(said), suppress(Stop, click.exceptions.Exit):
            command = cardwright.get_command(click.Context(cardwright), name)
            assert command is not None
            try:
                command.make_context(name, [one.replace("HERE", cwd) for one in given])
            except click.ClickException as error:
                error.message = printable_lines(error.message)  # type: ignore[misc] # as `cli` does
                error.show()
        if steers(said.getvalue().replace("\t", " ")):  # the output is click's own
            yield f"{name} could steer a terminal: {said.getvalue()!r}"

    return read


def reads_values(folder: Path) -> Read:
    """The input is a letter, and the value of an option that has its own notation."""
    played = rules("push-your-luck")
    notations: tuple[Callable[[str], object], ...] = (
        lambda word: assigned(word, ("ann", "bob")), seats_named, searches, parse_codes,
        split_words, read_condition, parse_side, lambda word: read_varied(word, played),
        lambda word: valid_name(word, "card"), lambda word: valid_title(word, "Title"),
        lambda word: [*_choices([word], played)], lambda word: satisfies("1.2.3", word),
    )  # fmt: skip

    def read(data: bytes) -> Iterator[str]:
        word = data[1:].decode("utf-8", "surrogateescape")
        if "script:" in word:
            return  # it reads a file
        with suppress(Stop, ValueError, OSError):  # a file name may be too long
            notations[(data[:1] or b" ")[0] % len(notations)](word)
        yield from ()

    return read


# --------------------------------------------------------------------------------- names


def reads_names(folder: Path) -> Read:
    """The input is a word that may be a number, a typo of a known one, or unprintable."""

    def read(data: bytes) -> Iterator[str]:
        word = data.decode("utf-8", "surrogateescape")
        number = whole_number(word)
        if (number is not None) != bool(re.fullmatch("[0-9]{1,15}", word, re.ASCII)):
            yield f"{word!r} is the number {number}"
        if not (printable(word).isprintable() and not steers(printable_lines(word))):
            yield "what is printable is not"
        for known in KNOWN if len(word) <= MOST else ():
            if (found := distance(word, known, MOST)) != _distance(word, known):
                yield f"{word!r} is {found} from {known}"
        did_you_mean(word, KNOWN)

    return read


def _distance(left: str, right: str) -> int:
    """The edit distance by its definition, without any shortcuts."""
    far = {(i, 0): i for i in range(len(left) + 1)} | {(0, j): j for j in range(len(right) + 1)}
    for i, j in product(range(1, len(left) + 1), range(1, len(right) + 1)):
        a, b = left[i - 1], right[j - 1]
        far[i, j] = min(far[i - 1, j] + 1, far[i, j - 1] + 1, far[i - 1, j - 1] + (a != b))
        if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
            far[i, j] = min(far[i, j], far[i - 2, j - 2] + 1)
    return min(far[len(left), len(right)], MOST + 1)


# --------------------------------------------------------------------------------- games


def reads_play(folder: Path) -> Read:
    """The input is a letter for the pack, and lines as typed in `play`; no files are used."""
    sessions = {name: _session(name) for name in PACKS}

    def read(data: bytes) -> Iterator[str]:
        name = PACKS[(data[:1] or b" ")[0] % len(PACKS)]
        begun, said = sessions[name], StringIO()
        session = Session(begun.rules, begun.game.copy(), begun.you, 1, "random", {})
        lines = data[1:].decode("utf-8", "surrogateescape").split("\n")[:4]
        with redirect_stdout(said), suppress(Stop):
            for line in lines:
                if line.strip().partition(" ")[0] not in ("save", "load", "quit"):
                    session._execute(line.strip() or "\n")
        if steers(said.getvalue()):
            yield f"`play` could steer a terminal: {said.getvalue()!r}"

    return read


def _session(name: str) -> Session:
    game = rules(name).new_game(max(rules(name).players), 1)
    return Session(rules(name), game, game.turn or game.players[0], 1, "random", {})


def reads_answers(folder: Path) -> Read:
    """The input is a letter for the pack, and the words of an answer as in scenarios."""
    games = {name: rules(name).new_game(max(rules(name).players), 1).position for name in PACKS}

    def read(data: bytes) -> Iterator[str]:
        game = games[PACKS[(data[:1] or b" ")[0] % len(PACKS)]]
        found = answers_named(data[1:].decode("utf-8", "surrogateescape"), game)
        if game.question is None or not all(0 <= n < len(game.question.answers) for n in found):
            yield f"the answers {found}"

    return read


WORDS: dict[str, Callable[[Path], Read]] = {
    "syntax": reads_syntax, "options": reads_options, "values": reads_values,
    "names": reads_names, "play": reads_play, "answers": reads_answers,
}  # fmt: skip
