"""The report of `cover`: a table and the uncovered points, or JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from cardwright_tools.cover.result import (
    Countable,
    CoverageResult,
    File,
    Uncovered,
    uncovered_in_file,
)
from cardwright_tools.output import format_table, printable, terminal_width


def write_report(result: CoverageResult, json_file: str | None, every: bool) -> None:
    text = json.dumps(result.to_json(), indent=2, ensure_ascii=False) + "\n"
    if json_file == "-":
        sys.stdout.write(text)
        return
    if json_file is not None:
        Path(json_file).write_text(text, "utf-8", "backslashreplace")
    for line in (*render_lines(result, every), "", *summary_lines(result)):
        print(line)


def render_lines(result: CoverageResult, every: bool) -> Iterator[str]:
    """The table, then each uncovered point on a line of its own."""
    rows = [row for file in result.files for row in _rows(file, every)]
    rows.append(_row("all", result))
    yield from format_table(("", "points", "covered", "%"), rows, terminal_width())
    for file in result.files:
        found = list(uncovered_in_file(file))
        yield from ([""] if found else [])
        yield from (printable(_line(file, missing)) for missing in found)


def _rows(file: File, every: bool) -> Iterator[tuple[str, ...]]:
    """A file, and its definitions that are not fully covered."""
    yield _row(file.name, file)
    for definition in file.definitions:
        if every or definition.covered < len(definition.points):
            yield _row(f"  {definition.name}", definition)


def _row(name: str, counted: Countable) -> tuple[str, ...]:
    return name, str(len(counted.points)), str(counted.covered), f"{counted.percent:.1f}"


def _line(file: File, missing: Uncovered) -> str:
    line, column, _, _ = missing.span.lines
    more = f" (with {missing.inside} points)" if missing.inside > 1 else ""
    return f"{file.name}:{line}:{column} {missing.words}{more}: {missing.text}"


def fault_lines(result: CoverageResult, most: int) -> Iterator[str]:
    """What went wrong: failed scenarios and games."""
    yield from (printable(fault) for fault in result.faults[:most])
    if len(result.faults) > most:
        yield f"... and {len(result.faults) - most} more"


def summary_lines(result: CoverageResult) -> Iterator[str]:
    """How much is covered, and by what."""
    number = f"{result.covered} of {len(result.points)} points"
    yield f"{number} covered ({result.percent:.1f} %) by {result.ran_by}"
