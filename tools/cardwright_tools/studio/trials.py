"""Scenarios in the studio: those that test a card are run beside it, and a game becomes one.

Owns which scenarios are about a name, what is told of a run, and the text of a game as a scenario.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from cardwright import Game
from cardwright.pack.pack_files import scenario_files
from cardwright.runtime import questions
from cardwright.runtime.log import lines
from cardwright.source.diagnostics import Report
from cardwright.source.real_paths import real
from cardwright_tools.new.yaml_edit import scalar
from cardwright_tools.scenario.read import Scenario, read_file
from cardwright_tools.scenario.run import render_failure
from cardwright_tools.scenario.runner import clear_cache, run_scenario
from cardwright_tools.scenario.step import matching_answers
from cardwright_tools.studio.journal import Setup
from cardwright_tools.studio.messages import Message

MOST = 100
LINES = 3  # of the log that an exported game expects


def run_trials(folder: Path, about: str, file: Path | None) -> Message:
    """Runs the scenarios of a file of these, or else those that name what is asked about."""
    clear_cache()  # the pack may be another one since
    found = [one for one in _scenarios(folder) if _wanted(one, about, file)]
    results = [run_scenario(one, folder) for one in found[:MOST]]
    told = [
        {"title": one.scenario.title, "passed": one.passed,
         "file": _name(one.scenario, folder), "start": one.scenario.node.id_span.start,
         "why": "" if one.passed else render_failure(one)}
        for one in results
    ]  # fmt: skip
    return {"event": "trials", "about": about, "left": len(found) - len(told), "found": told}


def _scenarios(folder: Path) -> Iterator[Scenario]:
    for path in scenario_files(folder):
        yield from read_file(path, Report())


def _wanted(scenario: Scenario, about: str, file: Path | None) -> bool:
    """Whether it is in the file, or has the name as a whole word."""
    source, span = scenario.node.document.source, scenario.node.span
    if file is not None:
        return _path(scenario) == file
    word = rf"(?<![\w-]){re.escape(about)}(?![\w-])"
    return re.search(word, source.text[span.start : span.end]) is not None


def _path(scenario: Scenario) -> Path:
    return real(Path(scenario.node.document.source.name))


def _name(scenario: Scenario, folder: Path) -> str:
    path = _path(scenario)
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name


# ----------------------------------------------------------------------------- a game as one


def scenario_of(game: Game, setup: Setup, options: Sequence[str], title: str) -> str:
    """A game from its set-up on as a scenario that expects what it came to."""
    again = game.rules.new_game(setup.players, game.seed)
    text = [
        f"- scenario: {scalar(title)}",
        "  provenance: house",
        f"  given: {{{', '.join(_given(setup, game.seed))}}}",
        "  answers:" if options else "",
    ]
    for option in options:
        text.append(f"    - {again.turn}: {scalar(_words(again, option))}")
        again.apply(option)
    return "\n".join([*filter(None, text), *_expected(again)]) + "\n"


def _given(setup: Setup, seed: int) -> Iterator[str]:
    yield f"players: {setup.players}, seed: {seed}, set-up: yes"
    if setup.modules:
        yield f"modules: [{', '.join(setup.modules)}]"
    if setup.decks:
        yield f"decks: {{{', '.join(f'{seat}: {deck}' for seat, deck in setup.decks.items())}}}"


def _words(game: Game, option: str) -> str:
    """What names the answer, and no other one."""
    offered, index = questions.answers(game.position), game.options.index_of(option)
    title = game.options[index].title
    return offered[index] if matching_answers(offered[index], offered) == [index] else title


def _expected(game: Game) -> Iterator[str]:
    yield "  expect:"
    yield f"    asked: {game.turn or 'nobody'}"
    newest = [line.strip() for line in lines(game.position, None, LINES)]
    if newest:
        yield "    log:"
        yield from (f"      - {scalar(line)}" for line in dict.fromkeys(newest))
