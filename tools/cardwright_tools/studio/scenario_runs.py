"""Scenarios in the studio: those about a card run beside it, and a game becomes one.

Decides which scenarios are about a name, what is reported of a run, and how a game is written as a
scenario.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from cardwright import Game
from cardwright.pack.files.pack_files import scenario_files
from cardwright.runtime import questions
from cardwright.runtime.game import Game as Position
from cardwright.runtime.log import lines
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.real_paths import real_path
from cardwright.source.render import render
from cardwright.source.text import Span
from cardwright_tools.new.changed_contents import changed_contents
from cardwright_tools.new.changed_values import changed_values
from cardwright_tools.new.layout import laid_out
from cardwright_tools.new.yaml_edit import scalar
from cardwright_tools.scenario.answer_words import matching_answers
from cardwright_tools.scenario.loaded_rules import clear_cache
from cardwright_tools.scenario.read import Scenario, display_path, read_file
from cardwright_tools.scenario.run import render_failure
from cardwright_tools.scenario.runner import Result, run_scenario
from cardwright_tools.scenario.shape import as_written
from cardwright_tools.scenario.terms import FLAGS
from cardwright_tools.studio.journal import Setup
from cardwright_tools.studio.messages import Message

MOST = 100
IDLE = "but nothing happens here: give it a position in which something does"
SEEDED = "The seed shuffles differently if cards were added or removed since this game was played."
LINES = 5  # of the log that an exported game expects
MOST_EXPECTED = 50  # lines about values, and about places and zones


def run_related_scenarios(folder: Path, about: str, file: Path | None) -> Message:
    """Runs the scenarios in a file, or else those that mention a name. Of the latter, some may
    be in files that can't be read: `unread`, with their errors."""
    clear_cache()  # the pack may have changed since then
    report = Report()
    found = [one for one in _scenarios(folder, report) if _wanted(one, about, file)]
    results = [run_scenario(one, folder) for one in found[:MOST]]
    errors = {one: _path(one.span) for one in report.diagnostics if one.span}
    own = [one for one, path in errors.items() if path == file]
    unread = list(errors) if file is None else own
    return {"event": "trials", "about": about, **_counted(results, own),
            "left": len(found[MOST:]), "untested": file is None and not found,
            "unread": len({errors[one] for one in unread}) if file is None else 0,
            "found": _result_messages(results, results, unread, folder)}  # fmt: skip


def run_all_scenarios(folder: Path) -> Message:
    """Runs all scenarios, and reports those that fail or test nothing."""
    clear_cache()
    report = Report()
    results = [run_scenario(one, folder) for one in _scenarios(folder, report)]
    worth = [one for one in results if not one.passed or one.is_idle]
    return {
        "event": "trials",
        "about": "All scenarios",
        **_counted(results, report.diagnostics),
        "left": 0,
        "found": _result_messages(results, worth[:MOST], report.diagnostics, folder),
    }


def _counted(results: Sequence[Result], unread: Sequence[Diagnostic]) -> dict[str, int]:
    """`blocked` are those that can't run because of errors in the pack."""
    passed = sum(one.passed for one in results)
    blocked = sum(not one.passed and bool(_elsewhere(one)) for one in results)
    failed = len(results) - passed - blocked + len(unread)
    return {"passed": passed, "failed": failed, "blocked": blocked}


def _result_messages(
    results: Sequence[Result], worth: Sequence[Result], unread: Sequence[Diagnostic], folder: Path
) -> list[Message]:
    """The unreadable files, the errors of the pack, and then each result worth reporting."""
    errors = [_error(one, folder) for one in unread]
    return [*errors, *_pack_errors(results, folder), *_own(worth, folder)]


def _own(results: Sequence[Result], folder: Path) -> list[Message]:
    """The reports on scenarios, except those that only fail because the pack has errors."""
    return [_result_message(one, folder) for one in results if one.passed or not _elsewhere(one)]


def _pack_errors(results: Sequence[Result], folder: Path) -> list[Message]:
    """The errors of the pack that make scenarios fail, each once."""
    found = {render(error): error for one in results for error in _elsewhere(one)}
    return [_error(error, folder) for error in found.values()]


def _elsewhere(one: Result) -> list[Diagnostic]:
    """The errors that keep a scenario from running and are not in its own file."""
    own = one.scenario.node.document.source.name
    return [error for error in one.diagnostics if error.severity == "error"
            and not (error.span and error.span.source.name == own)]  # fmt: skip


def _result_message(one: Result, folder: Path) -> Message:
    return {"title": one.scenario.title, "passed": one.passed, "warning": IDLE * one.is_idle,
            "file": _name(one.scenario, folder), "start": one.scenario.node.id_span.start,
            "why": "" if one.passed else _why(one, folder)}  # fmt: skip


def _why(failed: Result, folder: Path) -> str:
    """The report without its heading, which is shown separately; files are relative to the pack."""
    _, *rows = render_failure(failed).split("\n")
    rows += [SEEDED] if failed.mismatches and _is_seeded(failed.scenario) else []
    return _as_named("\n".join(rows), folder)


def _is_seeded(scenario: Scenario) -> bool:
    """Whether it plays a game from its setup on, as an exported game does."""
    node = scenario.given.get("set-up")
    return node is not None and FLAGS.get(as_written(node)) == 1


def _as_named(words: str, folder: Path) -> str:
    for name in (folder.as_posix(), display_path(folder)):
        words = re.sub(rf"(?<![\w./-]){re.escape(name)}/", "", words)
    return words


def _error(found: Diagnostic, folder: Path) -> Message:
    """An error of the pack, or of a file whose scenarios can't be read."""
    path, start = (found.span.source.name, found.span.start) if found.span else ("", 0)
    return {"title": found.message, "passed": False, "error": True, "warning": "", "start": start,
            "file": _within(real_path(Path(path)), folder),
            "why": _as_named(render(found), folder)}  # fmt: skip


def _scenarios(folder: Path, report: Report) -> Iterator[Scenario]:
    for path in scenario_files(folder, report):
        yield from read_file(path, report)


def _wanted(scenario: Scenario, about: str, file: Path | None) -> bool:
    """Whether a scenario is in the file, or contains the name as a whole word."""
    source, span = scenario.node.document.source, scenario.node.span
    if file is not None:
        return _path(scenario.node.span) == file
    word = rf"(?<![\w-]){re.escape(about)}(?![\w-])"
    return re.search(word, source.text[span.start : span.end]) is not None


def _path(span: Span) -> Path:
    return real_path(Path(span.source.name))


def _name(scenario: Scenario, folder: Path) -> str:
    return _within(_path(scenario.node.span), folder)


def _within(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name


# ----------------------------------------------------------------------------- a game as one


def scenario_of(game: Game, setup: Setup, options: Sequence[str], title: str) -> str:
    """A game from its setup on, as a scenario that expects its result: what has changed since the
    setup, and the last lines of the log."""
    again = game.rules.new_game(setup.players, game.seed)
    began, logged = again.position.copy(), len(lines(again.position, None))
    text = [
        f"- scenario: {scalar(title)}",
        "  provenance: house",
        f"  given: {{{', '.join(_given(setup, game.seed))}}}",
        "  answers:" if options else "",
    ]
    for option in options:
        text.append(f"    - {again.turn}: {scalar(_words(again, option))}")
        again.apply(option)
    expected = [*_outcome(again), *_changed(began, again.position)]
    newest = [line.strip() for line in lines(again.position, None)[logged:][-LINES:]]
    expected += ["log:", *(f"  - {scalar(line)}" for line in newest)] if newest else []
    rows = [*filter(None, text), "  expect:", *(f"    {line}" for line in expected)]
    return laid_out("\n".join(rows) + "\n", game.rules.declared.board)


def _changed(before: Position, after: Position) -> Iterator[str]:
    yield from changed_values(before, after, most=MOST_EXPECTED, things=MOST_EXPECTED)
    yield from changed_contents(before, after, most=MOST_EXPECTED)


def _outcome(game: Game) -> Iterator[str]:
    """Who is asked at the end or, if the game is over, who has won."""
    yield f"asked: {game.turn or 'nobody'}"
    if game.outcome is not None and game.position.program.winners is not None:
        yield f"winners: {scalar([*game.outcome.winners]) if game.outcome.winners else 'nobody'}"


def _given(setup: Setup, seed: int) -> Iterator[str]:
    yield f"players: {setup.players}, seed: {seed}, set-up: yes"
    if setup.modules:
        yield f"modules: [{', '.join(setup.modules)}]"
    if setup.decks:
        yield f"decks: {{{', '.join(f'{seat}: {deck}' for seat, deck in setup.decks.items())}}}"


def _words(game: Game, option: str) -> str:
    """Words that identify the answer uniquely."""
    offered, index = questions.answers(game.position), game.options.index_of(option)
    title = game.options[index].title
    return offered[index] if matching_answers(offered[index], offered) == [index] else title
