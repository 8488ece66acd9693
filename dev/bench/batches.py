"""Times of many games at once, as learning programs see them; OpenSpiel's are one by one."""

from __future__ import annotations

import random
import time
from importlib.util import find_spec
from os import cpu_count

from cardwright.batches import Batch
from cardwright.games import Rules

GAMES, STEPS, WARM = 1024, 300, 50


def measure_batches(rules: Rules, players: int) -> list[tuple[str, float]]:
    """The engines, and their seconds per step of a game. Raises RuntimeError without a compiler."""
    kinds = [("masks", 1, False), ("masks, observations", 1, True)]
    if (cores := cpu_count() or 1) > 1:
        kinds.append((f"masks, {cores} threads", cores, False))
    found = []
    for what, threads, seen in kinds:
        with rules.batch(GAMES, players, 1, threads=threads, observations=seen) as batch:
            found.append((f"{GAMES:,} games of {rules.title}: {what}", _step(batch)))
    return found


def _step(batch: Batch) -> float:
    """Seconds of processor time per step of one game; with threads, wall-clock time."""
    import numpy

    clock = time.process_time if batch.threads == 1 else time.perf_counter
    chance, games = numpy.random.default_rng(1), numpy.arange(len(batch))
    start = 0.0
    for step in range(WARM + STEPS):
        if step == WARM:
            start = clock()
        chosen = (chance.random(len(batch)) * batch.counts).astype(int)
        batch.step(batch.legal[games, chosen])
    return (clock() - start) / (STEPS * len(batch))


def one_by_one() -> float | None:
    """The time of a step of OpenSpiel's Connect Four from Python, with its mask; None if
    OpenSpiel is not installed."""
    if not find_spec("pyspiel"):
        return None
    import pyspiel

    game, chance, steps = pyspiel.load_game("connect_four"), random.Random(1), 0
    start = time.process_time()
    for _ in range(STEPS):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.legal_actions_mask()
            state.apply_action(chance.choice(state.legal_actions()))
            steps += 1
    return (time.process_time() - start) / steps
