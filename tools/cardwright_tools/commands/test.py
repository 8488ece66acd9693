"""`cardwright test`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools import options


@click.command("test")
@options.packs
@click.option("-k", "only", default="", metavar="WORDS",
              help="Run only scenarios with these words in their title or file name.")  # fmt: skip
@click.option("--allow-none", is_flag=True, help="Accept packs without scenarios.")
@click.option("--engine", type=click.Choice(["python", "native"]), default="python",
              show_default=True,
              help="`native` also plays each step in C, and compares the results.")  # fmt: skip
def command(packs: tuple[Path, ...], only: str, allow_none: bool, engine: str) -> int:
    """Run the scenarios of packs; a pack that has none fails."""
    from cardwright_tools.scenario.run import run_tests as run

    return run(list(packs), only, allow_none=allow_none, native=engine == "native")
