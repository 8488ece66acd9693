"""`cardwright play`: its options."""

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
    seed_option,
    split_words,
)

if TYPE_CHECKING:
    from cardwright.runtime.engines import Engine


@click.command("play")
@click.argument("pack", type=PACK)
@players_option
@click.option("--seat", default="", metavar="ID", help="The player you play (default: the first).")
@seed_option
@by_option("--bots")
@engine_option
@modules_option
@decks_option
def command(
    pack: Path, players: int | None, seat: str, seed: int, by: str, engine: Engine,
    modules: str | None, decks: tuple[str, ...],
) -> int:  # fmt: skip
    """Play at the terminal against bots."""
    from cardwright_tools.play.session import run_play

    return run_play(pack, players, seat, seed, by, split_words(modules), decks, engine)
