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


def _set_cell(o: op.SetCell, env: Env) -> None:
    env.s[o.cell] = value(o.value, env)


def _log(o: op.Log, env: Env) -> None:
    env.game.log = (env.game.log, (o.point, *values(o.args, env)))


def _for_each(o: op.ForEach, env: Env) -> Given:
    for item in value(o.source, env):
        env.names[o.var] = item
        run(o.body, env)
    return None


def _hit(o: op.Hit, env: Env) -> None:
    env.hits[o.number] = 1


def _goto(o: op.Goto, env: Env) -> None:
    env.f[0] = o.block


def _branch(o: op.Branch, env: Env) -> None:
    env.f[0] = o.yes if value(o.test, env) else o.no


def _run(o: op.Run, env: Env) -> None:
    env.f[0] = o.after
    _effect(o, env)


_RULES: dict[type[op.Operation], Callable[[Any, Env], Given]] = {
    op.Set: lambda o, env: _keep(o.target, value(o.value, env), env),
    op.SetCell: _set_cell,
    op.Do: lambda o, env: _keep(o.into, _effect(o, env), env),
    op.Log: _log,
    op.When: lambda o, env: run(o.body, env) if value(o.test, env) else None,
    op.ForEach: _for_each,
    op.Spend: lambda o, env: env.game.spend(o.steps),
    op.Hit: _hit,
    op.Goto: _goto,
    op.Branch: _branch,
    op.Run: _run,
    op.Ask: lambda o, env: (getattr(env.game, o.effect)(env.s, env.z, env.f, o.point),),
    op.Leave: lambda o, env: _keep(None, _effect(o, env), env),
    op.Return: lambda o, env: (value(o.value, env),),
}
