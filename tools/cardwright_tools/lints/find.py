"""Runs the lints on a game that loaded without errors."""

from __future__ import annotations

from collections.abc import Callable

from cardwright import Rules
from cardwright.source.diagnostics import Report
from cardwright_tools.lints import bare, ending, loose, names, reach, steps, texts, tree, unused
from cardwright_tools.lints.rest import NOTHING_ELSE, Rest
from cardwright_tools.lints.steps import Bounds, bounds
from cardwright_tools.lints.tree import Among

ONE_BY_ONE: tuple[Callable[[Rules, Among, Bounds, Report], None], ...] = (
    reach.find,
    steps.find,
    texts.find,
    ending.find,
    loose.find,
)
"""Each reports what it owns, of one effect after the other; none needs another."""


def find(rules: Rules, rest: Rest = NOTHING_ELSE) -> Report:
    """Warnings and notes on one game; `check` puts together what is said of several."""
    report = find_in(rules, list(tree.owners(rules.checked)), bounds(rules, rest))
    unused.find(rules, rest, report)
    bare.find(rules, report)
    names.find(rules, report)
    ending.find_winners(rules, report)
    tree.forget()
    return report


def find_in(rules: Rules, among: Among, bounds: Bounds, alike: Among = ()) -> Report:
    """Those on some effects of a game. What is gone through is kept until `tree.forget`.

    `alike` are more effects with the same trees as some of these: only their texts are new.
    """
    report = Report()
    for run in ONE_BY_ONE:
        run(rules, [*among, *alike] if run is texts.find else among, bounds, report)
    return report
