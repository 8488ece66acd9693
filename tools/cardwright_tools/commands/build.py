"""`cardwright build`: its options."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardwright_tools.options import PACK, PATH, decks_option, modules_option, players_option
from cardwright_tools.packs import split_words

if TYPE_CHECKING:
    from cardwright.backends.native.targets import Target


@click.command("build")
@click.argument("pack", type=PACK)
@click.option("--to", "target", type=click.Choice(["c", "native", "wasm"]), required=True,
              help="C and a header, a shared library, or WebAssembly.")  # fmt: skip
@players_option
@modules_option
@decks_option
@click.option("--out", "folder", type=PATH, default=".", help="The folder to write into.")
@click.option("--name", default="", metavar="NAME", help="Of the files (default: the pack's id).")
def command(
    pack: Path, target: Target, players: int | None, modules: str | None, decks: tuple[str, ...],
    folder: Path, name: str,
) -> int:  # fmt: skip
    """Write a game as C, a shared library or WebAssembly, for other programs.

    NAME.json says what its numbers stand for.
    """
    from cardwright_tools.build import run_build

    return run_build(pack, target, players, split_words(modules), decks, folder, name)
