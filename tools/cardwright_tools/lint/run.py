"""Runs the lints on a game that loaded without errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cardwright import Rules
from cardwright.board.model import Thing
from cardwright.pack.manifest import Manifest
from cardwright.source.diagnostics import Report
from cardwright_tools.lint import (
    dangling_where,
    game_end,
    impossible_amounts,
    missing_rules,
    name_typos,
    player_counts,
    player_loops,
    printed_texts,
    rule_trees,
    step_limits,
    unreachable,
    unused,
)
from cardwright_tools.lint.game_context import NO_CONTEXT, GameContext
from cardwright_tools.lint.rule_trees import Among
from cardwright_tools.lint.step_limits import Bounds, step_bounds
from cardwright_tools.lint.uses import game_uses

ONE_BY_ONE: tuple[Callable[[Rules, Among, Bounds, Report], None], ...] = (
    unreachable.check,
    step_limits.check,
    printed_texts.check,
    game_end.check,
    dangling_where.check,
    player_loops.check,
    impossible_amounts.check,
)
"""Each reports what it owns, of one effect after the other; none needs another."""

ON_THINGS: tuple[Callable[[Iterable[Thing], Sequence[Manifest], Report], None], ...] = (
    name_typos.check_things,
    player_counts.check_things,
)
"""Each reports what it owns, of one definition after the other, whatever its effects."""


def run_lints(rules: Rules, rest: GameContext = NO_CONTEXT) -> Report:
    """Warnings and notes on one game; `check` puts together what is said of several."""
    report = lint_effects(rules, list(rule_trees.owners(rules.checked)), step_bounds(rules, rest))
    used = game_uses(rules)
    used.update(rest.uses)
    unused.check(rules, used, report)
    missing_rules.check(rules, used, report)
    name_typos.check(rules, report)
    things = (thing for group in rules.declared.board.things.values() for thing in group.values())
    report.extend(lint_definitions([*things], rules.packs))
    game_end.check_winners(rules, report)
    rule_trees.clear_indexes()
    return report


def lint_definitions(things: Sequence[Thing], packs: Sequence[Manifest]) -> Report:
    """Those on some definitions of a game, but for what they do."""
    report = Report()
    for run in ON_THINGS:
        run(things, packs, report)
    return report


def lint_effects(rules: Rules, among: Among, bounds: Bounds, alike: Among = ()) -> Report:
    """Those on some effects of a game. What is gone through is kept until `clear_indexes`.

    `alike` are more effects with the same trees as some of these: only their texts are new.
    """
    report = Report()
    for run in ONE_BY_ONE:
        run(rules, [*among, *alike] if run is printed_texts.check else among, bounds, report)
    return report
