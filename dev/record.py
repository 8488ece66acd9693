"""Records the outputs of the project, so that two commits can be compared.

    python -m dev.record run FOLDER [--only games,english,check,cover,why] [--jobs 2]
    python -m dev.record compare OLD NEW

Writes plain text and JSON, one file for each pack and sort, so that `diff -r` of two folders shows
the changes. Packs and cases are those of the current folder; the version that runs is the one that
Python finds: with PYTHONPATH=OLD/interpreter:OLD/tools, that of another checkout. Responsible for
the processes that do the jobs; `record_jobs` defines what is recorded.
"""

from __future__ import annotations

import time
from itertools import chain
from multiprocessing import get_context
from pathlib import Path

import click

from dev.compare import summary
from dev.record_jobs import PARTS, Job

FOLDER = click.Path(path_type=Path, file_okay=False)
THERE = click.Path(path_type=Path, file_okay=False, exists=True)


@click.group()
def command() -> None:
    """Record what the project does, or compare two records."""


@command.command()
@click.argument("folder", type=FOLDER)
@click.option("--only", default=",".join(PARTS), show_default=True, help="Only these parts.")
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True)
def run(folder: Path, only: str, jobs: int) -> None:
    """Record everything, or some parts, in FOLDER."""
    for part in only.split(","):
        if part not in PARTS:
            raise click.UsageError(f"`{part}` is not one of {', '.join(PARTS)}")
        begun = time.perf_counter()
        _record(PARTS[part](), folder / part, jobs)
        click.echo(f"{part}: {time.perf_counter() - begun:.0f} s")


def _record(jobs: list[Job], folder: Path, processes: int) -> None:
    """Does each job in a separate process, so that none depends on what ran before it."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    with get_context("fork").Pool(processes, maxtasksperchild=1) as pool:
        for name, text in chain.from_iterable(pool.imap_unordered(_done, jobs, chunksize=1)):
            (folder / name).write_text(text, encoding="utf-8")


def _done(job: Job) -> list[tuple[str, str]]:
    return list(job())


@command.command()
@click.argument("old", type=THERE)
@click.argument("new", type=THERE)
@click.option("--lines", default=6, show_default=True, help="Differing lines shown for each file.")
def compare(old: Path, new: Path, lines: int) -> None:
    """Say which files of two records differ, and where; exit code 1 if any does."""
    differences: dict[str, list[str]] = {"different": [], "removed": [], "added": [], "equal": []}
    for kind, text in summary(old, new, lines):
        differences[kind].append(text)
    differing = [
        f"{kind}: {text}" for kind in differences if kind != "equal" for text in differences[kind]
    ]
    for text in differing:
        click.echo(text)
    click.echo(", ".join(f"{len(texts)} {kind}" for kind, texts in differences.items()))
    raise SystemExit(1 if differing else 0)


if __name__ == "__main__":
    command()
