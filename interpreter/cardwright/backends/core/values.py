"""Single values: names, printed values and counters, arithmetic, comparisons and conditions."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.backends import intrinsics
from cardwright.backends.core.evaluate import Env, Found, RuleTable, evaluate, items, number
from cardwright.backends.core.kinds import in_game
from cardwright.board.layout import in_mask
from cardwright.language import core


def _named(e: core.Named, env: Env) -> Found:
    layout = env.program.layout
    if e.type.base == "enum":
        return layout.enum(e.owner, e.name)
    if e.type.base == "design":
        return layout.design_of(e.owner, e.name)
    return layout.named(e.owner, e.name)


def _zone_of(e: core.ZoneOf, env: Env) -> Found:
    layout = env.program.layout
    player = number(e.player, env) if e.player else 0
    if layout.is_missing(e.zone) or (e.player and not player):
        return 0
    return layout.zone_id(e.zone, player)


def _get(e: core.Get, env: Env) -> Found:
    layout = env.program.layout
    if e.of is None:
        return _cell_value(env.s[layout.cells[("", e.field.name)]], e, env)
    of = number(e.of, env)
    if e.field.printed:
        found = layout.printed_on(layout.form(env.s, of), e.field)
        if isinstance(found, tuple) and e.type.base == "thing":
            return in_game(found, env)
        return found  # type: ignore[return-value]
    item = layout.form(env.s, of)
    cell = layout.cells[(e.field.kind, e.field.name)]
    known = item.kind in layout.board.kinds and layout.board.is_a(item.kind, e.field.kind)
    return _cell_value(env.s[cell + of] if of and known else 0, e, env)


def _cell_value(cell: int, e: core.Get, env: Env) -> Found:
    """The value of a cell; for a set, its members."""
    return in_mask(cell, env.program.layout.members(e.field.type)) if e.field.type.many else cell


ARITH: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": intrinsics.product,
    "/": intrinsics.div, "mod": intrinsics.mod, "min": min, "max": max,
}  # fmt: skip
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip


def _compare(e: core.Compare, env: Env) -> Found:
    left, right = evaluate(e.left, env), evaluate(e.right, env)
    if e.op in ("==", "!="):
        return (left == right) == (e.op == "==")
    return _COMPARE[e.op](number(e.left, env), number(e.right, env))


def _logic(e: core.Logic, env: Env) -> Found:
    if e.op == "and":
        return bool(evaluate(e.left, env) and evaluate(e.right, env))
    return bool(evaluate(e.left, env) or evaluate(e.right, env))


RULES: RuleTable = {
    core.Lit: lambda e, env: e.value,
    core.Named: _named, core.ZoneOf: _zone_of,
    core.Reg: lambda e, env: env.registers[e.index],
    core.Var: lambda e, env: env.variables[e.index],
    core.Get: _get,
    core.LocationOf: lambda e, env: env.s[number(e.of, env)],
    core.Owner: lambda e, env: env.s[env.program.layout.owner + number(e.of, env)],
    core.Arith: lambda e, env: ARITH[e.op](number(e.left, env), number(e.right, env)),
    core.Compare: _compare, core.Logic: _logic,
    core.Not: lambda e, env: not evaluate(e.of, env),
    core.Cond: lambda e, env: evaluate(e.then if evaluate(e.test, env) else e.other, env),
    core.Member: lambda e, env: evaluate(e.item, env) in items(e.source, env),
    core.Nth: lambda e, env: intrinsics.nth(
        number(e.index, env), [number(i, env) for i in e.items]
    ),
}  # fmt: skip
