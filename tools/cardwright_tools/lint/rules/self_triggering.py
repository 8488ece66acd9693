"""CW548: abilities that react to what they do themselves.

Reported only if the same condition certainly holds again: it reads nothing that the effect changes,
and what it asks of the event is true of the ability's own change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import CheckedAbility
from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.lint.rule import Effects, diagnostic, rule
from cardwright_tools.lint.rule_trees import abilities

ACTOR, IT = 0, 2  # registers of a trigger


@rule(Effects, "CW548")
def check(effects: Effects) -> Iterator[Diagnostic]:
    for ability in abilities(effects.owners):
        if ability.event.sort == "change":
            yield from _repeated(ability)


def _repeated(ability: CheckedAbility) -> Iterator[Diagnostic]:
    for change in ability.routine.body:
        if (
            isinstance(change, core.Assign)
            and change.op in ("+", "-")
            and change.event == ability.event
            and _holds_again(ability, change)
        ):
            name = change.field.state
            message = f"this changes `{name}`, so it triggers itself again"
            help = (f"let a rule change `{name}`, and react to that rule: "
                    f"`changing {name}` is about every gain and every loss")  # fmt: skip
            yield diagnostic("CW548", message, change.span, help)


def _holds_again(ability: CheckedAbility, change: core.Assign) -> bool:
    """Whether the condition holds after the ability's own change if it held before."""
    own = {ACTOR: change.actor} | ({} if change.of is None else {IT: change.of})
    changed = {s.event for s in core.statements(ability.routine.body) if isinstance(s, core.Assign)}
    read = {core.Event("change", n.field.state, n.field.kind)
            for n in core.walk(ability.test) if isinstance(n, core.Get)}  # fmt: skip
    unknown = any(isinstance(n, core.Call) for n in core.walk(ability.test))
    tests = core.conjuncts(ability.test)
    return not unknown and changed.isdisjoint(read) and all(_is_true(one, own) for one in tests)


def _is_true(test: Expr, own: Mapping[int, Expr]) -> bool:
    """Whether a condition says the same of the ability's own change, or is true of it."""
    about = {n.index for n in core.walk(test) if isinstance(n, core.Reg)} & own.keys()
    if all(core.is_register(own[index], index) for index in about):
        return True
    if not isinstance(test, core.Compare) or test.op != "==":
        return False
    left, right = (_of_change(side, own) for side in (test.left, test.right))
    return core.same(left, right)


def _of_change(side: Expr, own: Mapping[int, Expr]) -> Expr:
    return own.get(side.index, side) if isinstance(side, core.Reg) else side
