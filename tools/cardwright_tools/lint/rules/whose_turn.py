"""CW549: cards that say *your turn*, with an ability that applies in everybody's turns.

Nothing is reported if another ability of the card asks who acts: that is the one of your turns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardwright.language import core
from cardwright.language.front_end.checked import CheckedAbility
from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.lint.rule import Printed, diagnostic, rule
from cardwright_tools.lint.rule_trees import abilities

ACTOR = 0  # the register of who runs the rule
_YOUR_TURN = re.compile(
    r"(?<!until )(?<!until the )\b(?:start|beginning|end) of (?:each of )?your turns?\b"
    r"|\b(?:before|after|on) (?:each of )?your turns?\b",
    re.IGNORECASE,
)


@rule(Printed, "CW549")
def check(printed: Printed) -> Iterator[Diagnostic]:
    every = printed.rules.checked.abilities
    of_yours = {id(one.bearer) for one in every if one.bearer and _asks_who_acts(one)}
    for ability in abilities(printed.owners):
        said = _YOUR_TURN.search(ability.bearer.text) if ability.bearer else None
        if said and id(ability.bearer) not in of_yours and _reacts_to_rule(ability):
            name = ability.event.name
            message = f"the text says “{said[0]}”, but this applies whoever does `{name}`"
            help = "add `if: actor is you`, or correct the text"
            yield diagnostic("CW549", message, ability.declared.pattern, help)


def _asks_who_acts(ability: CheckedAbility) -> bool:
    asked = (ability.test, ability.routine.body)
    return any(core.is_register(node, ACTOR) for node in core.walk(asked))


def _reacts_to_rule(ability: CheckedAbility) -> bool:
    runs = ability.event.sort == "rule" and ability.hook in ("before", "after")
    return runs and not ability.declared.implied
