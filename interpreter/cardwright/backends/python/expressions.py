"""Expressions as Python `ast`, with the YAML's lines and columns.

Only whole numbers, slots and our own names are emitted: no text of a pack becomes source, so a pack
can't run code.
In emitted code `s` is the flat state, `z` the zones, `f` the frame, `v0`, `v1` ... variables.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from cardwright.backends.python.nodes import (
    Node,
    all_of,
    any_of,
    call,
    const,
    index,
    located,
    name,
    plus,
    takes,
)
from cardwright.board.layout import SEATS, Layout
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.program import board_tables
from cardwright.program.constants import Constants
from cardwright.program.hidden_reads import looks_at_hidden

FRAME = 2  # registers follow the position and the routine's number


_INTRINSICS = {"min": "min", "max": "max", "/": "div", "mod": "mod", "*": "product"}


def joined(op: str, left: Node, right: Node) -> Node:
    """Two numbers combined by an operator of `core.Arith`."""
    if op in _INTRINSICS:
        return call(_INTRINSICS[op], left, right)
    return ast.BinOp(left, _ARITH[op](), right)


class Emitter:
    """Turns core expressions into Python expressions for one layout."""

    def __init__(
        self, constants: Constants, registers: Callable[[int], Node] | None = None
    ) -> None:
        self.constants, self.layout = constants, constants.layout
        self._renamed: dict[int, str] = {}
        self._register = registers or (lambda i: index(name("f"), const(FRAME + i)))

    def __call__(self, expr: Expr) -> Node:
        node = _EMITTERS[type(expr)](self, expr)
        return located(node, expr)

    # ---------------------------------------------------------------- plain values

    def lit(self, e: core.Lit) -> Node:
        return const(e.value)

    def named(self, e: core.Named) -> Node:
        if e.type.base == "enum":
            return const(self.layout.enum(e.owner, e.name))
        if e.type.base == "design":
            return const(self.layout.design_of(e.owner, e.name))
        return const(self.layout.named(e.owner, e.name))

    def zone_of(self, e: core.ZoneOf) -> Node:
        if self.layout.is_missing(e.zone):
            return const(0)
        if e.player is None:
            return const(self.layout.zone_id(e.zone))
        before = self.layout.zone_id(e.zone, 1) - 1
        if e.player.type.optional:
            return call("zone_of", self(e.player), const(before))
        return plus(self(e.player), before)

    def zone_contents(self, zone: Expr) -> Node:
        """The contents of a zone, in order; empty if it has no owner."""
        if isinstance(zone, core.ZoneOf) and self.layout.is_missing(zone.zone):
            return ast.Tuple([], ast.Load())
        first = self.layout.zone_first
        if isinstance(zone, core.ZoneOf) and (zone.player is None or not zone.player.type.optional):
            return index(name("z"), plus(self(zone), -first))
        return call("contents_of", name("z"), self(zone), const(first))

    def set_of(self, e: core.SetOf) -> Node:
        items = ast.Tuple([self(i) for i in e.items], ast.Load())
        optional = any(i.type.optional for i in e.items)
        return call("without_none", items) if optional else items

    def reg(self, e: core.Reg) -> Node:
        return self._register(e.index)

    def var(self, e: core.Var) -> Node:
        return name(self._renamed.get(e.index, f"v{e.index}"))

    def get(self, e: core.Get) -> Node:
        if e.of is None:
            cell = index(name("s"), const(self.layout.cells[("", e.field.name)]))
            return self._kept(e, cell)
        if e.field.printed:
            found = index(name(self.constants.printed(e.field)), self.form(e.of))
            if not e.type.many or not self.constants.can_leave_game(e.type.of):
                return found
            return call("those_in_game", name("s"), found, name(self.constants.gone()))
        return self._kept(e, self._cell(e, e.of))

    def _kept(self, e: core.Get, cell: Node) -> Node:
        """The value of a cell: of a set, its members."""
        if not e.field.type.many:
            return cell
        return call("in_mask", cell, name(self.constants.kept_in(e.field.type)))

    def _cell(self, e: core.Get, of: Expr) -> Node:
        offset = self.layout.cells[(e.field.kind, e.field.name)]
        other = of.type.of != e.field.kind or not self.layout.stays(of.type.of, e.field.kind)
        if of.type.optional or other:
            found = self.of_kind(of, e.field.kind)
            if isinstance(found, ast.Name):
                return ast.IfExp(found, index(name("s"), plus(found, offset)), const(0))
            return call("cell_or_zero", name("s"), const(offset), found)
        return index(name("s"), plus(self(of), offset))

    def of_kind(self, of: Expr, kind: str) -> Node:
        """A thing of another kind than the cell's own has no such cell."""
        return self(of) if self.layout.stays(of.type.of, kind) else self.if_kind(of, kind)

    def if_kind(self, of: Expr, kind: str) -> Node:
        """The thing if it is of the kind now, else none."""
        members = name(self.constants.members(kind))
        if not self.layout.changes(of.type.of):
            return call("if_member", self(of), members)
        return call("if_form", name("s"), const(self.layout.forms), self(of), members)

    def form(self, of: Expr) -> Node:
        """The thing whose printed side a thing has: its own, unless it may have become another."""
        return form(self.layout, self(of), of.type.of)

    def design_of(self, e: core.DesignOf) -> Node:
        if self.layout.forms:
            return index(name("s"), plus(self(e.of), self.layout.forms))
        return index(name(self.constants.designs()), self(e.of))

    def at(self, e: core.LocationOf) -> Node:
        return index(name("s"), self(e.of))

    def owner(self, e: core.Owner) -> Node:
        return index(name("s"), plus(self(e.of), self.layout.owner))

    def position(self, e: core.Position) -> Node:
        if e.zone is not None:
            return call("rank_in", self.zone_contents(e.zone), self(e.of))
        where = plus(index(name("s"), self(e.of)), -self.layout.zone_first)
        return call("position", name("z"), where, self(e.of))

    def call(self, e: core.Call) -> Node:
        args = [self(a) for a in e.args]
        return call(function_name(e.name), name("s"), name("z"), *args)

    # ------------------------------------------------------------------- operators

    def arith(self, e: core.Arith) -> Node:
        return joined(e.op, self(e.left), self(e.right))

    def compare(self, e: core.Compare) -> Node:
        return ast.Compare(self(e.left), [_COMPARE[e.op]()], [self(e.right)])

    def logic(self, e: core.Logic) -> Node:
        op = ast.And() if e.op == "and" else ast.Or()
        return ast.BoolOp(op, [self(e.left), self(e.right)])

    def not_(self, e: core.Not) -> Node:
        return ast.UnaryOp(ast.Not(), self(e.of))

    def cond(self, e: core.Cond) -> Node:
        return ast.IfExp(self(e.test), self(e.then), self(e.other))

    def member(self, e: core.Member) -> Node:
        if isinstance(e.source, core.Domain) and isinstance(e.item, core.Var):
            return self._in_domain(e.source, e.item)
        return ast.Compare(self(e.item), [ast.In()], [self.iterable(e.source)])

    def _in_domain(self, e: core.Domain, item: core.Var) -> Node:
        """Whether one thing is in a domain, without a walk through it."""
        playing = name(self.constants.playing(e.kind))
        of_kind = ast.Compare(self(item), [ast.In()], [playing])
        if self._always_there(e):
            return of_kind
        return all_of([of_kind, self._is_there(e, self(item))])

    def is_kind(self, e: core.IsKind) -> Node:
        return ast.Compare(self.form(e.of), [ast.In()], [name(self.constants.members(e.kind))])

    def as_kind(self, e: core.AsKind) -> Node:
        return self.if_kind(e.of, e.kind)

    # ------------------------------------------------------------------------ sets

    def iterable(self, e: Expr) -> Node:
        """A set to iterate over; it may be the state's own list, so its length is never taken."""
        if isinstance(e, core.Contents):
            return self.zone_contents(e.zone)
        if isinstance(e, core.Domain):
            if e.kind == "player":
                seats = self.layout.zone_id(SEATS) - self.layout.zone_first
                return index(name("z"), const(seats))
            if self._always_there(e):
                return name(self.constants.domain(e.kind))
        return self(e)

    def _always_there(self, e: core.Domain) -> bool:
        """Whether all of a kind are in this domain in every state."""
        root = self.layout.board.root(e.kind)
        if root == "piece" and not e.supply:
            return not any(map(self.layout.board.needs_place, self.layout.board.below(e.kind)))
        return root == "player" or (root == "place" and not self.constants.can_leave_game(e.kind))

    def _is_there(self, e: core.Domain, item: Node) -> Node:
        """Whether a thing is in a domain now: pieces and cards only while they are somewhere."""
        if self.layout.board.root(e.kind) == "place":
            return in_game(self.constants, item)
        there: Node = index(name("s"), item)
        if e.supply:
            there = self._in_supply(e.kind, there, item)
        elif self.layout.always_there(e.kind):
            free = ast.Compare(item, [ast.In()], [name(self.constants.always_there(e.kind))])
            there = any_of([there, free])
        if not self.layout.changes(e.kind) or e.kind not in self.layout.board.kinds:
            return there
        looks = form(self.layout, item, e.kind)
        of_kind = ast.Compare(looks, [ast.In()], [name(self.constants.members(e.kind))])
        return all_of([there, of_kind])

    def _in_supply(self, kind: str, there: Node, item: Node) -> Node:
        """Whether a thing is nowhere, and no token that does not exist before it is created."""
        nowhere = ast.UnaryOp(ast.Not(), there)
        if not self.layout.uncreated(kind):
            return nowhere
        made = ast.Compare(item, [ast.NotIn()], [name(self.constants.uncreated(kind))])
        return all_of([nowhere, made])

    def comprehension(self, e: Expr) -> ast.ListComp:
        """`[v for v in source if ...]`, with filters over filters in one loop."""
        var, source, tests = self._flattened(e)
        target = ast.Name(var, ast.Store())
        return ast.ListComp(name(var), [ast.comprehension(target, source, tests, 0)])

    def _flattened(self, e: Expr, var: str = "") -> tuple[str, Node, list[Node]]:
        """The variable, the source and the tests of a chain of filters."""
        chain: list[core.Filter] = []
        while isinstance(e, core.Filter):
            chain.append(e)
            e = e.source
        var = var or (f"v{chain[0].var}" if chain else "i")
        bound = {link.var for link in chain}
        self._renamed |= dict.fromkeys(bound, var)
        tests = [c for link in reversed(chain) for c in conjuncts(link.test)]
        source, more = self._source(e, var, bound, tests)
        emitted = [self(test) for test in tests if not self._never_forbidden(test)]
        return var, source, [*more, *emitted]

    def _source(
        self, e: Expr, var: str, bound: set[int], tests: list[Expr]
    ) -> tuple[Node, list[Node]]:
        if not isinstance(e, core.Domain) or self._always_there(e):
            return self.iterable(e), []
        test = self._is_there(e, name(var))
        owner = next((o for t in tests if (o := owned_by(t, bound)) is not None), None)
        if owner is None:
            return name(self.constants.domain(e.kind)), [test]
        return index(name(self.constants.owned(e.kind)), self(owner)), [test]

    def _never_forbidden(self, test: Expr) -> bool:
        """Whether a test is of a prohibition that is never declared, and so always passes."""
        prohibition = core.Forbidden | core.AllForbidden
        if not (isinstance(test, core.Not) and isinstance(test.of, prohibition)):
            return False
        banned = self(test.of)
        return isinstance(banned, ast.Constant) and not banned.value

    def domain(self, e: core.Domain) -> Node:
        if self._always_there(e) and e.kind != "player":
            return name(self.constants.domain(e.kind))
        if e.kind == "player":
            return call("tuple", self.iterable(e))
        return call("tuple", self.comprehension(e))

    def values(self, e: core.Values) -> Node:
        size = len(self.layout.board.enums[e.enum].values)
        return const(tuple(range(1, size + 1)))

    def numbers(self, e: core.Numbers) -> Node:
        return call("numbers", self(e.low), self(e.high))

    def places(self, e: core.Places) -> Node:
        """The places; 0 for things without one."""
        var, iterable, tests = self._flattened(e.source)
        generator = ast.comprehension(ast.Name(var, ast.Store()), iterable, tests, 0)
        return call("tuple", ast.ListComp(index(name("s"), name(var)), [generator]))

    def contents(self, e: core.Contents) -> Node:
        return call("tuple", self.iterable(e))

    def filter(self, e: core.Filter) -> Node:
        return call("tuple", self.comprehension(e))

    def _mapped(self, var: int, source: Expr, body: Expr) -> Node:
        """`[body for v in source]`, in one loop with the source's own filters."""
        own, iterable, tests = self._flattened(source, f"v{var}")
        target = ast.Name(own, ast.Store())
        return ast.ListComp(self(body), [ast.comprehension(target, iterable, tests, 0)])

    def reduce(self, e: core.Reduce) -> Node:
        values = self._mapped(e.var, e.source, e.body)
        if e.op == "sum":
            return call("sum", values)
        function = call("max" if e.op == "highest" else "min", values)
        function.keywords.append(ast.keyword("default", const(0)))
        return function

    def _key(self, var: int, body: Expr) -> Node:
        return ast.Lambda(takes([f"v{var}"]), self(body))

    def best(self, e: core.ArgMax) -> Node:
        sign = 1 if e.op == "highest" else -1
        function = "first_best" if e.one else "arg_best"
        return call(function, self.sized(e.source), self._key(e.var, e.body), const(sign))

    def sized(self, e: Expr) -> Node:
        """A set that is iterated more than once, but only within the expression."""
        return self.comprehension(e) if isinstance(e, core.Filter) else self.iterable(e)

    def arranged(self, e: core.SortBy) -> Node:
        return call("sort_by", self.sized(e.source), self._key(e.var, e.body))

    def rotated(self, e: core.StartFrom) -> Node:
        return call("start_from", self.sized(e.source), self(e.start))

    def distinct(self, e: core.Distinct) -> Node:
        return call("distinct", self.sized(e.source), self._key(e.var, e.body))

    def only(self, e: core.Only) -> Node:
        return call("only", self.sized(e.source))

    def count(self, e: core.Count) -> Node:
        return call("len", self.sized(e.source))

    def exists(self, e: core.Exists) -> Node:
        if not isinstance(e.source, core.Filter):
            return call("bool", self.sized(e.source))
        found = self.comprehension(e.source)
        assert isinstance(found, ast.ListComp)
        return call("any", ast.GeneratorExp(ast.Constant(True), found.generators))

    def element_at(self, e: core.ElementAt) -> Node:
        return call("nth", self(e.position), self(e.source))

    def top_of(self, e: core.TopOf) -> Node:
        held = self(e.zone) if e.zone.type.many else self.zone_contents(e.zone)
        bottom = ast.Constant(e.bottom)
        if e.number is None:
            return call("top", held, bottom)
        return call("take_top", held, bottom, self(e.number))

    def after(self, e: core.After) -> Node:
        seats = self.layout.zone_id(SEATS) - self.layout.zone_first
        function = "seat_before" if e.back else "next_seat"
        return call(function, index(name("z"), const(seats)), self(e.of))

    def step(self, e: core.Step) -> Node:
        table = name(self.constants.table(board_tables.steps, e.kind))
        found = index(index(table, self(e.way)), self(e.of))
        if not self.constants.can_leave_game(e.kind):
            return found
        return call("if_in_game", name("s"), found, name(self.constants.gone()))

    def ray(self, e: core.Ray) -> Node:
        table = name(self.constants.table(board_tables.rays, e.kind))
        found = index(index(table, self(e.way)), self(e.of))
        if not self.constants.can_leave_game(e.kind):
            return found
        return call("in_game_ray", name("s"), found, name(self.constants.gone()))

    def take_while(self, e: core.TakeWhile) -> Node:
        test = self._key(e.var, e.test)
        return call("take_while", self.sized(e.source), test, ast.Constant(e.last))

    def flat_map(self, e: core.FlatMap) -> Node:
        each = ast.comprehension(ast.Name(f"v{e.var}", ast.Store()), self.iterable(e.source), [], 0)
        inner = ast.comprehension(ast.Name("i", ast.Store()), self.sized(e.body), [], 0)
        return call("tuple", ast.ListComp(name("i"), [each, inner]))

    def connection(self, e: core.Connection) -> Node:
        """A call of the function that is called as the connection is; see `networks`."""
        args = [self(arg) for arg in e.args]
        if e.op == "path" and e.edges is not None:
            edges, ends, closed = self._edges(e)
            ranks = name(self.constants.table(board_tables.ranks, e.edges.type.of))
            return call("longest_path", edges, ends, ranks, closed)
        if e.op in ("group", "groups", "border", "distance"):
            args.append(self.sized(e.within) if e.within is not None else const(None))
        near = name(self.constants.table(board_tables.near, e.kind)) if e.edges is None else None
        args.append(near or call("web", *self._edges(e)))
        if e.op == "distance":
            args.append(const(board_tables.far(self.layout, e.kind)))
        return call(e.op, *args)

    def _edges(self, e: core.Connection) -> tuple[Node, Node, Node]:
        """The edges, what they join, and the places where one may not go on."""
        assert e.edges is not None
        closed = self(e.closed) if e.closed is not None else const(())
        ends = name(self.constants.table(board_tables.ends, e.kind))
        return self.sized(e.edges), ends, closed

    def line(self, e: core.LongestLine) -> Node:
        table = name(self.constants.table(board_tables.lines, e.kind))
        return call("longest_line", self.sized(e.source), self(e.cell), table)

    def nth(self, e: core.Nth) -> Node:
        values = ast.Tuple([self(i) for i in e.items], ast.Load())
        return call("nth", self(e.index), values)

    def difference(self, e: core.Difference) -> Node:
        target = ast.Name("i", ast.Store())
        right = e.right if e.right.type.many else core.SetOf(e.left.type, e.span, (e.right,))
        test = ast.Compare(name("i"), [ast.NotIn()], [self(right)])
        source = self.sized(e.left)
        sized = ast.comprehension(target, source, [test], 0)
        return call("tuple", ast.ListComp(name("i"), [sized]))

    def joined(self, e: core.Union) -> Node:
        right = self(e.right)
        more: Node = ast.Starred(right, ast.Load()) if e.right.type.many else right
        return ast.Tuple([ast.Starred(self(e.left), ast.Load()), more], ast.Load())

    def forbidden(self, e: core.Forbidden) -> Node:
        """Tests every prohibition that can match; see `Program.emit_prohibitions`."""
        if e.to is not None:
            there = self(e.to)
        else:
            there = index(name("s"), self(e.item)) if e.verb == "remove" else const(0)
        args = [self(arg) for arg in e.args]
        tests: list[Node] = [
            call(function, name("s"), name("z"), self(e.actor), self(e.item), there, *args)
            for function, by_place in self._prohibitions(e)
            if e.to is not None or e.verb == "remove" or not by_place
        ]
        return any_of(tests)

    def all_forbidden(self, e: core.AllForbidden) -> Node:
        """Of places, only if a prohibition asks about them: otherwise one is like the other."""
        found = self._prohibitions(e.test)
        of_place = isinstance(e.test.to, core.Var) and e.test.to.index == e.var
        if not found or (of_place and not any(by_place for _, by_place in found)):
            return self.forbidden(replace(e.test, to=None))
        return self(e.expanded())

    def _prohibitions(self, e: core.Forbidden) -> list[tuple[str, bool]]:
        """The functions of prohibitions that can match, and whether they ask for the place."""
        functions, board = self.constants.values.get(f"forbids {e.verb}", {}), self.layout.board
        assert isinstance(functions, dict)
        return [
            (function, by_place)
            for function, (kind, by_place) in functions.items()
            if e.kind == kind or board.is_a(e.kind, kind) or board.is_a(kind, e.kind)
        ]

    def replaceable(self, e: core.Replaceable) -> Node:
        board = self.layout.board
        found = (kind for verb, kind in self.constants.replaced if verb == e.verb)
        return const(int(any(board.is_a(e.kind, k) or board.is_a(k, e.kind) for k in found)))

    def can_change(self, e: core.CanChange) -> Node:
        if looks_at_hidden(e.of, self.layout.board, self.constants.telling):
            return const(1)
        return self(e.of)


def form(layout: Layout, item: Node, kind: str) -> Node:
    """The thing whose printed side a thing of this kind has."""
    if not layout.changes(kind):
        return item
    return index(name("s"), plus(item, layout.forms))


def in_game(constants: Constants, place: Node) -> Node:
    """Whether a place is in the game; s[0] is 0, the location of nothing."""
    cell = index(name(constants.gone()), place)
    return ast.UnaryOp(ast.Not(), index(name("s"), cell))


def conjuncts(test: Expr) -> list[Expr]:
    if isinstance(test, core.Logic) and test.op == "and":
        return conjuncts(test.left) + conjuncts(test.right)
    return [test]


def owned_by(test: Expr, bound: set[int]) -> Expr | None:
    """X, if the test is `owner of v is X` and X does not depend on v."""
    if not (
        isinstance(test, core.Compare) and test.op == "==" and isinstance(test.left, core.Owner)
    ):
        return None
    of = test.left.of
    looked_at = isinstance(of, core.Var) and of.index in bound
    return test.right if looked_at and not mentions(test.right, bound) else None


def mentions(e: Expr, bound: set[int]) -> bool:
    """Whether an expression depends on one of these variables."""
    return any(isinstance(part, core.Var) and part.index in bound for part in core.inside(e))


def function_name(definition: str) -> str:
    """The name of the function of a definition, or of a modified field (`cost of card`)."""
    return "D_" + definition.replace("-", "_").replace(" ", "__")


_ARITH: dict[str, type[ast.operator]] = {"+": ast.Add, "-": ast.Sub}
_COMPARE: dict[str, type[ast.cmpop]] = {
    "==": ast.Eq, "!=": ast.NotEq, "<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE,
}  # fmt: skip

_EMITTERS: dict[type[Expr], Callable[..., Node]] = {
    core.Lit: Emitter.lit, core.Named: Emitter.named, core.ZoneOf: Emitter.zone_of,
    core.SetOf: Emitter.set_of, core.Reg: Emitter.reg, core.Var: Emitter.var,
    core.Get: Emitter.get, core.LocationOf: Emitter.at, core.Owner: Emitter.owner,
    core.DesignOf: Emitter.design_of, core.Distinct: Emitter.distinct,
    core.Position: Emitter.position, core.Call: Emitter.call, core.Arith: Emitter.arith,
    core.Compare: Emitter.compare, core.Logic: Emitter.logic, core.Not: Emitter.not_,
    core.Cond: Emitter.cond, core.Member: Emitter.member, core.IsKind: Emitter.is_kind,
    core.Domain: Emitter.domain, core.Values: Emitter.values, core.Contents: Emitter.contents,
    core.AsKind: Emitter.as_kind, core.Numbers: Emitter.numbers, core.Places: Emitter.places,
    core.Filter: Emitter.filter, core.Reduce: Emitter.reduce, core.ArgMax: Emitter.best,
    core.SortBy: Emitter.arranged, core.StartFrom: Emitter.rotated, core.Only: Emitter.only,
    core.Count: Emitter.count, core.Exists: Emitter.exists, core.TopOf: Emitter.top_of,
    core.ElementAt: Emitter.element_at,
    core.After: Emitter.after, core.LongestLine: Emitter.line, core.Nth: Emitter.nth,
    core.Difference: Emitter.difference, core.Union: Emitter.joined,
    core.Forbidden: Emitter.forbidden, core.AllForbidden: Emitter.all_forbidden,
    core.Step: Emitter.step, core.Ray: Emitter.ray, core.TakeWhile: Emitter.take_while,
    core.FlatMap: Emitter.flat_map, core.Connection: Emitter.connection,
    core.Replaceable: Emitter.replaceable, core.CanChange: Emitter.can_change,
}  # fmt: skip
