"""The report of `cover`: a table and the uncovered points, or JSON."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from cardwright.source.printable import printable
from cardwright_tools.cover.result import (
    Countable,
    CoverageResult,
    File,
    Uncovered,
    uncovered_in_file,
)
from cardwright_tools.output import format_table, terminal_width, write_result


def write_report(result: CoverageResult, json_file: str | None, every: bool) -> None:
    lines = chain(render_lines(result, every), [""], summary_lines(result))
    write_result(result.to_json(), json_file, lines)


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
    """The failed scenarios and games."""
    yield from (printable(fault) for fault in result.faults[:most])
    if len(result.faults) > most:
        yield f"... and {len(result.faults) - most} more"


def summary_lines(result: CoverageResult) -> Iterator[str]:
    """How much is covered, and how many scenarios and games ran."""
    number = f"{result.covered} of {len(result.points)} points"
    yield f"{number} covered ({result.percent:.1f}%) by {result.ran_by}"
