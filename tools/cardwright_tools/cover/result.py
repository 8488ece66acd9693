"""The result of `cover`: the covered points and all points, by file and definition.

Responsible for counting and for describing uncovered points. Prints nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from cardwright.program.coverage import CoveragePoint, Key
from cardwright.source.text import Source, Span
from cardwright_tools.scenario.read import display_path

LONGEST = 60
WORDS = {
    "runs": "never runs",
    "happens": "never happens",
    "true": "never true",
    "false": "never false",
    "goes round": "the loop never runs",
    "goes past": "the loop is never empty",
    "taken": "never taken",
    "applies": "never applies",
    "forbids": "never forbids",
    "used": "never used",
}


@dataclass(frozen=True, slots=True)
class PointResult:
    """A coverage point, and whether it was covered."""

    point: CoveragePoint
    ran: bool

    @property
    def start(self) -> int:
        return self.point.span.start


class Countable:
    """Anything with points: how many it has, and how many are covered."""

    __slots__ = ()

    @property
    def points(self) -> Sequence[PointResult]:
        raise NotImplementedError

    @property
    def covered(self) -> int:
        return sum(p.ran for p in self.points)

    @property
    def percent(self) -> float:
        """Rounded down to a tenth, so that 100 means all."""
        total = len(self.points)
        return self.covered * 1000 // total / 10 if total else 100.0


@dataclass(frozen=True, slots=True)
class Definition(Countable):
    """The points of one definition in one file; `head` is the span of its name."""

    name: str
    head: Span
    found: tuple[PointResult, ...]

    @property
    def points(self) -> Sequence[PointResult]:
        return self.found

    @property
    def first(self) -> Span:
        return self.found[0].point.span


@dataclass(frozen=True, slots=True)
class File(Countable):
    name: str
    source: Source
    definitions: tuple[Definition, ...]

    @property
    def points(self) -> Sequence[PointResult]:
        return [p for d in self.definitions for p in d.found]


@dataclass(frozen=True, slots=True)
class CoverageResult(Countable):
    packs: tuple[str, ...]
    files: tuple[File, ...]
    scenarios: int
    games: int
    faults: tuple[str, ...]

    @property
    def points(self) -> Sequence[PointResult]:
        return [p for f in self.files for p in f.points]

    @property
    def ran_by(self) -> str:
        """`1 scenario and 50 games`."""
        ran = [_number(self.scenarios, "scenario"), _number(self.games, "game")]
        return " and ".join(filter(None, ran)) or "nothing"

    def falls_short(self, fail_under: float) -> bool:
        return self.covered * 100 < fail_under * len(self.points)

    def to_json(self) -> dict[str, object]:
        """The result as plain values."""
        return {
            "packs": [*self.packs],
            "scenarios": self.scenarios,
            "games": self.games,
            **_numbers(self),
            "files": [_file(file) for file in self.files],
            "faults": [*self.faults],
        }


def _number(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}" if number else ""


def gather_result(
    packs: Sequence[Path],
    points: Mapping[Key, CoveragePoint],
    ran: frozenset[Key],
    numbers: tuple[int, int],
    faults: tuple[str, ...],
) -> CoverageResult:
    """The result: files sorted by name, definitions and points in their order."""
    found = [PointResult(point, key in ran) for key, point in points.items()]
    found.sort(key=lambda p: (p.point.span.source.name, p.start, -p.point.span.end))
    groups = groupby(found, key=lambda p: p.point.span.source.name)
    files = tuple(_gather_file(list(group)) for _, group in groups)
    return CoverageResult(tuple(display_path(pack) for pack in packs), files, *numbers, faults)


def _gather_file(found: Sequence[PointResult]) -> File:
    by_name: dict[str, list[PointResult]] = {}
    for one in found:
        by_name.setdefault(one.point.definition, []).append(one)
    made = tuple(Definition(n, p[0].point.head, tuple(p)) for n, p in by_name.items())
    source = found[0].point.span.source
    return File(display_path(Path(source.name)), source, made)


# --------------------------------------------------------------------------------- missing


@dataclass(frozen=True, slots=True)
class Uncovered:
    """An uncovered point in words; `inside` counts the points inside it."""

    span: Span
    words: str
    inside: int = 0

    @property
    def text(self) -> str:
        text = " ".join(self.span.text.split())
        return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def uncovered_in_definition(definition: Definition) -> list[Uncovered]:
    """The outermost uncovered points; those inside them are only counted."""
    if not definition.covered:
        head, first = definition.head, definition.first
        at = head if head.source.name == first.source.name else first
        return [Uncovered(at, f"{definition.name} never runs", len(definition.found))]
    left = [p.point for p in definition.found if not p.ran]
    walls = {p.span for p in left if p.what in ("runs", "happens")}
    outer = [p for p in left if walls.isdisjoint(p.around)]
    inside = Counter(span for p in left for span in p.around)
    return [
        Uncovered(span, describe_uncovered(p.what for p in group), inside[span] * (span in walls))
        for span, group in groupby(outer, key=lambda p: p.span)
    ]


def describe_uncovered(whats: Iterable[str]) -> str:
    """`never true`, `never takes yes`; a condition that was neither true nor false is `never
    asked`.

    If something never runs, nothing else is said about it.
    """
    found = list(whats)
    if "runs" in found:
        return _word("runs")
    if "true" in found and "false" in found:
        found = [what for what in found if what not in ("true", "false")]
        return ", ".join(["never asked", *map(_word, found)])
    return ", ".join(map(_word, found))


def _word(what: str) -> str:
    return WORDS.get(what) or f"never {what}"


# ------------------------------------------------------------------------------ as values


def _numbers(counted: Countable) -> dict[str, object]:
    return {
        "points": len(counted.points), "covered": counted.covered, "percent": counted.percent,
    }  # fmt: skip


def _file(file: File) -> dict[str, object]:
    definitions = [_definition(d) for d in file.definitions]
    return {"file": file.name, **_numbers(file), "definitions": definitions}


def _definition(definition: Definition) -> dict[str, object]:
    left = [p.point for p in definition.found if not p.ran]
    return {
        "definition": definition.name, **_numbers(definition), "missing": [*map(_place, left)],
    }  # fmt: skip


def _place(point: CoveragePoint) -> dict[str, object]:
    keys = ("line", "column", "end_line", "end_column")
    words_ = {"what": point.what, "words": _word(point.what)}
    at = dict(zip(keys, point.span.lines, strict=True))
    return {**words_, **at, "text": Uncovered(point.span, "").text}


def uncovered_in_file(file: File) -> Iterator[Uncovered]:
    """All uncovered points of a file, in order."""
    found = [m for d in file.definitions for m in uncovered_in_definition(d)]
    yield from sorted(found, key=lambda m: m.span.start)
