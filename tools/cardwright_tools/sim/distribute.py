"""Spreads the games of a run over processes or a cluster, or plays them in this process.

Responsible for batches and their order. Games are identified by index and their results are
combined in that order, so where and when each was played makes no difference.
"""

from __future__ import annotations

import hashlib
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from typing import Any

from cardwright_tools.output import BROKEN, USAGE, Stop, progress
from cardwright_tools.sim.games import Failure, GameSetup
from cardwright_tools.sim.playout import GameRunner, make_runner
from cardwright_tools.sim.tally import Tally
from cardwright_tools.workers import Pool, Result, worker_pool

BATCH = 25
AHEAD = 4  # batches per worker that are submitted before the first result is awaited
RETRIES = 3  # on a cluster, which may lose workers
Span = tuple[int, int]
Work = Callable[[int, int], Tally]


class _Runners(threading.local):
    """The runner for each setup; workers may be threads, and each has its own."""

    def __init__(self) -> None:
        self.by_setup: dict[GameSetup, GameRunner] = {}


_runners = _Runners()


@dataclass(frozen=True, slots=True)
class Execution:
    """Where games are played: in this many processes, or on the `executor`."""

    jobs: int = 1
    executor: str = ""

    @property
    def is_local(self) -> bool:
        return self.jobs == 1 and not self.executor


def play_distributed(
    work: Work, setup: GameSetup, spans: Sequence[Span], execution: Execution
) -> Tally:
    """The tally of all spans; after Ctrl-C, that of the first ones, without gaps."""
    total, hash = Tally(), hashlib.sha256()
    games = sum(end - at for at, end in spans)
    with progress(games, "games") as advance, suppress(KeyboardInterrupt):
        for part in _parts(work, setup, spans, execution):
            hash.update("".join(part.lines).encode())
            advance(part.games + part.failed)
            part.lines.clear()
            total.merge(part)
            if part.stopped:
                break
    total.digest = hash.hexdigest()
    return total


def _parts(
    work: Work, setup: GameSetup, spans: Sequence[Span], execution: Execution
) -> Iterator[Tally]:
    """The tallies in the order of their spans; only a few are awaited at a time."""
    waiting: deque[Future[Tally] | Result[Tally]] = deque()
    with _executor(setup, execution) as (executor, workers):
        for span in spans:
            waiting.append(executor.submit(work, *span))
            if len(waiting) >= AHEAD * workers or execution.is_local:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def game_spans(setup: GameSetup, games: int, execution: Execution) -> list[Span]:
    """The spans of the batches; with pairings, a batch for each, since each needs its own
    program."""
    if setup.pairings:
        begins = [-(-at * games // len(setup.pairings)) for at in range(len(setup.pairings) + 1)]
        return [(a, b) for a, b in pairwise(begins) if a < b]
    return even_spans(games, 1 if execution.is_local else batch_size(games, execution, BATCH))


def batch_size(games: int, execution: Execution, most: int) -> int:
    """The number of games per batch, at most this many, so that all processes have some to do."""
    return max(1, min(most, -(-games // (execution.jobs * AHEAD))))


def even_spans(games: int, size: int) -> list[Span]:
    return [(at, min(at + size, games)) for at in range(0, games, size)]


# ---------------------------------------------------------------------------- executors


@contextmanager
def _executor(setup: GameSetup, execution: Execution) -> Iterator[tuple[Executor | Pool, int]]:
    """The executor for the batches, and how many batches run at a time."""
    if execution.is_local:
        yield _Here(), 1
    elif execution.executor.startswith("dask:"):
        with _cluster(execution.executor.removeprefix("dask:")) as found:
            yield found
    elif execution.executor:
        with _named(execution.executor) as executor:
            yield executor, max(execution.jobs, 16)
    else:
        with worker_pool(execution.jobs, _begin_worker, (setup,)) as pool:
            yield pool, execution.jobs


class _Here(Executor):
    """Runs everything immediately, in this process; Ctrl-C interrupts the current game."""

    def submit(self, fn: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(fn(*given, **named))
        return done


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """A dask.distributed cluster, given the address of its scheduler."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise Stop("--executor dask: needs `pip install cardwright[cluster]`", USAGE) from None
    try:
        client = distributed.Client(address, timeout=20)
    except (OSError, ValueError) as error:
        raise Stop(f"--executor: there is no cluster at {address}: {error}", BROKEN) from None
    with client:
        yield (
            client.get_executor(pure=False, retries=RETRIES),
            max(1, sum(client.ncores().values())),
        )


def _named(words: str) -> Executor:
    """The executor returned by a function of a Python module, named as in `my_cluster:executor`."""
    module, colon, name = words.partition(":")
    try:
        made = getattr(import_module(module), name)() if colon else None
    except (ImportError, AttributeError) as error:
        raise Stop(f"--executor: {error}", USAGE) from None
    if not isinstance(made, Executor):
        raise Stop("--executor takes dask:ADDRESS, or MODULE:FUNCTION for one that returns a "
                   "concurrent.futures.Executor", USAGE)  # fmt: skip
    return made


def _begin_worker(setup: GameSetup) -> None:
    if not setup.pairings:
        runner_at(setup, 0)


# ------------------------------------------------------------------------------ workers


def play_span(setup: GameSetup, first: int, end: int) -> Tally:
    """Plays the games from the index `first` up to, but not including, `end`."""
    tally = Tally()
    for index in range(first, end):
        runner = runner_at(setup, index)
        done, _ = runner.play(index)
        tally.add(done)
        if not isinstance(done, Failure):
            tally.see(done, runner)
    return tally


def runner_at(setup: GameSetup, index: int) -> GameRunner:
    """The runner for the game with this index; if there are several pairings, only the latest
    runner is cached."""
    at, known = setup.at(index), _runners.by_setup
    if at not in known:
        if setup.pairings:
            known.clear()
        known[at] = make_runner(at)
    return known[at]


def preload_runner(setup: GameSetup, runner: GameRunner) -> None:
    """Caches the runner of a setup for this process and those forked from it."""
    _runners.by_setup[setup] = runner
