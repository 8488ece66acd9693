"""`cardwright sweep`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools import options


@click.command("sweep")
@options.pack
@click.argument("varied", metavar="'FIELD of ID = VALUES'")
@options.games(500, 2, "Games for each value.")
@options.json
@click.option("--markdown", metavar="FILE", help="Write Markdown; `-` is stdout.")
@click.option("--html", metavar="FILE", help="Write a self-contained HTML page with charts.")
def command(
    pack: Path,
    varied: str,
    played: options.Played,
    json_file: str | None,
    markdown: str | None,
    html: str | None,
) -> int:
    """Vary a printed number, and show what that does.

    For example `price of castle = 1..5`.
    """
    from cardwright_tools.balance.run import BalanceOptions, run_sweep

    written = BalanceOptions(played.games, played.execution, json_file, markdown, html)
    return run_sweep(played.setup(pack), varied, written)
