"""`cardwright mutate`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools import options


@click.command("mutate")
@options.pack
@options.seed
@click.option(
    "--number", type=options.WholeNumber(1), default=200, show_default=True, metavar="N",
    help="How many mistakes, spread evenly over the kinds.",
)  # fmt: skip
@options.words("--kinds", metavar="A,B", help="Only mistakes of these kinds.")
@options.jobs
@options.modules
@click.option("--only", metavar="ID", default="", help="Show one mistake, and try it again.")
@click.option(
    "--seconds", type=click.FloatRange(0, min_open=True), default=120.0, show_default=True,
    metavar="T", help="Time limit for each mistake.",
)  # fmt: skip
@options.json
@options.fail_under("caught")
def command(
    pack: Path,
    seed: int,
    number: int,
    kinds: tuple[str, ...],
    jobs: int,
    modules: tuple[str, ...],
    only: str,
    seconds: float,
    json_file: str | None,
    fail_under: float | None,
) -> int:
    """Plant mistakes in a copy of a pack, and show which are caught.

    A mistake is caught by `check` or by the scenarios of the pack.
    """
    from cardwright_tools.mutate.run import MutateOptions, run_mutate

    planted = MutateOptions(pack, seed, number, kinds, jobs, modules, only, seconds)
    return run_mutate(planted, json_file, fail_under)
