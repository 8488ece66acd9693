"""`cardwright check`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools.options import PACK, modules_option
from cardwright_tools.packs import words


@click.command("check")
@click.argument("packs", nargs=-1, required=True, metavar="PACK...", type=PACK)
@click.option("--format", "form", type=click.Choice(["human", "json"]), default="human")
@modules_option
def command(packs: tuple[Path, ...], form: str, modules: str | None) -> int:
    """Find the mistakes in packs, all in one run.

    With --format json: a list (empty when clean) of {code, severity, file, line, column,
    end_line, end_column, message, help}.
    """
    from cardwright_tools.check import run

    return run(packs, words(modules), in_json=form == "json")
