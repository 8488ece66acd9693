"""`cardwright sim`: its options."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from cardwright_tools import options


@click.command("sim")
@options.pack
@options.games(100, 1)
@options.json
@click.option(
    "--wins-by",
    default="",
    metavar="EXPRESSION",
    help="Print the wins by the final value of this expression, such as a state of the game.",
)
@click.option("--log", is_flag=True, help="Print the log of each game.")
@options.decks
@click.option(
    "--pairings", is_flag=True, help="Play every pairing of the pack's decks equally often."
)
@click.option("--store", metavar="FOLDER", help="Store each game, for `replay`.")
@click.option("--rows", metavar="FOLDER", help="Write a row for each game to files in this folder.")
@options.words("--rows-of", metavar="cards,decisions", help="Also write rows for these.")
@click.option("--resume", is_flag=True, help="Continue the run whose rows are in the folder.")
def command(
    pack: Path,
    played: options.Played,
    json_file: str | None,
    wins_by: str,
    log: bool,
    decks: tuple[str, ...],
    pairings: bool,
    store: str | None,
    rows: str | None,
    rows_of: tuple[str, ...],
    resume: bool,
) -> int:
    """Play many games with bots, and print a table of the results.

    The bots choose at random, greedily, or by searching. Ctrl-C stops early; the results are then
    those of the games that have finished.
    """
    from cardwright_tools.sim.run import RowOptions, run_sim

    if pairings and decks:
        raise click.UsageError("--pairings plays all decks; leave out --deck")
    if not {*rows_of} <= {"cards", "decisions"}:
        raise click.UsageError("--rows-of takes `cards`, `decisions`, or both")
    if rows is None and (rows_of or resume):
        raise click.UsageError("--rows-of and --resume need --rows FOLDER")
    if (rows is not None) + (store is not None) + log > 1:
        raise click.UsageError("choose one of --log, --rows and --store")
    if log and played.executor:
        raise click.UsageError("--log plays the games here; leave out --executor")
    row_options = RowOptions(rows, rows_of, resume) if rows is not None else None
    setup = replace(played.setup(pack), decks=decks, wins_by=wins_by)
    return run_sim(
        setup, played.games, played.execution, json_file, log, pairings, row_options, store
    )
