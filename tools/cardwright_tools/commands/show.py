"""`cardwright show`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools.options import PACK, modules_option
from cardwright_tools.packs import words


@click.command("show")
@click.argument("pack", type=PACK)
@click.argument("name", metavar="ID")
@modules_option
def command(pack: Path, name: str, modules: str | None) -> int:
    """Show one definition: text, rules, generated English, provenance, and where it is.

    ID is an id or a name, or KIND/ID when several have it.
    """
    from cardwright_tools.show import run

    return run(pack, name, words(modules))
