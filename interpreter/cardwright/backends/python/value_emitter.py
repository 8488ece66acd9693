"""Expressions of one value as Python `ast`, with the YAML's lines and columns.

Only whole numbers, slots and our own names are emitted: no text of a pack becomes source, so a pack
can't run code.
In emitted code `s` is the flat state, `z` the zones, `f` the frame, `v0`, `v1` ... variables.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from cardwright.backends.python.nodes import (
    FRAME,
    Node,
    call,
    const,
    index,
    located,
    name,
    plus,
    takes,
)
from cardwright.board.layout import Layout
from cardwright.language import core
from cardwright.language.analysis.heavy_expressions import HeavyExpressions
from cardwright.language.core import Expr
from cardwright.program.constants import Constants

_INTRINSICS = {"min": "min", "max": "max", "/": "div", "mod": "mod", "*": "product"}


def joined(op: str, left: Node, right: Node) -> Node:
    """Two numbers combined by an operator of `core.Arith`."""
    if op in _INTRINSICS:
        return call(_INTRINSICS[op], left, right)
    return ast.BinOp(left, _ARITH[op](), right)


class ValueEmitter:
    """Turns core expressions into Python expressions for one layout."""

    def __init__(
        self, constants: Constants, registers: Callable[[int], Node] | None = None
    ) -> None:
        self.constants, self.layout = constants, constants.layout
        self._renamed: dict[int, str] = {}
        self._register = registers or (lambda i: index(name("f"), const(FRAME + i)))
        self._is_inside = constants.heavy is None  # an expression that was already checked
        self._measured: HeavyExpressions | None = None

    def for_definition(self, function: str) -> None:
        """What follows is the body of a definition, which is evaluated inside other expressions."""
        work = self.constants.heavy
        if work is not None:
            self._is_inside = function in work.kept and work.opens(function)
            self._measured = work if function in work.measured else None

    def __call__(self, expr: Expr) -> Node:
        if self._is_inside:
            return located(self.rules[type(expr)](self, expr), expr)
        self._is_inside = True
        try:
            return located(self._whole(expr), expr)
        finally:
            self._is_inside = False

    def _whole(self, expr: Expr) -> Node:
        """A whole expression: in a heavy one, values are kept; one that may be too much work is
        measured."""
        work, before = self.constants.heavy, self._measured
        if work is None or not work.is_heavy(expr):
            return self.rules[type(expr)](self, expr)
        self._measured = work if work.is_excess(expr) else before
        node = located(self.rules[type(expr)](self, expr), expr)
        self._measured = before
        return call("within", name("s"), name("z"), ast.Lambda(takes([]), node))

    def counted(self, source: Node, *parts: Expr) -> Node:
        """A set that is looked at, member by member, where that is measured."""
        if self._measured is None:
            return source
        return call("spend", source, const(1 + self._measured.weight(parts)))

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

    def as_if(self, e: core.AsIf) -> Node:
        item, layout = self(e.item), self.layout
        form = index(name(self.constants.designs()), item) if e.form is None else self(e.form)
        body = ast.Lambda(takes(["s"]), self(e.body))
        return call("as_if", name("s"), plus(item, layout.forms), form, body)

    def is_kind(self, e: core.IsKind) -> Node:
        return ast.Compare(self.form(e.of), [ast.In()], [name(self.constants.members(e.kind))])

    def as_kind(self, e: core.AsKind) -> Node:
        return self.if_kind(e.of, e.kind)

    def nth(self, e: core.Nth) -> Node:
        values = ast.Tuple([self(i) for i in e.items], ast.Load())
        return call("nth", self(e.index), values)

    rules: ClassVar[Rules] = {
        core.Lit: lit, core.Named: named, core.ZoneOf: zone_of, core.Reg: reg, core.Var: var,
        core.Get: get, core.LocationOf: at, core.Owner: owner, core.DesignOf: design_of,
        core.Position: position, core.Call: call, core.Arith: arith, core.Compare: compare,
        core.Logic: logic, core.Not: not_, core.Cond: cond, core.IsKind: is_kind,
        core.AsKind: as_kind, core.AsIf: as_if, core.Nth: nth,
    }  # fmt: skip


Rules = Mapping[type[Expr], Callable[[Any, Any], Node]]
"""The emitter of each class of expressions; each module adds its own."""


def form(layout: Layout, item: Node, kind: str) -> Node:
    """The thing whose printed side a thing of this kind has."""
    if not layout.changes(kind):
        return item
    return index(name("s"), plus(item, layout.forms))


def function_name(definition: str) -> str:
    """The name of the function of a definition, or of a modified field (`cost of card`)."""
    return "D_" + definition.replace("-", "_").replace(" ", "__")


_ARITH: dict[str, type[ast.operator]] = {"+": ast.Add, "-": ast.Sub}
_COMPARE: dict[str, type[ast.cmpop]] = {
    "==": ast.Eq, "!=": ast.NotEq, "<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE,
}  # fmt: skip  # fmt: skip
