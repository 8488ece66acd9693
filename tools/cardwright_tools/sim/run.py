"""`cardwright sim`: plays many games and reports the results. `distribute` says where they run."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import cardwright
from cardwright import Rules, WhyError
from cardwright.backends.game_errors import GameError
from cardwright.backends.native.compile import can_compile
from cardwright.decks import lists_of
from cardwright.players import RANDOM, searches
from cardwright.runtime import log as game_log
from cardwright.runtime.engines import Engine, Unavailable
from cardwright.runtime.game import Game
from cardwright_tools.atomic_write import write_atomically
from cardwright_tools.decks import with_decks
from cardwright_tools.output import (
    BROKEN,
    CLEAN,
    FAILED,
    USAGE,
    Stop,
    check_writable,
    make_folder,
    say,
    write_result,
)
from cardwright_tools.packs import load_packs, number_of_players
from cardwright_tools.play.log_folding import fold_lines
from cardwright_tools.replay.trace import stored
from cardwright_tools.sim.distribute import (
    Execution,
    batch_size,
    even_spans,
    game_spans,
    play_distributed,
    play_span,
    preload_runner,
    runner_at,
)
from cardwright_tools.sim.games import GameSetup
from cardwright_tools.sim.playout import GameRunner, keep_rules
from cardwright_tools.sim.result_lines import failure_lines, result_lines
from cardwright_tools.sim.results import SimResult, gather_results
from cardwright_tools.sim.rows import play_rows
from cardwright_tools.sim.run_folder import begin_rows
from cardwright_tools.sim.tally import Tally

SOME = 10  # the number of games with searching players for which compiling a program pays off
WATCHED = "what is offered and used is counted"  # which only Python does
PART = 1000  # games per file of rows


@dataclass(frozen=True, slots=True)
class RowOptions:
    """A folder for the rows of games, and the sorts of rows besides games; `resume` continues a
    run."""

    folder: str
    sorts: tuple[str, ...] = ()
    resume: bool = False


def run_sim(
    setup: GameSetup, games: int, execution: Execution, json_file: str | None, log: bool,
    pairings: bool = False, rows: RowOptions | None = None, store: str | None = None,
) -> int:  # fmt: skip
    """Plays the games and prints or writes the result; returns the exit code."""
    rules = load_packs([Path(pack) for pack in setup.packs], setup.modules)
    setup = replace(setup, players=number_of_players(rules, setup.players or None))
    if pairings:
        setup = replace(setup, pairings=pairings_of(rules, setup.players), games=games)
    check_writable(json_file)
    watched = bool(rows and rows.sorts)
    why = WATCHED if watched else "all answers are recorded" if log or store is not None else ""
    setup = replace(setup, watched=watched, engine=engine_for(setup, games, why))
    execution = Execution(executor=execution.executor) if log or games == 1 else execution
    if rows is not None:
        part = batch_size(games, execution, PART)
        files, part = begin_rows(rows.folder, rows.sorts, setup, rules.hashes, part, rows.resume)
    if store is not None and any(Path(store).glob("game-*.json")):
        raise Stop(f"--store: {store} has games already; name another folder", USAGE)
    keep_rules(setup, rules)
    first = checked_runner(with_decks(rules, setup.at(0).decks), setup)
    preload_runner(setup.at(0), first)
    start = time.perf_counter()
    spans = game_spans(setup, games, execution)
    work = partial(_logged if log else play_span, setup)
    if store is not None:
        make_folder("--store", store)
        work = partial(_stored, setup, store)
    if rows is not None:
        files.begin()
        work, spans = partial(play_rows, files, setup), even_spans(games, part)
    tally = play_distributed(work, setup, spans, execution)
    seconds, automata = time.perf_counter() - start, first.automata
    result = gather_results(rules.title, setup, tally, games, seconds, automata, first.engines)
    return _reported(result, first, rows, json_file)


def _reported(
    result: SimResult, first: GameRunner, rows: RowOptions | None, json_file: str | None
) -> int:
    """Prints or writes the result; returns the exit code."""
    write_result(result.to_json(), json_file, _result_tables(result, first))
    for line in failure_lines(result):
        say(line, err=True)
    if result.interrupted and rows is not None:
        say(f"--resume continues the run in {rows.folder}", err=True)
    if any(f.internal for f in result.tally.failures):
        return BROKEN
    return FAILED if result.tally.failed or result.interrupted else CLEAN


def engine_for(setup: GameSetup, games: int, why: str = "") -> Engine:
    """The engine for a run: Python if there is a reason (`why`) or nothing to play natively. For
    searching players, compiling the game pays off in their playouts."""
    if searches(setup.by):
        return "native" if setup.engine == "auto" and games >= SOME else setup.engine
    if not why and setup.by not in ("", RANDOM):
        why = "only games of random players, and the playouts of searching ones, are played in C"
    if why and setup.engine == "native":
        say(f"Python plays these games: {why}", err=True)
    return "python" if why else setup.engine


def checked_runner(rules: Rules, setup: GameSetup) -> GameRunner:
    """Raises Stop if the setup names unknown players or groups games by something unknown."""
    try:
        found = GameRunner(
            rules, setup.players, setup.seed, setup.by, setup.wins_by, setup.watched, setup.engine
        )
        say_engine(found, setup)
        with suppress(GameError):  # a value that is missing now may exist at the end
            found.group(Game(found.program, setup.seed, start=False))
    except WhyError as error:
        raise Stop(f"--wins-by: {error}", USAGE) from None
    except ValueError as error:
        raise Stop(f"--players-by: {error}", USAGE) from None
    return found


def say_engine(runner: GameRunner, setup: GameSetup) -> None:
    """Says why Python plays games that were meant to be played natively, or what would be
    faster."""
    if not isinstance(runner.engine, Unavailable):
        return
    if runner.engine.reason:
        say(f"Python plays these games: {runner.engine.reason}", err=True)
    elif setup.engine == "auto" and searches(setup.by) and can_compile():
        say("Python plays the playouts; with `--engine native`, which compiles the game once, they "
            "are faster", err=True)  # fmt: skip


def simulate(setup: GameSetup, games: int, jobs: int = 1) -> Tally:
    """The tally of these games; after Ctrl-C, that of the first games, without gaps."""
    execution = Execution(jobs if games > 1 else 1)
    work = partial(play_span, setup)
    return play_distributed(work, setup, game_spans(setup, games, execution), execution)


def _stored(setup: GameSetup, folder: str, first: int, end: int) -> Tally:
    """Plays games and stores them, so that they can be replayed on changed rules."""
    tally = Tally()
    for index in range(first, end):
        runner = runner_at(setup, index)
        outcome, game = runner.play(index)
        tally.add(outcome)
        if game is not None:
            text = json.dumps(stored(cardwright.Game(runner.rules, game)), separators=(",", ":"))
            write_atomically(
                Path(folder) / f"game-{index + 1}.json", f"{text}\n".encode(), read_again=True
            )
    return tally


def _logged(setup: GameSetup, first: int, end: int) -> Tally:
    """Plays games and prints their logs."""
    tally = Tally()
    for index in range(first, end):
        outcome, game = runner_at(setup, index).play(index)
        tally.add(outcome)
        say(f"Game {index + 1}")
        for line in fold_lines(game_log.lines(game, None)) if game else ():
            say(f"  {line}")
        say()
    return tally


# ------------------------------------------------------------------------------- output


def _result_tables(result: SimResult, at: GameRunner) -> Iterator[str]:
    titles = {item.name: item.thing.title for item in at.program.layout.items if item.thing}
    titles |= {id: deck.title for id, deck in lists_of(at.rules.declared.board).items()}
    yield from result_lines(result, titles)


Pairing = tuple[str, ...]
"""The deck of each player, as words of `--deck`."""


def pairings_of(rules: Rules, players: int) -> tuple[Pairing, ...]:
    """All pairings for this number of players, in which each seat has each deck about equally
    often.

    Raises Stop if the pack has no decks.
    """
    seats, decks = rules.seats(players), [*lists_of(rules.declared.board)]
    if not decks:
        raise Stop("--pairings: the pack has no decks", USAGE)
    choose = combinations if len(decks) >= len(seats) else combinations_with_replacement
    return tuple(_seated(seats, found, at) for at, found in enumerate(choose(decks, len(seats))))


def _seated(seats: Sequence[str], decks: Sequence[str], turned: int) -> Pairing:
    turned %= len(decks)
    decks = (*decks[turned:], *decks[:turned])
    return tuple(f"{seat}={deck}" for seat, deck in zip(seats, decks, strict=True))
