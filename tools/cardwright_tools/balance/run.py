"""`cardwright balance`: decides which versions to play and where the results go."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import cardwright
from cardwright import Rules
from cardwright_tools.atomic_write import write_atomically
from cardwright_tools.balance.conditions import (
    check_conditions,
    check_figures,
    read_condition,
    verdict,
)
from cardwright_tools.balance.render import render_html, render_markdown, render_text
from cardwright_tools.balance.report import report_on
from cardwright_tools.balance.sweep import read_varied, versions_of
from cardwright_tools.balance.to_json import balance_to_json
from cardwright_tools.balance.versions import Balance, Version, change_of, play_versions
from cardwright_tools.diff.side import Side, pack_folder
from cardwright_tools.output import (
    BROKEN,
    CLEAN,
    FAILED,
    USAGE,
    Stop,
    check_writable,
    say,
    write_result,
)
from cardwright_tools.packs import check_same_game, load_packs, number_of_players
from cardwright_tools.sim.distribute import Execution, preload_runner
from cardwright_tools.sim.games import GameSetup
from cardwright_tools.sim.playout import keep_rules
from cardwright_tools.sim.run import WATCHED, checked_runner, engine_for
from cardwright_tools.sim.tally import Tally

FEW = 2  # games that reveal which figures there are


@dataclass(frozen=True, slots=True)
class BalanceOptions:
    """How many games to play, where to play them, and where the results go."""

    games: int
    execution: Execution
    json_file: str | None = None
    markdown: str | None = None
    html: str | None = None
    fail_if: tuple[str, ...] = ()


def run_balance(
    sides: Sequence[Side], setup: GameSetup, by_module: bool, options: BalanceOptions
) -> int:
    """Plays the games, prints and writes the reports; returns the exit code."""
    with ExitStack() as folders:
        packs = [folders.enter_context(pack_folder(side)) for side in sides]
        versions = [
            Version(side.label, replace(setup, packs=(pack.as_posix(),)))
            for side, pack in zip(sides, packs, strict=True)
        ]
        if by_module:
            versions = [*_by_module(versions[0])]
        return report_versions(versions, options)


def run_sweep(setup: GameSetup, words: str, options: BalanceOptions) -> int:
    """Plays the game with each value of a printed number; returns the exit code."""
    rules = load_packs([Path(pack) for pack in setup.packs], setup.modules)
    varied = read_varied(words, rules)
    title = f"{rules.title}, {varied.name}"
    with TemporaryDirectory(prefix="cardwright-") as made:
        return report_versions(versions_of(varied, rules, setup, Path(made)), options, title)


def _by_module(version: Version) -> Iterator[Version]:
    """The game with the modules of the setup, and with each further module."""
    yield replace(version, label=", ".join(version.setup.modules) or "no module")
    on = version.setup.modules
    for name in cardwright.modules(version.setup.packs[0]):
        if name not in on:
            yield replace(version, label=name, setup=replace(version.setup, modules=(*on, name)))


def report_versions(versions: Sequence[Version], options: BalanceOptions, title: str = "") -> int:
    """Plays all versions with the same seeds and reports on them; returns the exit code."""
    conditions = [read_condition(words) for words in options.fail_if]
    check_conditions(conditions, len(versions) > 1)
    for file in (options.json_file, options.markdown, options.html):
        check_writable(file)
    if conditions:  # refuses unknown figures before all games are played
        check_figures(conditions, measured(_by_random(versions), FEW, Execution()))
    found = measured(versions, options.games, options.execution)
    found = replace(found, title=title or found.title)
    _write(found, options)
    tallies = [found.report.tally, *(one.report.tally for one in found.changes)]
    _say_failures(tallies)
    if any(tally.failed for tally in tallies):
        return BROKEN if any(f.internal for t in tallies for f in t.failures) else FAILED
    verdicts = [verdict(one, found) for one in conditions]
    for one in verdicts:
        say(f"cardwright: --fail-if {one.words}", err=True)
    if any(one.holds for one in verdicts) or found.report.tally.interruption(options.games):
        return FAILED
    return USAGE if any(one.holds is None for one in verdicts) else CLEAN


def _say_failures(tallies: Iterable[Tally]) -> None:
    """Reports the first failed game of each version, if there is one."""
    for failure in (f for tally in tallies for f in tally.failures[:1]):
        say(f"error[{failure.code}]: {failure.message}, in game {failure.index + 1}", err=True)


def _by_random(versions: Sequence[Version]) -> list[Version]:
    """The first and last versions with random players, which are fast and have the same figures."""
    ends = [versions[0], *versions[1:][-1:]]
    return [replace(one, setup=replace(one.setup, by="", engine="python")) for one in ends]


def measured(versions: Sequence[Version], games: int, execution: Execution) -> Balance:
    """Plays all versions and reports on them."""
    titles: dict[str, str] = {}
    prepared = [*_prepared(versions, games, titles)]
    start = time.perf_counter()
    tallies = play_versions(prepared, games, execution)
    seconds = time.perf_counter() - start
    interruption = tallies[0].interruption(games)
    if not all(tally.games for tally in tallies):
        _say_failures(tallies)
        raise Stop(interruption or "no game reached its end", FAILED)
    if interruption:
        say(interruption, err=True)
    reports = [
        report_on(version.label, version.setup, tally, titles, seconds, version.engines)
        for version, tally in zip(prepared, tallies, strict=True)
    ]
    changes = [
        change_of(version.label, reports[0], report)
        for version, report in zip(prepared[1:], reports[1:], strict=True)
    ]
    title = "" if changes else prepared[0].title
    return Balance(prepared[0].label, reports[0], tuple(changes), title)


def _prepared(versions: Sequence[Version], games: int, titles: dict[str, str]) -> Iterator[Version]:
    """The versions, ready to play. Raises Stop if they can't be played or aren't of one game."""
    packs = [(v, [Path(pack) for pack in v.setup.packs]) for v in versions]
    loaded = [(v, load_packs(folders, v.setup.modules)) for v, folders in packs]
    (first, old), *others = loaded
    for _, new in others:
        check_same_game(first.label, [pack.id for pack in old.packs], new)
    for version, rules in loaded:
        titles.update(rules.titles)
        yield _with_runner(version, rules, games)


def _with_runner(version: Version, rules: Rules, games: int) -> Version:
    """The version with its number of players and its engines; its runner is cached."""
    setup = version.setup
    setup = replace(setup, players=number_of_players(rules, setup.players or None), watched=True)
    setup = replace(setup, engine=engine_for(setup, games, WATCHED))
    keep_rules(setup, rules)
    runner = checked_runner(rules, setup)
    preload_runner(setup, runner)
    return replace(version, setup=setup, engines=runner.engines, title=rules.title)


def _write(found: Balance, options: BalanceOptions) -> None:
    for file, text in ((options.markdown, render_markdown), (options.html, render_html)):
        if file == "-":
            say(text(found))
        elif file is not None:
            write_atomically(Path(file), text(found).encode("utf-8", "backslashreplace"))
    quiet = "-" in (options.markdown, options.html)
    write_result(balance_to_json(found), options.json_file, [] if quiet else render_text(found))
