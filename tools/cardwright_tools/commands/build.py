"""`cardwright build`: its options."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardwright_tools import options

if TYPE_CHECKING:
    from cardwright.backends.native.targets import Target


@click.command("build")
@options.pack
@click.option("--to", "target", type=click.Choice(["c", "native", "wasm"]), required=True,
              help="C and a header, a shared library, or WebAssembly.")  # fmt: skip
@options.players
@options.modules
@options.decks
@click.option("--out", "folder", type=options.PATH, default=".", help="Output folder.")
@click.option("--name", default="", metavar="NAME",
              help="The name of the files (default: the pack's id).")  # fmt: skip
@click.option(
    "--prefix",
    default="cw_",
    show_default=True,
    metavar="PREFIX",
    help="Prefix of all names in C; unless it is `cw_`, the header is named like the other files.",
)
def command(
    pack: Path, target: Target, players: int | None, modules: tuple[str, ...],
    decks: tuple[str, ...], folder: Path, name: str, prefix: str,
) -> int:  # fmt: skip
    """Write a game as C, a shared library or WebAssembly.

    Other programs can then play the game; NAME.json says what its numbers stand for.
    """
    from cardwright_tools.build import run_build

    if Path(name).name != name:
        raise click.UsageError("--name is a file name without a folder; --out is the folder")
    if not re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", prefix):
        raise click.UsageError("--prefix must be the beginning of a name in C, such as `expanse_`")
    return run_build(pack, target, players, modules, decks, folder, name, prefix)
