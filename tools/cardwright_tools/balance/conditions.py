"""Conditions on figures that fail a build, as in `share(red) > 32%`.

Responsible for their notation; the report defines the figures.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cardwright.source.spelling import did_you_mean
from cardwright_tools.balance.report import FEWEST, Report
from cardwright_tools.balance.statistics import Estimate
from cardwright_tools.balance.versions import Balance
from cardwright_tools.output import USAGE, Stop
from cardwright_tools.sim.figures import Figure

_SIGNS = {">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le}
_FORM = re.compile(r"(.*?)(>=|<=|>|<)\s*([-+]?[0-9]+(?:\.[0-9]+)?)\s*(%?)\Z")
_OF = re.compile(r"(change|low|high)\((.*)\)\Z")
ALARMS, CHANGE = Figure("alarms"), "change"


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition; `of` are the functions around the figure, outermost first."""

    words: str
    of: tuple[str, ...]
    figure: str
    sign: str
    limit: float
    percent: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a condition holds, in words too; None if there are too few games to tell."""

    holds: bool | None
    words: str


def read_condition(words: str) -> Condition:
    """Raises Stop if the words are not a condition."""
    found = _FORM.match(words.strip())
    if not found:
        raise Stop(f"--fail-if: `{words}`: write FIGURE > NUMBER, as in `share(red) > 32%`", USAGE)
    figure, sign, number, percent = found.groups()
    of, figure = list[str](), figure.strip()
    while inner := _OF.match(figure):
        of.append(inner[1])
        figure = inner[2].strip()
    limit = float(number) / (100 if percent else 1)
    return Condition(words, tuple(of), figure, sign, limit, bool(percent))


def check_conditions(conditions: Sequence[Condition], paired: bool) -> None:
    """Raises Stop, before any work is done, for a `change` if there is only one version."""
    for one in conditions:
        if CHANGE in one.of and not paired:
            raise Stop(f"--fail-if: `{one.words}`: a change needs two versions", USAGE)


def check_figures(conditions: Sequence[Condition], few: Balance) -> None:
    """Raises Stop for unknown figures, judging by a few games and the cards of the pack."""
    report = few.changes[-1].report if few.changes else few.report
    there, before = _known(report), _known(few.report)
    for one in conditions:
        found = there.get(one.figure)
        if found is None:
            raise Stop(_unknown(one, there), USAGE)
        paired = one.figure in before and found != ALARMS
        if CHANGE in one.of and not paired and found.what != "used":
            raise Stop(f"--fail-if: `{one.words}`: {_no_change(one)}", USAGE)


def _no_change(one: Condition) -> str:
    if one.figure == str(ALARMS):
        return "alarms belong to one version; leave out `change`"
    return f"`{one.figure}` is not in both versions, so it has no change; leave out `change`"


def _known(report: Report) -> dict[str, Figure]:
    """All figures that a report of more games may have, by name, those of the whole game first."""
    gains = (Figure("gain", card) for card in sorted(report.tally.cards))
    figures = sorted(report.figures, key=lambda figure: figure.what == "used")
    return {str(figure): figure for figure in (ALARMS, *figures, *gains)}


def _unknown(one: Condition, known: Mapping[str, Figure]) -> str:
    first = [f"`{name}`" for name, found in known.items() if found.what not in ("used", "gain")]
    cards = [name for name, found in known.items() if found.what == "gain"][:1]
    more = [f"and of each card, as `{name}`" for name in cards]
    hint = did_you_mean(one.figure, known) or f"there are {', '.join([*first, *more])}"
    return f"--fail-if: there is no figure `{one.figure}`; {hint}"


def verdict(one: Condition, found: Balance) -> Verdict:
    """The verdict on a condition, whose figure was checked, for the newest version."""
    change = found.changes[-1] if found.changes else None
    report = change.report if change else found.report
    known = {**report.figures, **report.gains}
    if CHANGE in one.of and change is not None:
        known = {**change.figures}
    known[ALARMS] = Estimate(report.alarms, 0.0, report.tally.games)
    figure = _known(report).get(one.figure, Figure(one.figure))
    if figure not in known:
        card = figure.of
        return Verdict(None, f"{one.words}: too few games to tell: fewer than {FEWEST} players "
                             f"used `{card}`, or fewer than {FEWEST} did not")  # fmt: skip
    value = _value(one, known[figure])
    holds = _SIGNS[one.sign](value, one.limit)
    said = f"{100 * value:.4g}%" if one.percent else f"{value:.4g}"
    return Verdict(holds, f"{one.words}: {'yes' if holds else 'no'}, it is {said}")


def _value(one: Condition, found: Estimate) -> float:
    if "low" in one.of:
        return found.interval[0]
    return found.interval[1] if "high" in one.of else found.value
