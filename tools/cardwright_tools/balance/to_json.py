"""A balance report as plain values."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from cardwright_tools.balance.report import Report, Usage
from cardwright_tools.balance.statistics import Compared, Estimate

if TYPE_CHECKING:
    from cardwright_tools.balance.versions import Balance

PLACES = 5


def balance_to_json(found: Balance) -> dict[str, object]:
    return {
        "label": found.label,
        **_report(found.report),
        "versions": [
            {
                "label": one.label,
                **_report(one.report),
                "changes": {str(name): _estimate(e) for name, e in one.figures.items()},
            }
            for one in found.changes
        ],
    }


def _report(report: Report) -> dict[str, object]:
    setup = report.setup
    return {
        "modules": [*setup.modules],
        "players": setup.players,
        "players_by": setup.by or "random",
        **report.engines,
        "seed": setup.seed,
        "games": report.tally.games,
        "failed": report.tally.failed,
        "digest": report.tally.digest,
        "figures": {str(name): _estimate(e) for name, e in report.figures.items()},
        "usage": {one.key: _usage(one) for one in report.usage},
        "never_taken": [one.key for one in report.never()],
        "always_taken": [one.key for one in report.always()],
        "asked": {rule: round(n, PLACES) for rule, n in report.asked.items()},
        "ends": dict(report.tally.counts["end"].most_common()),
        "timeline": report.timeline(),
    }


def _usage(one: Usage) -> dict[str, object]:
    plain = asdict(one)
    return {
        **{k: v for k, v in plain.items() if k not in ("key", "rates")},
        "alarms": [*one.alarms],
        "win_rates": {how: _rate(rate) for how, rate in one.rates.items()},
    }


def _rate(rate: Compared) -> dict[str, object]:
    return {
        "with": round(rate.with_it, PLACES),
        "without": round(rate.without, PLACES),
        "difference": _estimate(rate.difference),
        "p": rate.difference.chance,
        "times": rate.times,
    }


def _estimate(one: Estimate) -> dict[str, object]:
    low, high = one.interval
    return {"value": round(one.value, PLACES), "low": round(low, PLACES),
            "high": round(high, PLACES)}  # fmt: skip
