"""Expressions of single values, with their source positions; `v0`, `v1` ... are their variables.

Only whole numbers, slots and our own names are emitted: no text of a pack becomes part of a
program, so a pack can't run code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from cardwright.board.layout import Layout
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.program import values as v
from cardwright.program.constants import Constants

_INTRINSICS = {"min": "min", "max": "max", "/": "div", "mod": "mod", "*": "product"}


def joined(op: str, left: v.Value, right: v.Value) -> v.Value:
    """Two numbers combined by an operator of `core.Arith`."""
    if op in _INTRINSICS:
        return v.call(_INTRINSICS[op], left, right)
    return v.Arith(op, left, right)


class ValueEmitter:
    """Turns core expressions into values for one layout."""

    def __init__(self, constants: Constants, registers: Registers | None = None) -> None:
        self.constants, self.layout = constants, constants.layout
        self._renamed: dict[int, str] = {}
        self._register = registers or v.Register
        self.work = 0  # the steps of the emitted values, without measured ones
        self._is_inside = False  # inside an expression that was already examined
        self._may_cache = True  # whether heavy expressions cache values
        self._measured = False

    def for_definition(self, function: str) -> None:
        """Begins the body of a definition, which is evaluated inside other expressions."""
        heavy = self.constants.heavy
        self._may_cache = heavy is None or function not in heavy.cached or not heavy.opens(function)
        self._measured = function in self.constants.metering.measured

    def __call__(self, expr: Expr) -> v.Value:
        if self._is_inside:
            return v.value_of(expr, self.rules[type(expr)](self, expr))
        self._is_inside = True
        try:
            return v.value_of(expr, self._whole(expr))
        finally:
            self._is_inside = False

    def _whole(self, expr: Expr) -> v.Value:
        """A whole expression: one that may be much work is measured; a heavy one caches values."""
        heavy, metering, before = self.constants.heavy, self.constants.metering, self._measured
        self.work += metering.counted(expr)
        self._measured = before or not metering.is_light(expr)
        node = v.value_of(expr, self.rules[type(expr)](self, expr))
        self._measured = before
        caches = heavy is not None and self._may_cache and heavy.is_heavy(expr)
        return v.Caching(node) if caches else node

    def counted(self, loop: Expr, source: v.Value, *parts: Expr) -> v.Value:
        """The set that a loop goes through, counted member by member if it is measured."""
        if not self._measured or self.constants.metering.is_small(loop):
            return source
        return v.Counted(source, 1 + self.constants.metering.weight(parts))

    def lit(self, e: core.Lit) -> v.Value:
        return v.Const(e.value)

    def named(self, e: core.Named) -> v.Value:
        if e.type.base == "enum":
            return v.Const(self.layout.enum(e.owner, e.name))
        if e.type.base == "design":
            return v.Const(self.layout.design_of(e.owner, e.name))
        return v.Const(self.layout.named(e.owner, e.name))

    def zone_of(self, e: core.ZoneOf) -> v.Value:
        if self.layout.is_missing(e.zone):
            return v.Const(0)
        if e.player is None:
            return v.Const(self.layout.zone_id(e.zone))
        before = self.layout.zone_id(e.zone, 1) - 1
        if e.player.type.optional:
            return v.call("zone_of", self(e.player), v.Const(before))
        return v.plus(self(e.player), before)

    def zone_contents(self, zone: Expr) -> v.Value:
        """The contents of a zone, in order; empty if it has no owner."""
        if isinstance(zone, core.ZoneOf) and self.layout.is_missing(zone.zone):
            return v.Items([])
        first = self.layout.zone_first
        if isinstance(zone, core.ZoneOf) and (zone.player is None or not zone.player.type.optional):
            return v.Zone(v.plus(self(zone), -first))
        return v.call("contents_of", v.ZONES, self(zone), v.Const(first))

    def reg(self, e: core.Reg) -> v.Value:
        found = self._register(e.index)
        if isinstance(found, v.Register | v.Var):
            found.many = e.type.many
        return found

    def var(self, e: core.Var) -> v.Value:
        return v.Var(self._renamed.get(e.index, f"v{e.index}"), e.type.many)

    def get(self, e: core.Get) -> v.Value:
        if e.of is None:
            cell = v.Cell(v.Const(self.layout.cells[("", e.field.name)]))
            return self._cell_value(e, cell)
        if e.field.printed:
            found = v.Entry(v.Table(self.constants.printed(e.field)), self.form(e.of))
            if not e.type.many or not self.constants.can_leave_game(e.type.of):
                return found
            return v.call("those_in_game", v.STATE, found, v.Table(self.constants.gone()))
        return self._cell_value(e, self._cell(e, e.of))

    def _cell_value(self, e: core.Get, cell: v.Value) -> v.Value:
        """The value of a cell; for a set, its members."""
        if not e.field.type.many:
            return cell
        return v.call("in_mask", cell, v.Table(self.constants.storable_members(e.field.type)))

    def _cell(self, e: core.Get, of: Expr) -> v.Value:
        offset = self.layout.cells[(e.field.kind, e.field.name)]
        other = of.type.of != e.field.kind or not self.layout.stays(of.type.of, e.field.kind)
        if of.type.optional or other:
            found = self.of_kind(of, e.field.kind)
            if isinstance(found, v.Var):
                return v.Select(found, v.Cell(v.plus(found, offset)), v.Const(0))
            return v.call("cell_or_zero", v.STATE, v.Const(offset), found)
        return v.Cell(v.plus(self(of), offset))

    def of_kind(self, of: Expr, kind: str) -> v.Value:
        """0 for a thing of another kind than the cell's, which has no such cell."""
        return self(of) if self.layout.stays(of.type.of, kind) else self.if_kind(of, kind)

    def if_kind(self, of: Expr, kind: str) -> v.Value:
        """The thing if it is of the kind now, else none."""
        members = v.Table(self.constants.members(kind))
        if not self.layout.changes(of.type.of):
            return v.call("if_member", self(of), members)
        return v.call("if_form", v.STATE, v.Const(self.layout.forms), self(of), members)

    def form(self, of: Expr) -> v.Value:
        """The thing whose printed values a thing has: itself, unless it may have become another."""
        return form(self.layout, self(of), of.type.of)

    def design_of(self, e: core.DesignOf) -> v.Value:
        if self.layout.forms:
            return v.Cell(v.plus(self(e.of), self.layout.forms))
        return v.Entry(v.Table(self.constants.designs()), self(e.of))

    def at(self, e: core.LocationOf) -> v.Value:
        return v.Cell(self(e.of))

    def owner(self, e: core.Owner) -> v.Value:
        return v.Cell(v.plus(self(e.of), self.layout.owner))

    def position(self, e: core.Position) -> v.Value:
        if e.zone is not None:
            return v.call("rank_in", self.zone_contents(e.zone), self(e.of))
        where = v.plus(v.Cell(self(e.of)), -self.layout.zone_first)
        return v.call("position", v.ZONES, where, self(e.of))

    def call(self, e: core.Call) -> v.Value:
        args = [self(a) for a in e.args]
        return v.Invoke(function_name(e.name), args)

    def arith(self, e: core.Arith) -> v.Value:
        return joined(e.op, self(e.left), self(e.right))

    def compare(self, e: core.Compare) -> v.Value:
        return v.Compare(e.op, self(e.left), self(e.right))

    def logic(self, e: core.Logic) -> v.Value:
        tests = self(e.left), self(e.right)
        return v.And(tests) if e.op == "and" else v.Or(tests)

    def not_(self, e: core.Not) -> v.Value:
        return v.Not(self(e.of))

    def cond(self, e: core.Cond) -> v.Value:
        return v.Select(self(e.test), self(e.then), self(e.other))

    def as_if(self, e: core.AsIf) -> v.Value:
        item, layout = self(e.item), self.layout
        form = v.Entry(v.Table(self.constants.designs()), item) if e.form is None else self(e.form)
        return v.AsIf(v.plus(item, layout.forms), form, self(e.body))

    def is_kind(self, e: core.IsKind) -> v.Value:
        return v.In(self.form(e.of), v.Table(self.constants.members(e.kind)))

    def as_kind(self, e: core.AsKind) -> v.Value:
        return self.if_kind(e.of, e.kind)

    def nth(self, e: core.Nth) -> v.Value:
        values = v.Items([self(i) for i in e.items])
        return v.call("nth", self(e.index), values)

    rules: ClassVar[Rules] = {
        core.Lit: lit, core.Named: named, core.ZoneOf: zone_of, core.Reg: reg, core.Var: var,
        core.Get: get, core.LocationOf: at, core.Owner: owner, core.DesignOf: design_of,
        core.Position: position, core.Call: call, core.Arith: arith, core.Compare: compare,
        core.Logic: logic, core.Not: not_, core.Cond: cond, core.IsKind: is_kind,
        core.AsKind: as_kind, core.AsIf: as_if, core.Nth: nth,
    }  # fmt: skip


Registers = Callable[[int], v.Value]
"""What stands for a register: one of the frame, or a parameter of a function."""

Rules = Mapping[type[Expr], Callable[[Any, Any], v.Value]]
"""The emitter of each class of expressions; each module adds its own."""


def form(layout: Layout, item: v.Value, kind: str) -> v.Value:
    """The thing whose printed values a thing of this kind has."""
    if not layout.changes(kind):
        return item
    return v.Cell(v.plus(item, layout.forms))


def function_name(definition: str) -> str:
    """The name of the function of a definition, or of a modified field (`cost of card`)."""
    return "D_" + definition.replace("-", "_").replace(" ", "__")
