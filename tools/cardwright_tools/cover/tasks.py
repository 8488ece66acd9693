"""Tasks that run content: a file of scenarios, or some random games.

Responsible for the instrumented rules of one process. A task returns the keys of the covered
points, which depend neither on the process nor on the order of tasks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from cardwright.games import Rules
from cardwright.program.coverage import Key, key_of
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright_tools.scenario.loaded_rules import load_rules
from cardwright_tools.scenario.read import read_file
from cardwright_tools.scenario.runner import run_scenario as run_scenario
from cardwright_tools.sim.games import Failure
from cardwright_tools.sim.playout import GameRunner
from cardwright_tools.workers import worker_pool

Modules = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScenarioTask:
    """The scenarios of one file."""

    pack: Path
    file: Path


@dataclass(frozen=True, slots=True)
class GamesTask:
    """The games with these indexes, from a run with this seed."""

    pack: Path
    modules: Modules
    players: int
    seed: int
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class TaskResult:
    """The coverage of a task: keys of points, modules, how much was run, and the failures."""

    ran: frozenset[Key]
    modules: frozenset[tuple[Path, Modules]]
    scenarios: int = 0
    games: int = 0
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Instrumented:
    """Rules as they were loaded, and the same with marks."""

    loaded: Rules
    marked: Rules


_instrumented: dict[tuple[Path, Modules], _Instrumented] = {}


def _marked_rules(pack: Path, modules: Modules) -> Rules:
    """Instrumented rules, cached per process until the rules are loaded again."""
    loaded, known = load_rules(pack, modules), _instrumented.get((pack, modules))
    if known is None or known.loaded is not loaded:
        known = _instrumented[pack, modules] = _Instrumented(loaded, loaded.marked())
    return known.marked


def run_task(work: ScenarioTask | GamesTask) -> TaskResult:
    """Runs one task."""
    return _run_scenarios(work) if isinstance(work, ScenarioTask) else _run_games(work)


def _run_scenarios(work: ScenarioTask) -> TaskResult:
    report = Report()
    results = [run_scenario(s, work.pack, _marked_rules) for s in read_file(work.file, report)]
    faults = [f"{r.scenario.where} fails: {r.scenario.title}" for r in results if not r.passed]
    faults += [_unreadable(work.file, d) for d in report.diagnostics]
    return _collect(sum(not r.diagnostics for r in results), 0, faults)


def _unreadable(file: Path, found: Diagnostic) -> str:
    line = f":{found.span.lines[0]}" if found.span else ""
    return f"{file}{line} can't be read, so its scenarios are left out: {found.message}"


def _run_games(work: GamesTask) -> TaskResult:
    table = GameRunner(_marked_rules(work.pack, work.modules), work.players, work.seed)
    ended = [table.play(index)[0] for index in range(work.first, work.end)]
    faults = [_fault_text(work, e) for e in ended if isinstance(e, Failure)]
    return _collect(0, len(ended), faults)


def _fault_text(work: GamesTask, failure: Failure) -> str:
    game = f"game {failure.index + 1} of {work.players} players"
    return f"{work.pack}: {game} (seed {work.seed}): {failure.code}: {failure.message}"


def _collect(scenarios: int, games: int, faults: Sequence[str]) -> TaskResult:
    """The coverage since the last call; resets the record."""
    ran: set[Key] = set()
    used = set()
    for at, rules in _instrumented.items():
        marks = rules.marked.marks
        assert marks is not None
        found = [p for p, ran_ in zip(marks.points, marks.hits, strict=True) if ran_]
        ran.update(key_of(p.what, p.span) for p in found)
        used |= {at} if found else set()
        marks.hits[:] = [0] * len(marks.hits)
    return TaskResult(frozenset(ran), frozenset(used), scenarios, games, tuple(faults))


# ----------------------------------------------------------------------------- processes


def run_tasks(works: Sequence[ScenarioTask | GamesTask], jobs: int) -> Iterator[TaskResult]:
    """The results in the order of the tasks, which run in one process or several."""
    if jobs == 1 or len(works) < 2:
        yield from map(run_task, works)
        return
    workers = min(jobs, len(works))
    # Neighbours use the same modules: in runs of them, few programs are built twice.
    size = max(1, len(works) // (workers * 2))
    runs = [works[at : at + size] for at in range(0, len(works), size)]
    with worker_pool(workers) as pool:
        yield from chain.from_iterable(pool.map(_run_all, runs))


def _run_all(works: Sequence[ScenarioTask | GamesTask]) -> list[TaskResult]:
    return [*map(run_task, works)]
