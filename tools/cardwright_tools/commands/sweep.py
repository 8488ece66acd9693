"""`cardwright sweep`: its options."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardwright_tools.options import (
    PACK,
    by_option,
    engine_option,
    modules_option,
    players_option,
    spread_options,
)
from cardwright_tools.packs import split_words

if TYPE_CHECKING:
    from cardwright.runtime.engines import Engine


@click.command("sweep")
@click.argument("pack", type=PACK)
@click.argument("varied", metavar="'FIELD of ID = VALUES'")
@players_option
@by_option("--players-by")
@click.option("--games", type=click.IntRange(2), default=500, show_default=True, metavar="K",
              help="For each value.")  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, metavar="S")
@spread_options
@engine_option
@modules_option
@click.option("--json", "json_file", metavar="FILE", help="Write JSON; `-` is stdout.")
@click.option("--markdown", metavar="FILE", help="Write Markdown; `-` is stdout.")
@click.option("--html", metavar="FILE", help="Write a page with the curves.")
def command(
    pack: Path,
    varied: str,
    players: int | None,
    by: str,
    games: int,
    seed: int,
    jobs: int,
    executor: str,
    engine: Engine,
    modules: str | None,
    json_file: str | None,
    markdown: str | None,
    html: str | None,
) -> int:
    """Vary a printed number, as in `price of castle = 1..5`, and show what that does."""
    from cardwright_tools.balance.run import Wanted, run_sweep
    from cardwright_tools.sim.playout import GameSetup
    from cardwright_tools.sim.spread import Spread

    setup = GameSetup(
        (pack.as_posix(),), split_words(modules), players or 0, seed, by, engine=engine
    )
    wanted = Wanted(games, Spread(jobs, executor), json_file, markdown, html)
    return run_sweep(setup, varied, wanted)
