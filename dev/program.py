"""Prints the program of a pack, which all backends run, and what is wrong with it.

`python -m dev.program PACK` prints all of it, `--routine NAME` one routine.
"""

from __future__ import annotations

import click

import cardwright
from cardwright.program.listing import listing
from cardwright.program.register_bounds import register_bounds
from cardwright.program.verifier import verify


@click.command()
@click.argument("packs", nargs=-1, required=True)
@click.option("--module", "modules", multiple=True, help="A module to switch on.")
@click.option("--players", type=int, default=0, help="For how many players; else the most.")
@click.option("--routine", default="", help="The name of a rule, or `card/slot` of an effect.")
def main(packs: tuple[str, ...], modules: tuple[str, ...], players: int, routine: str) -> None:
    """Print the program of packs, and what is wrong with it."""
    rules = cardwright.load(*packs, modules=modules)
    program = rules.program(players or max(rules.players))
    click.echo("\n".join(listing(program, routine, register_bounds(program))))
    if errors := verify(program):
        raise click.ClickException("\n".join(errors))


if __name__ == "__main__":
    main()
