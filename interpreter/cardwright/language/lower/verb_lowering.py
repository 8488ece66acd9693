"""What the statements of verbs use to lower themselves: choices, sets without what is forbidden,
moves. See `hir.services` for what they expect.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cardwright.board.declarations import BOTTOM
from cardwright.board.types import FLAG, NUMBER, Type
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.lower.expressions import Expressions
from cardwright.language.registry.movement import Movement
from cardwright.source.text import Span


class VerbLowering:
    """The services for the verbs of one routine; `allocator` has its registers and variables."""

    def __init__(self, expressions: Expressions, allocator: hir.Allocator) -> None:
        self.board, self.allocator = expressions.board, allocator
        self.expr = expressions

    def choice(self, ask: core.Choose | core.Let | None, verb: str = "",
               actor: Expr | None = None, to: hir.Goal = None) -> Block:  # fmt: skip
        """A choice, restricted to what no prohibition on the verb excludes."""
        if ask is None:
            return ()
        made = self.expr.inside(ask)
        if actor is None:
            return (made,)
        if isinstance(made, core.Let):
            return (replace(made, value=self.allowed(verb, made.value, actor, made.span, to)),)
        return (replace(made, source=self.allowed(verb, made.source, actor, made.span, to)),)

    def allowed(
        self, verb: str, source: Expr, actor: Expr, span: Span, to: hir.Goal = None
    ) -> Expr:
        """The source without things that prohibitions on the verb exclude, wherever they may go."""
        event = core.Event("action", verb, source.type.of)

        def banned(item: Expr) -> Expr:
            goal = to(item) if to is not None else None
            if goal is None or not goal.type.many:
                return core.Forbidden(FLAG, span, event, item, actor, goal)
            var = core.Var(goal.type.one(), span, self.allocator.variable())
            test = core.Forbidden(FLAG, span, event, item, actor, var)
            return core.AllForbidden(FLAG, span, var.index, goal, test)

        return self.without(source, span, banned)

    def places(self, verb: str, items: Expr, source: Expr, actor: Expr, span: Span) -> Expr:
        """The places, and zones, without those that prohibitions close to all of the items."""
        event = core.Event("action", verb, items.type.of)

        def banned(place: Expr) -> Expr:
            if not items.type.many:
                return core.Forbidden(FLAG, span, event, items, actor, place)
            var = core.Var(items.type.one(), span, self.allocator.variable())
            test = core.Forbidden(FLAG, span, event, var, actor, place)
            return core.AllForbidden(FLAG, span, var.index, items, test)

        return self.without(source, span, banned)

    def without(self, source: Expr, span: Span, banned: Callable[[Expr], Expr]) -> Expr:
        """The members of a set for which something does not hold."""
        var = core.Var(source.type.one(), span, self.allocator.variable())
        test = core.Not(FLAG, span, banned(var))
        return core.Filter(source.type, span, var.index, source, test)

    def register(self, type: Type, span: Span) -> core.Reg:
        return core.Reg(type, span, self.allocator.register())

    def not_at(self, source: Expr, to: Expr, item: Expr | None = None) -> Expr:
        if to.type.base == "zone" and self._is_ordered(to.type.of):
            return source  # there, a move changes the order
        span = source.span
        var = core.Var(source.type.one(), span, self.allocator.variable())
        where = to if item is None else core.replaced(to, item, var)
        here = core.LocationOf(to.type.maybe(), span, var)
        test = core.Compare(FLAG, span, "!=", here, where)
        return core.Filter(source.type, span, var.index, source, test)

    def _is_ordered(self, zone: str) -> bool:
        return zone not in self.board.zones or self.board.zones[zone].ordered

    def taken(self, items: hir.Items, verb: str, actor: Expr) -> Expr:
        asked = self.choice(items.ask, verb, actor)
        if asked and isinstance(asked[0], core.Choose):
            return asked[0].source
        if asked and isinstance(asked[0], core.Let):
            return asked[0].value
        item = self.expr(items.item)
        source = item if items.several else core.SetOf(item.type.one().set(), item.span, (item,))
        return self.allowed(verb, source, actor, item.span)

    def each(
        self,
        movement: Movement,
        items: hir.Items,
        to: Expr | None,
        bottom: bool,
        actor: Expr,
        span: Span,
    ) -> Block:
        """Moves one thing, or each of several."""
        at, kind = core.Lit(NUMBER, span, BOTTOM) if bottom else None, items.item.type.of
        return self.apply_to(
            items, lambda item: core.Move(span, movement, item, kind, to, actor, at), span
        )

    def spent(self, items: hir.Items, ask: Block) -> tuple[Expr, Expr]:
        match ask:
            case (core.Choose() as chosen,):
                return chosen.source, chosen.low
            case (core.Let() as taken,):
                return taken.value, core.Count(NUMBER, taken.span, taken.value)
        item = self.expr(items.item)
        if items.several:
            return item, core.Count(NUMBER, item.span, item)
        return core.SetOf(item.type.one().set(), item.span, (item,)), core.lit(1, item.span)

    def enough(self, source: Expr, number: Expr) -> Expr:
        count = core.Count(NUMBER, source.span, source)
        return core.Compare(FLAG, source.span, ">=", count, number)

    def apply_to(self, items: hir.Items, act: Callable[[Expr], core.Stmt], span: Span) -> Block:
        """The result of `act` for one thing, or for each of several."""
        item = self.expr(items.item)
        if not items.several:
            return (act(item),)
        one = self.register(item.type.one(), span)
        return (core.ForEach(span, one.index, item, (act(one),)),)


def as_member(e: core.Some, register: int, item: Expr) -> core.Some:
    """An expression about the future content of a register, applied to an item instead."""
    return core.rewritten(e, lambda part: item if core.is_register(part, register) else None)


def if_given(value: Expr, then: Block, span: Span) -> Block:
    """Runs the statements if there is a value."""
    return (core.If(span, core.Compare(FLAG, span, "!=", value, core.none(span)), then, ()),)
