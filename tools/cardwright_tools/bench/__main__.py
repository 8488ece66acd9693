"""`python -m cardwright_tools.bench`: its options."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cardwright_tools.bench import recipe, rows
from cardwright_tools.bench.many import Many
from cardwright_tools.bench.measure import ROUNDS
from cardwright_tools.cli import guarded
from cardwright_tools.output import CLEAN, table
from cardwright_tools.packs import load

HEAD = f"""\
medians of {ROUNDS} rounds (of whole processes fewer), Python {sys.version.split()[0]}; a ratio
of 1.00 is the yardstick of the rows below it (for decisions: more is better)
"""
FILES = 100
FOLDER = click.Path(path_type=Path)


@click.command()
@click.argument("pack", default="content/expanse", type=FOLDER)
@click.option("--players", type=int, help="How many players (the most allowed).")
@click.option("--games", default=20, show_default=True, help="Games in each of the rounds.")
@click.option("--by-hand", "files", default="tests/bench", type=FOLDER,
              help="Folder of hand-written functions, in files named as their packs.")  # fmt: skip
@click.option("--recipe", "made_of", default="tests/bench/many.yaml", type=FOLDER,
              help="What the cards of the large pack are made of.")  # fmt: skip
@click.option("--cards", type=click.IntRange(0), default=10_000, show_default=True,
              help="How many cards it has; 0 leaves it out.")  # fmt: skip
def command(
    pack: Path, players: int | None, games: int, files: Path, made_of: Path, cards: int
) -> int:
    """Measure decisions, checking, copies and expressions, each by a yardstick."""
    rules = load([pack])
    count = players or max(rules.players)
    found = rows.of_play(rules, count, games) + rows.of_check(pack)
    if cards:
        found += rows.of_large(Many(recipe.read(made_of), cards, min(FILES, cards)))
    found += rows.of_copy(rules, count)
    by_hand = files / f"{pack.name}.py"
    if by_hand.is_file():
        found += rows.of_hands(rules, count, by_hand)
    print(HEAD)
    print("\n".join(table(("what", "measured", "", "ratio"), found)))
    return CLEAN


if __name__ == "__main__":
    guarded(command, None, "bench")
