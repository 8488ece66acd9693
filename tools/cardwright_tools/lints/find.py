"""Runs the lints on a game that loaded without errors."""

from __future__ import annotations

from collections.abc import Callable

from cardwright import Rules
from cardwright.source.diagnostics import Report
from cardwright_tools.lints import ending, reach, steps, texts, tree, unused

PASSES: tuple[Callable[[Rules, Report], None], ...] = (
    unused.find,
    reach.find,
    steps.find,
    texts.find,
    ending.find,
)
"""Each reports what it owns; none needs another."""


def find(rules: Rules) -> Report:
    """Warnings and notes on one game; `check` puts together what is said of several."""
    report = Report()
    try:
        for run in PASSES:
            run(rules, report)
    finally:
        tree.forget()
    return report
