"""`cardwright play`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools.options import PACK, modules_option, players_option
from cardwright_tools.packs import words


@click.command("play")
@click.argument("pack", type=PACK)
@players_option
@click.option("--seat", default="", metavar="ID", help="The player you are (the first one).")
@click.option("--seed", type=int, default=1, show_default=True, metavar="S")
@modules_option
def command(pack: Path, players: int | None, seat: str, seed: int, modules: str | None) -> int:
    """Play at the terminal against players who choose at random."""
    from cardwright_tools.play import run

    return run(pack, players, seat, seed, words(modules))
