"""The values of a program, evaluated by walking them: the meaning of each node."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from operator import add, eq, ge, gt, le, lt, ne, sub
from typing import Any

from cardwright.backends import intrinsics, networks
from cardwright.backends.value_cache import ValueCache
from cardwright.program import values as v
from cardwright.program.operations import FRAME
from cardwright.program.primitives import FUNCTIONS
from cardwright.source.records import dataclass
from cardwright.source.text import Span

Found = Any  # a number, a set, a table, or another argument of a primitive


@dataclass(frozen=True, slots=True)
class Env:
    """The environment in which values are evaluated: `names` are local, `given` the tables and
    functions.

    `hits` is where coverage is recorded, `cache` has the values of definitions, and budgets.
    `watch` is called with each value that has a source text, and its result, innermost first; not
    with those evaluated for each member of a set.
    """

    game: Any
    s: list[int]
    z: list[list[int]]
    f: list[Any]
    given: Mapping[str, Any]
    cache: ValueCache
    hits: list[int]
    names: dict[str, Found] = field(default_factory=dict)
    watch: Callable[[v.Value, Found], None] | None = None
    within: Span | None = None  # the text that is being evaluated, which may have several values

    def bind(self, name: str, found: Found) -> Env:
        return replace(self, names={**self.names, name: found}, watch=None)


def value(e: v.Value, env: Env) -> Found:
    if env.watch is None or e.span is None or e.span == env.within:
        return _RULES[type(e)](e, env)
    found = _RULES[type(e)](e, replace(env, within=e.span))
    env.watch(e, found)
    return found


def values(of: Sequence[v.Value], env: Env) -> list[Found]:
    return [value(e, env) for e in of]


# ------------------------------------------------------------------------------- primitives

_BUILT_IN: dict[str, Callable[..., Found]] = {
    "min": min, "max": max, "fixed": tuple, "count": len, "some": bool, "sum": sum,
    "highest": lambda found: max(found, default=0), "lowest": lambda found: min(found, default=0),
}  # fmt: skip


def _primitive(name: str) -> Callable[..., Found]:
    module = intrinsics if hasattr(intrinsics, name) else networks
    found: Callable[..., Found] = _BUILT_IN.get(name) or getattr(module, name)
    return found


PRIMITIVES = {name: _primitive(name) for name in FUNCTIONS}
_ARITH = {"+": add, "-": sub}
_COMPARE = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


# ------------------------------------------------------------------------------------- rules


def _in(e: v.In, env: Env) -> bool:
    item = value(e.item, env)
    return (item in value(e.set, env)) != e.absent


def _first(tests: Sequence[v.Value], env: Env, stops: bool) -> Found:
    """The first test that stops, or else the last: the result of `and` and `or`."""
    found = stops
    for test in tests:
        found = value(test, env)
        if bool(found) == stops:
            break
    return found


def _items(e: v.Items, env: Env) -> tuple[Found, ...]:
    found: list[Found] = []
    for part in e.parts:
        if isinstance(part, v.Spread):
            found += value(part.of, env)
        else:
            found.append(value(part, env))
    return tuple(found)


def _members(loops: Sequence[v.Loop], env: Env) -> Iterator[Env]:
    """Each way to bind the variables of loops, the first loop being the outer one."""
    if not loops:
        yield env
        return
    loop, *inner = loops
    for item in value(loop.source, env):
        bound = env.bind(loop.var, item)
        if all(value(test, bound) for test in loop.tests):
            yield from _members(inner, bound)


def _as_if(e: v.AsIf, env: Env) -> Found:
    other = env.s[:]
    other[value(e.cell, env)] = value(e.value, env)
    return value(e.body, replace(env, s=other))


def _observed(e: v.Observed, env: Env) -> Found:
    found = value(e.test, env)
    env.hits[e.true if found else e.false] = 1
    return found


def _reached(e: v.Reached, env: Env) -> bool:
    env.hits[e.number] = 1
    return True


_RULES: dict[type[v.Value], Callable[[Any, Env], Found]] = {
    v.Const: lambda e, env: e.value,
    v.Var: lambda e, env: env.names[e.name],
    v.Register: lambda e, env: env.f[FRAME + e.index],
    v.Table: lambda e, env: env.given[e.name],
    v.State: lambda e, env: env.s,
    v.Zones: lambda e, env: env.z,
    v.Cell: lambda e, env: env.s[value(e.at, env)],
    v.Zone: lambda e, env: env.z[value(e.at, env)],
    v.Entry: lambda e, env: value(e.of, env)[value(e.at, env)],
    v.Arith: lambda e, env: _ARITH[e.op](value(e.left, env), value(e.right, env)),
    v.Compare: lambda e, env: _COMPARE[e.op](value(e.left, env), value(e.right, env)),
    v.Between: lambda e, env: e.low <= value(e.of, env) <= e.high,
    v.In: _in,
    v.And: lambda e, env: _first(e.tests, env, stops=False),
    v.Or: lambda e, env: _first(e.tests, env, stops=True),
    v.Not: lambda e, env: not value(e.of, env),
    v.Else: lambda e, env: value(e.value, env) or value(e.other, env),
    v.Select: lambda e, env: value(e.then if value(e.test, env) else e.other, env),
    v.Items: _items,
    v.Collect: lambda e, env: [value(e.each, bound) for bound in _members(e.loops, env)],
    v.Exists: lambda e, env: any(True for _ in _members((e.loop,), env)),
    v.Key: lambda e, env: lambda item: value(e.body, env.bind(e.var, item)),
    v.Call: lambda e, env: PRIMITIVES[e.name](*values(e.args, env)),
    v.Query: lambda e, env: getattr(env.game, e.name)(*values(e.args, env)),
    v.Invoke: lambda e, env: env.given[e.function](env.s, env.z, *values(e.args, env)),
    v.AsIf: _as_if,
    v.Caching: lambda e, env: env.cache.within(env.s, env.z, lambda: value(e.body, env)),
    v.Counted: lambda e, env: env.cache.counted(value(e.source, env), e.weight),
    v.Observed: _observed,
    v.Reached: _reached,
}
