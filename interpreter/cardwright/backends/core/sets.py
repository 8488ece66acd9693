"""Sets and lists: members, selections, and calculations over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardwright.backends import intrinsics, networks
from cardwright.backends.core.evaluate import Env, Found, RuleTable, evaluate, items, number
from cardwright.board.layout import SEATS
from cardwright.language import core
from cardwright.language.core import Expr


def held(zone: Expr, env: Env) -> Sequence[int]:
    return intrinsics.contents_of(env.z, number(zone, env), env.program.layout.zone_first)


def _set_of(e: core.SetOf, env: Env) -> Found:
    found = tuple(dict.fromkeys(number(i, env) for i in e.items))
    return intrinsics.without_none(found) if any(i.type.optional for i in e.items) else found


def _count(e: core.Count | core.Exists, env: Env) -> Found:
    """The size of a set; that of a whole zone without reading its contents, which may be hidden."""
    if isinstance(e.source, core.Contents):
        return len(held(e.source.zone, env))
    return len(items(e.source, env))


def _position(e: core.Position, env: Env) -> Found:
    of = number(e.of, env)
    if e.zone is not None:
        return intrinsics.rank_in(held(e.zone, env), of)
    zone = env.s[of] - env.program.layout.zone_first
    return intrinsics.position(env.z, zone, of)


def _key(
    e: core.Reduce | core.ArgMax | core.Distinct | core.SortBy, env: Env
) -> Callable[[int], int]:
    """The number by which members of a set are compared or counted."""
    return lambda item: number(e.body, env.bind(e.var, item))


def _reduce(e: core.Reduce, env: Env) -> Found:
    found = [*map(_key(e, env), items(e.source, env))]
    if e.op == "sum":
        return sum(found)
    return max(found, default=0) if e.op == "highest" else min(found, default=0)


def _best(e: core.ArgMax, env: Env) -> Found:
    sign = 1 if e.op == "highest" else -1
    pick = intrinsics.first_best if e.one else intrinsics.arg_best
    return pick(items(e.source, env), _key(e, env), sign)


def _top_of(e: core.TopOf, env: Env) -> Found:
    zone = items(e.zone, env) if e.zone.type.many else held(e.zone, env)
    if e.number is None:
        return intrinsics.top(zone, e.bottom)
    return intrinsics.take_top(zone, e.bottom, number(e.number, env))


def _after(e: core.After, env: Env) -> Found:
    layout = env.program.layout
    next_one = intrinsics.seat_before if e.back else intrinsics.next_seat
    return next_one(env.z[layout.zone_id(SEATS) - layout.zone_first], number(e.of, env))


def _take_while(e: core.TakeWhile, env: Env) -> Found:
    test = lambda item: evaluate(e.test, env.bind(e.var, item))  # noqa: E731
    return networks.take_while(items(e.source, env), test, e.last)


def _flat_map(e: core.FlatMap, env: Env) -> Found:
    sets = (items(e.body, env.bind(e.var, item)) for item in items(e.source, env))
    return tuple(item for found in sets for item in found)


def _difference(e: core.Difference, env: Env) -> Found:
    right = evaluate(e.right, env)
    out = right if isinstance(right, tuple) else (right,)
    return tuple(i for i in items(e.left, env) if i not in out)


def _joined(e: core.Union, env: Env) -> Found:
    right = evaluate(e.right, env)
    return (*items(e.left, env), *(right if isinstance(right, tuple) else (right,)))


RULES: RuleTable = {
    core.SetOf: _set_of, core.Count: _count, core.Position: _position, core.Reduce: _reduce,
    core.ArgMax: _best, core.TopOf: _top_of, core.After: _after, core.TakeWhile: _take_while,
    core.FlatMap: _flat_map, core.Difference: _difference, core.Union: _joined,
    core.Values: lambda e, env: env.program.layout.members(e.type),
    core.Numbers: lambda e, env: intrinsics.numbers(number(e.low, env), number(e.high, env)),
    core.Places: lambda e, env: tuple(env.s[i] for i in items(e.source, env)),
    core.Contents: lambda e, env: tuple(held(e.zone, env)),
    core.Exists: lambda e, env: bool(_count(e, env)),
    core.Filter: lambda e, env: tuple(
        i for i in items(e.source, env) if evaluate(e.test, env.bind(e.var, i))
    ),
    core.Distinct: lambda e, env: intrinsics.distinct(items(e.source, env), _key(e, env)),
    core.SortBy: lambda e, env: intrinsics.sort_by(items(e.source, env), _key(e, env)),
    core.StartFrom: lambda e, env: intrinsics.start_from(
        items(e.source, env), number(e.start, env)
    ),
    core.ElementAt: lambda e, env: intrinsics.nth(number(e.position, env), items(e.source, env)),
    core.Only: lambda e, env: intrinsics.only(items(e.source, env)),
}  # fmt: skip
