"""`cardwright dev`: its arguments."""

from __future__ import annotations

import click


@click.command(
    "dev", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False}
)
@click.argument("name", default="")
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[ARGUMENT]...")
def command(name: str, words: tuple[str, ...]) -> int:
    """Run a tool for developing Cardwright itself.

    These tools are in Cardwright's repository, and not in the package. Without arguments, it lists
    them; `dev NAME --help` says what one does.
    """
    from cardwright_tools.development import run_tool

    return run_tool(name, words)
