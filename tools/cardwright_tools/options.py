"""Options and arguments that several commands take."""

from __future__ import annotations

from pathlib import Path

import click

PACK = click.Path(path_type=Path)
modules_option = click.option(
    "--modules", metavar="A,B", help="Modules to switch on, separated by commas."
)
players_option = click.option(
    "--players",
    type=click.IntRange(1),
    metavar="N",
    help="Number of players (default: the most allowed).",
)
