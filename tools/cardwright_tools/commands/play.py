"""`cardwright play`: its options."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardwright_tools import options

if TYPE_CHECKING:
    from cardwright.runtime.engines import Engine


@click.command("play")
@options.pack
@options.players
@click.option(
    "--seat", default="", metavar="ID", help="The player you play as (default: the first)."
)
@options.seed
@options.by("--bots")
@options.engine
@options.modules
@options.decks
def command(
    pack: Path, players: int | None, seat: str, seed: int, by: str, engine: Engine,
    modules: tuple[str, ...], decks: tuple[str, ...],
) -> int:  # fmt: skip
    """Play at the terminal against bots."""
    from cardwright_tools.play.start import run_play

    return run_play(pack, players, seat, seed, by, modules, decks, engine)
