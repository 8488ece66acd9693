"""Kills commands at random times while they write, and checks the files that are left.

`python -m dev.interrupted_writes` does so a thousand times for each kind of file: those that `fmt`
and `check --fix` change, saves, the cache, rows of games, and files saved in the studio. Either the
old or the new content must be complete.
"""

from __future__ import annotations

import itertools
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

import click

import cardwright
from cardwright_tools.atomic_write import DRAFT, write_atomically
from cardwright_tools.check import store
from cardwright_tools.cli import invoke
from cardwright_tools.play.session import Session
from cardwright_tools.sim.rows import GAMES, LINES, PARQUET, Row, RowFiles
from cardwright_tools.studio.edited_pack import EditedPack

ROOT = Path(__file__).parents[1]
PACK = ROOT / "tests/packs/hands"
UNTIDY = "\n\n\n# the end   \n\n"
Texts = dict[str, bytes]
Step = Callable[[], object]
"""A step writes the new content over the old, or the old over the new."""


def kill_while(what: str, folder: Path, rng: random.Random, times: int) -> list[str]:
    """The files that were neither old nor new after a command was killed this many times."""
    folder = folder / what
    steps = itertools.cycle(_STEPS[what](folder))
    with redirect_stdout(StringIO()):
        legal = [_after(next(steps), folder) for _ in range(2)]
        begun = time.monotonic()
        again = [_after(next(steps), folder) for _ in range(2)]
    seconds = time.monotonic() - begun
    assert again == legal
    assert legal[0] != legal[1]
    faults = []
    for _ in range(times):
        _killed(steps, rng.random() * seconds)
        there = _texts(folder)
        faults += [f"{what}: {name}" for name in {*there, *legal[0], *legal[1]}
                   if there.get(name) not in (legal[0].get(name), legal[1].get(name))]  # fmt: skip
    return faults


def _after(step: Step, folder: Path) -> Texts:
    step()
    return _texts(folder)


def _texts(folder: Path) -> Texts:
    """The contents of the files, except incomplete drafts."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.name: path.read_bytes() for path in files if not path.name.startswith(DRAFT)}


def _killed(steps: Iterator[Step], seconds: float) -> None:
    child = os.fork()
    if not child:
        try:
            sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115
            for step in steps:
                step()
        finally:
            os._exit(1)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    _, how = os.waitpid(child, 0)
    assert os.WIFSIGNALED(how), "it ended by itself"


# --------------------------------------------------------------------------- what is written


def _fmt(folder: Path) -> tuple[Step, Step]:
    return _changing(folder, lambda text: text + UNTIDY, "fmt")


def _fix(folder: Path) -> tuple[Step, Step]:
    return _changing(folder, lambda text: text.replace("shuffle ", "shufle "), "check", "--fix")


def _changing(folder: Path, spoil: Callable[[str], str], *words: str) -> tuple[Step, Step]:
    """A step that breaks the files of a pack, and a command that repairs them."""
    shutil.copytree(PACK, folder)
    spoiled = {file: spoil(file.read_text()).encode() for file in folder.glob("*.yaml")}

    def spoil_again() -> None:
        for file, data in spoiled.items():
            write_atomically(file, data)

    return spoil_again, lambda: invoke([*words, str(folder)])


def _save(folder: Path) -> tuple[Step, Step]:
    folder.mkdir()
    rules = cardwright.load(PACK)
    games = [rules.new_game(2, seed) for seed in (1, 2)]
    first, second = (Session(rules, game, game.players[0], 1, "", {}) for game in games)
    file = str(folder / "game.json")
    return lambda: first._save(file), lambda: second._save(file)


def _cache(folder: Path) -> tuple[Step, Step]:
    os.environ["CARDWRIGHT_CACHE"] = str(folder)
    entries = [[word] * 20_000 for word in ("old", "new")]
    return lambda: store.save("key", entries[0]), lambda: store.save("key", entries[1])


def _rows(folder: Path) -> tuple[Step, Step]:
    """Writes rows as Parquet if its package is installed, otherwise as JSON lines."""
    folder.mkdir()
    files = RowFiles(str(folder), PARQUET if find_spec("pyarrow") else LINES)
    tables: list[list[Row]] = [[{"game": n, "winner": w} for n in range(5_000)] for w in "ab"]
    return lambda: files.write(GAMES, 0, tables[0]), lambda: files.write(GAMES, 0, tables[1])


def _studio(folder: Path) -> tuple[Step, Step]:
    shutil.copytree(PACK, folder)
    edited_pack = EditedPack(folder)
    name = min(file.name for file in folder.glob("*.yaml") if file.name != "pack.yaml")
    before = edited_pack.open(name)

    def save(text: str) -> None:
        edited_pack.edit(name, text)
        edited_pack.save(name, over=True)

    return lambda: save(before + UNTIDY), lambda: save(before)


_STEPS = {
    "fmt": _fmt, "fix": _fix, "save": _save, "cache": _cache, "rows": _rows, "studio": _studio,
}  # fmt: skip
WHAT = tuple(_STEPS)


@click.command()
@click.option("--times", default=1000, show_default=True)
def main(times: int) -> None:
    """Kill commands while they write."""
    faults = []
    for what in WHAT:
        with tempfile.TemporaryDirectory() as folder:
            found = kill_while(what, Path(folder), random.Random(what), times)
            faults += found
        click.echo(f"{what}: killed {times} times, {len(found)} faults")
    if faults:
        raise SystemExit("\n".join(faults[:20]))


if __name__ == "__main__":
    main()
