"""Events that are forbidden, can be replaced, or would change anything."""

from __future__ import annotations

from dataclasses import replace

from cardwright.backends.core.definitions import is_active
from cardwright.backends.core.evaluate import Env, Found, RuleTable, evaluate, hit, number
from cardwright.backends.core.kinds import is_a
from cardwright.language import core
from cardwright.language.front_end.checked import CheckedAbility
from cardwright.language.registry.movement import To
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.program.hidden_reads import reads_hidden


def _forbidden(e: core.Forbidden, env: Env) -> Found:
    program = env.program
    return any(
        forbids(ability, this, e, env)
        for ability in program.abilities("forbid", e.event)
        if not (e.fits and ability.declared.implied)
        for this in program.bearing(ability.bearer, env.s)
    )


def _all_forbidden(e: core.AllForbidden, env: Env) -> Found:
    """For places, all are alike if no prohibition depends on the place."""
    of_place = core.is_variable(e.test.to, e.var)
    found = env.program.abilities("forbid", e.test.event)
    if not found or (of_place and not any(ability.asks_where for ability in found)):
        return _forbidden(replace(e.test, to=None), env)
    return evaluate(e.expanded(), env)


def banned_there(e: core.Forbidden, env: Env) -> int:
    """Where the item would go or, if it goes to supply, where it is."""
    if e.to is not None:
        return number(e.to, env)
    return env.s[number(e.item, env)] if _leaves(e) else 0


def _leaves(e: core.Forbidden) -> bool:
    return VERBS.to(e.event.verb) is To.SUPPLY


def forbids(ability: CheckedAbility, this: int, e: core.Forbidden, env: Env) -> bool:
    """Whether a prohibition carried by this thing applies."""
    if e.to is None and not _leaves(e) and ability.asks_where:
        return False
    item, actor = number(e.item, env), number(e.actor, env)
    program, board = env.program, env.program.layout.board
    if this and not is_active(this, ability.declared, env):
        return False
    kind = ability.event.kind
    if kind in board.kinds and not is_a(item, kind, env):
        return False
    taken = (evaluate(arg, env) for arg in e.args)
    there, owner = banned_there(e, env), program.owner_of(env.s, this) or actor
    registers = (actor, this, item, there, owner, *taken)
    inner = replace(env, registers=registers)
    if ability.test is None:
        hit(env, ability, "forbids")
    return ability.test is None or bool(evaluate(ability.test, inner))


def _can_change(e: core.CanChange, env: Env) -> Found:
    if reads_hidden(e.of, env.program.board, env.program.hidden_readers):
        return True
    return evaluate(e.of, env)


RULES: RuleTable = {
    core.Forbidden: _forbidden,
    core.AllForbidden: _all_forbidden,
    core.Replaceable: lambda e, env: bool(env.program.abilities("instead", e.event)),
    core.CanChange: _can_change,
}
