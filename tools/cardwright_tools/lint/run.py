"""Runs the lints: all of them on a game that loaded without errors, or some on parts of one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from cardwright.board.declarations import Thing
from cardwright.checked_packs import CheckedPacks
from cardwright.source.diagnostics import Report
from cardwright_tools.lint import rule_trees, rules
from cardwright_tools.lint.effect_bounds import Bounds, effect_bounds
from cardwright_tools.lint.game_context import NO_CONTEXT, GameContext
from cardwright_tools.lint.game_facts import game_facts
from cardwright_tools.lint.rule import Definitions, Effects, Game, Printed, Rule
from cardwright_tools.lint.uses import game_uses

RULES: tuple[Rule[Any], ...] = tuple(
    found
    for file in iter_modules(rules.__path__, f"{rules.__name__}.")
    for found in vars(import_module(file.name)).values()
    if isinstance(found, Rule)
)
"""All lints, in the order of their files. They are independent of each other."""


def run_lints(
    game: CheckedPacks,
    context: GameContext = NO_CONTEXT,
    apart: Collection[tuple[str, str]] = (),
    bounds: Bounds | None = None,
    kinds: Collection[str] = (),
) -> Report:
    """The warnings and notes on one game; `check` combines those of several.

    The definitions `apart`, by kind and id, are linted elsewhere; `kinds`: those of definitions
    with rules that were not read. `bounds`: those of the effects, if they are known.
    """
    if (used := context.game_uses) is None:
        used = game_uses(game)
        used.update(context.uses)
    owners, facts = rule_trees.owners(game.checked), context.facts or game_facts(game.checked)
    things = things_without(apart, game)
    report = lint(
        Effects(game, owners, bounds or effect_bounds(game, context), facts),
        Printed(game, owners, facts),
        Definitions(things, game.packs),
        Game(game, used, things, {*kinds, *kinds_with_rules(apart, game)}, context.printed),
    )
    rule_trees.clear_indexes()
    return report


def things_without(apart: Collection[tuple[str, str]], game: CheckedPacks) -> Sequence[Thing]:
    """The things of a game except those with these kinds and ids."""
    groups = game.declared.board.things.items()
    return [one for kind, some in groups for id, one in some.items() if (kind, id) not in apart]


def kinds_with_rules(apart: Collection[tuple[str, str]], game: CheckedPacks) -> Collection[str]:
    """The kinds of those of these things that have rules."""
    keys = {one.key[:2] for one in game.declared.effects} if apart else set()
    return {kind for kind, _ in keys.intersection(apart)}


def lint(*subjects: Effects | Printed | Definitions | Game) -> Report:
    """The diagnostics of all lints on these subjects. Tree indexes are cached until
    `clear_indexes`."""
    report = Report()
    for subject in subjects:
        for one in _RULES_OF[type(subject)]:
            for found in one(subject):
                report.add(found)
    return report


_RULES_OF = {
    sort: [one for one in RULES if one.reads is sort]
    for sort in (Effects, Printed, Definitions, Game)
}
