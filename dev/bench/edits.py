"""Measures how long the check of a large pack takes after one edit, by kind of edit.

`python -m dev.bench.edits FOLDER` writes the pack of `many` and `own.yaml` into a folder, opens it
as a language server does, and makes edits, each of which is then undone. With `--processes`, each
check is a `cardwright check` of its own, including its start; mended texts are then known.
"""

from __future__ import annotations

import re
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import click

from cardwright.source.garbage_collection import without_collection
from cardwright_tools.cli import run_guarded
from cardwright_tools.language_service.project import Project
from cardwright_tools.output import BROKEN, CLEAN, FAILED, format_table
from dev.bench import recipe as recipes
from dev.bench.many import RECIPE, LargePack
from dev.bench.measure import run_python

OWN = Path("tests/bench/own.yaml")
FILES = 100
ROOT = Path(__file__).parents[2]
CARD = (ROOT / "tests/bench/new_card.yaml").read_text("utf-8").partition("\n")[2] + "\n"


@dataclass(frozen=True, slots=True)
class Edit:
    """Replaces one occurrence of `old` in a file by `new`, in which {n} is the number of the
    edit; if `old` is empty, `new` is the whole file. `file`: its name; by default, a different
    file of cards each time."""

    name: str
    old: str
    new: str
    file: str = ""

    def edited(self, text: str, number: int) -> str:
        """The file with the edit, at a different place for each number."""
        new = self.new.replace("{n}", str(number))
        if not self.old:
            return new
        places = [found.start() for found in re.finditer(re.escape(self.old), text)]
        at = places[number * 7 % len(places)]
        return text[:at] + new + text[at + len(self.old) :]


EDITS = (
    Edit("effect of a card", "    event: place ", "    event: gain {n} cp, then place "),
    Edit("value of a card", "    points: 2", "    points: 3"),
    Edit("title of a card", "    title: ", "    title: The {n} "),
    Edit("id of a card", "  - id: ", "  - id: new{n}-"),
    Edit("text of a card", "    text: ", "    text: Gain {n} CP. "),
    Edit("a new card", "  - id: ", f"{CARD}  - id: "),
    Edit("a comment", "  - id: ", "  # why\n  - id: "),
    Edit("error in an effect", "    event: place ", "    event: gian {n} cp, then place "),
    Edit("wrong value", "    points: 2", "    points: two"),
    Edit("mistake in YAML", "    title: ", '    title: "'),
    Edit("invalid id", "  - id: ", "  - id: New{n}-"),
    Edit("id of another card", "  - id: ", f"{CARD}{CARD}  - id: "),
    Edit("effect of a named card", "event: gain 2", "event: gain 1{n}", OWN.name),
    Edit("value of a named card", "points: 4", "points: 5", OWN.name),
    Edit("text of a named card", "Gain 2 CP", "Gain 1{n} CP", OWN.name),
    Edit("title of a named card", "title: Named", "title: Named {n}", OWN.name),
    Edit("id of a named card", "id: named", "id: named{n}", OWN.name),
    Edit("error in the effect of a named card", "event: gain 2", "event: gian 1{n}", OWN.name),
    Edit("effect that performs others", "event: do bonus, ", "event: gain {n} cp, ", OWN.name),
    Edit("a rule", "gain 3 cp", "gain 4{n} cp", OWN.name),
    Edit("error in a rule", "gain 3 cp", "gian 4{n} cp", OWN.name),
    Edit("a new rule", "rules:\n  s", "rules:\n  more-{n}: gain {n} cp\n  s", OWN.name),
    Edit("a definition", "pay 5 cp", "pay 1{n} cp", OWN.name),
    Edit("a new definition", "definitions:", "definitions:\n  more-{n}: {n}", OWN.name),
    Edit("type of a definition", "then 1 else 2", "then yes else no", OWN.name),
    Edit("an option", "salary, then gain 1", "salary, then gain 2{n}", OWN.name),
    Edit("a new field", "fields: {", "fields: {more-{n}: {type: flag, default: false}, ", OWN.name),
    Edit("a new word of an enum", "[calm,", "[calm, mood-{n},", OWN.name),
    Edit("a new kind", "kinds:", "kinds:\n  another-{n}: {is: card}\n", OWN.name),
    Edit("mistake in the YAML of rules", "title: Beg", 'title: "Beg', OWN.name),
    Edit("title of the pack", "title: ", "title: The {n} ", "pack.yaml"),
    Edit("numbers of players", "[2, 4]", "[2, 3]", "pack.yaml"),
    Edit("a new file of cards", "", f"action-cards:\n{CARD}", "cards/new-{n}.yaml"),
    Edit("a new file of rules", "", "rules:\n  spare-{n}: gain {n} cp\n", "new-{n}.yaml"),
    Edit("a file less", "", ""),
    Edit("a file emptied", "", "# No cards yet.\n"),
)


class Bench:
    """A pack in a folder that a server has open."""

    def __init__(self, folder: Path, times: int, cards: int = 10_000) -> None:
        self.folder, self.times = folder.resolve(), times
        many = LargePack(recipes.read_recipe(RECIPE), cards, min(FILES, cards))
        self.cards = many.write(self.folder)
        (self.folder / OWN.name).write_text(OWN.read_text("utf-8"), "utf-8")
        self.project = Project(self.folder)

    def check(self) -> float:
        """Checks the pack; returns milliseconds of processor time until a server sends what was
        found."""
        with without_collection():
            before = time.process_time()
            self.project.check({})
            return (time.process_time() - before) * 1000

    def rows(self, only: str) -> Iterator[Sequence[str]]:
        yield "first check", f"{self.check():.0f}", "", "", ""
        before = sorted(map(str, self.project.found))
        for edit in (edit for edit in EDITS if only in edit.name):
            made = [self.edited(edit, at) for at in range(1, self.times + 1)]
            assert sorted(map(str, self.project.found)) == before
            yield (
                edit.name,
                *(f"{of(took):.0f}" for took in zip(*made, strict=True) for of in (median, max)),
            )

    def edited(self, edit: Edit, number: int) -> tuple[float, float]:
        """How long the edit takes, and undoing it."""
        file = self.cards[number * 37 % len(self.cards)]
        if edit.file:
            file = self.folder / edit.file.replace("{n}", str(number))
        text = file.read_text("utf-8") if file.is_file() else None
        if new := edit.edited(text or "", number):
            file.write_text(new, "utf-8")
        else:
            file.unlink()
        took = self.check()
        if text is None:
            file.unlink()
        else:
            file.write_text(text, "utf-8")
        return took, self.check()


class ProcessBench(Bench):
    """The same edits, each followed by `cardwright check` with a cache beside the pack. Each begins
    with what the first check has stored: what is stored after an edit would make the next one two.
    """

    @property
    def cache(self) -> Path:
        return self.folder.with_name("cache")

    def edited(self, edit: Edit, number: int) -> tuple[float, float]:
        first = self.folder.with_name("first-cache")
        if not first.exists():
            shutil.copytree(self.cache, first)
        shutil.rmtree(self.cache)
        shutil.copytree(first, self.cache)
        return super().edited(edit, number)

    def check(self) -> float:
        """Returns wall-clock time in milliseconds. Raises Stop if the check itself fails."""
        before = time.perf_counter()
        words = str(Path(sys.executable).with_name("cardwright")), "check", str(self.folder)
        run_python(
            *words, kept=str(self.folder.with_name("cache")), expected=(CLEAN, FAILED, BROKEN)
        )
        return (time.perf_counter() - before) * 1000


HEAD = "milliseconds", "edit", "worst", "mended", "worst"


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--times", type=click.IntRange(1), default=10, show_default=True)
@click.option("--cards", type=click.IntRange(1), default=10_000, show_default=True)
@click.option("-k", "only", default="", help="Only the edits with these words in their names.")
@click.option("--processes", is_flag=True, help="Run `cardwright check` for each edit.")
def command(folder: Path, times: int, cards: int, only: str, processes: bool) -> int:
    """Measure edits of a large pack in a server, or on the command line."""
    bench = (ProcessBench if processes else Bench)(folder / "pack", times, cards)
    print("\n".join(format_table(HEAD, [*bench.rows(only)])))
    return CLEAN


if __name__ == "__main__":
    run_guarded(command, None, "edits")
