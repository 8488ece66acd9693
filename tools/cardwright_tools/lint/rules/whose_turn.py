"""CW549: cards that say *your turn*, with an ability that applies in everybody's turns."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardwright.language import core
from cardwright.language.front_end.checked import CheckedAbility
from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.lint.rule import Printed, diagnostic, rule

ACTOR = 0  # the register of who runs the rule
_YOUR_TURN = re.compile(
    r"\b(?:start|beginning|end) of (?:each of )?your (?:next )?turns?\b"
    r"|\b(?:before|after|on) (?:each of )?your (?:next )?turns?\b",
    re.IGNORECASE,
)


@rule(Printed, "CW549")
def check(printed: Printed) -> Iterator[Diagnostic]:
    here = {owner.span for owner, _ in printed.owners if owner.what == "ability"}
    for ability in printed.rules.checked.abilities:
        said = _YOUR_TURN.search(ability.bearer.text) if ability.bearer else None
        if said and ability.span in here and _is_for_all(ability):
            name = ability.event.name
            message = f"the text says “{said[0]}”, but this applies whoever does `{name}`"
            help = "add `if: actor is you`, or correct the text"
            yield diagnostic("CW549", message, ability.declared.pattern, help)


def _is_for_all(ability: CheckedAbility) -> bool:
    """Whether it reacts to a rule and never asks who runs it."""
    asked = (ability.test, ability.routine.body)
    runs = ability.event.sort == "rule" and ability.hook in ("before", "after")
    asks = any(core.is_register(node, ACTOR) for node in core.walk(asked))
    return runs and not asks and not ability.declared.implied
