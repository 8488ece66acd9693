"""Lowers HIR statements to core statements; verbs lower themselves, see `verb_lowering`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cardwright.board.types import FLAG, NUMBER, PLAYER
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.lower.cost_effects import can_all_be_done
from cardwright.language.lower.expressions import Expressions, originate, unused
from cardwright.language.lower.indexed_cells import named_key
from cardwright.language.lower.maxima import within
from cardwright.language.lower.payments import payable
from cardwright.language.lower.possible_changes import all_of, any_of, given, possible_change
from cardwright.language.lower.ranks import Ranking
from cardwright.language.lower.simultaneous_choices import simultaneous_choice
from cardwright.language.lower.verb_lowering import VerbLowering, if_given
from cardwright.source.text import Span

ENDLESS = 1_000_000_000
"""The rounds of a loop that only its condition ends."""


class Lowering(VerbLowering):
    """Lowers the statements of one routine; `allocator` has its registers and variables."""

    def block(self, statements: Block) -> Block:
        return tuple(made for s in statements for made in self._statement(s))

    def _statement(self, s: core.Stmt) -> Block:
        if isinstance(s, hir.VerbStatement):
            return self._verb(s)
        rule = _RULES.get(type(s), Lowering._plain)
        return rule(self, s)

    def _verb(self, s: hir.VerbStatement) -> Block:
        made: Block = tuple(self._within_bounds(self._limited(one)) for one in s.lower(self))
        for statement in core.statements(made):
            if statement.origin is None:  # a cost contains statements of its own
                originate(statement, s)
        return made

    def _plain(self, s: core.Stmt) -> Block:
        """A core statement, of which only the parts are lowered."""
        lowered = core.mapped(s, self._part)
        if isinstance(lowered, core.Choose):
            lowered = self._offered(lowered)
        elif isinstance(lowered, core.Assign):
            lowered = within(lowered, self.board)
        if lowered is not s:
            originate(lowered, s)
        return (lowered,)

    def _rank(self, s: hir.Rank) -> Block:
        bodies = [self.block(line.body) for line in s.lines]
        return Ranking(s, self, bodies, self.block(s.other)).lowered()

    def _to_base(self, s: core.Stmt) -> Block:
        """The core statement of whose class this one is a subclass, only to say more."""
        base, lowered = type(s).__bases__[0], core.mapped(s, self._part)
        made = base(s.span, *(getattr(lowered, name) for name in core.names(base)))
        originate(made, s)
        return (made,)

    def _nothing(self, s: hir.DoNothing) -> Block:
        return ()

    def _together(self, s: hir.SimultaneousChoice) -> Block:
        return simultaneous_choice(s, self)

    # ------------------------------------------------------------------ computed maxima

    def _within_bounds(self, s: core.Stmt) -> core.Stmt:
        """A verb's own statement, in which no change exceeds a computed maximum."""
        if not self.board.computes_maxima:
            return s
        made = core.mapped(s, lambda part: _nested(part, self._within_bounds))
        return within(made, self.board) if isinstance(made, core.Assign) else made

    # ------------------------------------------------------------ what prohibitions leave

    def _limited(self, s: core.Stmt) -> core.Stmt:
        """A verb's own statement, with all its choices limited."""
        if not self.expr.limits_choices:
            return s
        made = core.mapped(s, lambda part: _nested(part, self._limited))
        return self._offered(made) if isinstance(made, core.Choose) else made

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

    def _once(self, s: hir.OncePer) -> Block:
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
        return (made,)

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

    def _may(self, s: hir.May) -> Block:
        body = self.block(s.body)
        yes = core.Branch("yes", s.label, self._worth_asking(s, body), body, s.span)
        no = core.Branch("no", core.Text("no"), None, self.block(s.other), s.span)
        made = core.OneOf(s.span, self.expr(s.chooser), s.label, (yes, no))
        originate(made, s)
        return (made,)

    def _worth_asking(self, s: hir.May, body: Block) -> Expr | None:
        """The condition for offering a *may*: it is possible, and could change something."""
        change = possible_change(s.body, self, frozenset(core.filled_registers(body)))
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


def _after_lets(block: Block) -> tuple[Block, Block]:
    """Statements that only name values, such as those of a text, and the rest."""
    at = next((n for n, s in enumerate(block) if not isinstance(s, core.Let)), len(block))
    return block[:at], block[at:]


def _nested(part: Any, change: Callable[[core.Stmt], core.Stmt]) -> Any:
    """A part of a statement with the statements in it changed."""
    if isinstance(part, core.Stmt):
        return change(part)
    return tuple(_nested(one, change) for one in part) if isinstance(part, tuple) else part


_RULES: dict[type[core.Stmt], Callable[[Lowering, Any], Block]] = {
    hir.May: Lowering._may, hir.SimultaneousChoice: Lowering._together, hir.Rank: Lowering._rank,
    hir.Distributed: Lowering._to_base, hir.OtherwiseIf: Lowering._to_base,
    hir.PaidFirst: Lowering._to_base, hir.Inserted: Lowering._to_base,
    hir.DoNothing: Lowering._nothing,
    hir.OncePer: Lowering._once, hir.ChangeByKey: Lowering._change_by_key,
    hir.RepeatUntil: Lowering._loop, hir.OpenUntilPass: Lowering._loop,
}  # fmt: skip
