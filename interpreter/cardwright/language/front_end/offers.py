"""Gives options and ways of a choice the condition under which their first deed is possible."""

from __future__ import annotations

from dataclasses import replace

from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import Checked, CheckedOption
from cardwright.language.lower.changes import RULE
from cardwright.language.lower.expressions import Expressions
from cardwright.language.lower.first_deeds import FirstDeeds, Reactions


def first_deeds(checked: Checked, lowered: Expressions) -> FirstDeeds:
    """The finder of first deeds for the effects of this game."""
    found = Reactions()
    for ability in checked.abilities:
        if ability.hook == "instead" or (ability.hook == "before" and RULE in ability.verb):
            found.open.setdefault(ability.verb, set()).add(ability.kind)
        elif ability.hook == "forbid":
            found.forbidden.setdefault(ability.verb, set()).add(ability.kind)
    return FirstDeeds(lowered, checked.rules, checked.functions, checked.modifiers, found)


def mark_first_deeds(checked: Checked, lowered: Expressions) -> None:
    """Each way of a choice, and each option, is offered only if its first deed is possible."""
    deeds = first_deeds(checked, lowered)

    def marked(routine: core.Routine) -> core.Routine:
        body = deeds.marked(routine.body)
        return routine if body is routine.body else replace(routine, body=body)

    options, rules, effects = checked.options, checked.rules, checked.effects
    ables = [deeds.condition(option.routine.body, _known_tests(option)) for option in options]
    checked.abilities[:] = [replace(a, routine=marked(a.routine)) for a in checked.abilities]
    effects |= {key: marked(effect) for key, effect in effects.items()}
    rules |= {name: marked(rule) for name, rule in rules.items()}
    options[:] = [replace(option, routine=marked(option.routine), able=able)
                  for option, able in zip(options, ables, strict=True)]  # fmt: skip


def _known_tests(option: CheckedOption) -> tuple[Expr, ...]:
    paid = option.cost.test if option.cost is not None else None
    return tuple(test for test in (option.test, paid) if test is not None)
