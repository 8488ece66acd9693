"""Targets that read one input, given as bytes, fast enough for hundreds of inputs per second.

Each target is a function of a folder that it may fill; it returns a function from an input to the
faults found. The targets for whole packs and commands are in `packs`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import cardwright
from cardwright import GameError, SaveError
from cardwright.language.external_texts import ExternalTexts
from cardwright.language.syntax.formatter import Formatter, Sort
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.runtime.why import WhyError
from cardwright.source.diagnostics import MAX_OF_ONE_CODE, Diagnostic, Report
from cardwright.source.open_files import open_files
from cardwright.source.render import render
from cardwright.source.text import Source, Span
from cardwright.source.yaml_builder import MAX_NODES
from cardwright.source.yaml_reader import load
from cardwright.source.yaml_reader import read as read_text

Read = Callable[[bytes], Iterator[str]]
"""The faults that an input causes."""
ROOT = Path(__file__).parents[2]
OURS = "interpreter/cardwright", "tools/cardwright_tools"
PACKS = (
    "push-your-luck", "card-guilds", "skirmish", "dice-engine", "corner-cases", "market", "lasting",
    "railways",
)  # fmt: skip
"""Packs with many constructs, with whose names texts are read; an input's first letter selects
one."""
SORTS: tuple[Sort, ...] = get_args(Sort)


def pack_of(data: bytes) -> str:
    return PACKS[(data[:1] or b" ")[0] % len(PACKS)]


def first_file(pack: Path) -> Path:
    return min(file for file in pack.glob("*.yaml") if file.name != "pack.yaml")


def reported_texts(report: Report) -> Iterator[str]:
    """Faults in how mistakes are reported."""
    found = report.diagnostics
    if len(found) > MAX_OF_ONE_CODE * 20:
        yield f"{len(found)} mistakes"
    for one in found:
        yield from _texts_of(one)


def steers(text: str) -> bool:
    """Whether a terminal could take part of the text for control characters."""
    return not text.replace("\n", "").isprintable()


def _texts_of(one: Diagnostic) -> Iterator[str]:
    shown = render(one)
    if steers(shown):
        yield f"{one.code} could steer a terminal: {shown!r}"
    if one.span and not 0 <= one.span.start <= one.span.end <= len(one.span.source.text) + 1:
        yield f"{one.code} is at {one.span.start} to {one.span.end}"


@cache
def rules(name: str) -> cardwright.Rules:
    return cardwright.load(ROOT / "tests" / "packs" / name)


@cache
def texts(name: str) -> ExternalTexts:
    return ExternalTexts(rules(name).checked)


# ----------------------------------------------------------------------------------- targets


def reads_yaml(folder: Path) -> Read:
    """The input is a file of any bytes."""
    file = folder / "more.yaml"

    def read(data: bytes) -> Iterator[str]:
        report = Report()
        try:
            document = read_text(Source(file.name, data.decode()), report)
        except UnicodeDecodeError:
            file.write_bytes(data)
            document = load(file, file.name, report)
        yield from reported_texts(report)
        if (document is None) != report.failed:
            yield "neither a document nor an error, or both"
        if document and len(document.values) > MAX_NODES:
            yield f"{len(document.values)} values"

    return read


def reads_text(folder: Path) -> Read:
    """The input is a letter for the sort of text, one for the pack, and code to format and read."""
    formatter = Formatter(shared_parser(VERBS))

    def read(data: bytes) -> Iterator[str]:
        head, code = data[:2].ljust(2), data[2:].decode("utf-8", "replace")
        sort, name = SORTS[head[0] % len(SORTS)], PACKS[head[1] % len(PACKS)]
        span, report = Source("a.yaml", code).whole, Report()
        made = formatter.format(span, sort, report)
        if made is not None:
            yield from _formatted(formatter, span, made.text, sort)
        if sort == "expression":
            texts(name).expression(span, report, you=True)
        else:
            texts(name).effect("hostile", span, report)
        yield from reported_texts(report)

    return read


def _formatted(formatter: Formatter, span: Span, text: str, sort: Sort) -> Iterator[str]:
    if not formatter.same(span, text, sort):
        yield f"fmt changes the meaning to {text!r}"
    again = formatter.format(Source("a.yaml", text).whole, sort, Report())
    if again is None or again.text != text:
        yield f"fmt formats otherwise the second time: {text!r}"


def reads_why(folder: Path) -> Read:
    """The input is a letter for the pack, and an expression that a player asks `why` about."""
    games = {name: rules(name).new_game(max(rules(name).players), 1) for name in PACKS}

    def read(data: bytes) -> Iterator[str]:
        game = games[pack_of(data)]
        seat = game.seat(game.turn or game.players[0])
        try:
            seat.why(data[1:].decode("utf-8", "replace"))
        except WhyError as error:
            if "\x1b" in str(error):
                yield "an error that could steer a terminal"
        except GameError:
            pass

    return read


def reads_save(folder: Path) -> Read:
    """The input is a save as JSON with the pack's number; "ours" stands for its hashes."""

    def read(data: bytes) -> Iterator[str]:
        try:
            saved = json.loads(data)
            played = rules(PACKS[saved.pop("pack") % len(PACKS)])
        except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
            return
        if saved.get("packs") == "ours":
            saved["packs"] = played.new_game(max(played.players), 1).save()["packs"]
        try:
            game = played.restore(saved)
        except SaveError:
            return
        if game.save()["answers"] != saved["answers"]:
            yield "the save of a restored game is another"

    return read


def reads_pack(folder: Path) -> Read:
    """The input is a letter for the pack, and the text of its first file, as in an editor."""

    def read(data: bytes) -> Iterator[str]:
        pack = ROOT / "tests" / "packs" / pack_of(data)
        with open_files({first_file(pack): data[1:].decode("utf-8", "replace")}):
            found, report = cardwright.examine(pack)
        if (found is None) != report.failed:
            yield "neither rules nor an error, or both"
        yield from reported_texts(report)

    return read
