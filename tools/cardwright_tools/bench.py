"""What things cost, as medians and as ratios to something in the same run.

`python -m cardwright_tools.bench [PACK]`: decisions a second of random games on one core,
the time of a whole `check`, of a copy, and of definitions against the same by hand.
"""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import click

from cardwright.api import Rules
from cardwright_tools import byhand, reference
from cardwright_tools.cli import guarded
from cardwright_tools.output import CLEAN, FAILED, table
from cardwright_tools.packs import load
from cardwright_tools.playout import Table, choices, game_seed

ROUNDS = 7
Row = tuple[str, str, str, str]


def timed(work: Callable[[], int], rounds: int = ROUNDS) -> float:
    """Seconds a unit: the median over rounds; `work` gives how many units it did."""
    found = []
    for _ in range(rounds):
        gc.collect()
        start = time.perf_counter()
        units = work()
        found.append((time.perf_counter() - start) / units)
    return median(found)


# ----------------------------------------------------------------------- what is measured


def reference_decision() -> float:
    """Seconds a decision of four in a row in plain Python."""

    def work() -> int:
        rng, moves = choices(1), 0
        for _ in range(300):
            rng, more = reference.play(rng)
            moves += more
        return moves

    return timed(work)


def decision(rules: Rules, players: int, games: int) -> float:
    """Seconds a decision of the pack's random games."""
    at = Table(rules, players, seed=1)
    at.play(0)
    rounds = iter(range(ROUNDS))

    def work() -> int:
        from cardwright.machine.game import Game
        from cardwright_tools.playout import play_on

        first, given = next(rounds) * games, 0
        for index in range(first, first + games):
            seed = game_seed(1, index)
            given += play_on(Game(at.program, seed), choices(seed))[1]
        return given

    return timed(work)


def whole_check(pack: Path) -> tuple[float, float]:
    """Seconds of `cardwright check` as a process, and of an empty Python process."""

    def process(*words: str) -> Callable[[], int]:
        def work() -> int:
            subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
            return 1

        return work

    check = timed(process("-m", "cardwright_tools.cli", "check", str(pack)), 5)
    return check, timed(process("-c", "pass"), 5)


def copy(rules: Rules, players: int) -> tuple[float, float]:
    """Seconds of a copy in the middle of a game, and of copying its flat state alone."""
    game = byhand.positions(rules, players, 3)[-1]

    def work() -> int:
        for _ in range(2000):
            game.copy()
        return 2000

    def state() -> int:
        for _ in range(2000):
            game.s[:]
        return 2000

    return timed(work), timed(state)


def expression(pair: byhand.Pair) -> tuple[float, float]:
    """Seconds a call: compiled from the pack, and by hand."""

    def work(function: Callable[..., object]) -> Callable[[], int]:
        def calls() -> int:
            for call in pair.calls:
                function(*call)
            return len(pair.calls)

        return calls

    return timed(work(pair.compiled)), timed(work(pair.by_hand))


# ------------------------------------------------------------------------------- printed


def rows_of_play(rules: Rules, players: int, games: int) -> list[Row]:
    plain, played = reference_decision(), decision(rules, players, games)
    return [
        ("plain Python, four in a row", _rate(plain), "decisions/s", "1.00"),
        (f"{rules.title}, {players} players", _rate(played), "decisions/s", _ratio(plain / played)),
    ]


def rows_of_copy(rules: Rules, players: int) -> list[Row]:
    copied, state = copy(rules, players)
    return [
        ("copy of the flat list of state", f"{state * 1e6:.2f}", "µs", "1.00"),
        ("copy of a game", f"{copied * 1e6:.2f}", "µs", _ratio(copied / state)),
    ]


def rows_of_check(pack: Path) -> list[Row]:
    check, empty = whole_check(pack)
    return [
        ("an empty Python process", f"{empty * 1e3:.0f}", "ms", "1.00"),
        (f"cardwright check {pack}", f"{check * 1e3:.0f}", "ms", _ratio(check / empty)),
    ]


def rows_by_hand(rules: Rules, players: int, file: Path) -> list[Row]:
    """Raises ValueError when a function by hand does not mean the same."""
    rows: list[Row] = []
    games = byhand.positions(rules, players, 10)
    for pair in byhand.pairs(rules, players, byhand.hands(file)[1], games):
        wrong = pair.differences()
        if wrong:
            raise ValueError(wrong[0])
        compiled, by_hand = expression(pair)
        rows.append((f"{pair.name}, by hand", f"{by_hand * 1e6:.2f}", "µs", "1.00"))
        rows.append((f"{pair.name}, compiled", f"{compiled * 1e6:.2f}", "µs",
                     _ratio(compiled / by_hand)))  # fmt: skip
    return rows


def _rate(seconds: float) -> str:
    return f"{1 / seconds:,.0f}"


def _ratio(value: float) -> str:
    return f"{value:.3f}" if value < 0.1 else f"{value:.2f}"


@click.command()
@click.argument("pack", default="content/expanse", type=click.Path(path_type=Path))
@click.option("--players", type=int, help="How many players (the most allowed).")
@click.option("--games", default=20, show_default=True, help="Games in each of the rounds.")
@click.option("--by-hand", "files", default="tests/bench", type=click.Path(path_type=Path),
              help="Folder of hand-written functions, in files named as their packs.")  # fmt: skip
def command(pack: Path, players: int | None, games: int, files: Path) -> int:
    """Measure decisions, checking, copies and expressions; ratios are to the row above."""
    rules = load([pack])
    count = players or max(rules.players)
    rows = rows_of_play(rules, count, games) + rows_of_check(pack) + rows_of_copy(rules, count)
    by_hand = files / f"{pack.name}.py"
    if by_hand.is_file():
        rows += rows_by_hand(rules, count, by_hand)
    print(f"medians of {ROUNDS} rounds, Python {sys.version.split()[0]}; a ratio of 1.00 is the")
    print("yardstick of the rows below it (for decisions: more is better)\n")
    print("\n".join(table(("what", "measured", "", "ratio"), rows)))
    return CLEAN if rows else FAILED


if __name__ == "__main__":
    guarded(command, None, "bench")
