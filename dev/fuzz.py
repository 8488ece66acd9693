"""Throws mutated packs, scenarios, saves, baselines and caches at the commands.

`python -m dev.fuzz --seconds 60` goes on from an input that depends on the clock; each input has a
number, and `--input` tries one again. What may never happen: a traceback, an undocumented exit
code, no end, another meaning after `fmt`, another report from the cache, and other games by another
backend. What is found is made small, mended, and becomes a case in `tests/broken`.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from types import FrameType

import click

import cardwright
from cardwright import GameError, SaveError
from cardwright.backends.reference import build as reference
from cardwright.runtime.digest import digest
from cardwright.runtime.game import Game
from cardwright_tools.check import store
from cardwright_tools.cli import invoke
from dev.fuzz_mutations import mutated

ROOT = Path(__file__).parents[1]
SEEDS = sorted(path.parent for path in ROOT.glob("tests/packs/*/pack.yaml"))
SECONDS = 30  # of the processor that one input may take: machines are sometimes busy
ANSWERS = 30  # of games by two backends
BUGS = ("internal error", "bug in cardwright", "Traceback", "fault of cardwright")


class Late(BaseException):
    """One input has taken too long; no handler of errors takes this for one."""


def try_input(target: str, number: int, folder: Path) -> list[str]:
    """What an input shows that may never happen; what it is made of is left in the folder."""
    shutil.rmtree(folder, ignore_errors=True)
    rng = random.Random(f"{target} {number}")
    pack = rng.choice(SEEDS)
    for beside in SEEDS:
        if beside == pack or beside.name.startswith(pack.name.partition("-")[0]):
            shutil.copytree(beside, folder / beside.name)
    try:
        with _alarm():
            return [*TARGETS[target](folder / pack.name, rng)]
    except Late:
        return [f"no end after {SECONDS} s"]
    except Exception:
        return [traceback.format_exc()]


@contextmanager
def _alarm() -> Iterator[None]:
    def ring(_: int, __: FrameType | None) -> None:
        raise Late

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _run(*words: str, codes: tuple[int, ...] = (0, 1, 3)) -> tuple[int, str, list[str]]:
    """The exit code and the output of a command, and what may not be in it."""
    said = StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        code = invoke([*words])
    faults = [f"{words[0]} exits with {code}"] if code not in codes else []
    faults += [f"{words[0]}: {line}" for line in said.getvalue().splitlines()
               if any(bug in line for bug in BUGS)]  # fmt: skip
    return code, said.getvalue(), faults


def _mutate_one(files: list[Path], rng: random.Random) -> None:
    file = rng.choice(sorted(files))
    others = [path.read_bytes() for path in sorted(files)]
    file.write_bytes(mutated(file.read_bytes(), others, rng))


# ----------------------------------------------------------------------------------- targets


def _pack(pack: Path, rng: random.Random) -> Iterator[str]:
    _mutate_one([*pack.glob("*.yaml")], rng)
    code, said, faults = _run("check", str(pack))
    yield from faults
    _, again, _ = _run("check", str(pack))
    if again != said:
        yield "the cache has another report"
    if not faults and code != 3:
        yield from _formatted(pack, said)
    yield from _played(pack, rng.getrandbits(16))


def _formatted(pack: Path, said: str) -> Iterator[str]:
    before = _codes(said)
    formatted, _, failed = _run("fmt", str(pack))
    _, after, faults = _run("check", str(pack))
    yield from (*failed, *faults)
    if _codes(after) != before:
        yield f"fmt changes what is reported: {before} and {_codes(after)}"
    if formatted == 0 and _run("fmt", "--check", str(pack))[0] == 1:
        yield "fmt formats otherwise the second time"


def _codes(said: str) -> Counter[str]:
    heads = (line.partition("]")[0] for line in said.splitlines() if "[CW" in line)
    return Counter(head for head in heads if head.startswith(("error[", "warning[")))


def _played(pack: Path, seed: int) -> Iterator[str]:
    rules, _ = cardwright.examine(pack)
    if rules is None or not rules.players:
        return
    players = max(rules.players)
    try:
        compiled = rules.program(players)
    except ValueError:
        return
    interpreted = reference.build(compiled.checked, rules.seats(players), None, players)
    one, other = (_game_of(program, seed) for program in (compiled, interpreted))
    if one != other:
        yield f"the backends don't agree: {one} and {other}"


def _game_of(program: object, seed: int) -> str:
    rng = random.Random(seed)
    try:
        game = Game(program, seed)  # type: ignore[arg-type]
        for _ in range(ANSWERS):
            if game.question is None:
                break
            game.answer(rng.randrange(len(game.question.answers)))
        return digest(game)
    except GameError as error:
        return error.code


def _scenario(pack: Path, rng: random.Random) -> Iterator[str]:
    files = [*pack.glob("scenarios/**/*.yaml")]
    if files:
        _mutate_one(files, rng)
        yield from _run("test", str(pack))[2]
        yield from _run("fmt", str(pack))[2]


@cache
def _rules(name: str) -> cardwright.Rules:
    return cardwright.load(ROOT / "tests/packs" / name)


def _save(pack: Path, rng: random.Random) -> Iterator[str]:
    rules = _rules(pack.name)
    game = rules.new_game(max(rules.players), rng.getrandbits(16))
    for _ in range(rng.randrange(12)):
        if game.turn:
            game.apply(rng.choice(game.options))
    text = json.dumps(game.save()).encode()
    try:
        rules.restore(json.loads(mutated(text, [text], rng)))
    except (SaveError, ValueError, RecursionError) as error:
        if not isinstance(error, SaveError | json.JSONDecodeError | UnicodeDecodeError):
            yield f"a save that can't be read: {error!r}"


def _baseline(pack: Path, rng: random.Random) -> Iterator[str]:
    file = pack / "baseline.json"
    known = [{"code": "CW501", "fingerprint": "f" * 16, "message": "m", "pack": "p", "place": "x"}]
    text = json.dumps({"baseline": 1, "known": known}, indent=2).encode()
    file.write_bytes(mutated(text, [text], rng))
    yield from _run("check", str(pack), "--baseline", str(file))[2]


def _cache(pack: Path, rng: random.Random) -> Iterator[str]:
    """Entries that are whole, but not what they should be."""
    yield from _run("check", str(pack))[2]
    home = store.cache_folder()
    assert home is not None
    for file in home.glob("*.json"):
        _, _, entry = file.read_text("utf-8").partition("\n")
        other = mutated(entry.encode(), [entry.encode()], rng).decode("utf-8", "replace")
        file.write_text(f"{store._mark(file.stem, other)}\n{other}", "utf-8")
    yield from _run("check", str(pack))[2]


TARGETS: dict[str, Callable[[Path, random.Random], Iterator[str]]] = {
    "pack": _pack, "scenario": _scenario, "save": _save, "baseline": _baseline, "cache": _cache,
}  # fmt: skip


# -------------------------------------------------------------------------------------- runs


def fuzz(
    targets: list[str], first: int, until: Callable[[int], bool]
) -> Iterator[tuple[str, int, str]]:
    """Tries inputs in turn; gives what may never happen: the target, the input, the words."""
    number = first
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CARDWRIGHT_CACHE"] = f"{folder}/cache"
        while until(number - first):
            for target in targets:
                shutil.rmtree(f"{folder}/cache", ignore_errors=True)
                for words in try_input(target, number, Path(folder) / "packs"):
                    yield target, number, words
            number += 1


@click.command()
@click.option("--seconds", default=60, show_default=True)
@click.option("--only", type=click.Choice([*TARGETS]), multiple=True)
@click.option("--first", type=int, help="The first input, in place of one by the clock.")
@click.option("--input", "single", type=int, help="Only this one, whose files are kept.")
def main(seconds: int, only: tuple[str, ...], first: int | None, single: int | None) -> None:
    """Throw mutated input at the commands."""
    targets = [*only] or [*TARGETS]
    if single is not None:
        folder = Path(tempfile.mkdtemp())
        os.environ["CARDWRIGHT_CACHE"] = str(folder / "cache")
        print(folder, *(try_input(target, single, folder / "packs") for target in targets))
        return
    first = int(time.time()) * 1000 if first is None else first
    end, tried, found = time.monotonic() + seconds, 0, Counter[str]()

    def going_on(count: int) -> bool:
        nonlocal tried
        tried = count
        return time.monotonic() < end

    for target, number, words in fuzz(targets, first, going_on):
        last = re.sub(r"/\S+", "FILE", words.strip().splitlines()[-1])
        if not found[f"{target}: {last}"]:
            print(f"--only {target} --input {number}: {words.strip()[-1500:]}", flush=True)
        found[f"{target}: {last}"] += 1
    print(f"{tried} inputs each of {', '.join(targets)} from {first}: {len(found)} kinds of faults")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
