"""Upper bounds on the work of expressions, computed before anything is played.

Sets inside sets multiply, and so do definitions that call each other. Responsible for these bounds,
which assume that everything that can exist does. An expression that may be too much work is
measured in play (see `heavy_expressions`); those that can't be measured are refused in
`cost_reports`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar

from cardwright.board import network
from cardwright.board.model import Board
from cardwright.board.types import Type, thing
from cardwright.language import core
from cardwright.language.active import SILENCED, active_conditions
from cardwright.language.analysis.reach import Needed, Reach, summed
from cardwright.language.analysis.set_sizes import UNBOUNDED, SetSizes
from cardwright.language.core import Expr
from cardwright.language.declared import Ability
from cardwright.language.front_end.checked import Checked, CheckedAbility
from cardwright.language.graph_walks import postorder
from cardwright.source.text import Span

Some = TypeVar("Some")
MAX_STEPS = 20_000_000  # the most steps of one expression
LOOK_UP = 20  # the steps to look up a cached value
HEAVY = 2_000_000  # the steps from which an expression caches values while it is evaluated
CACHE_FROM = 200  # the steps from which caching the values of a definition pays off
UNKNOWN = 1_000  # the assumed size of a set of unknown size
ENDLESS = UNBOUNDED
_MUCH = 1_000 * MAX_STEPS  # beyond this, more steps make no difference
_OPEN = 20  # definitions nested more deeply than this are in a cycle
Loop = tuple[str, int]  # a variable or a register that goes through a set
Loops = Mapping[Loop, int]  # loops with the size of each one's set
NOTHING: Mapping[str, int] = MappingProxyType({})


class Costs:
    """Upper bounds on the steps of expressions and the sizes of sets in one game.

    `count`: the number of things of a kind; by default all that there can be. `things`: the same by
    kind, rounded, for callers that know it. `transfers`: whether some effect of the game may give
    something to another player, for callers that know more effects than `checked` has.
    """

    def __init__(
        self,
        checked: Checked,
        known: Mapping[str, int] = NOTHING,
        plain: Costs | None = None,
        count: Callable[[Board, str], int] | None = None,
        things: Mapping[str, int] | None = None,
        transfers: bool | None = None,
    ) -> None:
        self.checked, self._plain_costs = checked, plain
        self.board: Board = checked.board
        self._definitions: dict[str, int] = dict(known) if plain is None else {}
        self._leads: dict[str, Collection[str]] = plain._leads if plain else {}
        self._open: set[str] = set()
        self._open_places: dict[str, int] = {}  # by kind of edges, for longest paths
        self.sizes: SetSizes = SetSizes(checked, self.plain_size, transfers)
        self._loops: Loops = {}
        self._too_long: list[Expr] = []  # lists of numbers that would be truncated
        self._whole: dict[int, tuple[Expr, int]] = {}  # by id, expressions outside of loops
        self._with_caching: Costs | None = None
        # The number of things of each kind.
        self.things: Mapping[str, int] = (plain.things if plain else things) or {
            kind: _rounded(number, may_grow=self.board.root(kind) == "card")
            for kind, number in _numbers(self.board, count).items()
        }

    @property
    def with_caching(self) -> Costs:
        """The same bounds if the values of costly definitions are cached."""
        self._with_caching = self._with_caching or Costs(
            self.checked, plain=self, transfers=self.sizes.transfers
        )
        return self._with_caching

    def work(self, expr: Expr) -> int:
        """The most steps of a whole expression, in which values are cached if it is heavy."""
        work = self.of_whole(expr)
        if work <= MAX_STEPS:
            return work
        return min(work, self.with_caching.of(expr) + self.with_caching._cached_work(expr))

    def of_whole(self, expr: Expr) -> int:
        """`of` for an expression outside of loops, which several callers need."""
        if id(expr) not in self._whole:
            self._whole[id(expr)] = expr, self.of(expr)
        return self._whole[id(expr)][1]

    def too_long(self, expr: Expr) -> Expr | None:
        """A list of numbers in it that would be truncated."""
        self._too_long.clear()
        self.of_whole(expr)
        return next(iter(self._too_long), None)

    def _cached_work(self, expr: Expr) -> int:
        """The work of the parts that are evaluated only once, wherever they are needed."""
        return min(ENDLESS, self._sum_of_cached(self.reach.of(expr)))

    @cached_property
    def _sum_of_cached(self) -> Callable[[Needed], int]:
        names = self.reach.names
        return summed([self._all_values(name) if self.is_cached(name) else 0 for name in names])

    @cached_property
    def reach(self) -> Reach:
        """Which definitions expressions need, including their modifiers."""
        return Reach([*self.checked.functions], self.leads_to)

    def parts_of(self, name: str) -> list[Expr]:
        """A definition's body, and the expressions of its modifiers."""
        parts = [self.checked.functions[name].body]
        for modifier in self.checked.modifiers.get(name, ()):
            parts += self._modifying(modifier)
        return parts

    def _all_values(self, name: str) -> int:
        """The work of a definition for each combination of its arguments."""
        times = 1
        for type in self.checked.functions[name].takes:
            times *= self._values(type)
        return min(ENDLESS, times * self.of_definition(name))

    def _values(self, type: Type) -> int:
        if type.base == "enum":
            return len(self.board.enums[type.of].values)
        return 2 if type.base == "flag" else self.things.get(type.of, UNKNOWN)

    def of_definition(self, name: str) -> int:
        # Along a chain, inner definitions are calculated first: only cycles are walked recursively.
        if name in self._open or len(self._open) > _OPEN:
            return ENDLESS
        if name not in self._definitions:
            inner = [name] if self._open else postorder(name, self.leads_to, self._definitions)
            for one in inner:
                self._work_out(one)
        return self._definitions[name]

    def use_definitions(self, other: Costs, changed: Collection[str] = ()) -> None:
        """Uses what is known of another game with the same numbers of things, and with the same
        definitions except those that have `changed`, which include all that lead to one of them."""
        self._definitions |= _without(changed, other._definitions)
        self._leads |= _without(changed, other._leads)
        for name in ("reach", "_sum_of_cached") if not changed else ():
            if name in other.__dict__:
                self.__dict__[name] = other.__dict__[name]
        if other._with_caching is not None:
            self.with_caching.use_definitions(other._with_caching, changed)

    def leads_to(self, name: str) -> Collection[str]:
        """The definitions that one needs, including through its modifiers."""
        if name not in self._leads:
            parts = (e for part in self.parts_of(name) for e in core.inside(part))
            self._leads[name] = dict.fromkeys(e.name for e in parts if isinstance(e, core.Call))
        return self._leads[name]

    def _work_out(self, name: str) -> None:
        self._open.add(name)
        loops, self._loops = self._loops, {}  # its variables are its own
        work = self.of(self.checked.functions[name].body)
        for modifier in self.checked.modifiers.get(name, ()):
            one = sum(map(self.of, self._modifying(modifier)))
            work += min(one * self.bearers(modifier), max(one, _MUCH))  # only cycles are endless
        self._definitions[name] = min(ENDLESS, work)
        self._loops = loops
        self._open.discard(name)

    def bearers(self, ability: CheckedAbility | core.Modifier) -> int:
        """The number of things that carry an ability, each of which is examined."""
        bearer = ability.bearer
        if bearer is None:
            return 1
        return self.things.get(bearer.kind, 1) if bearer.each else bearer.copies

    def _modifying(self, modifier: core.Modifier) -> Iterator[Expr]:
        yield modifier.value
        if modifier.test is not None:
            yield modifier.test
        yield from self._activity(modifier.declared)

    def endless_part(self, modifier: core.Modifier) -> Span | None:
        """The part of a modifier that leads back to what it modifies; None if none does."""
        parts = [part for part in self._modifying(modifier) if self.of(part) >= ENDLESS]
        own = [part.span for part in parts if part in (modifier.value, modifier.test)]
        return (own or [modifier.declared.pattern])[0] if parts else None

    def _activity(self, ability: Ability) -> Iterator[Expr]:
        """The expressions that decide whether a modifier is active."""
        if ability.bearer is not None:
            this = core.Lit(thing(ability.bearer.kind), ability.span, 0)
            silences = SILENCED in self.checked.functions
            yield from active_conditions(self.board, this, ability, silences)

    def of(self, expr: Expr) -> int:
        """The most steps of an expression; `ENDLESS` if it is unbounded."""
        # a table, because thousands of cards have many expressions
        special = _SPECIAL.get(type(expr))
        found = special(self, expr) if special else None
        return min(ENDLESS, self._plain(expr) if found is None else found)

    def _plain(self, expr: Expr) -> int:
        own = 1 + (self.size(expr) if expr.type.many else 0)
        return own + sum([self.of(part) for part in core.children(expr)])

    def _call(self, expr: core.Call) -> int:
        work = 1 + sum(self.of(arg) for arg in expr.args)
        if self.checked.functions[expr.name].deep:
            # It is always cached; the calls in a cycle are looked up there.
            return work + (LOOK_UP if expr.name in self._open else self._all_values(expr.name))
        return work + (LOOK_UP if self.is_cached(expr.name) else self.of_definition(expr.name))

    def is_cached(self, name: str) -> bool:
        """Whether a definition is evaluated only once for each combination of its arguments, which
        are few.
        """
        plain = self._plain_costs
        found = self.checked.declared.definitions.get(name)  # a modified field has no definition
        if plain is None or found is None or plain.of_definition(name) < CACHE_FROM:
            return False
        return self._all_values(name) <= MAX_STEPS

    def _filter(self, expr: core.Filter) -> int:
        return self._loop(expr.source, expr.test, expr.var)

    def _body(self, expr: core.Reduce | core.ArgMax | core.SortBy) -> int:
        return self._loop(expr.source, expr.body, expr.var)

    def _all_forbidden(self, expr: core.AllForbidden) -> int:
        """Only the things that prohibitions are tested for are examined."""
        event, abilities = expr.test.event.of_any_kind, self.checked.abilities
        asked = any(a.hook == "forbid" and a.event.of_any_kind == event for a in abilities)
        return self._loop(expr.source, expr.test) if asked else 1

    def _member(self, expr: core.Member) -> int | None:
        """Whether a thing exists and is of a kind is known without walking through the kind."""
        return 2 + self.of(expr.item) if isinstance(expr.source, core.Domain) else None

    def _counted(self, expr: core.Exists | core.Count) -> int | None:
        """The size of a list is known without walking it."""
        return 2 + self.of(expr.source.zone) if isinstance(expr.source, core.Contents) else None

    def _loop(self, source: Expr, body: Expr, var: int = -1) -> int:
        number, before = self.size(source), self._loops
        self._loops = self._entered(source, ("var", var), number)
        work = self.of(body)
        self._loops = before
        return min(ENDLESS, self.of(source) + number * work)

    def inside(self, source: Expr, each: Loop) -> Loops:
        """The loops around the body of an expression: `each` is its variable, which goes through
        `source`.

        An expression that divides things among the members of an outer loop does so only once.
        """
        return self._entered(source, each, self.size(source))

    def _entered(self, source: Expr, each: Loop, number: int) -> Loops:
        loops = self._loops
        shared = {one for one in self._sharing(source) if one in loops} if loops else ()
        left = {one: size for one, size in loops.items() if one not in shared}
        return left if isinstance(source, core.FlatMap) else {**left, each: number}

    def within(self, loops: Loops) -> Loops:
        """Enters other loops; returns those before."""
        before, self._loops = self._loops, loops
        return before

    @property
    def loops(self) -> Loops:
        return self._loops

    def _sharing(self, source: Expr) -> Iterator[Loop]:
        """The loops among whose members the things in a set are divided: a thing in one hand is in
        no other, and a thing on one place is on no other.
        """
        filters, source = core.filters(source)
        tests = ((one.var, test) for one in filters for test in core.conjuncts(one.test))
        for var, test in tests:
            match test:
                case core.Compare(
                    op="==",
                    left=core.LocationOf(of=core.Var(index=own))
                    | core.Owner(of=core.Var(index=own)),
                    right=other,
                ) if own == var:
                    yield from _member(other)
        if isinstance(source, core.Contents) and isinstance(source.zone, core.ZoneOf):
            yield from _member(source.zone.player)

    def _take_while(self, expr: core.TakeWhile | core.FlatMap) -> int:
        body = expr.test if isinstance(expr, core.TakeWhile) else expr.body
        return self._loop(expr.source, body)

    def _connection(self, expr: core.Connection) -> int:
        """Each place, and each way from one to the next, is examined once."""
        own = self.path(expr) if expr.op == "path" else self._web(expr)
        return 1 + own + sum(self.of(part) for part in core.children(expr))

    def _web(self, expr: core.Connection) -> int:
        edges = 2 * self.size(expr.edges) if expr.edges else 8 * self.things[expr.kind]
        return self.things[expr.kind] + edges

    def path(self, expr: core.Connection) -> int:
        """See `board.network`."""
        assert expr.edges is not None
        kind = expr.edges.type.of
        if kind not in self._open_places:
            self._open_places[kind] = network.frontier_positions(self.board, kind)[1]
        edges = self.sizes.most(expr.edges)
        return network.path_work(edges, self._open_places[kind])

    def size(self, expr: Expr) -> int:
        """The most members of a set; if a set is divided among the members of a loop, its average
        share.
        """
        most = self.sizes.most(expr)
        if not self._loops or expr.type.base != "thing":
            return most
        shared = [self._loops[one] for one in self._sharing(expr) if one in self._loops]
        if not shared:
            return most
        return min(most, -(-self.things.get(expr.type.of, UNKNOWN) // max(1, *shared, 1)))

    def plain_size(self, expr: Expr) -> int:
        if isinstance(expr, core.Ray):
            return self._longest_ray(expr.kind)
        if isinstance(expr, core.TakeWhile):
            return self.size(expr.source)
        if isinstance(expr, core.FlatMap):
            return min(self.size(expr.source) * self.size(expr.body), self.things[expr.type.of])
        if isinstance(expr, core.Filter | core.ArgMax | core.SortBy | core.StartFrom):
            return self.size(expr.source)
        if isinstance(expr, core.Numbers):
            low, high = expr.low, expr.high
            known = isinstance(low, core.Lit) and isinstance(high, core.Lit)
            number = high.value - low.value + 1 if known else UNKNOWN  # type: ignore[attr-defined]
            if number > UNKNOWN:
                self._too_long.append(expr)
            return number
        if isinstance(expr, core.SetOf):
            return len(expr.items)
        if expr.type.base == "enum":
            return len(self.board.enums[expr.type.of].values)
        return self.things.get(expr.type.of, UNKNOWN)

    def _longest_ray(self, kind: str) -> int:
        grid = self.board.kinds[kind].grid
        return max(grid.width, grid.height) if grid is not None else self.things[kind]


def _without(changed: Collection[str], known: Mapping[str, Some]) -> dict[str, Some]:
    return {name: one for name, one in known.items() if name not in changed}


def _numbers(board: Board, count: Callable[[Board, str], int] | None) -> Mapping[str, int]:
    """The number of things of each kind."""
    return {kind: count(board, kind) for kind in board.kinds} if count else board.counts()


def _rounded(total: int, *, may_grow: bool) -> int:
    """A number that is as high or a little higher, so that the results still hold with one thing
    more: large totals are rounded up to powers of two, and if the number `may_grow`, as that of
    cards, all totals to 10, 12, 14, 16, 20 and so on."""
    digits = (total - 1).bit_length()
    few = digits - 3 if may_grow else 0
    step = 1 << max(0, digits if total > UNKNOWN else few)
    return max(1, -(-total // step) * step)


def _member(e: Expr | None) -> Iterator[Loop]:
    """The loop whose member an expression is."""
    while isinstance(e, core.AsKind):
        e = e.of
    if isinstance(e, core.Var):
        yield "var", e.index
    elif isinstance(e, core.Reg):
        yield "reg", e.index


_SPECIAL: dict[type, Callable[[Costs, Any], int | None]] = {
    core.Call: Costs._call,
    core.Filter: Costs._filter,
    core.Reduce: Costs._body,
    core.ArgMax: Costs._body,
    core.SortBy: Costs._body,
    core.AllForbidden: Costs._all_forbidden,
    core.TakeWhile: Costs._take_while,
    core.FlatMap: Costs._take_while,
    core.Connection: Costs._connection,
    core.Exists: Costs._counted,
    core.Count: Costs._counted,
    core.Member: Costs._member,
}
"""Expressions that are not the sum of their parts; None is one that is."""
