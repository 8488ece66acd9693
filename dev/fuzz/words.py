"""Words that people give: on the command line, at a question, as names; and words on their way out.

Nothing here is read with the rules of a pack again for each input.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from html.parser import HTMLParser
from io import StringIO
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import click
from lark.exceptions import UnexpectedInput

from cardwright.language.syntax.parser import _Refused, _too_deep, shared_parser
from cardwright.language.syntax.parser_tables import STARTS
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.manifest import satisfies
from cardwright.players.assignment import assigned, searches, seats_named
from cardwright.source.numerals import whole_number
from cardwright.source.printable import printable, printable_lines
from cardwright.source.spelling import did_you_mean, distance
from cardwright.source.text import Source
from cardwright_tools import sinks
from cardwright_tools.balance.conditions import read_condition
from cardwright_tools.balance.sweep import read_varied
from cardwright_tools.check.options import parse_codes
from cardwright_tools.cli import cardwright
from cardwright_tools.decks import _choices
from cardwright_tools.diff.side import parse_side
from cardwright_tools.new.names import valid_name, valid_title
from cardwright_tools.output import Stop
from cardwright_tools.packs import split_words
from cardwright_tools.play.session import Session
from cardwright_tools.scenario.step import answers_named
from dev.fuzz.inputs import PACKS, Read, rules, steers

KNOWN = ("red", "blue", "north-wind", "harbour", "ann", "others", "1", "CW201", "greedy", "mcts")
MOST = 16  # letters of the words that are compared letter by letter


def reads_syntax(folder: Path) -> Read:
    """A letter for the sort of text, then code: read without a word about what is wrong."""
    parser = shared_parser(VERBS)

    def read(data: bytes) -> Iterator[str]:
        start = STARTS[(data[:1] or b" ")[0] % len(STARTS)]
        span = Source("a.yaml", data[1:].decode("utf-8", "replace")).whole
        if _too_deep(span):
            return
        try:
            tree = parser.tree(span, start)
        except (UnexpectedInput, _Refused):
            return
        if not span.start <= tree.span.start <= tree.span.end <= span.end:
            yield f"the tree of {tree.span}"

    return read


# -------------------------------------------------------------------------- command line


def reads_options(folder: Path) -> Read:
    """A command and its arguments, one a line, up to where the command would begin."""
    names, cwd = cardwright.list_commands(click.Context(cardwright)), folder.as_posix()

    def read(data: bytes) -> Iterator[str]:
        plain = data.replace(b"\0", b"")  # no argument has one
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
        if steers(said.getvalue().replace("\t", " ")):  # click's own
            yield f"{name} could steer a terminal: {said.getvalue()!r}"

    return read


def reads_values(folder: Path) -> Read:
    """A letter, then the value of an option with a notation of its own."""
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
            return  # which reads a file
        with suppress(Stop, ValueError, OSError):  # of a name of a file that is too long
            notations[(data[:1] or b" ")[0] % len(notations)](word)
        yield from ()

    return read


# --------------------------------------------------------------------------------- names


def reads_names(folder: Path) -> Read:
    """A word that may be a number, a slip of a known one, or nothing that can be shown."""

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
    """The distance by its definition, without any shortcut."""
    far = {(i, 0): i for i in range(len(left) + 1)} | {(0, j): j for j in range(len(right) + 1)}
    for i, j in product(range(1, len(left) + 1), range(1, len(right) + 1)):
        a, b = left[i - 1], right[j - 1]
        far[i, j] = min(far[i - 1, j] + 1, far[i, j - 1] + 1, far[i - 1, j - 1] + (a != b))
        if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
            far[i, j] = min(far[i, j], far[i - 2, j - 2] + 1)
    return min(far[len(left), len(right)], MOST + 1)


# --------------------------------------------------------------------------------- games


def reads_play(folder: Path) -> Read:
    """A letter for the pack, then lines as they are typed in `play`; no files."""
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
    """A letter for the pack, then the words of an answer as scenarios name it."""
    games = {name: rules(name).new_game(max(rules(name).players), 1).position for name in PACKS}

    def read(data: bytes) -> Iterator[str]:
        game = games[PACKS[(data[:1] or b" ")[0] % len(PACKS)]]
        found = answers_named(data[1:].decode("utf-8", "surrogateescape"), game)
        if game.question is None or not all(0 <= n < len(game.question.answers) for n in found):
            yield f"the answers {found}"

    return read


# ------------------------------------------------------------------------------ outwards


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags, self.said = list[str](), list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.said += [value or "" for _, value in attrs]

    def handle_data(self, data: str) -> None:
        self.said.append(data)


def writes(folder: Path) -> Read:
    """A text of strangers to one of the outputs, by a letter: it means itself there."""
    sorts = _in_json, _in_xml, _in_html, _in_markdown, _in_code, _in_github, _in_parquet

    def read(data: bytes) -> Iterator[str]:
        text = data[1:].decode("utf-8", "surrogateescape")
        wrong = sorts[(data[:1] or b" ")[0] % len(sorts)](text)
        if wrong:
            yield f"{text!r}: {wrong}"

    return read


def _in_json(text: str) -> str:
    said = sinks.json_text({text: [text]})
    if steers(said):
        return "steers"
    return "" if json.loads(said) == {text: [text]} else "another value"


def _in_xml(text: str) -> str:
    made = ElementTree.Element("a", {"b": sinks.xml_text(text)})
    made.text = sinks.xml_text(text)
    read = ElementTree.fromstring(ElementTree.tostring(made))
    same = (read.attrib["b"], read.text or "") == (made.attrib["b"], made.text)
    return "" if same and not steers(read.text or "") else "another text"


def _in_html(text: str) -> str:
    plain, page = sinks.html_text(text), _Page()
    page.feed(f'<a title="{plain}">{plain}</a>')
    page.close()
    shown = printable_lines(text)
    same = page.tags == ["a"] and page.said[0] == "".join(page.said[1:]) == shown
    return "" if same else f"{page.tags} {page.said}"


def _in_markdown(text: str) -> str:
    said = sinks.markdown_text(text)
    bare = re.sub(r"\\.", "-", said).replace("&#8203;", " ")
    bad = re.search(r"[`*_\[\]<>#|~]|@\w|https?:|www\.", bare) or re.match(r"[-+=#>]|\d+[.)]", said)
    return "markup" if bad or "\n" in said or steers(said) else ""


def _in_code(text: str) -> str:
    said = sinks.markdown_code(text)
    ticks = re.match("`+", said)
    if ticks is None or ticks[0] in re.findall("`+", said[len(ticks[0]) : -len(ticks[0])]):
        return "ends too early"
    return "fence" if sinks.markdown_fence([text]) in text else ""


def _in_github(text: str) -> str:
    said, line = sinks.github_property(text), sinks.github_line(text)
    if {*"\r\n:,"} & {*said} or {*"\r\n"} & {*sinks.github_data(text)}:
        return "ends too early"
    return "a command" if line.lstrip().startswith("::") or "##[" in line else ""


def _in_parquet(text: str) -> str:
    return "" if sinks.parquet_text(text).encode() or not text else "nothing"


WORDS: dict[str, Callable[[Path], Read]] = {
    "syntax": reads_syntax, "options": reads_options, "values": reads_values,
    "names": reads_names, "play": reads_play, "answers": reads_answers, "outputs": writes,
}  # fmt: skip
