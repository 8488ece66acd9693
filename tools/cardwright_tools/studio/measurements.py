"""Measurements shown beside the text: which lines have run, and how cards do in games.

Responsible for the words in the margin and beside a card. `cover` measures the coverage, and
`balance` has measured the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from math import isfinite
from pathlib import Path
from typing import Any

from cardwright.api import every_module
from cardwright.language.front_end.checked import Checked
from cardwright.program.coverage import CoveragePoint
from cardwright.source.plain_json import json_file
from cardwright.source.records import dataclass
from cardwright_tools.check.store import UNREADABLE
from cardwright_tools.cover.result import LONGEST, PointResult, describe_uncovered
from cardwright_tools.cover.run import CoverOptions, measure_coverage
from cardwright_tools.output import Stop
from cardwright_tools.scenario.loaded_rules import clear_cache, load_rules
from cardwright_tools.studio.errors import RequestError, errors_first
from cardwright_tools.studio.messages import Message
from cardwright_tools.studio.statement_texts import statement_around

GAMES = 10  # random games for each number of players


def coverage_message(folder: Path, name_of: Callable[[str], str | None]) -> Message:
    """The lines covered by scenarios and some games, by file. Raises RequestError."""
    clear_cache()  # the pack may have changed since then
    try:
        result = measure_coverage(CoverOptions((folder,), True, GAMES, (), 1, 1))
    except Stop as error:
        raise (
            RequestError(error.message) if error.message else errors_first("measure coverage")
        ) from None
    checked = load_rules(folder, every_module(folder)).checked
    files = {name_of(file.source.name): [*_lines(file.points, checked)] for file in result.files}
    files.pop(None, None)
    return {"event": "coverage", "files": files, "percent": result.percent, "by": result.ran_by,
            "failed": len(result.faults)}  # fmt: skip


def _lines(points: object, checked: Checked) -> Iterator[tuple[int, str, str]]:
    """Each line with points: `ran`, `part` or `never`, and what has never happened."""
    found = sorted(points, key=_line)  # type: ignore[call-overload]
    for line, group in groupby(found, key=_line):
        here = [*group]
        missing = [one.point for one in here if not one.ran]
        style = "part" if missing and len(missing) < len(here) else "never" if missing else "ran"
        yield line, style, "; ".join(_missing(missing, checked)) or "all of this has run"


def _missing(points: Sequence[CoveragePoint], checked: Checked) -> Iterator[str]:
    """Each statement with what has never happened of it."""
    found: dict[str, list[str]] = {}
    for one in points:
        words = statement_around(checked, one.span).text.split("\n")[0]
        found.setdefault(words[:LONGEST].rstrip(": "), []).append(one.what)
    yield from (f"{words}: {describe_uncovered(whats)}" for words, whats in found.items())


def _line(one: PointResult) -> int:
    return int(one.point.span.lines[0])


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a card's chart: its label, its length (0 to 1), and its value in words."""

    words: str
    share: float
    value: str


@dataclass(frozen=True, slots=True)
class CardUse:
    """How a card does in games: in sentences, and the same as a bar chart."""

    facts: Sequence[str] = ()
    bars: Sequence[Bar] = ()


UNMEASURED = CardUse()


def usage_in(report: Path) -> Mapping[str, CardUse]:
    """How each card does in games, from a balance report, by its id. Raises Stop."""
    try:
        found = json_file(report)["usage"]
        return {key.removeprefix("card "): CardUse([*_facts(one)], [*_bars(one)])
                for key, one in found.items() if key.startswith("card ")}  # fmt: skip
    except UNREADABLE as error:
        raise Stop(f"{report} is not a report of `cardwright balance --json`: {error}") from None


_TIMES = ("used", "held", "kept")


def _facts(one: Mapping[str, Any]) -> Iterator[str]:
    times = ", ".join(f"{how} {one[how]:.2f}" for how in _TIMES)
    taken = "" if one["taken"] is None else f"; taken {one['taken']:.0%} of the times it is offered"
    yield f"Times per game: {times}{taken}"
    for how, rate in one["win_rates"].items():
        low, high = rate["difference"]["low"], rate["difference"]["high"]
        yield (f"Players who {how} it won {rate['with']:.0%} of games, "
               f"others {rate['without']:.0%} (difference {low:+.0%} to {high:+.0%})")  # fmt: skip


def _bars(one: Mapping[str, Any]) -> Iterator[Bar]:
    if not all(isfinite(one[how]) for how in _TIMES):
        raise ValueError("how often a card is used must be a finite number")
    most = max(1.0, *(one[how] for how in _TIMES))
    yield from (Bar(f"{how} per game", one[how] / most, f"{one[how]:.2f}") for how in _TIMES)
    if one["taken"] is not None:
        yield _share("taken when offered", one["taken"])
    for how, rate in one["win_rates"].items():
        yield _share(f"wins of those who {how} it", rate["with"])
        yield _share("wins of others", rate["without"])


def _share(words: str, share: float) -> Bar:
    return Bar(words, min(1, max(0, share)), f"{share:.0%}")
