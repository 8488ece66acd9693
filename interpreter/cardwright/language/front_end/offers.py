"""Gives options and ways of a choice the condition under which their first step is possible."""

from __future__ import annotations

from dataclasses import replace

from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import Checked, CheckedOption
from cardwright.language.lower.changes import RULE
from cardwright.language.lower.expressions import Expressions
from cardwright.language.lower.first_steps import FirstSteps, Reactions


def first_steps(checked: Checked, lowered: Expressions) -> FirstSteps:
    """The finder of first steps for the effects of this game."""
    found = Reactions()
    for ability in checked.abilities:
        if ability.hook == "instead" or (ability.hook == "before" and RULE in ability.verb):
            found.open.setdefault(ability.verb, set()).add(ability.kind)
        elif ability.hook == "forbid":
            found.forbidden.setdefault(ability.verb, set()).add(ability.kind)
    return FirstSteps(lowered, checked.rules, checked.functions, checked.modifiers, found)


def mark_first_steps(checked: Checked, lowered: Expressions) -> None:
    """Each way of a choice, and each option, is offered only if its first step is possible."""
    steps = first_steps(checked, lowered)

    def marked(routine: core.Routine) -> core.Routine:
        body = steps.marked(routine.body)
        return routine if body is routine.body else replace(routine, body=body)

    options, rules, effects = checked.options, checked.rules, checked.effects
    ables = [steps.condition(option.routine.body, _known_tests(option)) for option in options]
    checked.abilities[:] = [replace(a, routine=marked(a.routine)) for a in checked.abilities]
    effects |= {key: marked(effect) for key, effect in effects.items()}
    rules |= {name: marked(rule) for name, rule in rules.items()}
    options[:] = [replace(option, routine=marked(option.routine), able=able)
                  for option, able in zip(options, ables, strict=True)]  # fmt: skip


def _known_tests(option: CheckedOption) -> tuple[Expr, ...]:
    paid = option.cost.test if option.cost is not None else None
    return tuple(test for test in (option.test, paid) if test is not None)
