"""Finds menus that an automaton would never leave: `open MENU until pass`, if it never passes.

It only errs by missing some: an option with a condition, a cost or a limit may become unavailable,
and anything that may end the game may end it. The rest is caught in play, where steps are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardwright.language import core, hir
from cardwright.language.analysis.questions import Asking
from cardwright.language.front_end.checked import Checked, CheckedOption
from cardwright.language.graph_walks import reachable
from cardwright.language.resolve.statements.answers import CheckedAnswer

PASS = "pass"


def endless_option(checked: Checked, asking: Asking, answer: CheckedAnswer) -> CheckedOption | None:
    """An option that an automaton with this answer would choose endlessly."""
    if not isinstance(asking, core.OpenMenu) or not isinstance(asking.origin, hir.OpenUntilPass):
        return None
    named = answer.names[: answer.names.index(PASS)] if PASS in answer.names else answer.names
    any_of_them = answer.random or "first" in named or "last" in named
    for option in checked.options:
        chosen = option.declared.menu == asking.menu
        chosen = chosen and (any_of_them or option.declared.id in named)
        if chosen and _is_always_there(option) and not _may_end_the_game(checked, option):
            return option
    return None


def _is_always_there(option: CheckedOption) -> bool:
    limits = (option.test, option.cost, option.limit, option.declared.bearer)
    return not any(limits)


def _may_end_the_game(checked: Checked, option: CheckedOption) -> bool:
    routines = [option.routine, *(ability.routine for ability in checked.abilities)]
    routines += checked.effects.values()
    rules = reachable(_rules_run(routines), lambda name: _rules_run((checked.rules[name],)))
    routines += map(checked.rules.__getitem__, rules)
    return any(isinstance(s, core.EndGame) for r in routines for s in core.statements(r.body))


def _rules_run(routines: Iterable[core.Routine]) -> Iterator[str]:
    statements = (s for routine in routines for s in core.statements(routine.body))
    return (s.rule for s in statements if isinstance(s, core.CallRule))
