"""`remove up to 3 miners from iron bases, at most 1 per base`."""

from __future__ import annotations

from dataclasses import replace

from cardwright.board.types import FLAG, NUMBER
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.registry.movement import From, Movement, To
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.ambiguities.face_down_order import refuse_unsaid_order
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.quantities import at_most_one, bounds
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.statements.choices import (
    acting_player,
    as_source,
    bind,
    items_of,
    limits_of,
    refuse_supply,
)
from cardwright.language.syntax import ast
from cardwright.language.vocabulary.clauses import ItemClause
from cardwright.language.vocabulary.counters import cell, members
from cardwright.source.records import dataclass
from cardwright.source.text import Span

MOVEMENT = Movement("remove", From.BOARD, To.SUPPLY)
UNLIMITED = 99  # if nothing limits how many are removed


@dataclass(frozen=True, slots=True)
class Remove(hir.ItemStatement):
    def lower(self, low: hir.Lowering) -> Block:
        actor = low.expr(self.actor)
        ask = low.choice(self.items.ask, MOVEMENT.verb, actor)
        kind = self.items.item.type.of
        if self.items.several and low.expr.may_be_replaced(core.action(MOVEMENT, kind)):
            return (*ask, *self._until_all_have_gone(actor, low))
        return (*ask, *low.each(MOVEMENT, self.items, None, False, actor, self.span))

    def _until_all_have_gone(self, actor: Expr, low: hir.Lowering) -> Block:
        """Removes one after the other; if another one was removed in its place, it is removed
        again.
        """
        span, items, nowhere = self.span, low.expr(self.items.item), core.none(self.span)
        left, rest = (low.register(items.type, span) for _ in range(2))
        one = low.register(items.type.one().maybe(), span)
        others = core.Difference(items.type, span, left, core.SetOf(items.type, span, (one,)))
        now = core.Arith(NUMBER, span, "+", core.Count(NUMBER, span, rest), core.lit(1, span))
        fewer = core.Compare(FLAG, span, "<", now, core.Count(NUMBER, span, left))
        still = core.Cond(items.type, span, fewer, low.not_at(left, nowhere), rest, origin=self)
        none_left = core.Not(FLAG, span, core.Exists(FLAG, span, left))
        body: Block = (
            core.If(span, none_left, (core.Break(span),), ()),
            core.Let(span, one.index, core.ElementAt(one.type, span, left, core.lit(1, span))),
            core.Move(span, MOVEMENT, one, one.type.of, None, actor),
            core.Let(span, rest.index, low.not_at(others, nowhere)),
            core.Let(span, left.index, still),
        )
        start = core.Let(span, left.index, low.not_at(items, nowhere))
        return (start, core.Repeat(span, core.Count(NUMBER, span, left), body))

    def spends(self, low: hir.Lowering) -> hir.Spent:
        actor = low.expr(self.actor)
        return low.spent(self.items, low.choice(self.items.ask, MOVEMENT.verb, actor))

    def can_change(self, low: hir.Lowering) -> Expr:
        """Whether something to remove is not in supply."""
        placed = low.not_at(self.taken(low), core.none(self.span))
        return core.Exists(FLAG, self.span, placed)


@dataclass(frozen=True, slots=True)
class RemoveSeveral(hir.VerbStatement):
    """Removes one at a time: a piece that survives its first removal may be chosen again.

    `ask` chooses all of them; without a highest number as many as there are.
    """

    ask: core.Choose

    @property
    def taken(self) -> core.Reg:
        """The set of those that were removed."""
        return core.Reg(self.ask.source.type, self.span, self.ask.reg)

    def lower(self, low: hir.Lowering) -> Block:
        span, taken, asked = self.span, self.taken, self.ask
        actor = low.expr(self.actor)
        source = self._removable(low)
        one = low.register(source.type.one().maybe(), span)
        spent = low.allocator.register()
        fixed = low.register(NUMBER, span)  # removing may change the sum
        needed = core.Compare(FLAG, span, "<", core.Count(NUMBER, span, taken), fixed)
        one_or_none = core.lit(1, span), core.lit(0, span)
        least = core.Cond(NUMBER, span, needed, *one_or_none, origin=self)
        left = core.Arith(NUMBER, span, "-", fixed, core.Count(NUMBER, span, taken))
        # Things that may survive their removal are chosen one by one, since they may be chosen
        # again.
        withstands = core.Replaceable(FLAG, span, core.action(MOVEMENT, source.type.of))
        needed_now = core.Cond(NUMBER, span, withstands, one_or_none[0], left, origin=self)
        limits = tuple(low.expr.inside(limit) for limit in asked.limits)
        ask = core.Choose(span, one.index, actor, source, least, core.lit(1, span), False,
                          limits, random=asked.random, needed=needed_now, spent=spent,
                          prompt=asked.prompt)  # fmt: skip
        nothing = core.Compare(FLAG, span, "==", one, core.none(span))
        body: Block = (
            ask,
            core.If(span, nothing, (core.Break(span),), ()),
            core.Let(span, taken.index, core.Union(source.type, span, taken, one)),
            core.Move(span, MOVEMENT, one, one.type.of, None, actor),
        )
        empty = core.SetOf(source.type, span, ())
        # without a highest number, until nothing is chosen: things that survive are counted again
        times = low.expr(asked.high) if asked.high is not None else core.lit(UNLIMITED, span)
        return (
            core.Let(span, fixed.index, low.expr(asked.low)),
            core.Let(span, taken.index, empty),
            core.Let(span, spent, empty),
            core.Repeat(span, times, body),
        )

    def _removable(self, low: hir.Lowering) -> Expr:
        source, actor = low.expr(self.ask.source), low.expr(self.actor)
        return low.allowed(MOVEMENT.verb, source, actor, self.span)

    def spends(self, low: hir.Lowering) -> hir.Spent:
        source = self._removable(low)
        return source, low.expr(self.ask.low)

    def limited(self, limits: tuple[core.Limit, ...]) -> RemoveSeveral:
        return replace(self, ask=replace(self.ask, limits=(*self.ask.limits, *limits)))

    def can_change(self, low: hir.Lowering) -> Expr:
        source = self._removable(low)
        return core.Exists(FLAG, self.span, source)

    def in_full(self, low: hir.Lowering) -> Expr:
        source = self._removable(low)
        return low.enough(source, low.expr(self.ask.low))

    def english(self, sentences: hir.Sentences, rest: Block) -> list[str]:
        items = hir.Items(self.taken, self.ask, True)
        return sentences.action(self.verb, self.actor, items, rest)


def _resolve(clause: ItemClause, act: ast.Act, scope: Scope) -> Block:
    actor = acting_player(scope, clause.span)
    if (target := _set_in_state(clause.item, scope)) is not None:
        return (_from_set(clause, target, actor, scope),)
    quantifier = clause.item.quantifier
    if quantifier and not isinstance(quantifier, ast.Every) and not at_most_one(quantifier):
        return _several(clause, quantifier, act, actor, scope)
    items = items_of("remove", clause.item, act, scope)
    _not_from_supply(items.source, clause.item.span)
    bind(act.names, items.item, scope)
    return (Remove(clause.span, VERB, actor, items),)


def _set_in_state(item: ast.Phrase, scope: Scope) -> ast.NounPhrase | None:
    """The set in `remove salt from taxed of it`; None for a removal of pieces from the board."""
    mods = item.value.postmodifiers if isinstance(item.value, ast.NounPhrase) else ()
    where = mods[0].location if len(mods) == 1 and isinstance(mods[0], ast.Located) else None
    if item.quantifier is not None or not isinstance(where, ast.NounPhrase):
        return None
    board, name = scope.context.board, where.words.noun.text
    cells = [board.state.get(name), *(kind.fields.get(name) for kind in board.kinds.values())]
    kept = any(cell is not None and cell.type.many and not cell.printed for cell in cells)
    return where if kept else None


def _from_set(clause: ItemClause, target: ast.NounPhrase, actor: Expr, scope: Scope) -> core.Assign:
    field, of = cell(target, scope)
    assert isinstance(clause.item.value, ast.NounPhrase)
    value = members(replace(clause.item.value, postmodifiers=()), field.type, scope)
    return core.Assign(clause.span, "remove", field, of, "-", value, actor)


def _not_from_supply(source: Expr, span: Span) -> None:
    message = "nothing is removed: these things are already in supply"
    refuse_supply(source, span, message, "remove from a place, as in `from PLACE`")


def _several(
    clause: ItemClause, quantifier: ast.Quantifier, act: ast.Act, actor: Expr, scope: Scope
) -> Block:
    source = as_source(expression(clause.item.value, scope), clause.item, scope)
    _not_from_supply(source, clause.item.span)
    refuse_unsaid_order(source, clause.item, act, scope)
    low, high = bounds(quantifier, scope)
    ask = core.Choose(clause.span, scope.allocator.register(), actor, source, low, high, True,
                      limits_of(act, source, scope), random=act.at_random is not None,
                      prompt=scope.prompt)  # fmt: skip
    found = RemoveSeveral(clause.span, VERB, actor, ask)
    bind(act.names, found.taken, scope)
    return (found,)


VERB = Verb(
    name="remove",
    pattern="{item:phrase}",
    changes="location",
    log="{who} removes {thing} from {start}",
    example="remove up to 3 miners from iron bases, at most 1 per base",
    doc="Take pieces off the board, back to their owner's supply.",
    clause=ItemClause,
    resolve=_resolve,
    movement=MOVEMENT,
    adjective="removable",
    there="where it is; after it, where it was",
    rank=4,
    instead_of=(("remove 1 KIND", "destroy kill sink eliminate defeat sacrifice lift take-off"),),
)
