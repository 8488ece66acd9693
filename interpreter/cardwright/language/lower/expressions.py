"""Lowers HIR expressions to core expressions, with one function for each class."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Any

from cardwright.board.declarations import Field
from cardwright.board.model import Board
from cardwright.board.types import FLAG, NUMBER, PLAYER, design, thing
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.lower.boards import BOARDS
from cardwright.language.lower.indexed_cells import cell_for
from cardwright.language.lower.maxima import highest, room
from cardwright.language.lower.overrides import Overrides
from cardwright.language.lower.payable import payable_in_full
from cardwright.source.text import Span

InFull = Callable[[core.Block, "Expressions", Span], Expr]
"""Whether effects can be done in full: of `statements`, which lowers what verbs need."""


class Expressions:
    """Lowers the expressions of one game; `in_full` lowers the conditions that effects can be
    done.
    """

    def __init__(
        self, board: Board, changes: Overrides | None = None, in_full: InFull | None = None
    ) -> None:
        self.board, self.changes, self.in_full = board, changes or Overrides(), in_full
        self.limits_choices = any(e.chooses for e in self.changes.forbidden)

    def without(self, field: Field) -> Expressions:
        """The same lowering for a modifier of this field."""
        return Expressions(self.board, self.changes.without(field), self.in_full)

    def forbids(self, event: core.Event) -> bool:
        """Whether a prohibition may prevent this rule from being run, or this option from being
        used.
        """
        return event in self.changes.forbidden

    def may_be_replaced(self, event: core.Event) -> bool:
        return self.changes.may_be_replaced(event, self.board)

    def __call__(self, e: Expr) -> Expr:
        rule = _RULES.get(type(e))
        if rule is None:
            return self.inside(e)
        made = rule(self, e)
        if made is not e and made.origin is None:
            originate(made, e)
        return made

    def inside(self, node: core.Some) -> core.Some:
        """A core node with everything inside it lowered."""
        return core.mapped(node, self.part)

    def part(self, value: Any) -> Any:
        """Lowers a part of a node: an expression, several of them, or another node."""
        if isinstance(value, Expr):
            return self(value)
        if isinstance(value, tuple):
            made = tuple([self.part(item) for item in value])
            return value if all(map(is_, made, value)) else made
        return self.inside(value) if isinstance(value, core.Node) else value

    # ------------------------------------------------------------------- what things have

    def path(self, e: hir.Path) -> Expr:
        found = self(e.of)
        for step in e.steps:
            type = step.type.maybe() if found.type.optional else step.type
            if isinstance(step, Field):
                found = self._read(core.Get(type, e.span, step, found))
            elif step.among:
                where = core.LocationOf(thing(step.among).maybe(), e.span, found)
                found = core.AsKind(type, e.span, where, step.kind)
            else:
                found = core.LocationOf(type, e.span, found)
        return found

    def get(self, e: core.Get) -> Expr:
        return self._read(self.inside(e))

    def _read(self, e: core.Get) -> Expr:
        """A printed value, or the result of its modifiers."""
        name = self.changes.fields.get((e.field.kind, e.field.name))
        if name is None or e.of is None:
            return e
        return core.Call(e.type, e.span, name, (e.of,), e.field)

    def adjective(self, e: hir.Adjective) -> Expr:
        return self(e.test)

    def owned(self, e: hir.Owned) -> Expr:
        return _is_or_in(self(e.owner), self(e.who), e.span)

    def owned_or_free(self, e: hir.OwnedOrFree) -> Expr:
        free = core.Compare(FLAG, e.span, "==", self(e.owner), core.none(e.span))
        return core.Logic(FLAG, e.span, "or", self.owned(e), free)

    def located(self, e: hir.Located) -> Expr:
        return _is_or_in(self(e.has), self(e.where), e.span)

    def any_zone(self, e: hir.AnyZone) -> Expr:
        """The zones of all players; those of players who are not in the game are empty."""
        players = (core.Named(PLAYER, e.span, PLAYER.of, name)
                   for name in self.board.things.get(PLAYER.of, {}))  # fmt: skip
        zones = tuple(core.ZoneOf(e.type, e.span, e.zone, player) for player in players)
        return core.SetOf(e.type.set(), e.span, zones)

    def of_kind(self, e: hir.OfKind) -> Expr:
        return core.IsKind(FLAG, e.span, self(e.item), e.kind)

    def possessed(self, e: hir.Possessed) -> Expr:
        return core.Filter(e.type, e.span, e.var, self(e.things), self(e.test))

    def together(self, e: hir.Together) -> Expr:
        """Each member once, in the order of the first set, then of the second."""
        left, right = _as_set(self(e.left)), _as_set(self(e.right))
        more = core.Difference(right.type, e.span, right, left)
        return core.Union(e.type, e.span, left, more)

    # ------------------------------------------------------------------- rows and rays

    def next(self, e: hir.Next) -> Expr:
        """The next member of a row, or all the following ones; for an enum, by the numbers of its
        values.
        """
        at, span = self(e.at), e.span
        if e.type.base == "enum":
            return self._next_value(e, at)
        if at.type.of == "player":
            return core.After(e.type, span, at, e.back)
        way = core.Lit(NUMBER, span, 2 if e.back else 1)
        kind = self.board.row_kind(at.type.of)
        return (core.Ray if e.type.many else core.Step)(e.type, span, kind, at, way)

    def _next_value(self, e: hir.Next, at: Expr) -> Expr:
        size, one = len(self.board.enums[e.type.of].values), e.type.one()
        found = [*range(size)] if e.back else [*range(2, size + 1), 0]
        values = tuple(core.Lit(one, e.span, value) for value in found)
        return core.Nth(e.type, e.span, at, values)

    # ------------------------------------------------------------------------ how many

    def how_many(self, e: hir.HowMany) -> Expr:
        source, span = self(e.source), e.span
        if e.low is None:
            exists = core.Exists(FLAG, span, source)
            return core.Not(FLAG, span, exists) if e.none else exists
        count = core.Count(NUMBER, span, source)
        test: Expr = core.Compare(FLAG, span, ">=", count, self(e.low))
        if e.high is not None:
            most = core.Compare(FLAG, span, "<=", count, self(e.high))
            test = core.Logic(FLAG, span, "and", test, most)
        return test

    def is_copy(self, e: hir.IsCopy) -> Expr:
        return core.Compare(FLAG, e.span, "==", design_of(self(e.item)), design_of(self(e.of)))

    def in_order(self, e: hir.InOrder) -> Expr:
        left, right = self(e.left), self(e.right)
        test: Expr = core.Compare(FLAG, e.span, e.op, left, right)
        for side in (left, right):
            if side.type.optional:
                known = core.Compare(FLAG, e.span, "!=", side, core.none(e.span))
                test = core.Logic(FLAG, e.span, "and", known, test)
        return test

    def best_few(self, e: hir.BestFew) -> Expr:
        """The first members in order of the value, reversed for the highest."""
        body = self(e.body)
        if e.op == "highest":
            body = core.Arith(NUMBER, e.span, "-", core.lit(0, e.span), body)
        ordered = core.SortBy(e.type, e.span, e.var, self(e.source), body)
        return core.TopOf(e.type, e.span, ordered, False, self(e.number))

    def room_for(self, e: hir.RoomFor) -> Expr:
        return room(self(e.of), self._most(e.of, e.cell), never_beyond=not e.cell.most)

    def at_bound(self, e: hir.AtBound) -> Expr:
        now = self(e.of)
        if e.cell is None:
            return core.Not(FLAG, e.span, core.Exists(FLAG, e.span, now))
        if e.word == "empty":
            return core.Compare(FLAG, e.span, "==", now, core.lit(e.cell.low or 0, e.span))
        op = ">=" if e.cell.most else "=="
        return core.Compare(FLAG, e.span, op, now, self._most(e.of, e.cell))

    def _most(self, said: Expr, cell: Field) -> Expr:
        """The highest value of the counter that was named."""
        key = None
        if isinstance(said, hir.Indexed):
            of, key = self(said.of) if said.of else None, self(said.key)
        else:
            now = self(said)
            assert isinstance(now, core.Get)
            of = now.of
        found = highest(cell, of, said.span, self.board, key)
        assert found is not None
        return found

    def all_of(self, e: hir.AllOf) -> Expr:
        return core.Logic(FLAG, e.span, e.op, self(e.left), self(e.right))

    def is_not(self, e: hir.IsNot) -> Expr:
        return core.Not(FLAG, e.span, self(e.of))

    def descending(self, e: hir.Descending) -> Expr:
        return core.Arith(NUMBER, e.span, "-", core.lit(0, e.span), self(e.of))

    def indexed(self, e: hir.Indexed) -> Expr:
        of = None if e.of is None else self(e.of)
        return cell_for(e.shared, of, self(e.key), self.board, e.span)

    def can_be_used(self, e: hir.CanBeUsed) -> Expr:
        of, kind, span = self(e.of), e.of.type.of, e.span
        printed = Field(f"has {e.slot}", FLAG, self._declaring(kind, e.slot), printed=True)
        found: Expr = core.Get(FLAG, span, printed, of)
        for flag in self.board.use_flags(kind, e.slot):
            found = core.Logic(FLAG, span, "and", found, unused(flag, of, span))
        if e.payable is not None:
            found = core.Logic(FLAG, span, "and", found, self(e.payable))
        return found

    def during(self, e: hir.During) -> Expr:
        runner = core.Get(e.runner.type, e.span, e.runner, None)
        if e.by is not None:
            return core.Compare(FLAG, e.span, "==", runner, self(e.by))
        return core.Compare(FLAG, e.span, "!=", runner, core.none(e.span))

    def _declaring(self, kind: str, slot: str) -> str:
        """The kind that declares a printed effect; the kind itself if only those below it do."""
        kinds = self.board.kinds
        return next((k for k in self.board.ancestors(kind) if slot in kinds[k].rules), kind)

    def can_pay(self, e: hir.CanPay) -> Expr:
        payments = self.inside(hir.Cost(e.cost.payments))
        able = payable_in_full(payments, self(e.player), self.board, e.span)
        if not e.cost.effects:
            return able
        assert self.in_full is not None
        done = self.in_full(e.cost.effects, self, e.span)
        return core.Logic(FLAG, e.span, "and", able, done)


def unused(flag: Field, of: Expr, span: Span) -> Expr:
    """The condition that an effect or ability with a limit has not been used yet."""
    return core.Not(FLAG, span, core.Get(FLAG, span, flag, of))


def _as_set(e: Expr) -> Expr:
    return e if e.type.many else core.SetOf(e.type.one().set(), e.span, (e,))


def design_of(e: Expr) -> Expr:
    """The design of a thing, or of a definition, which needs no look at any thing."""
    if e.type.base == "design":
        return e
    return core.DesignOf(design(e.type.of), e.span, e)


def _is_or_in(has: Expr, value: Expr, span: Span) -> Expr:
    if has.type.many and not value.type.many:
        return core.Member(FLAG, span, value, has)
    if value.type.many:
        return core.Member(FLAG, span, has, value)
    return core.Compare(FLAG, span, "==", has, value)


def originate(node: Expr | core.Stmt, origin: object) -> None:
    """Sets a new node's origin, once: only lowering creates nodes with origins."""
    object.__setattr__(node, "origin", origin)


_RULES: dict[type[Expr], Callable[[Expressions, Any], Expr]] = {
    **BOARDS,
    core.Get: Expressions.get, hir.Path: Expressions.path, hir.Adjective: Expressions.adjective,
    hir.Shows: Expressions.adjective, hir.Owned: Expressions.owned,
    hir.OwnedOrFree: Expressions.owned_or_free, hir.Located: Expressions.located,
    hir.AnyZone: Expressions.any_zone, hir.OfKind: Expressions.of_kind,
    hir.Possessed: Expressions.possessed, hir.HowMany: Expressions.how_many,
    hir.CanPay: Expressions.can_pay, hir.Together: Expressions.together,
    hir.InOrder: Expressions.in_order, hir.BestFew: Expressions.best_few,
    hir.IsNot: Expressions.is_not, hir.IsCopy: Expressions.is_copy,
    hir.Descending: Expressions.descending, hir.CanBeUsed: Expressions.can_be_used,
    hir.During: Expressions.during, hir.Next: Expressions.next, hir.Indexed: Expressions.indexed,
    hir.AllOf: Expressions.all_of, hir.RoomFor: Expressions.room_for,
    hir.AtBound: Expressions.at_bound,
}  # fmt: skip
