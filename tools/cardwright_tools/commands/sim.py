"""`cardwright sim`: its options."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardwright_tools.options import (
    PACK,
    by_option,
    decks_option,
    engine_option,
    modules_option,
    players_option,
    spread_options,
)
from cardwright_tools.packs import split_words

if TYPE_CHECKING:
    from cardwright.runtime.engines import Engine


@click.command("sim")
@click.argument("pack", type=PACK)
@players_option
@by_option("--players-by")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, metavar="K")
@click.option("--seed", type=int, default=1, show_default=True, metavar="S")
@spread_options
@click.option(
    "--json", "json_file", metavar="FILE", help="Write the result as JSON; `-` is stdout."
)
@click.option(
    "--wins-by",
    default="",
    metavar="EXPRESSION",
    help="Print the wins for each value of this at the end, such as a state of the game.",
)
@click.option("--log", is_flag=True, help="Print the log of each game.")
@modules_option
@decks_option
@click.option(
    "--pairings", is_flag=True, help="Play every pairing of the pack's decks equally often."
)
@click.option("--store", metavar="FOLDER", help="Store each game, for `replay`.")
@engine_option
@click.option("--rows", metavar="FOLDER", help="Write a row for each game into files there.")
@click.option("--rows-of", default="", metavar="cards,decisions", help="Also rows of these.")
@click.option("--resume", is_flag=True, help="Go on with the run whose rows are in the folder.")
def command(
    pack: Path,
    players: int | None,
    by: str,
    games: int,
    seed: int,
    jobs: int,
    executor: str,
    json_file: str | None,
    wins_by: str,
    log: bool,
    modules: str | None,
    decks: tuple[str, ...],
    pairings: bool,
    store: str | None,
    engine: Engine,
    rows: str | None,
    rows_of: str,
    resume: bool,
) -> int:
    """Play games with random, greedy or searching players, and print a table of the results.

    Ctrl-C stops early; the results are then those of the games that have finished.
    """
    from cardwright_tools.sim.playout import GameSetup
    from cardwright_tools.sim.run import RowsWanted, run_sim
    from cardwright_tools.sim.spread import Spread

    if pairings and decks:
        raise click.UsageError("--pairings plays all decks; leave out --deck")
    on, of = split_words(modules), split_words(rows_of)
    if not {*of} <= {"cards", "decisions"}:
        raise click.UsageError("--rows-of takes `cards`, `decisions`, or both")
    if rows is None and (of or resume):
        raise click.UsageError("--rows-of and --resume need --rows FOLDER")
    if (rows is not None) + (store is not None) + log > 1:
        raise click.UsageError("choose one of --log, --rows and --store")
    wanted = RowsWanted(rows, of, resume) if rows is not None else None
    setup = GameSetup((pack.as_posix(),), on, players or 0, seed, by, decks, wins_by,
                      engine=engine)  # fmt: skip
    return run_sim(setup, games, Spread(jobs, executor), json_file, log, pairings, wanted, store)
