"""A pack of many cards, formatted like the output of `cardwright fmt`.

`python -m dev.bench.many FOLDER` writes one; `large` measures its check.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from cardwright_tools.cli import run_guarded
from cardwright_tools.output import CLEAN
from dev.bench import recipe as recipes
from dev.bench.cards import Card, draw_card
from dev.bench.recipe import Recipe

WIDTH = 120
RECIPE = Path("tests/bench/many.yaml")


@dataclass(frozen=True, slots=True)
class LargePack:
    """A pack of `cards` in at most as many `files`, determined by a seed."""

    recipe: Recipe
    cards: int = 10_000
    files: int = 100
    seed: int = 1

    def write(self, folder: Path) -> list[Path]:
        """Writes the pack; returns its files of cards. Raises OSError."""
        (folder / "cards").mkdir(parents=True, exist_ok=True)
        (folder / "pack.yaml").write_text(self.recipe.manifest, "utf-8")
        return [self.write_file(folder, file) for file in range(self.files)]

    def write_file(self, folder: Path, file: int, editions: Mapping[int, int] = {}) -> Path:
        """Writes a file, counted from 0; `editions` by the number of a card. Raises OSError."""
        path = folder / "cards" / f"cards-{file:0{len(str(self.files - 1))}}.yaml"
        first, end = (self.cards * at // self.files for at in (file, file + 1))
        drawn = [
            draw_card(self.recipe, self.seed, n, editions.get(n, 0)) for n in range(first, end)
        ]
        text = "\n\n".join("\n".join(_lines(each, self.recipe)) for each in drawn)
        path.write_text(f"{self.recipe.section}:\n\n{text}\n", "utf-8")
        return path

    def edit(self, folder: Path, edition: int) -> Path:
        """Gives one card another effect, in a different file for each edition. Raises OSError."""
        number = edition * self.cards // 7 % self.cards
        file = ((number + 1) * self.files - 1) // self.cards
        return self.write_file(folder, file, {number: edition})


def _lines(card: Card, recipe: Recipe) -> Iterator[str]:
    yield f"  - id: {card.id}"
    yield f"    title: {card.title}"
    yield from (f"    {name}: {value}" for name, value in card.fields.items())
    text = textwrap.wrap(f"text: {card.text}", WIDTH - 6, break_on_hyphens=False)
    yield from textwrap.indent("\n".join(text), "      ")[2:].splitlines()
    yield from _effect(recipe.rule, card.do)
    yield f"    provenance: {recipe.provenance}"


def _effect(rule: str, do: str) -> Iterator[str]:
    """The effect on the line of its key, if YAML would read it there; otherwise as a block."""
    if "\n" in do or ": " in do:
        yield f"    {rule}: |"
        yield from (f"      {line}" for line in do.splitlines())
    else:
        yield f"    {rule}: {do}"


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--cards", type=click.IntRange(1), default=10_000, show_default=True)
@click.option("--files", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--recipe", default=RECIPE, show_default=True, help="What the cards are made of.",
              type=click.Path(path_type=Path))  # fmt: skip
def command(folder: Path, cards: int, files: int, seed: int, recipe: Path) -> int:
    """Write a pack of generated cards into a folder."""
    LargePack(recipes.read_recipe(recipe), cards, min(files, cards), seed).write(folder)
    return CLEAN


if __name__ == "__main__":
    run_guarded(command, None, "many")
