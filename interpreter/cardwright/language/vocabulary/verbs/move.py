"""`move 1 of your carts to a town within 1 region of it`."""

from __future__ import annotations

from dataclasses import replace

from cardwright.board.types import FLAG
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.inflection import article
from cardwright.language.lower.possible_changes import all_of, given
from cardwright.language.lower.verb_lowering import as_member, if_given
from cardwright.language.registry.movement import From, Movement, To
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.nouns.sets import ordered_zone
from cardwright.language.resolve.quantities import at_most_one
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.statements.choices import (
    acting_player,
    as_source,
    bind,
    items_of,
    lives_on,
    picked,
    place_expected,
)
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import one
from cardwright.language.syntax.one_line import written
from cardwright.source.records import dataclass
from cardwright.source.text import Span

MOVEMENT = Movement("move", From.ANYWHERE, To.PLACE)


@dataclass(frozen=True, slots=True)
class Clause(ast.VerbClause):
    item: ast.Phrase = one(ast.Phrase)
    to: ast.Destination = one(ast.Destination)


@dataclass(frozen=True, slots=True)
class Target(core.Node):
    """A destination: a place or zone, or a choice that excludes where `item` is.

    `bottom` of an ordered zone; otherwise its top.
    """

    to: Expr
    ask: core.Choose | core.Let | None = None
    item: Expr | None = None
    bottom: bool = False


@dataclass(frozen=True, slots=True)
class Move(hir.ItemStatement):
    """With `member`, each of several things goes to its own chosen place; `member` is that
    thing."""

    target: Target
    member: core.Reg | None = None

    def lower(self, low: hir.Lowering) -> Block:
        actor = low.expr(self.actor)
        ask = self._asked(actor, low)
        if self.member is not None:
            return (*ask, self._each(self.member, actor, low))
        target, span = self.target, self.span
        more = _allowed_place(target, actor, low)
        to = low.expr(target.to)
        if target.ask is None:
            ask = self._away(ask, to, low)
        moved = low.each(MOVEMENT, self.items, to, target.bottom, actor, span)
        if target.ask is None:
            return (*ask, *moved)
        # If the destination may be declined, or may not exist, nothing moves then.
        chosen, item = (*more, *if_given(to, moved, span)), low.expr(self.items.item)
        return (*ask, *(if_given(item, chosen, span) if item.type.optional else chosen))

    def _asked(self, actor: Expr, low: hir.Lowering) -> Block:
        """The choice of things from those that have somewhere to go."""
        if isinstance(self.target.ask, core.Choose) and self._goal(low) is not None:
            ask = low.choice(self.items.ask)
            if ask and isinstance(ask[0], core.Choose):
                return (replace(ask[0], source=self._movable(ask[0].source, actor, low)),)
        return low.choice(self.items.ask, MOVEMENT.verb, actor, self._goal(low))

    def _away(self, ask: Block, to: Expr, low: hir.Lowering) -> Block:
        """The choice of things from those that are not there already."""
        item = None if self.items.several else low.expr(self.items.item)
        match ask:
            case (core.Choose() as chosen,):
                return (replace(chosen, source=low.not_at(chosen.source, to, item)),)
            case (core.Let() as taken,):
                return (replace(taken, value=low.not_at(taken.value, to, item)),)
        return ask

    def spends(self, low: hir.Lowering) -> hir.Spent:
        actor = low.expr(self.actor)
        ask = self._asked(actor, low)
        if self.target.ask is None:
            ask = self._away(ask, low.expr(self.target.to), low)
        return low.spent(self.items, ask)

    def can_change(self, low: hir.Lowering) -> Expr:
        """Whether something to move is not there yet, and there is somewhere to go."""
        target, source = self.target, self.taken(low)
        if isinstance(target.ask, core.Choose):
            return self._can_go(source, low)
        to = low.expr(target.to)
        item = None if self.items.several else low.expr(self.items.item)
        some = core.Exists(FLAG, self.span, low.not_at(source, to, item))
        return all_of((some, given(to))) if to.type.optional else some

    def _can_go(self, source: Expr, low: hir.Lowering) -> Expr:
        """Whether one of the things can go to a different place that is not forbidden."""
        goal, span = self._goal(low), self.span
        assert isinstance(self.target.ask, core.Choose)
        if goal is None:
            places = core.Exists(FLAG, span, low.expr(self.target.ask.source))
            return all_of((core.Exists(FLAG, span, source), places))
        return core.Exists(FLAG, span, self._movable(source, low.expr(self.actor), low))

    def _movable(self, source: Expr, actor: Expr, low: hir.Lowering) -> Expr:
        """The things that can go to some place, which depends on where each of them is."""
        goal, span = self._goal(low), self.span
        assert goal is not None
        one = core.Var(source.type.one(), span, low.allocator.variable())
        free = low.places(MOVEMENT.verb, one, goal(one), actor, span)
        return core.Filter(source.type, span, one.index, source, core.Exists(FLAG, span, free))

    def _each(self, member: core.Reg, actor: Expr, low: hir.Lowering) -> core.Stmt:
        item, span, to = low.expr(self.items.item), self.span, low.expr(self.target.to)
        alone = self._one(member)  # asked as if it were moved alone, so that the question names it
        ask = tuple(replace(s, origin=alone) for s in _allowed_place(self.target, actor, low))
        act = core.Move(span, MOVEMENT, member, item.type.of, to, actor)
        return core.ForEach(span, member.index, item, (*ask, *if_given(to, (act,), span)))

    def _goal(self, low: hir.Lowering) -> hir.Goal:
        """The places where one of the items may go, for the prohibitions on moving."""
        asked = self.member or self.items.ask
        register = asked.index if isinstance(asked, core.Reg) else asked.reg if asked else None
        target, ask = self.target, self.target.ask
        if register is None or isinstance(ask, core.Let):
            return None
        to = low.expr(target.to) if ask is None else _other_places(target, low, ask)
        return lambda item: as_member(to, register, item)

    def english(self, sentences: hir.Sentences, rest: Block) -> list[str]:
        if self.member is not None:
            return self._english_of_each(self.member, sentences, rest)
        target, moved = self.target, replace(self.items, ask=None)
        lines = sentences.ask(self.items.ask, rest)
        lines += sentences.ask(target.ask, (), other=target.item is not None)
        to = sentences.destination(target.to, self.actor, bottom=target.bottom)
        return [*lines, *sentences.action(self.verb, self.actor, moved, rest, to)]

    def _english_of_each(
        self, member: core.Reg, sentences: hir.Sentences, rest: Block
    ) -> list[str]:
        """`For each of your carts, move that cart to another town.`"""
        ask, one = self.items.ask, self._one(member)
        chosen = ask if isinstance(ask, core.Choose) else None
        source = ask.value if isinstance(ask, core.Let) else self.items.item
        loop = core.ForEach(self.span, member.index, source, (one,))
        return [*sentences.ask(chosen, rest, apart=True), *sentences.block((loop,))]

    def _one(self, member: core.Reg) -> Move:
        """The same move for one of the things."""
        return replace(self, items=hir.Items(member, None, False), member=None)

    def takes(self) -> tuple[Expr, ...]:
        return (self.items.item, self.target.to) if self.member is None else ()


def _allowed_place(target: Target, actor: Expr, low: hir.Lowering) -> Block:
    """The choice of a place that no prohibition excludes."""
    found = low.choice(target.ask)
    if target.item is None or not found:
        return found
    (ask,) = found
    assert isinstance(ask, core.Choose)
    others, item = _other_places(target, low, ask), low.expr(target.item)
    return (replace(ask, source=low.places(MOVEMENT.verb, item, others, actor, ask.span)),)


def _other_places(target: Target, low: hir.Lowering, ask: core.Choose) -> Expr:
    """The places to choose from: nothing is moved to where it already is."""
    source = low.expr(ask.source)
    if target.item is None:
        return source
    var = core.Var(source.type.one(), ask.span, low.allocator.variable())
    here = core.LocationOf(source.type.one().maybe(), ask.span, low.expr(target.item))
    other = core.Compare(FLAG, ask.span, "!=", var, here)
    return core.Filter(source.type, ask.span, var.index, source, other)


def _resolve(clause: Clause, act: ast.Act, scope: Scope) -> Block:
    actor = acting_player(scope, clause.span)
    items = items_of("move", clause.item, act, scope)
    bind(act.names, items.item, scope)
    if isinstance(clause.to, ast.ToEnd):
        bottom, end = clause.to.end.kind == "TO_BOTTOM", ordered_zone(clause.to.zone, scope)
        lives_on(items.item.type.of, end.type, end.span, scope)
        target = Target(end, bottom=bottom)
        return (Move(clause.span, VERB, actor, items, target),)
    assert isinstance(clause.to, ast.ToPlace)
    phrase, kind = clause.to.place, items.item.type.of
    if act.at_random is not None:
        _refuse_two_at_random(clause, phrase, items)
    if items.several and phrase.quantifier is not None:
        if act.limits:
            help = f"choose first, and move that: `choose {clause.item.span.text}, ..., as x`"
            message = "this could limit what is moved or where it goes"
            raise CheckError("CW219", message, act.limits[0].span, help)
        member = core.Reg(items.item.type.one(), clause.span, scope.allocator.register())
        inner = scope.inner(it=member)
        if isinstance(items.ask, core.Choose):  # the author's words tell which of them
            inner = replace(inner, prompt=core.SILENT)
        target = _target(phrase, kind, inner)
        return (Move(clause.span, VERB, actor, items, target, member),)
    inner = scope if items.several else scope.inner(it=items.item)
    return (Move(clause.span, VERB, actor, items, _target(phrase, kind, inner)),)


def _refuse_two_at_random(clause: Clause, to: ast.Phrase, items: hir.Items) -> None:
    """Raises CheckError for `move a cart to a town at random`: a random cart, or a random town?"""
    if items.ask is None or to.quantifier is None:
        return
    thing, place = written([clause.item]), written([to])
    each = "each of x" if items.several else "x"
    help = f"choose one first: `choose {thing} at random, as x, then move {each} to {place}`, or "
    help += f"`choose {place} at random, as x, then move {thing} to x`"
    message = "`at random` could apply to what is moved or to where it goes"
    raise CheckError("CW219", message, clause.span, help)


def _target(phrase: ast.Phrase, kind: str, scope: Scope) -> Target:
    where = expression(phrase.value, scope, place_expected(kind, scope))
    if where.type.base not in ("thing", "zone"):
        message = f"expected a place or a zone, found {where.type}"
        help = "to put something back into the supply, remove it: `remove ...`"
        is_supply = phrase.span.text.split()[-1] == "supply"
        raise CheckError("CW220", message, phrase.span, help if is_supply else "")
    lives_on(kind, where.type, phrase.span, scope)
    if phrase.quantifier is None:
        return Target(_one_place(where, phrase.span))
    if not at_most_one(phrase.quantifier):
        span = phrase.quantifier.span
        raise CheckError("CW219", "things can only go to one place", span, "write `a` or `up to 1`")
    source = as_source(where, phrase, scope)
    reg, ask = picked(source, phrase.quantifier, None, phrase.span, scope)
    item = scope.names.get("it")
    return Target(reg, ask, item if item is not None and not item.type.many else None)


def _one_place(where: Expr, span: Span) -> Expr:
    if where.type.many:
        help = f"as in `{article(where.type.of)} ...`, or choose one first"
        raise CheckError("CW219", "specify which one", span, help)
    return where


VERB = Verb(
    name="move",
    pattern="{item:phrase} {to:destination}",
    changes="location",
    wording="move {item} to {to}",
    log="{who} moves {thing} from {start} to {end}",
    example="move 1 of your carts to a town within 1 region of it",
    doc="Move pieces or cards to a place or a zone: to its top, unless `the bottom of` is given. "
    "After `to`, *it* is what is moved.",
    clause=Clause,
    resolve=_resolve,
    movement=MOVEMENT,
    adjective="movable",
    there="where it goes; where it still is, before that, is `place of it`",
    rank=3,
    instead_of=(
        ("move ... to ...", "go travel march advance retreat bounce fly tuck reserve"),
        ("move 1 CARD in HAND of you to ZONE", "discard trash banish exile keep"),
        ("move top of DECK to HAND of you", "draw mill"),
        ("move top of DECK to HAND of each player", "deal"),
    ),
)
