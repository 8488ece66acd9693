"""Lowers HIR statements to core statements; verbs lower themselves with the helpers here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cardwright.board.model import BOTTOM
from cardwright.board.types import FLAG, NUMBER, PLAYER, Type
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.lower.cost_effects import can_all_be_done
from cardwright.language.lower.expressions import Expressions, originate, unused
from cardwright.language.lower.keyed import named_key
from cardwright.language.lower.maxima import within
from cardwright.language.lower.payments import payable
from cardwright.language.lower.possible_changes import all_of, any_of, given, possible_change
from cardwright.language.lower.ranks import Ranking
from cardwright.language.lower.together import together
from cardwright.language.registry.movement import Movement
from cardwright.source.text import Span

ENDLESS = 1_000_000_000
"""The rounds of a loop that only its condition ends."""


class Lowering:
    """Lowers the statements of one routine; `allocator` has its registers and variables."""

    def __init__(self, expressions: Expressions, allocator: hir.Allocator) -> None:
        self.board, self.allocator = expressions.board, allocator
        self.expr = expressions

    def block(self, statements: Block) -> Block:
        return tuple(made for s in statements for made in self._statement(s))

    def _statement(self, s: core.Stmt) -> Block:
        if isinstance(s, hir.VerbStatement):
            made: Block = tuple(self._within_bounds(self._limited(one)) for one in s.lower(self))
            for statement in core.statements(made):
                if statement.origin is None:  # a cost contains statements of its own
                    originate(statement, s)
            return made
        if isinstance(s, hir.May):
            return (self._may(s),)
        if isinstance(s, hir.ChooseAtOnce):
            return together(s, self)
        if isinstance(s, hir.Rank):
            bodies = [self.block(line.body) for line in s.lines]
            return Ranking(s, self, bodies, self.block(s.other)).lowered()
        if isinstance(s, hir.Distributed):
            loop = core.ForEach(s.span, s.reg, self.expr(s.source), self.block(s.body))
            originate(loop, s)
            return (loop,)
        if isinstance(s, hir.DoNothing):
            return ()
        if isinstance(s, hir.OncePer):
            return (self._once(s),)
        if isinstance(s, hir.ChangeByKey):
            return self._change_by_key(s)
        if isinstance(s, hir.RepeatUntil | hir.OpenUntilPass):
            return self._loop(s)
        lowered = core.mapped(s, self._part)
        if isinstance(lowered, core.Choose):
            lowered = self._offered(lowered)
        elif isinstance(lowered, core.Assign):
            lowered = within(lowered, self.board)
        if lowered is not s:
            originate(lowered, s)
        return (lowered,)

    # ------------------------------------------------------------------ computed maxima

    def _within_bounds(self, s: core.Stmt) -> core.Stmt:
        """A verb's own statement, in which no change exceeds a computed maximum."""
        if not self.board.computes_maxima:
            return s
        made = core.mapped(s, self._within_part)
        return within(made, self.board) if isinstance(made, core.Assign) else made

    def _within_part(self, part: Any) -> Any:
        if isinstance(part, core.Stmt):
            return self._within_bounds(part)
        return tuple(map(self._within_part, part)) if isinstance(part, tuple) else part

    # ------------------------------------------------------------ what prohibitions leave

    def _limited(self, s: core.Stmt) -> core.Stmt:
        """A verb's own statement, with all its choices limited."""
        if not self.expr.limits_choices:
            return s
        made = core.mapped(s, self._limited_part)
        return self._offered(made) if isinstance(made, core.Choose) else made

    def _limited_part(self, part: Any) -> Any:
        if isinstance(part, core.Stmt):
            return self._limited(part)
        return tuple(map(self._limited_part, part)) if isinstance(part, tuple) else part

    def _offered(self, s: core.Choose) -> core.Choose:
        """A choice among the things that no prohibition prevents the chooser from choosing."""
        kind, span = s.source.type.of, s.span
        if s.random or not self.expr.changes.limits_choice(kind, self.board):
            return s
        choice = core.choice(kind)
        placed = kind == "thing" or (kind in self.board.kinds and self.board.has_owner(kind))

        def banned(item: Expr) -> Expr:
            here = core.place_of(item, span) if placed else None
            return core.Forbidden(FLAG, span, choice, item, s.chooser, here)

        return replace(s, source=self.without(s.source, span, banned))

    def runnable(self, body: Block) -> Expr | None:
        """The condition that some rule may be run; None if there is more in a body, or nothing is
        forbidden.
        """
        tests = []
        for s in body:
            if not isinstance(s, core.CallRule) or not self.expr.forbids(s.event):
                return None
            tests.append(self.may_run(s))
        return core.CanChange(FLAG, body[0].span, any_of(tests)) if tests else None

    def may_run(self, s: core.CallRule) -> Expr:
        """The condition that no prohibition prevents a rule from being run, and no required
        argument is none.
        """
        made = self.expr.inside(s)
        none = core.none(s.span)
        banned = core.Forbidden(FLAG, s.span, s.event, none, made.you, None, made.args)
        allowed = core.Not(FLAG, s.span, banned)
        return all_of([*(given(arg) for arg in made.needed), allowed])

    # ------------------------------------------------------------------------ statements
    def _change_by_key(self, s: hir.ChangeByKey) -> Block:
        """The change of one of several cells; its key is calculated once."""
        key = self.register(s.cell.key.type, s.span)
        change = self.expr.inside(s.change)
        made: Block = ()
        for word, cell in self.board.cells_of(s.cell.shared).items():
            named = named_key(word, s.cell.key.type, self.board, s.cell.key.span)
            same = core.Compare(FLAG, s.span, "==", key, named)
            made = (
                core.If(s.span, same, (within(replace(change, field=cell), self.board),), made),
            )
        block = (core.Let(s.span, key.index, self.expr(s.cell.key)), *made)
        for statement in core.statements(block):
            originate(statement, s)
        return block

    def _once(self, s: hir.OncePer) -> core.Stmt:
        """Runs an effect that has not been used yet; a *may* alone is used by a yes, and an effect
        with a cost by the payment.
        """
        body, of, span = self.block(s.body), self.expr(s.of), s.span
        used = core.Lit(FLAG, span, 1)
        you = core.Reg(PLAYER, span, 0)
        mark: Block = (core.Assign(span, "set", s.used, of, "=", used, you),)
        lets, rest = _after_lets(body)
        asked = rest[0] if len(rest) == 1 else None
        if isinstance(asked, core.OneOf) and isinstance(asked.origin, hir.May):
            yes, no = asked.branches
            yes = replace(yes, body=(*mark, *yes.body))
            body = (*lets, replace(asked, branches=(yes, no)))
        elif s.paid and isinstance(asked, core.If):
            body = (*lets, replace(asked, then=(*mark, *asked.then)))
        else:
            body = (*mark, *body)
        made = core.If(span, unused(s.used, of, span), body, ())
        originate(made, s)
        originate(mark[0], s)
        return made

    def _loop(self, s: hir.RepeatUntil | hir.OpenUntilPass) -> Block:
        """A loop without a number of rounds, which only the budget of steps limits."""
        if isinstance(s, hir.OpenUntilPass):
            first: core.Stmt = core.mapped(s.opened, self._part)
            rest: Block = ()
        else:
            first, rest = self._leave(s), self.block(s.body)
        for part in core.statements((first,)):
            originate(part, s)
        loop = core.Repeat(s.span, core.Lit(NUMBER, s.span, ENDLESS), (first, *rest))
        originate(loop, s)
        if isinstance(first, core.OpenMenu) and first.chooser.type.optional:
            return if_given(first.chooser, (loop,), s.span)
        return (loop,)

    def _leave(self, s: hir.RepeatUntil) -> core.Stmt:
        """Leaves the loop if nothing is left to do."""
        test = self.expr(s.test)
        done = core.Not(FLAG, s.test.span, test) if s.is_while else test
        return core.If(s.test.span, done, (core.Break(s.span),), ())

    def _part(self, value: Any) -> Any:
        """Lowers a part of a statement: a block, branches, or expressions."""
        if isinstance(value, tuple) and value and isinstance(value[0], core.Stmt):
            return self.block(value)
        if isinstance(value, tuple) and value and isinstance(value[0], core.Branch):
            return tuple(self._branch(branch) for branch in value)
        return self.expr.part(value)

    def _branch(self, branch: core.Branch) -> core.Branch:
        made, possible = core.mapped(branch, self._part), self.runnable(branch.body)
        if possible is None:
            return made
        return replace(made, test=possible if made.test is None else all_of((made.test, possible)))

    def _may(self, s: hir.May) -> core.Stmt:
        body = self.block(s.body)
        yes = core.Branch("yes", s.label, self._worth_asking(s, body), body, s.span)
        no = core.Branch("no", core.Text("no"), None, self.block(s.other), s.span)
        made = core.OneOf(s.span, self.expr(s.chooser), s.label, (yes, no))
        originate(made, s)
        return made

    def _worth_asking(self, s: hir.May, body: Block) -> Expr | None:
        """The condition for offering a *may*: it is possible, and could change something."""
        filled = (getattr(made, name, None) for made in core.statements(body)
                  for name in ("reg", "result"))  # fmt: skip
        chosen = frozenset(reg for reg in filled if reg is not None)
        change = possible_change(s.body, self, chosen)
        tests = [t for t in (self._payable(s.body, body),) if t is not None]
        if change is not None:
            tests.append(core.CanChange(FLAG, s.span, change))
        return all_of(tests) if tests else None

    def _payable(self, said: Block, body: Block) -> Expr | None:
        """The condition for offering a *may*: the payment that it begins with is possible."""
        said = _after_lets(said)[1]
        if said and isinstance(said[0], hir.Paying):
            return said[0].can_change(self)
        body = _after_lets(body)[1]
        first = body[0] if body else None
        if isinstance(first, core.Assign) and first.op == "pay":
            return payable(first, self.board)
        return None

    # -------------------------------------------------------------------- common to verbs

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


class _Variables:
    """Hands out unused variables for conditions that belong to no routine."""

    def __init__(self) -> None:
        self.next = 100_000

    def variable(self) -> int:
        self.next += 1
        return self.next

    register = variable


def effects_in_full(effects: Block, expressions: Expressions, span: Span) -> Expr:
    """Whether effects can be done in full, as a condition."""
    return can_all_be_done(effects, Lowering(expressions, _Variables()), span)


def as_member(e: core.Some, register: int, item: Expr) -> core.Some:
    """An expression about the future content of a register, applied to an item instead."""
    if isinstance(e, core.Reg) and e.index == register:
        return item  # type: ignore[return-value]
    return core.mapped(e, lambda part: _part_as_member(part, register, item))


def _part_as_member(part: Any, register: int, item: Expr) -> Any:
    if isinstance(part, tuple):
        made = tuple(_part_as_member(one, register, item) for one in part)
        return part if all(a is b for a, b in zip(made, part, strict=True)) else made
    return as_member(part, register, item) if isinstance(part, core.Node) else part


def if_given(value: Expr, then: Block, span: Span) -> Block:
    """Runs the statements if there is a value."""
    return (core.If(span, core.Compare(FLAG, span, "!=", value, core.none(span)), then, ()),)


def _after_lets(block: Block) -> tuple[Block, Block]:
    """Statements that only name values, such as those of a text, and the rest."""
    at = next((n for n, s in enumerate(block) if not isinstance(s, core.Let)), len(block))
    return block[:at], block[at:]
