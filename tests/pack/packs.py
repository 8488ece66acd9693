"""Small packs for tests, with marks where diagnostics are expected.

`«CW321»` before a word means that this code is reported exactly there; the mark is not written into
the file.
"""

from __future__ import annotations

import re
from pathlib import Path

from cardwright.pack.load import load
from cardwright.pack.loaded import Loaded
from cardwright.source.diagnostics import Diagnostic, Report

MARK = re.compile(r"«(CW\d+)»")

MANIFEST = """\
id: probe
version: 1.2.0
title: Probe
players: [2, 3]
main: game
score: gold
"""

BASE = """\
enums:
  colour: [red, blue]
kinds:
  player: {state: {gold: {type: number, start: 3, min: 0}}}
  town: {is: place, fields: {colour: colour, size: {type: number, default: 1}}}
  city: {is: town, plural: cities, values: {size: 5}}
  cube: {is: piece, on: town}
  event:
    is: card
    fields: {points: number, next: {type: town, optional: true}}
    rules: {effect: {title: Effect}}
zones:
  hand: {holds: event, each player: true}
state:
  round: number
players:
  - {id: ann, provenance: house}
  - {id: bob, provenance: house}
  - {id: cid, provenance: house}
towns:
  - {id: rome, colour: red, provenance: house}
menus:
  turn: {title: Your turn}
rules:
  game: |
    end the game
"""

Place = tuple[str, str, int, int]
"""Code, file, line and column."""


def write(folder: Path, files: dict[str, str]) -> list[Place]:
    """Writes files without their marks; returns the marked places, with names in the folder."""
    marked: list[Place] = []
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        plain, end = "", 0
        for match in MARK.finditer(text):
            plain += text[end : match.start()]
            end = match.end()
            line = plain.count("\n") + 1
            marked.append((match[1], name, line, len(plain) - plain.rfind("\n")))
        path.write_text(plain + text[end:], encoding="utf-8")
    return sorted(marked)


def probe(more: str = "", **files: str) -> dict[str, str]:
    """The files of the small pack with one more, or with some of them replaced."""
    named = {f"{key}.yaml": text for key, text in files.items()}
    found = {"pack.yaml": MANIFEST, "base.yaml": BASE, "more.yaml": more, **named}
    return {f"probe/{name}": text for name, text in found.items()}


def loaded(folder: Path, *names: str, **options: object) -> tuple[Loaded | None, Report]:
    report = Report()
    folders = [folder / name for name in names or ("probe",)]
    return load(folders, report, **options), report  # type: ignore[arg-type]


def places(report: Report, folder: Path) -> list[Place]:
    return sorted(_place(d, folder) for d in report.diagnostics)


def _place(diagnostic: Diagnostic, folder: Path) -> Place:
    assert diagnostic.span is not None
    name = Path(diagnostic.span.source.name).relative_to(folder).as_posix()
    line, column, _, _ = diagnostic.span.lines
    return diagnostic.code, name, line, column
