"""Sets and lists: members, selections, and calculations over them."""

from __future__ import annotations

from collections.abc import Sequence

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


def _values(e: core.Values, env: Env) -> Found:
    return tuple(range(1, len(env.program.layout.board.enums[e.enum].values) + 1))


def _count(e: core.Count | core.Exists, env: Env) -> Found:
    """The size of a set; that of a whole zone without reading its contents, which may be hidden."""
    if isinstance(e.source, core.Contents):
        return len(held(e.source.zone, env))
    return len(items(e.source, env))


def _contents(e: core.Contents, env: Env) -> Found:
    return tuple(held(e.zone, env))


def _position(e: core.Position, env: Env) -> Found:
    of = number(e.of, env)
    if e.zone is not None:
        return intrinsics.rank_in(held(e.zone, env), of)
    zone = env.s[of] - env.program.layout.zone_first
    return intrinsics.position(env.z, zone, of)


def _filter(e: core.Filter, env: Env) -> Found:
    return tuple(i for i in items(e.source, env) if evaluate(e.test, env.bind(e.var, i)))


def _reduce(e: core.Reduce, env: Env) -> Found:
    found = [number(e.body, env.bind(e.var, i)) for i in items(e.source, env)]
    if e.op == "sum":
        return sum(found)
    return max(found, default=0) if e.op == "highest" else min(found, default=0)


def _best(e: core.ArgMax, env: Env) -> Found:
    sign = 1 if e.op == "highest" else -1
    pick = intrinsics.first_best if e.one else intrinsics.arg_best
    return pick(items(e.source, env), lambda i: number(e.body, env.bind(e.var, i)), sign)


def _distinct(e: core.Distinct, env: Env) -> Found:
    source = items(e.source, env)
    return intrinsics.distinct(source, lambda i: number(e.body, env.bind(e.var, i)))


def _arranged(e: core.SortBy, env: Env) -> Found:
    return intrinsics.sort_by(items(e.source, env), lambda i: number(e.body, env.bind(e.var, i)))


def _start_from(e: core.StartFrom, env: Env) -> Found:
    return intrinsics.start_from(items(e.source, env), number(e.start, env))


def _element_at(e: core.ElementAt, env: Env) -> Found:
    return intrinsics.nth(number(e.position, env), items(e.source, env))


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
    core.SetOf: _set_of, core.Values: _values,
    core.Numbers: lambda e, env: intrinsics.numbers(number(e.low, env), number(e.high, env)),
    core.Places: lambda e, env: tuple(env.s[i] for i in items(e.source, env)),
    core.Contents: _contents, core.Count: _count, core.Position: _position,
    core.Exists: lambda e, env: bool(_count(e, env)),
    core.Filter: _filter, core.Reduce: _reduce, core.ArgMax: _best, core.Distinct: _distinct,
    core.SortBy: _arranged, core.StartFrom: _start_from, core.ElementAt: _element_at,
    core.TopOf: _top_of, core.After: _after, core.TakeWhile: _take_while, core.FlatMap: _flat_map,
    core.Only: lambda e, env: intrinsics.only(items(e.source, env)),
    core.Difference: _difference, core.Union: _joined,
}  # fmt: skip
