"""Meaningful inputs for the targets that read words and stored files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from itertools import product

from cardwright.decks import lists_of
from cardwright.language.syntax.parser_tables import STARTS
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.edits import Edit
from cardwright.source.text import Source
from cardwright_tools.check.store import diagnostic_to_json
from cardwright_tools.cli import COMMANDS
from cardwright_tools.sim.games import GameSetup
from cardwright_tools.sim.playout import make_runner
from cardwright_tools.sim.rows import _lines, game_row
from cardwright_tools.studio.journal import Setup
from dev.fuzz.inputs import PACKS, ROOT, SORTS, rules
from dev.fuzz.stored import corpus
from dev.fuzz.stored_files import OF_RUN

EVENTS = ("after removing cart", "before gaining gold of ann", "after turn", "changing gold")


def _syntax() -> Iterator[bytes]:
    """The texts of `text`, of which there are many, and texts that it does not read."""
    for data in corpus("text"):
        sort = SORTS[data[0] % len(SORTS)] if len(data) > 2 else ""
        if (start := f"{sort}_text") in STARTS:
            yield bytes([_at(STARTS, start)]) + data[2:]
    for start, text in product(("event_text", "timed_event_text", "duration_text"), EVENTS):
        yield bytes([_at(STARTS, start)]) + text.encode()
    others = {"limit_text": "once per turn", "cost_text": "pay 2 gold, sacrifice a cart",
              "keyword_text": "armour 3", "type_text": "set of tents or none",
              "property_text": "pay of sailor in tent", "reset_text": "your next turn",
              "question_text": "cart in landing"}  # fmt: skip
    for start, text in others.items():
        yield bytes([_at(STARTS, start)]) + text.encode()


def _at(among: tuple[str, ...], one: str) -> int:
    return among.index(one) + 100 // len(among) * len(among)


def _options() -> Iterator[bytes]:
    given: tuple[list[str], ...] = (
        [], ["--help"], ["HERE"], ["market"], ["HERE", "--players", "2", "--seed", "1"],
        ["HERE", "--modules", "a,b", "--games", "5", "--players-by", "mcts:5,others=greedy"],
        ["HERE", "--deck", "ann=rush", "--engine", "native", "--jobs", "2"],
        ["HERE", "HERE", "--rev", "a..b", "--fail-if", "share(red) > 32%", "--json", "-"],
        ["HERE", "price of castle = 1..5"], ["card", "x", "--kind", "y"], ["CW201"],
        ["HERE", "--format", "sarif", "--select", "CW2", "--baseline", "HERE/b"],
        ["HERE", "number of ann", "--as", "ann", "--depth", "3", "--answers", "1,2"],
    )  # fmt: skip
    for number, _ in enumerate(COMMANDS):
        letter = chr(number + 100 // len(COMMANDS) * len(COMMANDS))
        yield from ("\n".join([letter, *one]).encode() for one in given)


def _values() -> Iterator[bytes]:
    words = (
        "random", "ann=mcts:100,2=greedy:4,others=mcts:0.5s", "CW2,CW512", "alpha, beta",
        "share(red) > 32%", "change(low(length)) <= -1.5", "HEAD~1:content/expanse", "a:b",
        "pay of card = 1..5", "price of castle = 1, 2, -4", "north-wind", "The North Wind",
        "ann=rush", "rush.yaml", ">=1.2, <2", "1.2", "*",
    )  # fmt: skip
    yield from (bytes([sort + 48]) + word.encode() for sort, word in product(range(12), words))


def _names() -> Iterator[bytes]:
    yield from (one.encode() for one in ("12", "007", "reed", "nort-wind", "harbor", "CW21", ""))


def _play() -> Iterator[bytes]:
    for number, _ in enumerate(PACKS):
        for said in ("1", "why", "why number of players", "look card", "board", "log", "log 3",
                     "help", "2\nundo", "why not 1", "1\n1\nundo\nlog"):  # fmt: skip
            yield bytes([number + 48]) + said.encode()


def _answers() -> Iterator[bytes]:
    for number, name in enumerate(PACKS):
        game = rules(name).new_game(max(rules(name).players), 1)
        for one in [*game.options][:5]:
            yield bytes([number + 48]) + one.id.encode()
            yield bytes([number + 48]) + one.title.encode()


def _outputs() -> Iterator[bytes]:
    said = ("plain", "\x1b]0;t\x07\x1b[2J", "\x9b31m\x85", "a\u202eb\u200b", "l\r\nm\x0b\u2028",
            "<b>&amp;\"'</b>", "]]><!--", "::error file=a,line=1::b%0A##[error]c", " ::stop::x",
            "|`c` ``d`` @you [a](javascript:b) www.b.c", "# h", "1) i", "=cmd!A1")  # fmt: skip
    yield from (bytes([sort + 49]) + one.encode() for sort, one in product(range(7), said))


# --------------------------------------------------------------------------- kept in files


def _baseline() -> Iterator[bytes]:
    known = [{"code": "CW501", "fingerprint": "f" * 16, "message": "m", "pack": "p", "place": "x"}]
    yield json.dumps({"baseline": 1, "known": known}).encode()
    yield json.dumps({"baseline": 1, "known": known * 3}).encode()


def _report() -> Iterator[bytes]:
    """Findings in existing files, with notes and fixes."""
    for name, code in zip(PACKS, ("CW201", "CW501", "CW304", "CW530"), strict=False):
        path = ROOT / "tests" / "packs" / name / "pack.yaml"
        whole = Source(path.as_posix(), path.read_text("utf-8")).whole
        part = replace(whole, start=4, end=9)
        one = Diagnostic(code, f"a `{name}` in the way", part, "another name", "warning",
                         ((whole, "a note"),), (Edit(part, "market"),))  # fmt: skip
        kept = [diagnostic_to_json(found) for found in (one, replace(one, span=None))]
        text = json.dumps({"titles": [name], "allowed": 1, "found": kept})
        yield text.replace(ROOT.as_posix(), "ROOT").encode()


def _journal() -> Iterator[bytes]:
    setup = Setup(2, 1, {"bob": "random"}, ("a",), {"ann": "rush"})
    head = json.dumps({**asdict(setup), "keys": {"ann": "k", "bob": "l"}})
    lines = ['[0,"ann","go","Go"]', '[1,"bob","stop","Stop"]', '[1,"bob","go","Go"]']
    yield head.encode()
    yield "\n".join([head, *lines]).encode()


def _rows() -> Iterator[bytes]:
    for name in ("push-your-luck", "card-guilds"):
        setup = GameSetup(((ROOT / "tests" / "packs" / name).as_posix(),), (), 2, 1, "random")
        runner = make_runner(setup)
        rows = [game_row(runner.play(at)[0], 1, runner) for at in range(2)]
        yield _lines(rows)
        failed = {**rows[0], "code": "CW401", "message": "m", "place": "p", "where": '["a"]'}
        yield _lines([failed, rows[1]])


def _run() -> Iterator[bytes]:
    yield json.dumps({**OF_RUN, "of": ["cards"], "format": "jsonl", "part": 100}).encode()


def _usage() -> Iterator[bytes]:
    rate = {"with": 0.5, "without": 0.25, "difference": {"low": -0.1, "high": 0.2}}
    one = {"used": 1.5, "held": 2, "kept": 0, "taken": 0.5, "win_rates": {"used": rate}}
    yield json.dumps({"usage": {"card a": one, "card b": {**one, "taken": None}}}).encode()


def _settings() -> Iterator[bytes]:
    mapped = {"./b.json": ["b.yaml", "c.yaml"], "./c.json": "d.yaml"}
    yield json.dumps({"editor.tabSize": 2, "yaml.schemas": mapped}).encode()
    yield b"{}"


def _deck() -> Iterator[bytes]:
    for one in lists_of(rules("card-guilds").declared.board).values():
        yield json.dumps(one.id).encode()
        yield json.dumps({"title": one.title, **one.values, "cards": {**one.cards}}).encode()


MORE_SEEDS: dict[str, Callable[[], Iterator[bytes]]] = {
    "syntax": _syntax, "options": _options, "values": _values, "names": _names, "play": _play,
    "answers": _answers, "outputs": _outputs, "baseline-file": _baseline, "report": _report,
    "journal": _journal, "rows": _rows, "run": _run, "usage": _usage, "settings": _settings,
    "deck": _deck,
}  # fmt: skip
