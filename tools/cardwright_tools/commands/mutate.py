"""`cardwright mutate`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools.options import (
    PACK,
    WholeNumber,
    fail_under_option,
    jobs_option,
    json_option,
    modules_option,
    seed_option,
    split_words,
)


@click.command("mutate")
@click.argument("pack", metavar="PACK", type=PACK)
@seed_option
@click.option(
    "--number", type=WholeNumber(1), default=200, show_default=True, metavar="N",
    help="How many mistakes, spread evenly over the kinds.",
)  # fmt: skip
@click.option("--kinds", metavar="A,B", help="Only mistakes of these kinds.")
@jobs_option
@modules_option
@click.option("--only", metavar="ID", default="", help="Show one mistake, and try it again.")
@click.option(
    "--seconds", type=click.FloatRange(0, min_open=True), default=120.0, show_default=True,
    metavar="T", help="Time limit for each mistake.",
)  # fmt: skip
@json_option
@fail_under_option("caught")
def command(
    pack: Path,
    seed: int,
    number: int,
    kinds: str | None,
    jobs: int,
    modules: str | None,
    only: str,
    seconds: float,
    json_file: str | None,
    fail_under: float | None,
) -> int:
    """Plant mistakes in a copy of a pack, and show which are caught.

    A mistake is caught by `check` or by the scenarios of the pack.
    """
    from cardwright_tools.mutate.run import MutateOptions, run_mutate

    options = MutateOptions(
        pack, seed, number, split_words(kinds), jobs, split_words(modules), only, seconds
    )
    return run_mutate(options, json_file, fail_under)
