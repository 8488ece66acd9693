"""`cardwright tournament`: its options."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardwright_tools import options

if TYPE_CHECKING:
    from cardwright.runtime.engines import Engine


@click.command("tournament")
@options.pack
@options.players
@click.option(
    "--between",
    type=options.WORDS,
    required=True,
    metavar="A,B",
    help="The players, as in `random,greedy,mcts:100,script:FILE`.",
)
@click.option(
    "--games",
    type=options.WholeNumber(1, options.MOST_GAMES),
    default=100,
    show_default=True,
    metavar="K",
)
@options.seed
@options.jobs
@options.json
@options.engine
@options.modules
@options.decks
def command(
    pack: Path, players: int | None, between: tuple[str, ...], games: int, seed: int, jobs: int,
    json_file: str | None, engine: Engine, modules: tuple[str, ...], decks: tuple[str, ...],
) -> int:  # fmt: skip
    """Let your own players play against each other, and rate them.

    Players are programs. Each deal is played with everybody in every seat. Ctrl-C stops early; the
    standings are then those of the games that have finished.
    """
    from cardwright_tools.sim.games import GameSetup
    from cardwright_tools.tournament.run import run_tournament

    setup = GameSetup((pack.as_posix(),), modules, players or 0, seed, "", decks, engine=engine)
    return run_tournament(setup, between, games, jobs, json_file)
