"""Tries mutated input for some time, with each target in turn: `python -m dev.fuzz`.

Inputs are numbered, starting from a number based on the clock; `--input` repeats one. `--guided`
uses atheris, if its wheel is installed: inputs that reach something new are mutated further.
"""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import FrameType

import click

from dev.fuzz.inputs import Read
from dev.fuzz.mutations import mutated, mutated_values
from dev.fuzz.packs import TARGETS, try_pack
from dev.fuzz.stored import corpus
from dev.fuzz.targets import INPUTS

SECONDS = 30  # processor time allowed for one input; machines are sometimes busy
VALUES = 0.8  # share of JSON inputs in which values are exchanged, so that they stay JSON
SLICE = 0.5  # seconds for a target before the next one's turn
MEMORY = Path("/dev/shm")  # keeps files in memory instead of on a disk
TURNS = (*TARGETS, *INPUTS)


class Late(BaseException):
    """One input has taken too long; error handlers don't catch this."""


class Fuzzer:
    """Tries inputs by number, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.rng = folder, random.Random()
        self._reads: dict[str, Read] = {}
        os.environ |= {"CARDWRIGHT_CACHE": str(folder / "cache"), "NO_COLOR": "1"}

    def tried(self, target: str, number: int) -> list[str]:
        """The faults that an input causes."""
        self.rng.seed(number * len(TURNS) + TURNS.index(target))
        rng = self.rng
        if target in TARGETS:
            return guarded(partial(try_pack, target, rng, self.folder / "packs"))
        known = corpus(target)
        data = rng.choice(known)
        values = data[:1] in b"{[@" and rng.random() < VALUES
        return self.read(target, (mutated_values if values else mutated)(data, known, rng))

    def read(self, target: str, data: bytes) -> list[str]:
        if target not in self._reads:
            (self.folder / target).mkdir()
            self._reads[target] = INPUTS[target](self.folder / target)
        found = guarded(lambda: [*self._reads[target](data)])
        return [f"{data!r}\n{words}" for words in found]


def guarded(work: object) -> list[str]:
    """The faults found by this work; an exception, or running out of time, is a fault as well."""
    try:
        return work()  # type: ignore[operator,no-any-return]
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


def fuzz(targets: list[str], first: int, seconds: float) -> tuple[Counter[str], Counter[str]]:
    """The number of inputs tried for each target, and how often each fault was found."""
    tried, found = Counter[str](), Counter[str]()
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        fuzzer = Fuzzer(Path(folder))
        while time.monotonic() < end:
            for target in targets:
                with _alarm():
                    _turn(fuzzer, target, first, min(end, time.monotonic() + SLICE), tried, found)
    return tried, found


def _turn(
    fuzzer: Fuzzer, target: str, first: int, end: float, tried: Counter[str], found: Counter[str]
) -> None:
    """Tries inputs of one target until `end`."""
    while time.monotonic() < end:
        number = first + tried[target]
        tried[target] += 1
        for words in fuzzer.tried(target, number):
            _print_fault(found, target, number, words)


def _print_fault(found: Counter[str], target: str, number: int, words: str) -> None:
    """Prints a fault when it is found for the first time."""
    last = re.sub(r"/\S+|'.*'|[0-9]+", "...", words.strip().splitlines()[-1])
    last = f"{target}: {last[:200]}"
    if not found[last]:
        shown = f"{words.strip()[:1000]} ... {words.strip()[-1500:]}"
        print(f"--only {target} --input {number}: {shown}", flush=True)
    found[last] += 1


def _guided(targets: list[str], seconds: int) -> None:
    """Fuzzes each target in a separate process, which atheris ends."""
    if not find_spec("atheris"):
        raise SystemExit("atheris is not installed: leave out --guided")
    if not targets:
        raise SystemExit(f"--guided is for single inputs: {', '.join(INPUTS)}")
    each = str(max(1, seconds // len(targets)))
    codes = [subprocess.run([sys.executable, "-m", "dev.fuzz.guided", target, each]).returncode
             for target in targets]  # fmt: skip
    sys.exit(max(codes))


@click.command()
@click.option("--seconds", default=60, show_default=True)
@click.option("--only", type=click.Choice([*TARGETS, *INPUTS]), multiple=True)
@click.option("--first", type=int, help="The first input, in place of one by the clock.")
@click.option("--input", "single", type=int, help="Only this one, whose files are kept.")
@click.option("--guided", is_flag=True, help="Let atheris choose the inputs.")
def main(
    seconds: int, only: tuple[str, ...], first: int | None, single: int | None, guided: bool
) -> None:
    """Throw mutated input at everything that reads."""
    targets = [*(only or TURNS)]
    if single is not None:
        folder = Path(tempfile.mkdtemp())
        with _alarm():
            print(folder, *(Fuzzer(folder).tried(target, single) for target in targets))
        return
    if guided:
        _guided([one for one in targets if one in INPUTS], seconds)
    first = int(time.time()) * 1000 if first is None else first
    tried, found = fuzz(targets, first, seconds)
    counts = ", ".join(f"{count:,} {target}" for target, count in tried.items())
    print(f"{sum(tried.values()):,} inputs from {first} ({counts}): {len(found)} kinds of faults")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
