"""The scenarios of a pack, and which of them are likely to catch a mutant.

A first pass runs all of them with coverage and records the lines that each one runs. Those that ran
the mutated line come first, then those that name its definition, then the rest; ties are broken by
how many of its words they name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cardwright.games import Rules
from cardwright.source.diagnostics import Report
from cardwright_tools.mutate.mutant import Mutant
from cardwright_tools.output import FAILED, Stop, progress
from cardwright_tools.packs import all_scenario_files
from cardwright_tools.scenario.loaded_rules import load_rules
from cardwright_tools.scenario.read import Scenario, read_file
from cardwright_tools.scenario.runner import run_scenario

NEAR = 4
NOT_RUN = 1_000_000  # the distance in lines if nothing of the file is run
Lines = dict[str, frozenset[int]]


@dataclass(frozen=True, slots=True)
class CoveredScenario:
    """The position of a scenario, the lines of the pack that it runs, and its words."""

    file: Path
    number: int
    ran: Lines
    words: frozenset[str]


def covered_scenarios(pack: Path) -> list[CoveredScenario]:
    """Runs all scenarios of a pack once. Raises Stop if one fails."""
    marked: dict[tuple[str, ...], Rules] = {}

    def loader(folder: Path, modules: tuple[str, ...]) -> Rules:
        return marked.setdefault(modules, load_rules(folder, modules).marked())

    files = all_scenario_files(pack)
    scenarios = [(file, *one) for file in files for one in enumerate(read_scenarios(file))]
    found = []
    with progress(len(scenarios), "scenarios") as advance:
        for file, number, scenario in scenarios:
            result = run_scenario(scenario, pack, loader)
            if not result.passed:
                raise Stop(f"{scenario.where} fails before any mistake is made", FAILED)
            found.append(CoveredScenario(file, number, _ran(marked, pack), _words(scenario)))
            advance(1)
    return found


@cache
def read_scenarios(file: Path) -> tuple[Scenario, ...]:
    """The scenarios of a file, cached per process. Raises Stop if it can't be read."""
    report = Report()
    found = tuple(read_file(file, report))
    if report.failed:
        raise Stop(f"{file} can't be read; run `cardwright test` to see why", FAILED)
    return found


def _ran(marked: dict[tuple[str, ...], Rules], pack: Path) -> Lines:
    """The lines that ran since the last call; resets the record."""
    lines: dict[str, set[int]] = {}
    for rules in marked.values():
        marks = rules.marks
        assert marks is not None
        for place, ran in zip(marks.points, marks.hits, strict=True):
            path = Path(place.span.source.name)
            if ran and path.is_relative_to(pack):
                first, _, last, _ = place.span.lines
                name = path.relative_to(pack).as_posix()
                lines.setdefault(name, set()).update((*range(first, last + 1), _head(place.head)))
        marks.hits[:] = [0] * len(marks.hits)
    return {name: frozenset(numbers) for name, numbers in lines.items()}


def _head(span: object) -> int:
    lines: tuple[int, ...] = getattr(span, "lines", (0,))
    return lines[0]


def _words(scenario: Scenario) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z][\w-]*", scenario.node.span.text))


def likely_first(
    found: Sequence[CoveredScenario], mutant: Mutant, text: str
) -> list[CoveredScenario]:
    """The scenarios in the order in which to try them. `text`: the file without the mistake."""
    last = mutant.line + mutant.before.count("\n")
    named = frozenset(re.findall(r"[a-z][\w-]*-[\w-]*", f"{mutant.before} {mutant.after}"))
    named |= _definition(text.splitlines()[: mutant.line])
    return sorted(found, key=lambda scenario: _rank(scenario, mutant, last, named))


def _definition(lines: Sequence[str]) -> frozenset[str]:
    """The ids and keys that contain the last of these lines."""
    found, inner = [], 1_000
    for line in reversed(lines):
        indent = len(line) - len(line.lstrip())
        if line.strip() and indent < inner:
            found += re.findall(r"(?:^|\bid: )([\w-]+)", line.strip())
            inner = indent
    return frozenset(found)


def _rank(
    scenario: CoveredScenario, mutant: Mutant, last: int, named: frozenset[str]
) -> tuple[int, int]:
    distance = min(
        _distances(scenario.ran.get(mutant.file, ()), mutant.line, last), default=NOT_RUN
    )
    mentions = len(named & scenario.words)
    return (0 if distance == 0 else 1 if mentions else 2 if distance <= NEAR else 3), -mentions


def _distances(lines: Sequence[int] | frozenset[int], first: int, last: int) -> Iterator[int]:
    for line in lines:
        yield max(first - line, line - last, 0)
