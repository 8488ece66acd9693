"""`cardwright cover`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright.source.numerals import whole_number
from cardwright_tools import options

GAMES = 50


@click.command("cover")
@options.packs
@click.option("--tests", is_flag=True, help="Measure what the packs' scenarios run.")
@click.option(
    "--sim", "games", type=options.WholeNumber(1), metavar="N",
    help="Measure N random games for each number of players, without and with the modules.",
)  # fmt: skip
@options.words("--players", metavar="N,M", help="Only games with these numbers of players.")
@options.seed
@options.jobs
@click.option("--all", "every", is_flag=True, help="List every definition.")
@options.json
@click.option(
    "--html", "folder", metavar="FOLDER", type=click.Path(path_type=Path, file_okay=False),
    help="Write an HTML page for each file, with its text coloured.",
)  # fmt: skip
@options.fail_under("covered")
def command(
    packs: tuple[Path, ...],
    tests: bool,
    games: int | None,
    players: tuple[str, ...],
    seed: int,
    jobs: int,
    every: bool,
    json_file: str | None,
    folder: Path | None,
    fail_under: float | None,
) -> int:
    """Show which rules of packs are run by scenarios and games.

    Counts statements, branches, options, modifiers and the rest.

    Measures their scenarios (--tests), random games (--sim N), or both if both are given. With
    neither option, it measures the scenarios and 50 games.
    """
    from cardwright_tools.cover.run import CoverOptions, run_cover

    if not tests and games is None:
        tests, games = True, GAMES
    numbers = tuple(_number(word) for word in players)
    measured = CoverOptions(packs, tests, games or 0, numbers, seed, jobs)
    return run_cover(measured, every, json_file, folder, fail_under)


def _number(word: str) -> int:
    if (number := whole_number(word)) is None:
        raise click.BadParameter(f"`{word}` is not a number of players", param_hint="--players")
    return number
