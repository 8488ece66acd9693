"""Expressions of one value, with the places of their texts; `v0`, `v1` ... are their variables.

Only whole numbers, slots and our own names are emitted: no text of a pack becomes part of a
program, so a pack can't run code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from cardwright.board.layout import Layout
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.program.constants import Constants
from cardwright.program.values import (
    STATE,
    ZONES,
    And,
    Arith,
    AsIf,
    Cell,
    Compare,
    Const,
    Counted,
    Entry,
    Heavy,
    In,
    Invoke,
    Items,
    Not,
    Or,
    Register,
    Select,
    Table,
    Value,
    Var,
    Zone,
    call,
    located,
    plus,
)

_INTRINSICS = {"min": "min", "max": "max", "/": "div", "mod": "mod", "*": "product"}


def joined(op: str, left: Value, right: Value) -> Value:
    """Two numbers combined by an operator of `core.Arith`."""
    if op in _INTRINSICS:
        return call(_INTRINSICS[op], left, right)
    return Arith(op, left, right)


class ValueEmitter:
    """Turns core expressions into values for one layout."""

    def __init__(self, constants: Constants, registers: Registers | None = None) -> None:
        self.constants, self.layout = constants, constants.layout
        self._renamed: dict[int, str] = {}
        self._register = registers or Register
        self.work = 0  # steps of what was emitted, without those that are measured
        self._is_inside = False  # in an expression that was already looked at
        self._keeps = True  # whether heavy expressions keep values
        self._measured = False

    def for_definition(self, function: str) -> None:
        """What follows is the body of a definition, which is evaluated inside other expressions."""
        heavy = self.constants.heavy
        self._keeps = heavy is None or function not in heavy.kept or not heavy.opens(function)
        self._measured = function in self.constants.metering.measured

    def __call__(self, expr: Expr) -> Value:
        if self._is_inside:
            return located(self.rules[type(expr)](self, expr), expr.span)
        self._is_inside = True
        try:
            return located(self._whole(expr), expr.span)
        finally:
            self._is_inside = False

    def _whole(self, expr: Expr) -> Value:
        """A whole expression: one that may be much work is measured; in a heavy one, values are
        kept."""
        heavy, metering, before = self.constants.heavy, self.constants.metering, self._measured
        self.work += metering.counted(expr)
        self._measured = before or not metering.is_light(expr)
        node = located(self.rules[type(expr)](self, expr), expr.span)
        self._measured = before
        keeps = heavy is not None and self._keeps and heavy.is_heavy(expr)
        return Heavy(node) if keeps else node

    def counted(self, loop: Expr, source: Value, *parts: Expr) -> Value:
        """The set that a loop goes through, member by member, where that is measured."""
        if not self._measured or self.constants.metering.is_small(loop):
            return source
        return Counted(source, 1 + self.constants.metering.weight(parts))

    def lit(self, e: core.Lit) -> Value:
        return Const(e.value)

    def named(self, e: core.Named) -> Value:
        if e.type.base == "enum":
            return Const(self.layout.enum(e.owner, e.name))
        if e.type.base == "design":
            return Const(self.layout.design_of(e.owner, e.name))
        return Const(self.layout.named(e.owner, e.name))

    def zone_of(self, e: core.ZoneOf) -> Value:
        if self.layout.is_missing(e.zone):
            return Const(0)
        if e.player is None:
            return Const(self.layout.zone_id(e.zone))
        before = self.layout.zone_id(e.zone, 1) - 1
        if e.player.type.optional:
            return call("zone_of", self(e.player), Const(before))
        return plus(self(e.player), before)

    def zone_contents(self, zone: Expr) -> Value:
        """The contents of a zone, in order; empty if it has no owner."""
        if isinstance(zone, core.ZoneOf) and self.layout.is_missing(zone.zone):
            return Items([])
        first = self.layout.zone_first
        if isinstance(zone, core.ZoneOf) and (zone.player is None or not zone.player.type.optional):
            return Zone(plus(self(zone), -first))
        return call("contents_of", ZONES, self(zone), Const(first))

    def reg(self, e: core.Reg) -> Value:
        found = self._register(e.index)
        if isinstance(found, Register | Var):
            found.many = e.type.many
        return found

    def var(self, e: core.Var) -> Value:
        return Var(self._renamed.get(e.index, f"v{e.index}"), e.type.many)

    def get(self, e: core.Get) -> Value:
        if e.of is None:
            cell = Cell(Const(self.layout.cells[("", e.field.name)]))
            return self._kept(e, cell)
        if e.field.printed:
            found = Entry(Table(self.constants.printed(e.field)), self.form(e.of))
            if not e.type.many or not self.constants.can_leave_game(e.type.of):
                return found
            return call("those_in_game", STATE, found, Table(self.constants.gone()))
        return self._kept(e, self._cell(e, e.of))

    def _kept(self, e: core.Get, cell: Value) -> Value:
        """The value of a cell: of a set, its members."""
        if not e.field.type.many:
            return cell
        return call("in_mask", cell, Table(self.constants.kept_in(e.field.type)))

    def _cell(self, e: core.Get, of: Expr) -> Value:
        offset = self.layout.cells[(e.field.kind, e.field.name)]
        other = of.type.of != e.field.kind or not self.layout.stays(of.type.of, e.field.kind)
        if of.type.optional or other:
            found = self.of_kind(of, e.field.kind)
            if isinstance(found, Var):
                return Select(found, Cell(plus(found, offset)), Const(0))
            return call("cell_or_zero", STATE, Const(offset), found)
        return Cell(plus(self(of), offset))

    def of_kind(self, of: Expr, kind: str) -> Value:
        """A thing of another kind than the cell's own has no such cell."""
        return self(of) if self.layout.stays(of.type.of, kind) else self.if_kind(of, kind)

    def if_kind(self, of: Expr, kind: str) -> Value:
        """The thing if it is of the kind now, else none."""
        members = Table(self.constants.members(kind))
        if not self.layout.changes(of.type.of):
            return call("if_member", self(of), members)
        return call("if_form", STATE, Const(self.layout.forms), self(of), members)

    def form(self, of: Expr) -> Value:
        """The thing whose printed side a thing has: its own, unless it may have become another."""
        return form(self.layout, self(of), of.type.of)

    def design_of(self, e: core.DesignOf) -> Value:
        if self.layout.forms:
            return Cell(plus(self(e.of), self.layout.forms))
        return Entry(Table(self.constants.designs()), self(e.of))

    def at(self, e: core.LocationOf) -> Value:
        return Cell(self(e.of))

    def owner(self, e: core.Owner) -> Value:
        return Cell(plus(self(e.of), self.layout.owner))

    def position(self, e: core.Position) -> Value:
        if e.zone is not None:
            return call("rank_in", self.zone_contents(e.zone), self(e.of))
        where = plus(Cell(self(e.of)), -self.layout.zone_first)
        return call("position", ZONES, where, self(e.of))

    def call(self, e: core.Call) -> Value:
        args = [self(a) for a in e.args]
        return Invoke(function_name(e.name), args)

    def arith(self, e: core.Arith) -> Value:
        return joined(e.op, self(e.left), self(e.right))

    def compare(self, e: core.Compare) -> Value:
        return Compare(e.op, self(e.left), self(e.right))

    def logic(self, e: core.Logic) -> Value:
        tests = self(e.left), self(e.right)
        return And(tests) if e.op == "and" else Or(tests)

    def not_(self, e: core.Not) -> Value:
        return Not(self(e.of))

    def cond(self, e: core.Cond) -> Value:
        return Select(self(e.test), self(e.then), self(e.other))

    def as_if(self, e: core.AsIf) -> Value:
        item, layout = self(e.item), self.layout
        form = Entry(Table(self.constants.designs()), item) if e.form is None else self(e.form)
        return AsIf(plus(item, layout.forms), form, self(e.body))

    def is_kind(self, e: core.IsKind) -> Value:
        return In(self.form(e.of), Table(self.constants.members(e.kind)))

    def as_kind(self, e: core.AsKind) -> Value:
        return self.if_kind(e.of, e.kind)

    def nth(self, e: core.Nth) -> Value:
        values = Items([self(i) for i in e.items])
        return call("nth", self(e.index), values)

    rules: ClassVar[Rules] = {
        core.Lit: lit, core.Named: named, core.ZoneOf: zone_of, core.Reg: reg, core.Var: var,
        core.Get: get, core.LocationOf: at, core.Owner: owner, core.DesignOf: design_of,
        core.Position: position, core.Call: call, core.Arith: arith, core.Compare: compare,
        core.Logic: logic, core.Not: not_, core.Cond: cond, core.IsKind: is_kind,
        core.AsKind: as_kind, core.AsIf: as_if, core.Nth: nth,
    }  # fmt: skip


Registers = Callable[[int], Value]
"""What stands for a register: one of the frame, or a parameter of a function."""

Rules = Mapping[type[Expr], Callable[[Any, Any], Value]]
"""The emitter of each class of expressions; each module adds its own."""


def form(layout: Layout, item: Value, kind: str) -> Value:
    """The thing whose printed side a thing of this kind has."""
    if not layout.changes(kind):
        return item
    return Cell(plus(item, layout.forms))


def function_name(definition: str) -> str:
    """The name of the function of a definition, or of a modified field (`cost of card`)."""
    return "D_" + definition.replace("-", "_").replace(" ", "__")
