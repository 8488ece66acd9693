"""Conditions on figures, as in `share(red) > 32%`: what fails a build.

Owns their notation. Which figures there are, the report says.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cardwright.source.spelling import did_you_mean
from cardwright_tools.balance.report import Report
from cardwright_tools.balance.statistics import Estimate
from cardwright_tools.balance.versions import Change
from cardwright_tools.output import USAGE, Stop

_SIGNS = {">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le}
_FORM = re.compile(r"(.*?)(>=|<=|>|<)\s*([-+]?[0-9]+(?:\.[0-9]+)?)\s*(%?)\Z")
_OF = re.compile(r"(change|low|high)\((.*)\)\Z")
ALARMS = "alarms"


@dataclass(frozen=True, slots=True)
class Condition:
    """`of` are the functions around the figure, outermost first."""

    words: str
    of: tuple[str, ...]
    figure: str
    sign: str
    limit: float


def read_condition(words: str) -> Condition:
    """Raises Stop for what is no condition."""
    found = _FORM.match(words.strip())
    if not found:
        raise Stop(f"--fail-if: `{words}`: write FIGURE > NUMBER, as in `share(red) > 32%`", USAGE)
    figure, sign, number, percent = found.groups()
    of, figure = list[str](), figure.strip()
    while inner := _OF.match(figure):
        of.append(inner[1])
        figure = inner[2].strip()
    return Condition(words, tuple(of), figure, sign, float(number) / (100 if percent else 1))


def failures(
    conditions: Sequence[Condition], report: Report, change: Change | None
) -> Iterator[str]:
    """What each condition that holds says. Raises Stop for unknown figures."""
    for one in conditions:
        value = _value(one, report, change)
        if _SIGNS[one.sign](value, one.limit):
            yield f"{one.words}: it is {value:.4g}"


def check_conditions(conditions: Sequence[Condition], paired: bool) -> None:
    """Raises Stop, before any work is done, for a change where there is but one version."""
    for one in conditions:
        if "change" in one.of and not paired:
            raise Stop(f"--fail-if: `{one.words}`: a change needs two versions", USAGE)


def check_figures(conditions: Sequence[Condition], first: Report) -> None:
    """Raises Stop for figures that there will not be, by a report on few games: what only later
    games may have, such as a card that is used, is let through."""
    known = {*first.figures, ALARMS}
    for one in conditions:
        if one.figure not in known and not one.figure.startswith(("used(", "gain(")):
            raise Stop(_unknown(one, known), USAGE)


def _unknown(one: Condition, known: Collection[str]) -> str:
    hint = did_you_mean(one.figure, known) or f"there are {', '.join([*known][:12])} ..."
    return f"--fail-if: there is no figure `{one.figure}`; {hint}"


def _value(one: Condition, report: Report, change: Change | None) -> float:
    known: Mapping[str, Estimate] = {**report.figures, **report.gains}
    if "change" in one.of and change is not None:
        known = change.figures
    known = {**known, ALARMS: Estimate(report.alarms, 0.0, report.tally.games)}
    if one.figure not in known:
        raise Stop(_unknown(one, known), USAGE)
    found = known[one.figure]
    if "low" in one.of:
        return found.interval[0]
    return found.interval[1] if "high" in one.of else found.value
