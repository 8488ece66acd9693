"""Times of decisions, processes, copies and expressions: medians, in seconds.

Work in one thread of this process is measured in processor time, so that other work on the machine
has little effect; whole processes are measured in wall-clock time.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable, Collection
from pathlib import Path
from statistics import median

from cardwright.backends.native.library import compile_library
from cardwright.games import Rules
from cardwright.players.playout import play_to_end
from cardwright.runtime.game import Game
from cardwright_tools.output import FAILED, Stop
from cardwright_tools.sim.games import choice_state, game_seed
from cardwright_tools.sim.playout import GameRunner
from dev import handwritten
from dev.bench import reference

ROUNDS = 7


def timed(
    work: Callable[[], int], rounds: int = ROUNDS, clock: Callable[[], float] = time.process_time
) -> float:
    """Seconds per unit, as the median over rounds; `work` returns the number of units it did."""
    found = []
    for _ in range(rounds):
        gc.collect()
        start = clock()
        units = work()
        found.append((clock() - start) / units)
    return median(found)


def timed_by_the_wall(work: Callable[[], int], rounds: int) -> float:
    return timed(work, rounds, time.perf_counter)


def time_reference() -> float:
    """Seconds per decision in four in a row in plain Python."""

    def work() -> int:
        rng, moves = choice_state(1), 0
        for _ in range(300):
            rng, more = reference.play_reference(rng)
            moves += more
        return moves

    return timed(work)


def time_native(rules: Rules, players: int, games: int) -> float:
    """Seconds per decision in the same games in C. Raises Unsupported, or NoCompiler."""
    library = compile_library(rules.program(players))
    rounds = iter(range(ROUNDS))

    def work() -> int:
        first, given = next(rounds) * games, 0
        for index in range(first, first + games):
            seed = game_seed(1, index)
            given += library.new(seed).playout(choice_state(seed))[0]
        return given

    return timed(work)


def time_decision(rules: Rules, players: int, games: int) -> float:
    """Seconds per decision in random games of the pack."""
    at = GameRunner(rules, players, seed=1)
    at.play(0)
    rounds = iter(range(ROUNDS))

    def work() -> int:
        first, given = next(rounds) * games, 0
        for index in range(first, first + games):
            seed = game_seed(1, index)
            given += play_to_end(Game(at.program, seed), choice_state(seed))[1]
        return given

    return timed(work)


def time_check(pack: Path) -> tuple[float, float]:
    """Seconds of `cardwright check` without a cache, and of an empty Python process."""
    words = "-m", "cardwright_tools.cli", "check", str(pack)
    check = timed_by_the_wall(lambda: run_python(*words), 5)
    return check, timed_by_the_wall(lambda: run_python("-c", "pass"), 5)


def run_python(*words: str, kept: str = "", expected: Collection[int] = (0,)) -> int:
    """Runs Python; `kept` is the folder of the cache, which is off by default.

    Returns 1. Raises Stop with the output for an exit code that is not expected.
    """
    environment = {**os.environ, "CARDWRIGHT_CACHE": kept}
    done = subprocess.run(
        [sys.executable, *words], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode not in expected:
        raise Stop((done.stdout + done.stderr)[:2000].strip(), FAILED)
    return 1


def time_copy(rules: Rules, players: int) -> tuple[float, float]:
    """Seconds per copy in the middle of a game, and per copy of its flat state alone."""
    game = handwritten.midgame_positions(rules, players, 3)[-1]

    def work() -> int:
        for _ in range(2000):
            game.copy()
        return 2000

    def state() -> int:
        for _ in range(2000):
            game.s[:]
        return 2000

    return timed(work), timed(state)


def time_expression(pair: handwritten.Pair) -> tuple[float, float]:
    """Seconds per call: compiled from the pack, and written by hand."""

    def work(function: Callable[..., object]) -> Callable[[], int]:
        def calls() -> int:
            for call in pair.calls:
                function(*call)
            return len(pair.calls)

        return calls

    return timed(work(pair.compiled)), timed(work(pair.by_hand))
