"""`cardwright fmt`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools import options


@click.command("fmt")
@options.packs
@click.option("--check", is_flag=True, help="Change nothing; list the files that would change.")
@click.option("--diff", is_flag=True, help="Change nothing; print what would change.")
def command(packs: tuple[Path, ...], check: bool, diff: bool) -> int:
    """Format packs, or files of packs.

    Comments and meaning stay the same. With --check or --diff, the exit code is 1 if there is
    something to format.
    """
    from cardwright_tools.fmt.run import run_fmt

    return run_fmt(packs, check, diff)
