"""Plays the same random games on the Python and the native engine, and compares each position.

`python -m dev.lock_step PACK... --games 1000` prints how many games and decisions were equal, for
each sample of modules. At each decision it compares the player, the question, all answers, cells,
zones, frames and the random state; the numbers of players take turns.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import click

import cardwright
from cardwright import Rules
from cardwright.backends.game_errors import GameError
from cardwright.backends.native.library import (
    OVERFLOW,
    Library,
    NativeError,
    Position,
    compile_library,
)
from cardwright.program.program import Program
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import newest_first
from cardwright_tools.cli import run_guarded
from cardwright_tools.output import CLEAN, FAILED
from dev.soak import module_combinations

MOST = 20_000  # per game


@dataclass(slots=True)
class Compared:
    """`handed_over`: how often something did not fit, so that Python continued; `broken_off`:
    games that an error of the pack ended on both engines. `differences`: one is enough to stop."""

    games: int = 0
    decisions: int = 0
    handed_over: int = 0
    broken_off: int = 0
    differences: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        rare = f"{self.handed_over} handed over, {self.broken_off} broken off"
        return f"{self.games} games, {self.decisions:,} decisions, {rare}"


def compare(rules: Rules, games: int, found: Compared, first: int = 0) -> None:
    """Plays this many games, for each number of players in turn, with seeds from `first` on."""
    programs = [rules.program(players) for players in rules.players]
    libraries = [compile_library(program) for program in programs]
    for seed in range(first, first + games):
        at = seed % len(programs)
        play(programs[at], libraries[at], seed, found)
        if found.differences:
            break


def play(
    program: Program, library: Library, seed: int, found: Compared, most: int = MOST,
    interpreted: Program | None = None,
) -> None:  # fmt: skip
    """Plays one game on both engines and, with `interpreted`, also on the reference engine."""
    found.games += 1
    try:
        game, position = Game(program, seed), library.new(seed)
        third = Game(interpreted, seed) if interpreted else None
    except (GameError, NativeError):
        _begins_alike(program, library, seed, found)
        return
    rng = random.Random(seed)
    for given in range(most):
        if not position.is_at(game.state()):
            found.differences.append(f"seed {seed}, after {given} answers")
        if third is not None and _with_log(third) != _with_log(game):
            found.differences.append(f"seed {seed}, after {given} answers, interpreted")
        if game.question is None or found.differences:
            return
        found.decisions += 1
        answer = rng.randrange(len(game.question.answers))
        error, code = _error(game.answer, answer), _code(position, answer)
        if third is not None and _error(third.answer, answer) != error:
            found.differences.append(f"seed {seed}, after {given} answers: error {error} in one")
        if error != code and code != OVERFLOW:
            found.differences.append(f"seed {seed}, after {given} answers: errors {error}, {code}")
        if error:
            found.broken_off += 1
            return
        if code == OVERFLOW:
            found.handed_over += 1
            position = library.position(game.state())


def _error(answer: Callable[[int], object], index: int) -> int:
    """The number of the error raised by an answer in Python, or 0."""
    try:
        answer(index)
    except GameError as error:
        return int(error.code.removeprefix("CW"))
    return 0


def _code(position: Position, index: int) -> int:
    """The number of the error raised by an answer in C, or 0."""
    try:
        position.apply(index)
    except NativeError as error:
        return error.code
    return 0


def _begins_alike(program: Program, library: Library, seed: int, found: Compared) -> None:
    """Compares a game that fails before its first question: it must fail on both engines."""
    error = _error(lambda at: Game(program, at), seed)
    try:
        library.new(seed)
    except NativeError as native:
        found.handed_over += native.code == OVERFLOW
        found.broken_off += 1
    else:
        found.differences.append(f"seed {seed}: only Python begins with error {error}")


def _with_log(game: Game) -> tuple[object, ...]:
    """The state and all entries of the log."""
    return game.state(), [*newest_first(game.log)]


def samples(pack: Path, most: int) -> Iterator[Sequence[str]]:
    """No modules, all that are compatible, and a sample of the other combinations."""
    every = module_combinations([pack.as_posix()])
    yield ()
    yield from every[-1:]
    others = every[:-1]
    random.Random(pack.name).shuffle(others)
    yield from islice(others, max(0, most - 2))


@click.command()
@click.argument("packs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--games", default=1000, show_default=True, help="For each sample of modules.")
@click.option("--first", default=0, show_default=True, help="The first of the games' seeds.")
@click.option("--samples", "most", default=4, show_default=True, help="Of a pack's modules.")
def command(packs: tuple[Path, ...], games: int, first: int, most: int) -> int:
    """Compare the engines, decision by decision; what Ctrl-C ends is reported, too."""
    failed = False
    for pack in packs:
        for modules in samples(pack, most):
            start, found = time.perf_counter(), Compared()
            try:
                compare(cardwright.load(pack, modules=modules), games, found, first)
            finally:
                seconds = time.perf_counter() - start
                what = f"{pack.name}{''.join(f' +{name}' for name in modules)}"
                print(f"{what}: {found}, {seconds:.0f} s", *found.differences, flush=True)
            failed |= bool(found.differences)
    return FAILED if failed else CLEAN


if __name__ == "__main__":
    run_guarded(command, None, "lock-step")
