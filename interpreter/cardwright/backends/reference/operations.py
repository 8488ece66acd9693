"""The operations of a program, done by walking them: the meaning of each node."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from cardwright.backends.reference.expressions import Env, Found, value, values
from cardwright.program import operations as op
from cardwright.program import values as v

Given = tuple[Found] | None
"""What a function returns, or whether a question is open; None to go on with the next operation."""


def run(operations: Iterable[op.Operation], env: Env) -> Given:
    for operation in operations:
        given = _RULES[type(operation)](operation, env)
        if given is not None:
            return given
    return None


def _keep(target: v.Register | v.Var | None, found: Found, env: Env) -> None:
    if isinstance(target, v.Register):
        env.f[op.FRAME + target.index] = found
    elif target is not None:
        env.names[target.name] = found


def _effect(o: op.Do | op.Run | op.Leave, env: Env) -> Found:
    return getattr(env.game, o.effect)(*values(o.args, env))


def _set(o: op.Set, env: Env) -> None:
    _keep(o.target, value(o.value, env), env)


def _set_cell(o: op.SetCell, env: Env) -> None:
    env.s[o.cell] = value(o.value, env)


def _do(o: op.Do, env: Env) -> None:
    _keep(o.into, _effect(o, env), env)


def _log(o: op.Log, env: Env) -> None:
    env.game.log = (env.game.log, (o.point, *values(o.args, env)))


def _when(o: op.When, env: Env) -> Given:
    return run(o.body, env) if value(o.test, env) else None


def _for_each(o: op.ForEach, env: Env) -> Given:
    for item in value(o.source, env):
        env.names[o.var] = item
        run(o.body, env)
    return None


def _spend(o: op.Spend, env: Env) -> None:
    env.game.spend(o.steps)


def _hit(o: op.Hit, env: Env) -> None:
    env.hits[o.number] = 1


def _goto(o: op.Goto, env: Env) -> None:
    env.f[0] = o.block


def _branch(o: op.Branch, env: Env) -> None:
    env.f[0] = o.yes if value(o.test, env) else o.no


def _run(o: op.Run, env: Env) -> None:
    env.f[0] = o.after
    _effect(o, env)


def _ask(o: op.Ask, env: Env) -> Given:
    return (getattr(env.game, o.effect)(env.s, env.z, env.f, o.point),)


def _leave(o: op.Leave, env: Env) -> None:
    _effect(o, env)


_RULES: dict[type[op.Operation], Callable[[Any, Env], Given]] = {
    op.Set: _set, op.SetCell: _set_cell, op.Do: _do, op.Log: _log, op.When: _when,
    op.ForEach: _for_each, op.Spend: _spend, op.Hit: _hit, op.Goto: _goto, op.Branch: _branch,
    op.Run: _run,
    op.Ask: _ask, op.Leave: _leave, op.Return: lambda o, env: (value(o.value, env),),
}  # fmt: skip
