"""`cardwright sweep`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools.options import PACK, Played, games_options, json_option


@click.command("sweep")
@click.argument("pack", type=PACK)
@click.argument("varied", metavar="'FIELD of ID = VALUES'")
@games_options(500, 2, "For each value.")
@json_option
@click.option("--markdown", metavar="FILE", help="Write Markdown; `-` is stdout.")
@click.option("--html", metavar="FILE", help="Write a page with the curves.")
def command(
    pack: Path,
    varied: str,
    played: Played,
    json_file: str | None,
    markdown: str | None,
    html: str | None,
) -> int:
    """Vary a printed number, and show what that does.

    For example `price of castle = 1..5`.
    """
    from cardwright_tools.balance.run import BalanceOptions, run_sweep

    options = BalanceOptions(played.games, played.execution, json_file, markdown, html)
    return run_sweep(played.setup(pack), varied, options)
