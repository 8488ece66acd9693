"""`cardwright play`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools.options import PACK, modules_option, players_option
from cardwright_tools.packs import split_words


@click.command("play")
@click.argument("pack", type=PACK)
@players_option
@click.option("--seat", default="", metavar="ID", help="The player you play (the first one).")
@click.option("--seed", type=int, default=1, show_default=True, metavar="S")
@modules_option
def command(pack: Path, players: int | None, seat: str, seed: int, modules: str | None) -> int:
    """Play at the terminal against players who choose at random."""
    from cardwright_tools.play.session import run_play

    return run_play(pack, players, seat, seed, split_words(modules))
