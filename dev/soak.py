"""Plays many seeded games for each number of players, checking invariants while they run.

`python -m dev.soak` prints progress and faults; its exit code is 1 if there was one. All games must
end. Some are checked at every question; in a few of these, copies, saves and undo are checked too,
at some questions, since a save plays the whole game again. With `--engine native`, the others are
played in C, thousands per second: all must end, and one in a hundred is checked at a random
question and at its end.
"""

from __future__ import annotations

import itertools
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import click

import cardwright
from cardwright.api import available_modules
from cardwright.backends.native.library import Library, NativeError, Position
from cardwright.games import Rules
from cardwright.pack.files.modules import with_needed
from cardwright.pack.files.player_counts import allowed_numbers
from cardwright.runtime.engines import ENDLESS, Engine, available_library, new_game
from cardwright.runtime.native_game import NativeGame
from cardwright_tools import options
from cardwright_tools.cli import run_guarded
from cardwright_tools.output import CLEAN, FAILED
from cardwright_tools.packs import load_packs
from cardwright_tools.sim.games import GameSetup, choice_state, game_seed, to_failure
from cardwright_tools.workers import worker_pool
from dev.invariants import Invariants, play_checked

BATCH = 10
FAST_BATCH = 1000
LOOKED = 100  # one in this many games in C is checked
PART = 400  # the latest answer after which it is checked
RARELY = 1_000_000  # so that only the start and the end are checked
DEEPLY = 7  # in a deep game, copies, saves and undo are checked at one in this many questions
SHOWN = 20


@dataclass(frozen=True, slots=True)
class Plan:
    """How thoroughly games are checked: first the `deep` ones, then the `watched` ones."""

    setup: GameSetup
    games: int
    watched: int
    deep: int

    def batches(self) -> Iterator[range]:
        """Batches of one for the slow deep games, larger ones for the others."""
        at = 0
        while at < self.games:
            native = self.setup.engine == "native" and at >= max(self.watched, self.deep)
            size = 1 if at < self.deep else FAST_BATCH if native else BATCH
            yield range(at, min(at + size, self.games))
            at += size


@dataclass(slots=True)
class Tally:
    games: int = 0
    decisions: int = 0
    faults: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.faults += other.faults


@lru_cache(maxsize=8)
def _loaded(setup: GameSetup) -> tuple[Rules, Invariants]:
    rules = cardwright.load(*setup.packs, modules=setup.modules)
    return rules, Invariants(rules.program(setup.players))


def run_batch(plan: Plan, indexes: range) -> Tally:
    """Plays and checks the games with these indexes."""
    rules, invariants = _loaded(plan.setup)
    tally = Tally()
    for index in indexes:
        given, faults = run_game(plan, rules, invariants, index)
        tally.add(Tally(1, given, [f"game {index}: {fault}" for fault in faults]))
    return tally


def run_game(plan: Plan, rules: Rules, invariants: Invariants, index: int) -> tuple[int, list[str]]:
    """Plays one game; returns the number of answers, and the faults, including fatal errors."""
    seed = game_seed(plan.setup.seed, index)
    checked = index < max(plan.watched, plan.deep)
    try:
        library = available_library(invariants.program, plan.setup.engine)
        if not checked and isinstance(library, Library):
            found = run_in_c(library, invariants, seed, looked=index % LOOKED == 0)
            if found is not None:
                return found
        game = new_game(invariants.program, seed, plan.setup.engine)
        every, deep = 1 if checked else RARELY, DEEPLY if index < plan.deep else 0
        return play_checked(rules, invariants, game, choice_state(seed), every=every, deep=deep)
    except Exception as error:
        failure = to_failure(error, index, seed)
        where = f" in {' > '.join(failure.where)}" if failure.where else ""
        return 0, [
            f"seed {seed}: [{failure.code}] {failure.message}{where} {failure.place}".rstrip()
        ]


def run_in_c(
    library: Library, invariants: Invariants, seed: int, *, looked: bool
) -> tuple[int, list[str]] | None:
    """Plays one game entirely in C; None if only Python can continue it."""
    given, faults, rng = 0, list[str](), choice_state(seed)
    try:
        position = library.new(seed)
        if looked:
            given, rng = position.playout(rng, seed % PART)
            faults += _position_faults(library, invariants, position)
        more, _ = position.playout(rng, ENDLESS)
    except NativeError:
        return None
    if not position.over:
        faults.append(f"no end after {given + more:,} answers")
    if looked:
        faults += _position_faults(library, invariants, position)
    return given + more, faults


def _position_faults(library: Library, invariants: Invariants, position: Position) -> Iterator[str]:
    game = NativeGame(library, 0)
    game.show(position)
    return invariants.check_position(game)


def run_soak(plan: Plan, jobs: int) -> Tally:
    """Plays all games of a plan in this many processes."""
    tally, start = Tally(), time.perf_counter()
    _loaded(plan.setup)
    with worker_pool(jobs) as pool:
        for played in pool.map(run_batch, itertools.repeat(plan), plan.batches()):
            tally.add(played)
            _progress(plan, tally, start)
    return tally


def _progress(plan: Plan, tally: Tally, start: float) -> None:
    if not sys.stderr.isatty() and tally.games % max(BATCH, plan.games // 4 // BATCH * BATCH):
        return
    seconds = time.perf_counter() - start
    end = "\r" if sys.stderr.isatty() and tally.games < plan.games else "\n"
    line = f"{plan.setup.players} players: {tally.games}/{plan.games} games, {seconds:.0f} s"
    print(line, end=end, file=sys.stderr, flush=True)


@click.command()
@click.argument("packs", nargs=-1, metavar="[PACK...]")
@click.option("--games", default=2000, show_default=True, help="Games for each number of players.")
@click.option("--watched", default=200, show_default=True, help="Games checked at each question.")
@click.option("--deep", default=50, show_default=True, help="Games with copies, saves and undo.")
@click.option("--seed", default=1, show_default=True)
@click.option("--jobs", default=os.cpu_count() or 1, show_default=True)
@options.modules
@options.engine
@click.option("--combinations", is_flag=True, help="Each module, each two of them, and all.")
def command(
    packs: tuple[str, ...], games: int, watched: int, deep: int, seed: int, jobs: int,
    modules: tuple[str, ...], engine: Engine, combinations: bool,
) -> int:  # fmt: skip
    """Play many games and check the invariants."""
    names = packs or ("content/expanse",)
    found = small_combinations(names) if combinations else [modules]
    plans = (
        Plan(GameSetup(names, on, players, seed, engine=engine), games, watched, deep)
        for on in found
        for players in load_packs([Path(name) for name in names], on).players
    )
    faults = [_print_tally(plan, run_soak(plan, jobs)) for plan in plans]
    return FAILED if any(faults) else CLEAN


def module_combinations(packs: Sequence[str]) -> list[tuple[str, ...]]:
    """All possible combinations of some modules of these packs, the smallest first."""
    modules, manifests = available_modules(*packs), cardwright.load(*packs).packs
    sizes = range(1, len(modules) + 1)
    every = (on for size in sizes for on in itertools.combinations(sorted(modules), size))
    whole = (on for on in every if with_needed(on, modules) == on)
    return [on for on in whole if allowed_numbers(manifests, on)]


def small_combinations(packs: Sequence[str]) -> list[tuple[str, ...]]:
    """The combinations of each module and each pair with what they need, and the largest one:
    three modules that are compatible in pairs rarely have a fault that all of them don't have."""
    modules, every = available_modules(*packs), module_combinations(packs)
    fewest = (on for size in (1, 2) for on in itertools.combinations(sorted(modules), size))
    small = {with_needed(on, modules) for on in fewest}
    return [on for on in every if on in small or on == every[-1]]


def _print_tally(plan: Plan, tally: Tally) -> int:
    """Prints the result of a plan; returns the number of faults."""
    on = f"{', '.join(plan.setup.modules)}: " if plan.setup.modules else ""
    played = f"{tally.games} games, {tally.decisions:,} decisions"
    print(f"{on}{plan.setup.players} players: {played}, {len(tally.faults)} faults", flush=True)
    for fault in tally.faults[:SHOWN]:
        print(f"  {fault}")
    return len(tally.faults)


if __name__ == "__main__":
    run_guarded(command, None, "soak")
