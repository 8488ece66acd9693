"""Many seeded games for each number of players, with invariants checked while they run.

`python -m dev.soak`: prints progress and what went wrong; exit code 1 if
anything did. All games must end; some are watched at every question; of a few, copies,
saves and undo are checked at every question too.
"""

from __future__ import annotations

import itertools
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path

import click

import cardwright
from cardwright.api import Rules
from cardwright.runtime.game import Game
from cardwright_tools.cli import run_guarded
from cardwright_tools.output import CLEAN, FAILED
from cardwright_tools.packs import load_packs, split_words
from cardwright_tools.sim.playout import GameSetup, choice_state, game_seed, to_failure
from cardwright_tools.sim.run import METHOD
from dev.invariants import Invariants, play_checked

BATCH = 10
RARELY = 1_000_000  # watched at the start and the end only
SHOWN = 20


@dataclass(frozen=True, slots=True)
class Plan:
    """How closely the games of an order are looked at: first the `deep`, then the `watched`."""

    order: GameSetup
    games: int
    watched: int
    deep: int

    def batches(self) -> Iterator[range]:
        """Small batches for the slow games, larger ones for the others."""
        at = 0
        while at < self.games:
            size = 1 if at < self.deep else BATCH
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
def _loaded(order: GameSetup) -> tuple[Rules, Invariants]:
    rules = cardwright.load(*order.packs, modules=order.modules)
    return rules, Invariants(rules.program(order.players))


def run_batch(plan: Plan, indexes: range) -> Tally:
    """Plays and checks the games of these indexes."""
    rules, laws = _loaded(plan.order)
    tally = Tally()
    for index in indexes:
        given, faults = run_game(plan, rules, laws, index)
        tally.add(Tally(1, given, [f"game {index}: {fault}" for fault in faults]))
    return tally


def run_game(plan: Plan, rules: Rules, laws: Invariants, index: int) -> tuple[int, list[str]]:
    """One game: the answers given, and its faults; an error that ends it is one."""
    seed = game_seed(plan.order.seed, index)
    every = 1 if index < max(plan.watched, plan.deep) else RARELY
    try:
        game = Game(laws.program, seed)
        deep = index < plan.deep
        return play_checked(rules, laws, game, choice_state(seed), every=every, deep=deep)
    except Exception as error:
        told = to_failure(error, index, seed)
        where = f" in {' > '.join(told.where)}" if told.where else ""
        return 0, [f"seed {seed}: [{told.code}] {told.message}{where} {told.place}".rstrip()]


def run_soak(plan: Plan, jobs: int) -> Tally:
    """All games of a plan, on so many processes."""
    tally, start = Tally(), time.perf_counter()
    _loaded(plan.order)
    with ProcessPoolExecutor(jobs, get_context(METHOD)) as pool:
        futures = [pool.submit(run_batch, plan, indexes) for indexes in plan.batches()]
        try:
            for future in as_completed(futures):
                tally.add(future.result())
                _progress(plan, tally, start)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return tally


def _progress(plan: Plan, tally: Tally, start: float) -> None:
    if not sys.stderr.isatty() and tally.games % max(1, plan.games // 4 // BATCH * BATCH):
        return
    seconds = time.perf_counter() - start
    end = "\r" if sys.stderr.isatty() and tally.games < plan.games else "\n"
    line = f"{plan.order.players} players: {tally.games}/{plan.games} games, {seconds:.0f} s"
    print(line, end=end, file=sys.stderr, flush=True)


@click.command()
@click.argument("packs", nargs=-1, metavar="[PACK...]")
@click.option("--games", default=2000, show_default=True, help="Games for each number of players.")
@click.option("--watched", default=200, show_default=True, help="Games checked at each question.")
@click.option("--deep", default=50, show_default=True, help="Games with copies, saves and undo.")
@click.option("--seed", default=1, show_default=True)
@click.option("--jobs", default=os.cpu_count() or 1, show_default=True)
@click.option("--modules", metavar="A,B")
@click.option("--combinations", is_flag=True, help="Each combination of the packs' modules.")
def command(
    packs: tuple[str, ...], games: int, watched: int, deep: int, seed: int, jobs: int,
    modules: str | None, combinations: bool,
) -> int:  # fmt: skip
    """Play many games and check that everything that must hold does."""
    names = packs or ("content/expanse",)
    found = module_combinations(names) if combinations else [split_words(modules)]
    plans = (
        Plan(GameSetup(names, on, players, seed), games, watched, deep)
        for on in found
        for players in load_packs([Path(name) for name in names], on).players
    )
    faults = [_print_tally(plan, run_soak(plan, jobs)) for plan in plans]
    return FAILED if any(faults) else CLEAN


def module_combinations(packs: Sequence[str]) -> list[tuple[str, ...]]:
    """All combinations of the modules of these packs but the empty one, the smaller first."""
    modules = sorted(m for pack in packs for m in cardwright.modules(pack))
    sizes = range(1, len(modules) + 1)
    return [chosen for size in sizes for chosen in itertools.combinations(modules, size)]


def _print_tally(plan: Plan, tally: Tally) -> int:
    """Prints what came of a plan; the number of faults."""
    on = f"{', '.join(plan.order.modules)}: " if plan.order.modules else ""
    played = f"{tally.games} games, {tally.decisions:,} decisions"
    print(f"{on}{plan.order.players} players: {played}, {len(tally.faults)} faults", flush=True)
    for fault in tally.faults[:SHOWN]:
        print(f"  {fault}")
    return len(tally.faults)


if __name__ == "__main__":
    run_guarded(command, None, "soak")
