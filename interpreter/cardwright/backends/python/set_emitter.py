"""Expressions of sets as Python `ast`: comprehensions over constants, zones and other sets."""

from __future__ import annotations

import ast
from typing import ClassVar

from cardwright.backends.python.nodes import Node, all_of, any_of, call, const, index, name, takes
from cardwright.backends.python.value_emitter import Rules, ValueEmitter, form
from cardwright.board.layout import SEATS
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.program.constants import Constants


class SetEmitter(ValueEmitter):
    """Turns sets, and what is counted over them, into Python expressions."""

    def set_of(self, e: core.SetOf) -> Node:
        items = ast.Tuple([self(i) for i in e.items], ast.Load())
        optional = any(i.type.optional for i in e.items)
        return call("without_none", items) if optional else items

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
        source = self.counted(source, *tests)
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
        iterable = self.counted(iterable, body)
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
        source = self.counted(self.sized(e.source), e.body)
        return call(function, source, self._key(e.var, e.body), const(sign))

    def sized(self, e: Expr) -> Node:
        """A set that is iterated more than once, but only within the expression."""
        return self.comprehension(e) if isinstance(e, core.Filter) else self.iterable(e)

    def arranged(self, e: core.SortBy) -> Node:
        source = self.counted(self.sized(e.source), e.body)
        return call("sort_by", source, self._key(e.var, e.body))

    def rotated(self, e: core.StartFrom) -> Node:
        return call("start_from", self.sized(e.source), self(e.start))

    def distinct(self, e: core.Distinct) -> Node:
        source = self.counted(self.sized(e.source), e.body)
        return call("distinct", source, self._key(e.var, e.body))

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

    def take_while(self, e: core.TakeWhile) -> Node:
        test = self._key(e.var, e.test)
        source = self.counted(self.sized(e.source), e.test)
        return call("take_while", source, test, ast.Constant(e.last))

    def flat_map(self, e: core.FlatMap) -> Node:
        source = self.counted(self.iterable(e.source), e.body)
        each = ast.comprehension(ast.Name(f"v{e.var}", ast.Store()), source, [], 0)
        inner = ast.comprehension(ast.Name("i", ast.Store()), self.sized(e.body), [], 0)
        return call("tuple", ast.ListComp(name("i"), [each, inner]))

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

    rules: ClassVar[Rules] = {
        **ValueEmitter.rules,
        core.SetOf: set_of, core.Distinct: distinct, core.Member: member, core.Domain: domain,
        core.Values: values, core.Contents: contents, core.Numbers: numbers, core.Places: places,
        core.Filter: filter, core.Reduce: reduce, core.ArgMax: best, core.SortBy: arranged,
        core.StartFrom: rotated, core.Only: only, core.Count: count, core.Exists: exists,
        core.TopOf: top_of, core.ElementAt: element_at, core.Difference: difference,
        core.Union: joined, core.TakeWhile: take_while, core.FlatMap: flat_map,
    }  # fmt: skip


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
