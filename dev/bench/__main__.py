"""`python -m dev.bench`: its options."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from cardwright_tools.cli import run_guarded
from cardwright_tools.output import CLEAN, format_table
from cardwright_tools.packs import load_packs
from dev.bench import recipe, rows
from dev.bench.many import LargePack
from dev.bench.measure import ROUNDS

HEAD = f"""\
medians of {ROUNDS} rounds (of whole processes fewer), Python {sys.version.split()[0]}; a ratio
of 1.00 is the yardstick of the rows below it (for decisions: more is better); seconds are processor
time, but wall-clock time for whole processes and threads
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
    rules = load_packs([pack])
    count = players or max(rules.players)
    found = rows.play_rows(rules, count, games) + rows.check_rows(pack)
    if cards:
        found += rows.large_rows(LargePack(recipe.read_recipe(made_of), cards, min(FILES, cards)))
    found += rows.games_rows() + rows.batch_rows(rules, count) + rows.copy_rows(rules, count)
    by_hand = files / f"{pack.name}.py"
    if by_hand.is_file():
        found += rows.handwritten_rows(rules, count, by_hand)
    print(HEAD)
    print("\n".join(format_table(("what", "measured", "", "ratio"), found)))
    return CLEAN


if __name__ == "__main__":
    run_guarded(command, None, "bench")
