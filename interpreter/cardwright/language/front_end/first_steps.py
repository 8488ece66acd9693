"""Offers options and alternatives of a choice only if their first step is possible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar, cast

from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import Checked, CheckedOption
from cardwright.language.front_end.memo import Memo
from cardwright.language.lower.expressions import Expressions
from cardwright.language.lower.first_steps import FirstSteps, Reactions, Seen

Some = TypeVar("Some")


def first_steps(checked: Checked, lowered: Expressions) -> FirstSteps:
    """The object that finds first steps for the effects of this game."""
    found = Reactions()
    for ability in checked.abilities:
        of_rule = ability.event.sort == "rule"
        if ability.hook == "instead" or (ability.hook == "before" and of_rule):
            found.open.add(ability.event)
        elif ability.hook == "forbid":
            found.forbidden.add(ability.event)
    return FirstSteps(lowered, checked.rules, checked.functions, checked.modifiers, found)


def mark_first_steps(checked: Checked, lowered: Expressions, memo: Memo) -> None:
    """Adds to each alternative of a choice, and to each option, the condition that its first step
    is possible.
    """
    steps = first_steps(checked, lowered)
    memo.use_reactions(steps.reactions)
    known = memo.first_steps

    def once(one: Some, mark: Callable[[Some], Some]) -> Some:
        found = known.get(id(one))
        if found is None or not steps.sees(found[2]):
            steps.seen = Seen()
            found = known[id(one)] = one, mark(one), steps.seen
        return cast(Some, found[1])

    def marked(routine: core.Routine) -> core.Routine:
        body = steps.marked(routine.body)
        return routine if body is routine.body else replace(routine, body=body)

    def offered(option: CheckedOption) -> CheckedOption:
        able = steps.condition(option.routine.body, _known_tests(option))
        return replace(option, routine=marked(option.routine), able=able)

    options, rules, effects = checked.options, checked.rules, checked.effects
    options[:] = [once(option, offered) for option in options]
    checked.abilities[:] = [replace(a, routine=once(a.routine, marked)) for a in checked.abilities]
    effects |= {key: once(effect, marked) for key, effect in effects.items()}
    rules |= {name: once(rule, marked) for name, rule in rules.items()}


def _known_tests(option: CheckedOption) -> tuple[Expr, ...]:
    paid = option.cost.test if option.cost is not None else None
    return tuple(test for test in (option.test, paid) if test is not None)
