"""`place 1 miner on each iron base`."""

from __future__ import annotations

from dataclasses import replace

from cardwright.board.types import FLAG, NUMBER, PLAYER
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.lower.possible_changes import all_of, any_of, given
from cardwright.language.lower.verb_lowering import if_given
from cardwright.language.registry.movement import From, Movement, To
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.ambiguities.named_kinds import named_kind, refuse_named
from cardwright.language.resolve.ambiguities.shared_places import not_chosen
from cardwright.language.resolve.counters.capacities import limits_of_room
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.nouns.designs import several
from cardwright.language.resolve.nouns.postmodifiers import no_place
from cardwright.language.resolve.quantities import Bounds, at_most_one, bounds
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.statements.choices import (
    acting_player,
    lives_on,
    not_counted,
    picked,
    place_expected,
    refuse_fixed,
)
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import one
from cardwright.source.records import dataclass
from cardwright.source.text import Span

MOVEMENT = Movement("place", From.SUPPLY, To.PLACE)


@dataclass(frozen=True, slots=True)
class Clause(ast.VerbClause):
    """The place is at the end of the item's phrase: `1 miner on a base`."""

    item: ast.Phrase = one(ast.Phrase)


@dataclass(frozen=True, slots=True)
class Place(hir.VerbStatement):
    """`supply` are the pieces that may be taken; `to` is the place, chosen first by `ask`.

    `each`: one piece goes on each place of a set; it is the register of the current place. `whole`:
    all of the supply goes on one place, gathered in a register, and the register of the current
    piece.
    """

    supply: Expr
    to: Expr
    ask: core.Choose | core.Let | None
    each: core.Reg | None = None
    whole: tuple[core.Reg, core.Reg] | None = None

    def lower(self, low: hir.Lowering) -> Block:
        span, actor = self.span, low.expr(self.actor)
        supply, to = low.expr(self.supply), low.expr(self.to)
        ask = self._where(supply, actor, low)

        def placed(item: Expr, to: Expr) -> core.Stmt:
            left = low.allowed(self.verb.name, item, actor, span, lambda _: to)
            return self.taken(left, to, actor, low)

        if self.whole is not None:
            gathered, reg = self.whole
            act = placed(core.SetOf(supply.type, span, (reg,)), to)
            let = core.Let(span, gathered.index, supply)
            return (let, core.ForEach(span, reg.index, gathered, (act,)))
        if self.each is not None:
            act = placed(supply, self.each)
            return (*ask, core.ForEach(span, self.each.index, to, (act,)))
        act = placed(supply, to)
        return (*ask, *(if_given(to, (act,), span) if ask else (act,)))

    def taken(self, left: Expr, to: Expr, actor: Expr, low: hir.Lowering) -> core.Move:
        """Moves one of the pieces that prohibitions leave of the supply to its place."""
        return core.Move(self.span, MOVEMENT, left, left.type.of, to, actor)

    def needs(self, expr: hir.Rewriter) -> Expr | None:
        return self._piece(expr)

    def _piece(self, expr: hir.Rewriter) -> Expr:
        """Whether there is a piece, or a replacement for placing it."""
        supply, span = expr(self.supply), self.span
        pieces = core.Exists(FLAG, span, supply)
        placing = core.Event("action", self.verb.name, supply.type.of)
        return any_of((pieces, core.Replaceable(FLAG, span, placing)))

    def can_change(self, low: hir.Lowering) -> Expr:
        """Whether there is a place, and something to put there."""
        some, span = self._piece(low.expr), self.span
        if isinstance(self.ask, core.Choose):
            return all_of((some, core.Exists(FLAG, span, low.expr(self.ask.source))))
        to = low.expr(self.to)
        return all_of((some, given(to))) if to.type.optional else some

    def _where(self, supply: Expr, actor: Expr, low: hir.Lowering) -> Block:
        """The choice of places, without those where prohibitions allow none of the supply."""
        found = low.choice(self.ask)
        ask = found[0] if found else None
        if not isinstance(ask, core.Choose):
            return found
        source = low.places(self.verb.name, supply, ask.source, actor, ask.span)
        return (replace(ask, source=source),)

    def english(self, sentences: hir.Sentences, rest: Block) -> list[str]:
        lines = sentences.ask(self.ask, rest)
        item = sentences.pieces(self.supply, self.to, self.actor, whole=self.whole is not None)
        to = sentences.destination(self.to, self.actor)
        return [*lines, sentences.sentence(self.verb, self.actor, item=item, to=to)]

    def takes(self) -> tuple[Expr, ...]:
        return (self.to,)


def _resolve(clause: Clause, act: ast.Act, scope: Scope) -> Block:
    """`place 2 miners on gold bases`: two destinations, then one piece on each."""
    return (placing(VERB, clause.item, act, scope),)


def placing(verb: Verb, phrase: ast.Phrase, act: ast.Act, scope: Scope) -> Place:
    """The number of pieces and their destination, as a clause states them."""
    span, noun = act.clause.span, phrase.value
    actor = acting_player(scope, span)
    mods = noun.postmodifiers if isinstance(noun, ast.NounPhrase) else ()
    found = next((m for m in reversed(mods) if isinstance(m, ast.Located)), None)
    if found is None or not isinstance(noun, ast.NounPhrase):
        raise CheckError("CW221", f"specify where to {verb.name} it", span, _where_to(act))
    if found.is_origin:
        message = f"`{verb.name}` takes things from supply"
        raise CheckError(
            "CW221", message, found.span, "for others, write `move ... from ... to ...`"
        )
    bare = replace(noun, postmodifiers=tuple(m for m in mods if m is not found))
    quantifier = phrase.quantifier
    supply = _supply(verb, bare, actor, span, _of_kinds(bare, scope) if quantifier else scope)
    if quantifier is None and not isinstance(supply, core.SetOf):
        raise not_counted(bare.span)
    if isinstance(quantifier, ast.Every):
        everything = core.Count(NUMBER, span, supply)
        many: Bounds = (everything, everything)
    else:
        one = core.lit(1, phrase.span)
        many = bounds(quantifier, scope) if quantifier else (one, one)
    return _placing(verb, supply, actor, found, quantifier, many, act, scope)


def _placing(
    verb: Verb,
    supply: Expr,
    actor: Expr,
    where: ast.Located,
    quantifier: ast.Quantifier | None,
    many: Bounds,
    act: ast.Act,
    scope: Scope,
) -> Place:
    span, kind, every = act.clause.span, supply.type.of, isinstance(quantifier, ast.Every)
    place = _places(verb, where, kind, scope)
    one_at_most = quantifier is None or at_most_one(quantifier)
    if not place.type.many:
        if every:
            whole = core.Reg(supply.type, span, scope.allocator.register())
            reg = core.Reg(supply.type.one(), span, scope.allocator.register())
            return Place(span, verb, actor, supply, place, None, None, (whole, reg))
        if one_at_most and not isinstance(quantifier, ast.UpTo):
            return Place(span, verb, actor, supply, place, None)
        place = core.SetOf(place.type.set(), span, (place,))
    if one_at_most:
        to, ask = picked(place, quantifier, act, span, scope)
        return Place(span, verb, actor, supply, to, ask)
    to, ask = picked(place, quantifier, act, span, scope, again=True, how_many=many)
    if isinstance(ask, core.Choose) and (limits := limits_of_room(supply, place, scope)):
        ask = replace(ask, limits=(*ask.limits, *limits))
    each = core.Reg(to.type.one(), span, scope.allocator.register())
    return Place(span, verb, actor, supply, to, ask, each)


def _places(verb: Verb, where: ast.Located, kind: str, scope: Scope) -> Expr:
    """The place, or the places from which some are chosen."""
    found = where.location
    node = found.noun if isinstance(found, ast.Quantified) else found
    if isinstance(found, ast.Quantified):
        refuse_named(found.quantifier, node, scope)
    place = expression(node, scope, place_expected(kind, scope))
    if place.type.base not in (("thing", "zone") if verb.into_zones else ("thing",)):
        raise no_place(place, node.span)
    lives_on(kind, place.type, node.span, scope)
    if isinstance(found, ast.Quantified) and place.type.many and not at_most_one(found.quantifier):
        limited = f"; a limit goes after a comma, as in `, at most 1 per {place.type.of}`"
        raise not_chosen(found, scope, limited)
    return place


def _of_kinds(noun: ast.NounPhrase, scope: Scope) -> Scope:
    """What a number of things is chosen from: any of a kind, even if one has the kind's name."""
    kind = named_kind(noun, scope)
    return replace(scope, names={n: e for n, e in scope.names.items() if n != kind})


def _where_to(act: ast.Act) -> str:
    """Help for a missing place."""
    said = {word.text for word in act.clause.tokens()}
    if "there" in said:
        return "name the place with `choose ..., as here`, and write `on here`"
    return "as in `on a PLACE`" if said.isdisjoint(("onto", "into", "upon")) else "write `on`"


def _supply(verb: Verb, noun: ast.NounPhrase, actor: Expr, span: Span, scope: Scope) -> Expr:
    """The pieces of the placed kind that are in supply: the actor's, unless the phrase names an
    owner.

    For a kind that no player begins with, also those without an owner.
    """
    names = {**scope.names, "supply": core.none(span)}
    found = several(expression(noun, replace(scope, names=names)), scope)
    if found.type.base != "thing":
        raise CheckError("CW220", f"expected a kind of piece, found {found.type}", noun.span)
    board = scope.context.board
    refuse_fixed("place", found.type, span, scope)
    fixed = ("place", "player") if verb.into_zones else ("card", "place", "player")
    if found.type.of in board.kinds and board.root(found.type.of) in fixed:
        raise CheckError("CW220", f"expected a kind of piece, found {found.type}", noun.span,
                         "move cards instead, as in `move card to discard`")  # fmt: skip
    if not found.type.many:
        return core.SetOf(found.type.set(), span, (found,))
    source = _from_supply(found)
    if noun.determiner or noun.of:
        return source
    _, var = scope.with_variable((), found.type.one(), span)
    owned = hir.Owned if board.has_owners(found.type.of) else hir.OwnedOrFree
    test = owned(FLAG, span, core.Owner(PLAYER.maybe(), span, var), actor)
    return core.Filter(source.type, span, var.index, source, test)


def _from_supply(found: Expr) -> Expr:
    if isinstance(found, core.Filter):
        return replace(found, source=_from_supply(found.source))
    if isinstance(found, core.Domain):
        return replace(found, supply=True)
    return found


VERB = Verb(
    name="place",
    pattern="{item:phrase}",
    changes="location",
    wording="place {item} on {to}",
    log="{who} places {thing} on {end}",
    example="place 1 miner on each iron base",
    doc="Put pieces from your supply on places; a place is chosen for each. Pieces of a kind that "
    "no player begins with come from the common supply.",
    clause=Clause,
    resolve=_resolve,
    movement=MOVEMENT,
    there="where it goes",
    rank=2,
    instead_of=(("place 1 KIND on KIND", "put deploy build spawn create summon lay"),),
)
