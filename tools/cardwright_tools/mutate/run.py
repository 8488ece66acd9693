"""The run of `mutate`: which mistakes are made, how they are told, and how it ends."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from cardwright.api import PackError
from cardwright.source.spelling import did_you_mean
from cardwright_tools.mutate.make import choose, every
from cardwright_tools.mutate.mutant import KINDS, Mutant, difference
from cardwright_tools.mutate.scenes import scenes
from cardwright_tools.mutate.texts import source_of
from cardwright_tools.mutate.told import Score, lines, record, whole
from cardwright_tools.mutate.work import Task, Tried, try_all
from cardwright_tools.output import BROKEN, CLEAN, FAILED, USAGE, Stop
from cardwright_tools.packs import exit_code, tell
from cardwright_tools.scenario_run import rules_of


@dataclass(frozen=True, slots=True)
class Wanted:
    pack: Path
    seed: int = 1
    number: int = 200
    kinds: tuple[str, ...] = ()
    jobs: int = 1
    modules: tuple[str, ...] = ()
    only: str = ""
    seconds: float = 120.0


def run(wanted: Wanted, json_file: str | None, least: float | None) -> int:
    """Tries the mistakes and prints; returns the exit code. Raises Stop."""
    _known_kinds(wanted.kinds)
    if json_file not in (None, "-") and not Path(json_file or "").absolute().parent.is_dir():
        raise Stop(f"{json_file}: there is no such folder", BROKEN)
    _loads(wanted)
    if wanted.only:
        return _only(wanted)
    score = Score(tuple(tried(wanted, choose(every(wanted.pack, wanted.kinds),
                                             wanted.number, wanted.seed))))  # fmt: skip
    _tell(score, wanted, json_file)
    if least is not None and score.percent < least:
        click.echo(f"less than {least:g} % is caught", err=True)
        return FAILED
    return FAILED if score.number("crash") else CLEAN


def _known_kinds(kinds: Sequence[str]) -> None:
    for kind in kinds:
        if kind not in KINDS:
            help = did_you_mean(kind, KINDS) or f"there are {', '.join(KINDS)}"
            raise Stop(f"no kind of mistake is called `{kind}`; {help}", USAGE)


def _loads(wanted: Wanted) -> None:
    """Raises Stop for a pack that has mistakes of its own."""
    try:
        for modules in {(), wanted.modules}:
            rules_of(wanted.pack, modules)
    except PackError as error:
        tell(error.report)
        raise Stop("", exit_code(error.report.diagnostics)) from None


def tried(wanted: Wanted, mutants: Sequence[Mutant]) -> list[Tried]:
    """What became of these, with a word of progress where a person waits."""
    if not mutants:
        return []
    task = Task(wanted.pack, wanted.modules, tuple(scenes(wanted.pack)), wanted.seconds)
    found = []
    for one in try_all(task, mutants, wanted.jobs):
        found.append(one)
        if sys.stderr.isatty():
            click.echo(f"\r{len(found)} of {len(mutants)}", err=True, nl=len(found) == len(mutants))
    return found


def _only(wanted: Wanted) -> int:
    """One mutant again, in full."""
    mutants = every(wanted.pack, wanted.kinds)
    found = [one for one in mutants if one.id.startswith(wanted.only)]
    if len(found) != 1:
        what = f"{len(found)} mutants begin" if found else "no mutant begins"
        raise Stop(f"{what} with `{wanted.only}` in {wanted.pack.as_posix()}", USAGE)
    (one,) = tried(wanted, found)
    source = source_of(wanted.pack, found[0].file)
    for line in whole(one, difference(found[0], source.text)):
        click.echo(line)
    return FAILED if one.outcome in ("survived", "late", "crash") else CLEAN


def _tell(score: Score, wanted: Wanted, json_file: str | None) -> None:
    pack = wanted.pack.as_posix()
    text = json.dumps(record(score, pack, wanted.seed), indent=2, ensure_ascii=False) + "\n"
    if json_file == "-":
        click.echo(text, nl=False)
        return
    if json_file is not None:
        Path(json_file).write_text(text, "utf-8", "backslashreplace")
    for line in lines(score, pack):
        click.echo(line)
