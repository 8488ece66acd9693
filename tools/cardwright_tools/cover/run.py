"""The run of `cover`: which scenarios and games, what they ran, and how it ends.

Owns the list of work, and which places count: those in the files of the packs named, with
every module of theirs. What counts does not depend on what was run.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from cardwright.api import PackError, Rules, modules
from cardwright.program.coverage import CoveragePoint, Key, key_of
from cardwright_tools.cover.result import Result, gather
from cardwright_tools.cover.work import Games, Modules, Tests, do_all
from cardwright_tools.output import BROKEN, CLEAN, FAILED, USAGE, Stop
from cardwright_tools.packs import exit_code, tell
from cardwright_tools.scenario_run import rules_of

BATCH = 10
SHOWN_FAULTS = 10
Places = dict[Key, CoveragePoint]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to run; no `players` stands for every number that the packs are for."""

    packs: tuple[Path, ...]
    tests: bool
    games: int
    players: tuple[int, ...]
    seed: int
    jobs: int


def run(
    wanted: Wanted, every: bool, json_file: str | None, html: Path | None, least: float | None
) -> int:
    """Runs, writes and prints; returns the exit code."""
    from cardwright_tools.cover import page, told

    _writable(json_file)
    result = cover(wanted)
    if html is not None:
        page.write(result, html)
    told.write(result, json_file, every)
    for line in told.faults(result, SHOWN_FAULTS):
        print(line, file=sys.stderr)
    if least is not None and result.falls_short(least):
        print(f"less than {least:g} % is covered", file=sys.stderr)
        return FAILED
    return FAILED if result.faults else CLEAN


def _writable(file: str | None) -> None:
    if file not in (None, "-") and not Path(file or "").absolute().parent.is_dir():
        raise Stop(f"{file}: there is no such folder", BROKEN)


def cover(wanted: Wanted) -> Result:
    """What of the packs' places the tests and games run. Raises Stop for packs with mistakes."""
    places: Places = {}
    for pack in wanted.packs:
        for on in _combinations(pack):
            _add(places, pack, on)
    works = [work for pack in wanted.packs for work in _works(pack, wanted)]
    done = list(do_all(works, wanted.jobs))
    for pack, on in sorted({used for d in done for used in d.modules}):
        _add(places, pack, on)
    ran = frozenset[Key]().union(*(d.ran for d in done))
    faults = tuple(fault for d in done for fault in d.faults)
    numbers = sum(d.scenarios for d in done), sum(d.games for d in done)
    return gather(wanted.packs, places, ran, numbers, faults)


# ------------------------------------------------------------------------------ the places


def _add(places: Places, pack: Path, on: Modules) -> None:
    for place in _all(_rules(pack, on)):
        if within(place, pack):
            places.setdefault(key_of(place.what, place.span), place)


def _all(rules: Rules) -> Sequence[CoveragePoint]:
    """Every place of the rules, of the packs that they require too."""
    marks = rules.marked().marks
    assert marks is not None
    return marks.points


def within(place: CoveragePoint, pack: Path) -> bool:
    """Whether a place stands in the files of a pack."""
    return Path(place.span.source.name).resolve().is_relative_to(pack.resolve())


def _rules(pack: Path, on: Modules) -> Rules:
    try:
        return rules_of(pack, on)
    except PackError as error:
        tell(error.report)
        raise Stop("", exit_code(error.report.diagnostics)) from None


def _combinations(pack: Path) -> Iterator[Modules]:
    """No modules, each alone, and all of them: together they have every place."""
    yield ()
    found = sorted(modules(pack))
    yield from ((name,) for name in found)
    if len(found) > 1:
        yield tuple(found)


# -------------------------------------------------------------------------------- the work


def _works(pack: Path, wanted: Wanted) -> Iterator[Tests | Games]:
    if wanted.tests:
        files = sorted(pack.rglob("scenarios/**/*.yaml"))
        yield from (Tests(pack, file) for file in files)
    if wanted.games:
        yield from _games(pack, wanted)


def _games(pack: Path, wanted: Wanted) -> Iterator[Games]:
    for players in _numbers(pack, wanted.players):
        for on, _ in groupby(_switched(pack, players)):
            for first in range(0, wanted.games, BATCH):
                end = min(first + BATCH, wanted.games)
                yield Games(pack, on, players, wanted.seed, first, end)


def _numbers(pack: Path, asked: Sequence[int]) -> Sequence[int]:
    rules = _rules(pack, ())
    for number in asked:
        if refusal := rules.refusal(number):
            raise Stop(refusal, USAGE)
    return asked or rules.players


def _switched(pack: Path, players: int) -> Iterator[Modules]:
    """No modules, where that plays something of the pack; and all that are for so many."""
    found = modules(pack).values()
    if any(within(place, pack) for place in _all(_rules(pack, ()))):
        yield ()
    fit = [m for m in found if m.players is None or m.players[0] <= players <= m.players[1]]
    yield tuple(sorted(m.name for m in fit))
