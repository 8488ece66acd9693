"""`cardwright tournament`: its options."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardwright_tools.options import (
    MOST_GAMES,
    PACK,
    WholeNumber,
    decks_option,
    engine_option,
    jobs_option,
    json_option,
    modules_option,
    players_option,
    seed_option,
    split_words,
)

if TYPE_CHECKING:
    from cardwright.runtime.engines import Engine


@click.command("tournament")
@click.argument("pack", type=PACK)
@players_option
@click.option(
    "--between",
    required=True,
    metavar="A,B",
    help="The players, as in `random,greedy,mcts:100,script:FILE`.",
)
@click.option(
    "--games", type=WholeNumber(1, MOST_GAMES), default=100, show_default=True, metavar="K"
)
@seed_option
@jobs_option
@json_option
@engine_option
@modules_option
@decks_option
def command(
    pack: Path, players: int | None, between: str, games: int, seed: int, jobs: int,
    json_file: str | None, engine: Engine, modules: str | None, decks: tuple[str, ...],
) -> int:  # fmt: skip
    """Let your own players play against each other, and rate them.

    Players are programs. Each deal is played with everybody in every seat. Ctrl-C stops early; the
    standings are then those of the games that have finished.
    """
    from cardwright_tools.sim.games import GameSetup
    from cardwright_tools.tournament.run import run_tournament

    on = split_words(modules)
    setup = GameSetup((pack.as_posix(),), on, players or 0, seed, "", decks, engine=engine)
    return run_tournament(setup, split_words(between), games, jobs, json_file)
