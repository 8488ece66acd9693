"""Expressions of sets: loops over constants, zones and other sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from cardwright.board.declarations import LASTING
from cardwright.board.layout import SEATS
from cardwright.board.types import FLAG
from cardwright.language import core
from cardwright.language.analysis.placed_only import needs_place
from cardwright.language.core import Expr
from cardwright.program import values as v
from cardwright.program.constants import Constants
from cardwright.program.emit.value_emitter import Rules, ValueEmitter, form


class SetEmitter(ValueEmitter):
    """Turns sets, and calculations over them, into values.

    `narrows`: members that a test can't accept are not examined.
    """

    narrows: ClassVar[bool] = True

    def set_of(self, e: core.SetOf) -> v.Value:
        """Each member once: known for literals; the rest is compared in play."""
        known = {i.value if isinstance(i, core.Lit) else i: i for i in e.items}
        items = self._listed([*known.values()])
        if len(known) < 2 or all(isinstance(i, core.Lit) for i in known.values()):
            return items
        used = {i.index for i in core.inside(e) if isinstance(i, core.Var)} | self._renamed.keys()
        each = 1 + max(used, default=-1)
        return v.call("distinct", items, self._key(each, core.Var(e.type.one(), e.span, each)))

    def _listed(self, found: Sequence[Expr]) -> v.Value:
        items = v.Items([self(i) for i in found])
        return v.call("without_none", items) if any(i.type.optional for i in found) else items

    def member(self, e: core.Member) -> v.Value:
        item = self._of_any_kind(e.item, e.source)
        if isinstance(e.source, core.Domain) and is_cheap_to_repeat(item):
            return self._in_domain(e.source, item)
        if isinstance(e.source, core.Filter) and is_cheap_to_repeat(item) and self.narrows:
            return v.all_of(self._in_filtered(e.source, item))
        if isinstance(e.source, core.SetOf):
            return v.In(self(e.item), self._listed(e.source.items))
        return v.In(self(e.item), self.iterable(e.source))

    def _of_any_kind(self, item: Expr, source: Expr) -> Expr:
        """The thing itself, if a thing that is none unless of a kind may be in a set of such
        things.
        """
        _, source = core.filters(source)
        if not (isinstance(item, core.AsKind) and isinstance(source, core.Domain)):
            return item
        return item.of if self.layout.stays(source.kind, item.kind) else item

    def _in_filtered(self, e: core.Filter, item: Expr) -> list[v.Value]:
        """Whether one thing is in a set and passes its test: no other member is examined."""
        tests = (core.instead_of(test, e.var, item) for test in core.conjuncts(e.test))
        return [self.member(core.Member(FLAG, e.span, item, e.source)), *map(self, tests)]

    def _in_domain(self, e: core.Domain, item: Expr) -> v.Value:
        """Whether one thing is in a domain, without a walk through it."""
        playing = v.Table(self.constants.playing(e.kind))
        of_kind = v.In(self(item), playing)
        if self._always_there(e):
            return of_kind
        return v.all_of([of_kind, self._is_there(e, self(item))])

    def iterable(self, e: Expr) -> v.Value:
        """A set to iterate over; it may be the state's own list, so its length is never taken."""
        if isinstance(e, core.Contents):
            return self.zone_contents(e.zone)
        if isinstance(e, core.Domain):
            if e.kind == "player":
                seats = self.layout.zone_id(SEATS) - self.layout.zone_first
                return v.Zone(v.Const(seats))
            if self._always_there(e):
                return v.Table(self.constants.domain(e.kind))
        return self(e)

    def _always_there(self, e: core.Domain) -> bool:
        """Whether all things of a kind are in this domain in every state."""
        root = self.layout.board.root(e.kind)
        if root == "piece" and not e.supply:
            return not any(map(self.layout.board.needs_place, self.layout.board.below(e.kind)))
        return root == "player" or (root == "place" and not self.constants.can_leave_game(e.kind))

    def _is_there(self, e: core.Domain, item: v.Value) -> v.Value:
        """Whether a thing is in a domain now: pieces and cards only while they are somewhere."""
        if self.layout.board.root(e.kind) == "place":
            return in_game(self.constants, item)
        there: v.Value = v.Cell(item)
        if e.supply:
            there = self._in_supply(e.kind, there, item)
        elif self.layout.always_there(e.kind):
            free = v.In(item, v.Table(self.constants.always_there(e.kind)))
            there = v.any_of([there, free])
        if not self.layout.changes(e.kind) or e.kind not in self.layout.board.kinds:
            return there
        looks = form(self.layout, item, e.kind)
        of_kind = v.In(looks, v.Table(self.constants.members(e.kind)))
        return v.all_of([there, of_kind])

    def _in_supply(self, kind: str, there: v.Value, item: v.Value) -> v.Value:
        """Whether a thing is nowhere, and is not a token that does not exist yet."""
        nowhere = v.Not(there)
        if not self.layout.uncreated(kind):
            return nowhere
        made = v.In(item, v.Table(self.constants.uncreated(kind)), absent=True)
        return v.all_of([nowhere, made])

    def comprehension(self, e: Expr) -> v.Collect:
        """The members of a set, with nested filters in one loop."""
        loop = self._flattened(e)
        return v.Collect(v.Var(loop.var), [loop])

    def _flattened(self, e: Expr, var: str = "") -> v.Loop:
        """One loop for a chain of filters."""
        chain, whole = filters(e), e
        e = chain[-1].source if chain else e
        var = var or (f"v{chain[0].var}" if chain else "i")
        bound = {link.var for link in chain}
        outside, self._renamed = self._renamed, self._renamed | dict.fromkeys(bound, var)
        tests = [c for link in reversed(chain) for c in core.conjuncts(link.test)]
        asked = [test for test in tests if not self._never_forbidden(test)]
        source, more = self._source(e, var, bound, asked)
        source = self.counted(whole, source, *tests)
        emitted = [self(test) for test in asked]
        self._renamed = outside  # elsewhere these variables have other names
        return v.Loop(var, source, [*more, *emitted])

    def _source(
        self, e: Expr, var: str, bound: set[int], tests: list[Expr]
    ) -> tuple[v.Value, list[v.Value]]:
        """What a loop goes through, and its tests; removes a test that then always holds."""
        if not isinstance(e, core.Domain) or self._always_there(e):
            return self.iterable(e), []
        if self._all_lie(e, bound, tests):
            return v.Zone(v.Const(self.layout.placed)), [self._is_of_kind(e.kind, v.Var(var))]
        if self._lasts(e):
            return v.Zone(v.Const(self.layout.in_effect)), [self._is_of_kind(e.kind, v.Var(var))]
        there = self._is_there(e, v.Var(var))
        for test in tests:
            if (owner := owned_by(test, bound)) is not None:
                if self.narrows and not self.constants.kinds_changing_owner(e.kind):
                    tests.remove(test)  # the source is found by owner
                return v.Entry(v.Table(self.constants.owned(e.kind)), self(owner)), [there]
        return v.Table(self.constants.domain(e.kind)), [there]

    def _all_lie(self, e: core.Domain, bound: set[int], tests: list[Expr]) -> bool:
        """Whether everything that passes the tests lies on places or things, of which there is a
        list.
        """
        if not (self.layout.placed and self.narrows) or e.supply:
            return False
        known, board = self.constants.placed, self.layout.board
        return any(needs_place(test, var, known, board) for test in tests for var in bound)

    def _lasts(self, e: core.Domain) -> bool:
        """Whether these are lasting effects in effect, of which there is a list."""
        found = self.layout.in_effect and self.narrows and not e.supply
        return bool(found) and self.layout.board.root(e.kind) == LASTING

    def _is_of_kind(self, kind: str, item: v.Value) -> v.Value:
        """Whether something that is somewhere is of a kind, and in the game."""
        playing = v.In(item, v.Table(self.constants.playing(kind)))
        if not self.layout.changes(kind) or kind not in self.layout.board.kinds:
            return playing
        looks = form(self.layout, item, kind)
        now = v.In(looks, v.Table(self.constants.members(kind)))
        return now if self.constants.all_play(kind) else v.all_of([playing, now])

    def _never_forbidden(self, test: Expr) -> bool:
        """Whether a test is for a prohibition that is never declared, and so always passes."""
        prohibition = core.Forbidden | core.AllForbidden
        if not (isinstance(test, core.Not) and isinstance(test.of, prohibition)):
            return False
        banned = self(test.of)
        return isinstance(banned, v.Const) and not banned.value

    def domain(self, e: core.Domain) -> v.Value:
        if self._always_there(e) and e.kind != "player":
            return v.Table(self.constants.domain(e.kind))
        if e.kind == "player":
            return v.call("fixed", self.iterable(e))
        return v.call("fixed", self.comprehension(e))

    def values(self, e: core.Values) -> v.Value:
        size = len(self.layout.board.enums[e.enum].values)
        return v.Const(tuple(range(1, size + 1)))

    def numbers(self, e: core.Numbers) -> v.Value:
        return v.call("numbers", self(e.low), self(e.high))

    def places(self, e: core.Places) -> v.Value:
        """The places; 0 for things without one."""
        loop = self._flattened(e.source)
        return v.call("fixed", v.Collect(v.Cell(v.Var(loop.var)), [loop]))

    def contents(self, e: core.Contents) -> v.Value:
        return v.call("fixed", self.iterable(e))

    def filter(self, e: core.Filter) -> v.Value:
        return v.call("fixed", self.comprehension(e))

    def _mapped(self, e: core.Reduce) -> v.Value:
        """A number for each member, in one loop with the source's own filters."""
        loop = self._flattened(e.source, f"v{e.var}")
        counted = self.counted(e, loop.source, e.body)
        return v.Collect(self(e.body), [v.Loop(loop.var, counted, loop.tests)])

    def reduce(self, e: core.Reduce) -> v.Value:
        values = self._mapped(e)
        return v.call(e.op, values)

    def _key(self, var: int, body: Expr) -> v.Value:
        return v.Key(f"v{var}", self(body))

    def best(self, e: core.ArgMax) -> v.Value:
        sign = 1 if e.op == "highest" else -1
        function = "first_best" if e.one else "arg_best"
        source = self.counted(e, self.sized(e.source), e.body)
        return v.call(function, source, self._key(e.var, e.body), v.Const(sign))

    def sized(self, e: Expr) -> v.Value:
        """A set that is iterated more than once, but only within the expression."""
        return self.comprehension(e) if isinstance(e, core.Filter) else self.iterable(e)

    def arranged(self, e: core.SortBy) -> v.Value:
        source = self.counted(e, self.sized(e.source), e.body)
        return v.call("sort_by", source, self._key(e.var, e.body))

    def rotated(self, e: core.StartFrom) -> v.Value:
        return v.call("start_from", self.sized(e.source), self(e.start))

    def distinct(self, e: core.Distinct) -> v.Value:
        source = self.counted(e, self.sized(e.source), e.body)
        return v.call("distinct", source, self._key(e.var, e.body))

    def only(self, e: core.Only) -> v.Value:
        return v.call("only", self.sized(e.source))

    def count(self, e: core.Count) -> v.Value:
        return v.call("count", self.sized(e.source))

    def exists(self, e: core.Exists) -> v.Value:
        if not isinstance(e.source, core.Filter):
            return v.call("some", self.sized(e.source))
        guards = self._guards(e.source)
        return v.all_of([*guards, v.Exists(self._flattened(e.source))])

    def _guards(self, e: core.Filter) -> list[v.Value]:
        """The tests before the members of a set are examined one by one."""
        guards = self.constants.guards
        if guards is None or not self.narrows:
            return []
        chain = filters(e)
        tests = [c for link in chain for c in core.conjuncts(link.test)]
        return [self(guard) for guard in guards.of(tests, {link.var for link in chain})]

    def element_at(self, e: core.ElementAt) -> v.Value:
        return v.call("nth", self(e.position), self(e.source))

    def top_of(self, e: core.TopOf) -> v.Value:
        held = self(e.zone) if e.zone.type.many else self.zone_contents(e.zone)
        bottom = v.Const(e.bottom)
        if e.number is None:
            return v.call("top", held, bottom)
        return v.call("take_top", held, bottom, self(e.number))

    def take_while(self, e: core.TakeWhile) -> v.Value:
        test = self._key(e.var, e.test)
        source = self.counted(e, self.sized(e.source), e.test)
        return v.call("take_while", source, test, v.Const(e.last))

    def flat_map(self, e: core.FlatMap) -> v.Value:
        source = self.counted(e, self.iterable(e.source), e.body)
        loops = v.Loop(f"v{e.var}", source), v.Loop("i", self.sized(e.body))
        return v.call("fixed", v.Collect(v.Var("i"), loops))

    def difference(self, e: core.Difference) -> v.Value:
        right = e.right if e.right.type.many else core.SetOf(e.left.type, e.span, (e.right,))
        test = v.In(v.Var("i"), self(right), absent=True)
        loop = v.Loop("i", self.sized(e.left), [test])
        return v.call("fixed", v.Collect(v.Var("i"), [loop]))

    def joined(self, e: core.Union) -> v.Value:
        right = self(e.right)
        more: v.Value = v.Spread(right) if e.right.type.many else right
        return v.Items([v.Spread(self(e.left)), more])

    rules: ClassVar[Rules] = {
        **ValueEmitter.rules,
        core.SetOf: set_of, core.Distinct: distinct, core.Member: member, core.Domain: domain,
        core.Values: values, core.Contents: contents, core.Numbers: numbers, core.Places: places,
        core.Filter: filter, core.Reduce: reduce, core.ArgMax: best, core.SortBy: arranged,
        core.StartFrom: rotated, core.Only: only, core.Count: count, core.Exists: exists,
        core.TopOf: top_of, core.ElementAt: element_at, core.Difference: difference,
        core.Union: joined, core.TakeWhile: take_while, core.FlatMap: flat_map,
    }  # fmt: skip


_Read = core.Var | core.Reg


def in_game(constants: Constants, place: v.Value) -> v.Value:
    """Whether a place is in the game; s[0] is 0, the location of nothing."""
    cell = v.Entry(v.Table(constants.gone()), place)
    return v.Not(v.Cell(cell))


def is_cheap_to_repeat(item: Expr) -> bool:
    """Whether it costs nothing to read a value twice: variables, and places of things."""
    if isinstance(item, core.LocationOf | core.Owner):
        item = item.of
    return isinstance(item, _Read)


def filters(e: Expr) -> list[core.Filter]:
    """The filters of a set, the last one first."""
    return [e, *filters(e.source)] if isinstance(e, core.Filter) else []


def owned_by(test: Expr, bound: set[int]) -> Expr | None:
    """X, if the test is `owner of v is X` and X does not depend on v."""
    if not (
        isinstance(test, core.Compare) and test.op == "==" and isinstance(test.left, core.Owner)
    ):
        return None
    of = test.left.of
    looked_at = isinstance(of, core.Var) and of.index in bound
    return test.right if looked_at and not core.mentions(test.right, bound) else None
