"""`cardwright show`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools.options import PACK, modules_option
from cardwright_tools.packs import split_words


@click.command("show")
@click.argument("pack", type=PACK)
@click.argument("name", metavar="ID")
@modules_option
def command(pack: Path, name: str, modules: str | None) -> int:
    """Show one definition: text, rules, generated English, provenance, and where it is.

    ID is an id or a name, or KIND/ID when several have it.
    """
    from cardwright_tools.show.run import run_show

    return run_show(pack, name, split_words(modules))
