"""Prints the program of a pack, which all backends run, and the faults in it.

`cardwright dev program PACK` prints all of it, `--routine NAME` one routine.
"""

from __future__ import annotations

from pathlib import Path

import click

from cardwright.program.program import Program
from cardwright.program.register_bounds import register_bounds
from cardwright.source.spelling import did_you_mean
from cardwright_tools import options
from cardwright_tools.cli import run_guarded
from cardwright_tools.output import CLEAN, FAILED, USAGE, Stop, say
from cardwright_tools.packs import load_packs, number_of_players
from dev.listing import listing
from dev.verifier import verify

NAME = "cardwright dev program"


@click.command()
@options.packs
@options.modules
@options.players
@click.option("--routine", default="", help="The name of a rule, or `card/slot` of an effect.")
def main(
    packs: tuple[Path, ...], modules: tuple[str, ...], players: int | None, routine: str
) -> int:
    """Print the program of packs, and what is wrong with it."""
    rules = load_packs(packs, modules)
    program = rules.program(number_of_players(rules, players))
    if routine:
        _require(program, routine)
    say("\n".join(listing(program, routine, register_bounds(program))))
    if errors := verify(program):
        raise Stop("\n".join(errors), FAILED)
    return CLEAN


def _require(program: Program, routine: str) -> None:
    """Raises Stop if there is no such routine."""
    names = dict.fromkeys(entry.name for entry in program.entries)
    if routine not in names:
        hint = did_you_mean(routine, names) or f"these are in the program: {', '.join(names)}"
        raise Stop(f"there is no routine `{routine}`; {hint}", USAGE)


if __name__ == "__main__":
    run_guarded(main, None, NAME)
