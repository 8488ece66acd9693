"""Definitions: their bodies, with every active modifier."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

from cardwright.backends.core.evaluate import Env, Found, RuleTable, evaluate, hit
from cardwright.backends.core.kinds import is_a
from cardwright.backends.core.values import ARITH
from cardwright.backends.game_errors import TooDeep
from cardwright.backends.recursion_limit import deep_calls
from cardwright.language import core
from cardwright.language.declared import Ability, Option
from cardwright.language.registry.operation import Operation


def _call(e: core.Call, env: Env) -> Found:
    """The value of a definition: its body, then every active modifier in order of its operation."""
    args = tuple(evaluate(a, env) for a in e.args)
    if not env.program.checked.functions[e.name].deep or not isinstance(env.s, list):
        return _value(e, args, env)
    # A recursive definition is evaluated for the same values again and again. A state whose reads
    # are recorded has to be read each time.
    if (e.name, args) not in env.kept:
        env.kept[e.name, args] = _measured(e, args, env)
    found, height = env.kept[e.name, args]
    _reach(e.name, height, env)
    return found


def _measured(e: core.Call, args: tuple[Found, ...], env: Env) -> tuple[Found, int]:
    """A value, and the depth of nested calls for it."""
    before, env.reached[e.name] = env.reached.get(e.name, 0), 0
    found = _value(e, args, env)
    height = env.reached[e.name] - env.spent.get(e.name, 0)
    env.reached[e.name] = before
    return found, height


def _reach(name: str, height: int, env: Env) -> None:
    """Notes that calls go this much deeper: a cached value has the depth it had when it was
    computed.
    """
    reached, deep = env.spent.get(name, 0) + height, env.program.checked.functions[name].deep
    if deep and reached > deep:
        raise TooDeep(name, deep)
    env.reached[name] = max(reached, env.reached.get(name, 0))


def _value(e: core.Call, args: tuple[Found, ...], env: Env) -> Found:
    function = env.program.checked.functions[e.name]
    inner = replace(env, variables=dict(enumerate(args)))
    hit(env, function, "used")
    _reach(e.name, 1, env)
    open_ = env.spent.get(e.name, 0)
    env.spent[e.name] = open_ + 1
    with deep_calls() if len(env.spent) == 1 and not open_ else nullcontext():
        found = evaluate(function.body, inner)
        for modifier in env.program.modifiers(e.name):
            found = _modified(modifier, found, inner, len(e.args))
    if open_:
        env.spent[e.name] = open_
    else:
        del env.spent[e.name]
    return found


def is_active(this: int, carried: Ability | Option, env: Env) -> bool:
    """Whether a carried ability is active in this state."""
    program = env.program
    return program.is_in_place(env.s, this) and all(
        evaluate(condition, env) for condition in program.conditions(env.s, this, carried)
    )


def _modified(modifier: core.Modifier, found: Found, env: Env, count: int) -> Found:
    if not fits(modifier, env):
        return found
    for this in env.program.bearing(modifier.bearer, env.s):
        if this and not is_active(this, modifier.declared, env):
            continue
        bound = env.bind(count, env.program.owner_of(env.s, this)).bind(count + 1, this)
        if modifier.test is None or evaluate(modifier.test, bound):
            hit(env, modifier, "applies")
            found = applied(modifier.operation, found, evaluate(modifier.value, bound))
    return found


def fits(modifier: core.Modifier, env: Env) -> bool:
    """Whether a modifier is about this thing: one of a printed field names the kind."""
    item = env.variables.get(0, 0)
    if not modifier.of_kind:
        return True
    return not isinstance(item, tuple) and is_a(item, modifier.of_kind, env)


def applied(operation: Operation, old: Found, value: Found) -> Found:
    """The value after a modifier."""
    if not operation.arithmetic:
        return value
    assert isinstance(old, int)
    assert isinstance(value, int)
    return ARITH[operation.arithmetic](old, value)


RULES: RuleTable = {core.Call: _call}
