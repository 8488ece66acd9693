"""One run of `cover`: which scenarios and games to run, and the exit code.

Responsible for the list of tasks, and for which points count: those in the files of the named
packs, with all their modules. Which points count does not depend on what was run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from cardwright.api import PackError, available_modules, every_module, modules
from cardwright.games import Rules
from cardwright.pack.files.modules import with_needed
from cardwright.pack.files.player_counts import allowed_numbers
from cardwright.program.coverage import CoveragePoint, Key, key_of
from cardwright.source.real_paths import is_inside
from cardwright_tools.cover import html_pages, report
from cardwright_tools.cover.result import CoverageResult, gather_result
from cardwright_tools.cover.tasks import GamesTask, Modules, ScenarioTask, run_tasks
from cardwright_tools.output import CLEAN, FAILED, USAGE, Stop, check_writable, say
from cardwright_tools.packs import all_scenario_files, refuse
from cardwright_tools.scenario.loaded_rules import load_rules

BATCH = 10
SHOWN_FAULTS = 10
Points = dict[Key, CoveragePoint]


@dataclass(frozen=True, slots=True)
class CoverOptions:
    """What to run; an empty `players` means every number the packs allow."""

    packs: tuple[Path, ...]
    tests: bool
    games: int
    players: tuple[int, ...]
    seed: int
    jobs: int


def run_cover(
    options: CoverOptions,
    every: bool,
    json_file: str | None,
    html: Path | None,
    fail_under: float | None,
) -> int:
    """Runs the tasks, writes and prints the result; returns the exit code."""
    check_writable(json_file)
    result = measure_coverage(options)
    if html is not None:
        html_pages.write_pages(result, html)
    report.write_report(result, json_file, every)
    for line in report.fault_lines(result, SHOWN_FAULTS):
        say(line, err=True)
    if fail_under is not None and result.falls_short(fail_under):
        say(f"less than {fail_under:g}% is covered", err=True)
        return FAILED
    return FAILED if result.faults else CLEAN


def measure_coverage(options: CoverOptions) -> CoverageResult:
    """The points of the packs covered by tests and games. Raises Stop for packs with errors."""
    points: Points = {}
    for pack in options.packs:
        for on in _combinations(pack):
            _add_points(points, pack, on)
    works = [work for pack in options.packs for work in _tasks(pack, options)]
    done = list(run_tasks(works, options.jobs))
    for pack, on in sorted({used for d in done for used in d.modules}):
        _add_points(points, pack, on)
    ran = frozenset[Key]().union(*(d.ran for d in done))
    faults = tuple(fault for d in done for fault in d.faults)
    numbers = sum(d.scenarios for d in done), sum(d.games for d in done)
    return gather_result(options.packs, points, ran, numbers, faults)


# ------------------------------------------------------------------------------ the points


def _add_points(points: Points, pack: Path, on: Modules) -> None:
    for point in _all_points(_load_rules(pack, on)):
        if is_in_pack(point, pack):
            points.setdefault(key_of(point.what, point.span), point)


def _all_points(rules: Rules) -> Sequence[CoveragePoint]:
    """Every point of the rules, including those of required packs."""
    marks = rules.marked().marks
    assert marks is not None
    return marks.points


def is_in_pack(point: CoveragePoint, pack: Path) -> bool:
    """Whether a point is in the files of a pack."""
    return is_inside(Path(point.span.source.name), pack)


def _load_rules(pack: Path, on: Modules) -> Rules:
    try:
        return load_rules(pack, on)
    except PackError as error:
        refuse(error)


def _combinations(pack: Path) -> Iterator[Modules]:
    """No modules, each with what it needs, and all of them: together they have every point."""
    yield ()
    known = available_modules(pack)
    yield from (with_needed([name], known) for name in sorted(modules(pack)))
    if len(every_module(pack)) > 1:
        yield every_module(pack)


# -------------------------------------------------------------------------------- the work


def _tasks(pack: Path, options: CoverOptions) -> Iterator[ScenarioTask | GamesTask]:
    if options.tests:
        yield from (ScenarioTask(pack, file) for file in all_scenario_files(pack))
    if options.games:
        yield from _games(pack, options)


def _games(pack: Path, options: CoverOptions) -> Iterator[GamesTask]:
    for players in _player_counts(pack, options.players):
        for on, _ in groupby(_module_sets(pack, players)):
            for first in range(0, options.games, BATCH):
                end = min(first + BATCH, options.games)
                yield GamesTask(pack, on, players, options.seed, first, end)


def _player_counts(pack: Path, asked: Sequence[int]) -> Sequence[int]:
    """The numbers of players: those asked for, or else all that the pack or a module allows."""
    rules, known = _load_rules(pack, ()), available_modules(pack)
    ways = (with_needed([name], known) for name in modules(pack))
    allowed = {n for on in ((), *ways) for n in allowed_numbers(rules.packs, on)}
    for number in asked:
        if number not in allowed:
            raise Stop(rules.refusal(number), USAGE)
    return asked or sorted(allowed)


def _module_sets(pack: Path, players: int) -> Iterator[Modules]:
    """No modules, if the game then uses the pack, and all modules for this number of players."""
    rules, known = _load_rules(pack, ()), available_modules(pack)
    alone = players in rules.players
    if alone and any(is_in_pack(point, pack) for point in _all_points(rules)):
        yield ()
    unfit = {m.name for m in known.values() if m.players and not _is_for(players, m.players)}
    needed = (with_needed([name], known) for name in modules(pack))
    fit = {name for on in needed if unfit.isdisjoint(on) for name in on}
    if alone or players in allowed_numbers(rules.packs, fit):
        yield tuple(sorted(fit))


def _is_for(players: int, of: tuple[int, int]) -> bool:
    return of[0] <= players <= of[1]
