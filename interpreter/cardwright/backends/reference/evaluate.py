"""The reference evaluator: walks the core tree, slowly and obviously.

It defines the meaning of expressions. Compiled ones are tested against it on the conformance cases
and on random expressions; `why` and the tests of content use it too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from typing import Any

from cardwright.backends import intrinsics, networks
from cardwright.backends.limits import TooDeep, TooMuchWork
from cardwright.board.layout import SEATS, in_mask
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.declared import Ability, Option
from cardwright.language.front_end.checked import CheckedAbility
from cardwright.language.registry.operation import Operation
from cardwright.program import board_tables
from cardwright.program.hidden_reads import looks_at_hidden
from cardwright.program.linker import LinkedRules
from cardwright.source.records import dataclass

Found = int | tuple[int, ...]


class Unseen:
    """In place of a number that the reader of a state may not know: where something lies.

    It is no number, so that whatever takes it for one, to calculate with or to look up something
    by, has to ask it; only comparing is done without.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Env:
    """A position to evaluate in: the state, the frame's registers, bound variables."""

    program: LinkedRules
    s: Sequence[int]
    z: Sequence[Sequence[int]]
    registers: Sequence[Found] = ()
    variables: dict[int, Found] = field(default_factory=dict)
    spent: dict[str, int] = field(default_factory=dict)  # steps, and open calls by definition
    kept: dict[tuple[str, tuple[Found, ...]], tuple[Found, int]] = field(default_factory=dict)
    reached: dict[str, int] = field(default_factory=dict)  # by definition, how deep calls went

    def bind(self, var: int, item: Found) -> Env:
        return replace(self, variables={**self.variables, var: item})


def evaluate(e: Expr, env: Env) -> Found:
    """The value of an expression: a number, a flag as 0 or 1, an id, or a tuple of these."""
    steps = env.spent[_STEPS] = env.spent.get(_STEPS, 0) + 1
    if steps > MAX_STEPS:
        raise TooMuchWork(f"one expression takes more than {MAX_STEPS:,} steps")
    found = _RULES[type(e)](e, env)
    if env.program.coverage is not None:
        env.program.coverage.hit_test(e, bool(found))
    return int(found) if isinstance(found, bool) else found


MAX_STEPS = 2_000_000  # steps of an expression: this evaluator is slow, and keeps no values
_STEPS = ""


def number(e: Expr, env: Env) -> int:
    found = evaluate(e, env)
    assert not isinstance(found, tuple)
    return found


def items(e: Expr, env: Env) -> tuple[int, ...]:
    found = evaluate(e, env)
    assert isinstance(found, tuple)
    return found


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


def _held(zone: Expr, env: Env) -> Sequence[int]:
    return intrinsics.contents_of(env.z, number(zone, env), env.program.layout.zone_first)


def _set_of(e: core.SetOf, env: Env) -> Found:
    found = tuple(number(i, env) for i in e.items)
    return intrinsics.without_none(found) if any(i.type.optional for i in e.items) else found


def _get(e: core.Get, env: Env) -> Found:
    layout = env.program.layout
    if e.of is None:
        return _kept(env.s[layout.cells[("", e.field.name)]], e, env)
    of = number(e.of, env)
    if e.field.printed:
        found = layout.printed_on(layout.form(env.s, of), e.field)
        if isinstance(found, tuple) and e.type.base == "thing":
            return _left(found, env)
        return found  # type: ignore[return-value]
    item = layout.form(env.s, of)
    cell = layout.cells[(e.field.kind, e.field.name)]
    known = item.kind in layout.board.kinds and layout.board.is_a(item.kind, e.field.kind)
    return _kept(env.s[cell + of] if of and known else 0, e, env)


def _kept(cell: int, e: core.Get, env: Env) -> Found:
    """The value of a cell: of a set, its members."""
    return in_mask(cell, env.program.layout.members(e.field.type)) if e.field.type.many else cell


def _position(e: core.Position, env: Env) -> Found:
    of = number(e.of, env)
    if e.zone is not None:
        return intrinsics.rank_in(_held(e.zone, env), of)
    zone = env.s[of] - env.program.layout.zone_first
    return intrinsics.position(env.z, zone, of)


def _call(e: core.Call, env: Env) -> Found:
    """A definition: its body, then every active modifier in order of its operation."""
    args = tuple(evaluate(a, env) for a in e.args)
    if not env.program.checked.functions[e.name].deep or not isinstance(env.s, list):
        return _value(e, args, env)
    # A definition that calls itself is asked for the same values again and again. A state whose
    # reads are recorded has to be read each time.
    if (e.name, args) not in env.kept:
        env.kept[e.name, args] = _measured(e, args, env)
    found, height = env.kept[e.name, args]
    _reach(e.name, height, env)
    return found


def _measured(e: core.Call, args: tuple[Found, ...], env: Env) -> tuple[Found, int]:
    """A value, and how many calls are inside each other for it."""
    before, env.reached[e.name] = env.reached.get(e.name, 0), 0
    found = _value(e, args, env)
    height = env.reached[e.name] - env.spent.get(e.name, 0)
    env.reached[e.name] = before
    return found, height


def _reach(name: str, height: int, env: Env) -> None:
    """Goes so many calls deeper: what is kept is as deep as when it was worked out."""
    reached, deep = env.spent.get(name, 0) + height, env.program.checked.functions[name].deep
    if deep and reached > deep:
        raise TooDeep(name, deep)
    env.reached[name] = max(reached, env.reached.get(name, 0))


def _value(e: core.Call, args: tuple[Found, ...], env: Env) -> Found:
    function = env.program.checked.functions[e.name]
    inner = replace(env, variables=dict(enumerate(args)))
    _hit(env, function, "used")
    _reach(e.name, 1, env)
    open_ = env.spent.get(e.name, 0)
    env.spent[e.name] = open_ + 1
    found = evaluate(function.body, inner)
    for modifier in env.program.modifiers(e.name):
        found = _modified(modifier, found, inner, len(e.args))
    env.spent[e.name] = open_
    return found


def is_active(this: int, carried: Ability | Option, env: Env) -> bool:
    """Whether what a thing carries is active in this state."""
    conditions = env.program.conditions(env.s, this, carried)
    return env.program.is_in_place(env.s, this) and all(evaluate(e, env) for e in conditions)


def _modified(modifier: core.Modifier, found: Found, env: Env, count: int) -> Found:
    if not fits(modifier, env):
        return found
    for this in env.program.bearing(modifier.bearer, env.s):
        if this and not is_active(this, modifier.declared, env):
            continue
        bound = env.bind(count, env.program.owner_of(env.s, this)).bind(count + 1, this)
        if modifier.test is None or evaluate(modifier.test, bound):
            _hit(env, modifier, "applies")
            found = applied(modifier.operation, found, evaluate(modifier.value, bound))
    return found


def fits(modifier: core.Modifier, env: Env) -> bool:
    """Whether a modifier is about this thing: of a printed field, it names the kind."""
    item = env.variables.get(0, 0)
    if not modifier.of_kind:
        return True
    return not isinstance(item, tuple) and _is_a(item, modifier.of_kind, env)


def _hit(env: Env, node: object, mark: str) -> None:
    """Records coverage: what a scenario's expectations evaluate counts as run."""
    if env.program.coverage is not None:
        env.program.coverage.hit(node, mark)


def applied(operation: Operation, old: Found, value: Found) -> Found:
    """The value after a modifier."""
    if not operation.arithmetic:
        return value
    assert isinstance(old, int)
    assert isinstance(value, int)
    return _ARITH[operation.arithmetic](old, value)


_ARITH: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": intrinsics.product,
    "/": intrinsics.div, "mod": intrinsics.mod, "min": min, "max": max,
}  # fmt: skip
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip


def _arith(e: core.Arith, env: Env) -> Found:
    return _ARITH[e.op](number(e.left, env), number(e.right, env))


def _compare(e: core.Compare, env: Env) -> Found:
    left, right = evaluate(e.left, env), evaluate(e.right, env)
    if e.op in ("==", "!="):
        return (left == right) == (e.op == "==")
    return _COMPARE[e.op](number(e.left, env), number(e.right, env))


def _logic(e: core.Logic, env: Env) -> Found:
    if e.op == "and":
        return bool(evaluate(e.left, env) and evaluate(e.right, env))
    return bool(evaluate(e.left, env) or evaluate(e.right, env))


def _cond(e: core.Cond, env: Env) -> Found:
    return evaluate(e.then if evaluate(e.test, env) else e.other, env)


def _as_if(e: core.AsIf, env: Env) -> Found:
    item, layout = number(e.item, env), env.program.layout
    form = layout.designs[item] if e.form is None else number(e.form, env)
    return evaluate(e.body, replace(env, s=_AsIf(env.s, layout.forms + item, form)))


@dataclass(frozen=True, slots=True)
class _AsIf(Sequence[int]):
    """A state in which one cell has another value."""

    s: Sequence[int]
    cell: int
    value: int

    def __getitem__(self, at: Any) -> Any:
        return self.value if at == self.cell else self.s[at]

    def __len__(self) -> int:
        return len(self.s)


def _is_kind(e: core.IsKind | core.AsKind, env: Env) -> Found:
    return _is_a(number(e.of, env), e.kind, env)


def _is_a(item: int, kind: str, env: Env) -> bool:
    if isinstance(item, Unseen):
        those = env.program.layout.possible(kind) if kind in env.program.layout.board.kinds else ()
        return any(item == i and _is_of(i, kind, env) for i in those)
    board, own = env.program.layout.board, env.program.layout.form(env.s, item).kind
    return own in board.kinds and board.is_a(own, kind)


def _domain(e: core.Domain, env: Env) -> Found:
    layout = env.program.layout
    if e.kind == "player":
        return tuple(env.z[layout.zone_id(SEATS) - layout.zone_first])
    found = tuple(i for i in layout.possible(e.kind) if _is_of(i, e.kind, env))
    if layout.board.root(e.kind) == "place":
        return _left(found, env)
    if e.supply:
        tokens = layout.uncreated(e.kind)
        return tuple(i for i in found if not env.s[i] and i not in tokens)
    free = layout.always_there(e.kind)
    return tuple(i for i in found if env.s[i] or i in free)


def _is_of(item: int, kind: str, env: Env) -> bool:
    """Whether a thing is of a kind now."""
    layout = env.program.layout
    return not layout.forms or layout.board.is_a(layout.form(env.s, item).kind, kind)


def _left(found: tuple[int, ...], env: Env) -> tuple[int, ...]:
    """The things without places that are out of the game."""
    return tuple(i for i in found if not env.s[env.program.layout.gone_cell(i)])


def _values(e: core.Values, env: Env) -> Found:
    return tuple(range(1, len(env.program.layout.board.enums[e.enum].values) + 1))


def _count(e: core.Count | core.Exists, env: Env) -> Found:
    """The size of a set; that of a whole zone without reading its contents, which may be hidden."""
    if isinstance(e.source, core.Contents):
        return len(_held(e.source.zone, env))
    return len(items(e.source, env))


def _contents(e: core.Contents, env: Env) -> Found:
    return tuple(_held(e.zone, env))


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
    zone = items(e.zone, env) if e.zone.type.many else _held(e.zone, env)
    if e.number is None:
        return intrinsics.top(zone, e.bottom)
    return intrinsics.take_top(zone, e.bottom, number(e.number, env))


def _after(e: core.After, env: Env) -> Found:
    layout = env.program.layout
    next_one = intrinsics.seat_before if e.back else intrinsics.next_seat
    return next_one(env.z[layout.zone_id(SEATS) - layout.zone_first], number(e.of, env))


def _step(e: core.Step, env: Env) -> Found:
    return next(iter(_ray(e, env)), 0)


def _ray(e: core.Step | core.Ray, env: Env) -> tuple[int, ...]:
    """Up to the first place that is out of the game."""
    layout = env.program.layout
    ray = board_tables.rays(layout, e.kind)[number(e.way, env)][number(e.of, env)]
    return networks.take_while(ray, lambda place: not env.s[layout.gone_cell(place)], False)


def _take_while(e: core.TakeWhile, env: Env) -> Found:
    test = lambda item: evaluate(e.test, env.bind(e.var, item))  # noqa: E731
    return networks.take_while(items(e.source, env), test, e.last)


def _flat_map(e: core.FlatMap, env: Env) -> Found:
    sets = (items(e.body, env.bind(e.var, item)) for item in items(e.source, env))
    return tuple(item for found in sets for item in found)


def _connection(e: core.Connection, env: Env) -> Found:
    layout = env.program.layout
    within = items(e.within, env) if e.within is not None else None
    args = [number(arg, env) for arg in e.args]
    if e.op == "path" and e.edges is not None:
        edges, ends, closed = _edges(e, env)
        ranks = board_tables.ranks(layout, e.edges.type.of)
        return networks.longest_path(edges, ends, ranks, closed, *_lengths(e, env))
    if e.op == "distance" and (lengths := _lengths(e, env)):
        edges, ends, closed = _edges(e, env)
        no_way = board_tables.no_way(layout, e.kind)
        return networks.way(args[0], args[1], within, edges, ends, closed, lengths[0], no_way)
    near = board_tables.near(layout, e.kind) if e.edges is None else networks.web(*_edges(e, env))
    match e.op:
        case "beside":
            return networks.beside(args[0], near)
        case "group":
            return networks.group(args[0], within, near)
        case "distance":
            no_way = board_tables.no_way(layout, e.kind)
            return networks.distance(args[0], args[1], within, near, no_way)
        case "groups":
            return networks.groups(within, near)
    return networks.border(within or (), near)


def _lengths(e: core.Connection, env: Env) -> list[list[int]]:
    """The lengths of edges, if they have any."""
    layout = env.program.layout
    if e.edges is None or not layout.board.has_lengths(e.kind):
        return []
    return [board_tables.lengths(layout, e.kind)]


def _edges(e: core.Connection, env: Env) -> tuple[Any, ...]:
    """The edges, what they join, and the places where one may not go on."""
    assert e.edges is not None
    ends = board_tables.ends(env.program.layout, e.kind)
    return items(e.edges, env), ends, items(e.closed, env) if e.closed is not None else ()


def _line(e: core.LongestLine, env: Env) -> Found:
    table = board_tables.lines(env.program.layout, e.kind)
    return intrinsics.longest_line(items(e.source, env), number(e.cell, env), table)


def _nth(e: core.Nth, env: Env) -> Found:
    return intrinsics.nth(number(e.index, env), [number(i, env) for i in e.items])


def _difference(e: core.Difference, env: Env) -> Found:
    right = evaluate(e.right, env)
    out = right if isinstance(right, tuple) else (right,)
    return tuple(i for i in items(e.left, env) if i not in out)


def _joined(e: core.Union, env: Env) -> Found:
    right = evaluate(e.right, env)
    return (*items(e.left, env), *(right if isinstance(right, tuple) else (right,)))


def _forbidden(e: core.Forbidden, env: Env) -> Found:
    program = env.program
    return any(
        forbids(ability, this, e, env)
        for ability in program.abilities("forbid", e.verb, e.kind)
        if not (e.fits and ability.declared.implied)
        for this in program.bearing(ability.bearer, env.s)
    )


def _can_change(e: core.CanChange, env: Env) -> Found:
    if looks_at_hidden(e.of, env.program.board, env.program.telling):
        return True
    return evaluate(e.of, env)


def _all_forbidden(e: core.AllForbidden, env: Env) -> Found:
    """Of places, one is like the other if no prohibition asks about them."""
    of_place = isinstance(e.test.to, core.Var) and e.test.to.index == e.var
    found = env.program.abilities("forbid", e.test.verb, e.test.kind)
    if not found or (of_place and not any(ability.asks_where for ability in found)):
        return _forbidden(replace(e.test, to=None), env)
    return evaluate(e.expanded(), env)


def banned_there(e: core.Forbidden, env: Env) -> int:
    """Where the item would go or, if it is removed, where it is."""
    if e.to is not None:
        return number(e.to, env)
    return env.s[number(e.item, env)] if e.verb == "remove" else 0


def forbids(ability: CheckedAbility, this: int, e: core.Forbidden, env: Env) -> bool:
    """Whether a prohibition carried by this thing is one of those that are asked about."""
    if e.to is None and e.verb != "remove" and ability.asks_where:
        return False
    item, actor = number(e.item, env), number(e.actor, env)
    program, board = env.program, env.program.layout.board
    if this and not is_active(this, ability.declared, env):
        return False
    if ability.kind in board.kinds and not _is_a(item, ability.kind, env):
        return False
    taken = (evaluate(arg, env) for arg in e.args)
    there, owner = banned_there(e, env), program.owner_of(env.s, this)
    registers = (actor, this, item, there, owner, *taken)
    inner = replace(env, registers=registers)
    if ability.test is None:
        _hit(env, ability, "forbids")
    return ability.test is None or bool(evaluate(ability.test, inner))


_RULES: dict[type[Expr], Callable[..., Found]] = {
    core.Lit: lambda e, env: e.value,
    core.Named: _named, core.ZoneOf: _zone_of, core.SetOf: _set_of,
    core.Reg: lambda e, env: env.registers[e.index],
    core.Var: lambda e, env: env.variables[e.index],
    core.Get: _get,
    core.LocationOf: lambda e, env: env.s[number(e.of, env)],
    core.Owner: lambda e, env: env.s[env.program.layout.owner + number(e.of, env)],
    core.Position: _position, core.Call: _call, core.Arith: _arith, core.Compare: _compare,
    core.Logic: _logic, core.Not: lambda e, env: not evaluate(e.of, env), core.Cond: _cond,
    core.Member: lambda e, env: evaluate(e.item, env) in items(e.source, env),
    core.IsKind: _is_kind, core.Domain: _domain, core.Values: _values,
    core.AsKind: lambda e, env: number(e.of, env) if _is_kind(e, env) else 0,
    core.Numbers: lambda e, env: intrinsics.numbers(number(e.low, env), number(e.high, env)),
    core.Places: lambda e, env: tuple(env.s[i] for i in items(e.source, env)),
    core.Contents: _contents, core.Filter: _filter, core.Reduce: _reduce, core.ArgMax: _best,
    core.Distinct: _distinct, core.SortBy: _arranged,
    core.DesignOf: lambda e, env: env.program.layout.design(env.s, number(e.of, env)),
    core.StartFrom: _start_from,
    core.Only: lambda e, env: intrinsics.only(items(e.source, env)),
    core.Count: _count, core.Exists: lambda e, env: bool(_count(e, env)),
    core.TopOf: _top_of, core.ElementAt: _element_at, core.After: _after, core.LongestLine: _line,
    core.Nth: _nth,
    core.Difference: _difference, core.Union: _joined, core.Forbidden: _forbidden,
    core.AllForbidden: _all_forbidden,
    core.Step: _step, core.Ray: _ray, core.TakeWhile: _take_while, core.FlatMap: _flat_map,
    core.Connection: _connection,
    core.Replaceable: lambda e, env: bool(env.program.abilities("instead", e.verb, e.kind)),
    core.CanChange: _can_change, core.AsIf: _as_if,
}  # fmt: skip
