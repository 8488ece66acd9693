"""`cardwright replay`: its options."""

from __future__ import annotations

from pathlib import Path

import click

from cardwright_tools import options


@click.command("replay")
@click.argument("saves", nargs=-1, required=True, type=options.PATH, metavar="SAVE...")
@click.option("--on", "new", required=True, metavar="NEW", help="The rules to play on.")
@click.option(
    "--from",
    "old",
    metavar="OLD",
    help="The old rules, or REV:PATH in git, to find out which change causes it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(saves: tuple[Path, ...], new: str, old: str | None, as_json: bool) -> int:
    """Play stored games on changed rules, and show what differs.

    It shows the first decision that differs. Games are stored by `sim --store FOLDER`, or by `save`
    in `play`. The exit code is 1 if a game differs.
    """
    from cardwright_tools.diff.side import parse_side
    from cardwright_tools.replay.run import run_replay

    return run_replay(saves, parse_side(new), parse_side(old) if old else None, as_json)
