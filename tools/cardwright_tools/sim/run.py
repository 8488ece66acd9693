"""`cardwright sim`: many games, on one core or several.

Owns the run: batches, processes, Ctrl-C, progress. The result depends only on packs, seed and the
number of games: games are identified by index, and collected in that order.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from cardwright import Rules, WhyError
from cardwright.decks import lists_of
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import GameError
from cardwright_tools.decks import with_decks
from cardwright_tools.output import (
    BROKEN,
    CLEAN,
    FAILED,
    USAGE,
    Advance,
    Stop,
    check_writable,
    progress,
    say,
    write_result,
)
from cardwright_tools.packs import load_packs, number_of_players
from cardwright_tools.play.log_folding import fold_lines
from cardwright_tools.sim.pairings import pairings_of
from cardwright_tools.sim.playout import (
    Failure,
    GameRunner,
    GameSetup,
    Outcome,
    keep_rules,
    make_runner,
)
from cardwright_tools.sim.results import SimResult, failure_lines, gather_results
from cardwright_tools.workers import worker_pool

Done = Outcome | Failure
BATCH = 25

_runners: dict[GameSetup, GameRunner] = {}


def run_sim(
    setup: GameSetup, games: int, jobs: int, json_file: str | None, log: bool,
    pairings: bool = False,
) -> int:  # fmt: skip
    """Plays, prints or writes the result; returns the exit code."""
    rules = load_packs([Path(pack) for pack in setup.packs], setup.modules)
    setup = replace(setup, players=number_of_players(rules, setup.players or None))
    if pairings:
        setup = replace(setup, pairings=pairings_of(rules, setup.players), games=games)
    check_writable(json_file)
    keep_rules(setup, rules)
    first = _checked_runner(with_decks(rules, setup.at(0).decks), setup)
    _runners[setup.at(0)] = first
    start = time.perf_counter()
    done = _logged(setup, games) if log else simulate(setup, games, jobs)
    seconds, automata = time.perf_counter() - start, first.automata
    result = gather_results(rules.title, setup, done, games, seconds, automata)
    write_result(result.to_json(), json_file, _result_tables(result, first))
    for line in failure_lines(result):
        say(line, err=True)
    if any(f.internal for f in result.failures):
        return BROKEN
    return FAILED if result.failures else CLEAN


def _checked_runner(rules: Rules, setup: GameSetup) -> GameRunner:
    """Raises Stop where the set-up names players, or something to count by, that there is not."""
    try:
        found = GameRunner(rules, setup.players, setup.seed, setup.by, setup.wins_by)
        with suppress(GameError):  # the value at the end may be another
            found.group(Game(found.program, setup.seed, start=False))
    except WhyError as error:
        raise Stop(f"--wins-by: {error}", USAGE) from None
    except ValueError as error:
        raise Stop(f"--players-by: {error}", USAGE) from None
    return found


def simulate(setup: GameSetup, games: int, jobs: int = 1) -> list[Done]:
    """The outcomes by index. After Ctrl-C, those of the first games, without gaps."""
    if jobs == 1 or games < 2:
        with progress(games, "games") as advance:
            return _in_sequence(setup, games, advance)
    return _in_parallel(setup, games, jobs)


def _in_sequence(setup: GameSetup, games: int, advance: Advance) -> list[Done]:
    done: list[Done] = []
    try:
        for index in range(games):
            done.append(_runner(setup, index).play(index)[0])
            advance(1)
    except KeyboardInterrupt:
        pass
    return done


def _logged(setup: GameSetup, games: int) -> list[Done]:
    from cardwright.runtime import log as game_log

    done: list[Done] = []
    try:
        for index in range(games):
            outcome, game = _runner(setup, index).play(index)
            done.append(outcome)
            say(f"Game {index + 1}")
            for line in fold_lines(game_log.lines(game, None)) if game else ():
                say(f"  {line}")
            say()
    except KeyboardInterrupt:
        pass
    return done


# ---------------------------------------------------------------------- several processes


def _in_parallel(setup: GameSetup, games: int, jobs: int) -> list[Done]:
    ranges = _ranges(setup, games, jobs)
    with worker_pool(min(jobs, len(ranges)), _begin_worker, (setup,)) as pool:
        futures = [pool.submit(_batch, setup, *span) for span in ranges]
        with progress(games, "games") as advance:
            return _collected(futures, advance)


def _ranges(setup: GameSetup, games: int, jobs: int) -> list[tuple[int, int]]:
    """The first and last games of batches; one batch for each pairing, which needs a program."""
    if setup.pairings:
        begins = [-(-at * games // len(setup.pairings)) for at in range(len(setup.pairings) + 1)]
        return [(a, b) for a, b in pairwise(begins) if a < b]
    size = max(1, min(BATCH, -(-games // (jobs * 4))))
    return [(at, min(at + size, games)) for at in range(0, games, size)]


def _collected(futures: list[Future[list[Done]]], advance: Advance) -> list[Done]:
    done: list[Done] = []
    try:
        for future in futures:
            batch = future.result()
            done += batch
            advance(len(batch))
    except KeyboardInterrupt:
        for future in futures:
            future.cancel()
    return done


def _begin_worker(setup: GameSetup) -> None:
    if not setup.pairings:
        _runner(setup, 0)


def _batch(setup: GameSetup, first: int, end: int) -> list[Done]:
    return [_runner(setup, index).play(index)[0] for index in range(first, end)]


def _runner(setup: GameSetup, index: int) -> GameRunner:
    """What plays the game with this index; of several pairings, only the latest is kept."""
    at = setup.at(index)
    if at not in _runners:
        if setup.pairings:
            _runners.clear()
        _runners[at] = make_runner(at)
    return _runners[at]


# ------------------------------------------------------------------------------- output


def _result_tables(result: SimResult, at: GameRunner) -> Iterator[str]:
    from cardwright_tools.sim.results import result_lines

    titles = {item.name: item.thing.title for item in at.program.layout.items if item.thing}
    titles |= {id: deck.title for id, deck in lists_of(at.rules.declared.board).items()}
    yield from result_lines(result, titles)
