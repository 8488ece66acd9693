"""Runs the lints on a game that loaded without errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cardwright import Rules
from cardwright.board.model import Thing
from cardwright.pack.manifest import Manifest
from cardwright.source.diagnostics import Report
from cardwright_tools.lints import (
    bare,
    ending,
    loops,
    loose,
    names,
    never,
    reach,
    seats,
    steps,
    texts,
    tree,
    unused,
)
from cardwright_tools.lints.reading import uses
from cardwright_tools.lints.rest import NOTHING_ELSE, Rest
from cardwright_tools.lints.steps import Bounds, bounds
from cardwright_tools.lints.tree import Among

ONE_BY_ONE: tuple[Callable[[Rules, Among, Bounds, Report], None], ...] = (
    reach.find,
    steps.find,
    texts.find,
    ending.find,
    loose.find,
    loops.find,
    never.find,
)
"""Each reports what it owns, of one effect after the other; none needs another."""

ON_THINGS: tuple[Callable[[Iterable[Thing], Sequence[Manifest], Report], None], ...] = (
    names.of_things,
    seats.of_things,
)
"""Each reports what it owns, of one definition after the other, whatever its effects."""


def find(rules: Rules, rest: Rest = NOTHING_ELSE) -> Report:
    """Warnings and notes on one game; `check` puts together what is said of several."""
    report = find_in(rules, list(tree.owners(rules.checked)), bounds(rules, rest))
    used = uses(rules)
    used.update(rest.uses)
    unused.find(rules, used, report)
    bare.find(rules, used, report)
    names.find(rules, report)
    things = (thing for group in rules.declared.board.things.values() for thing in group.values())
    report.extend(find_on([*things], rules.packs))
    ending.find_winners(rules, report)
    tree.forget()
    return report


def find_on(things: Sequence[Thing], packs: Sequence[Manifest]) -> Report:
    """Those on some definitions of a game, but for what they do."""
    report = Report()
    for run in ON_THINGS:
        run(things, packs, report)
    return report


def find_in(rules: Rules, among: Among, bounds: Bounds, alike: Among = ()) -> Report:
    """Those on some effects of a game. What is gone through is kept until `tree.forget`.

    `alike` are more effects with the same trees as some of these: only their texts are new.
    """
    report = Report()
    for run in ONE_BY_ONE:
        run(rules, [*among, *alike] if run is texts.find else among, bounds, report)
    return report
