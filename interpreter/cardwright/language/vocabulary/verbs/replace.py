"""`replace raider with a wagon in supply`."""

from __future__ import annotations

from dataclasses import replace as changed

from cardwright.board.types import FLAG, NUMBER, thing
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.inflection import article
from cardwright.language.lower.possible_changes import all_of
from cardwright.language.lower.verb_lowering import if_given
from cardwright.language.registry.movement import From, Movement, To
from cardwright.language.registry.verb import Verb
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.names import place_type
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.statements.choices import acting_player, items_of, lives_on
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import one
from cardwright.language.vocabulary.verbs.move import MOVEMENT as MOVE
from cardwright.language.vocabulary.verbs.remove import MOVEMENT as REMOVAL
from cardwright.source.records import dataclass
from cardwright.source.text import Span

EXCHANGE = Movement("replace", From.ANYWHERE, To.NOWHERE)  # logged as one line


@dataclass(frozen=True, slots=True)
class Clause(ast.VerbClause):
    """The replacement is at the end of the phrase: `1 cart with a wagon in supply`."""

    item: ast.Phrase = one(ast.Phrase)


@dataclass(frozen=True, slots=True)
class Replace(hir.VerbStatement):
    old: hir.Items
    new: hir.Items

    def lower(self, low: hir.Lowering) -> Block:
        span, actor = self.span, low.expr(self.actor)
        asks = (
            *low.choice(self.old.ask, REMOVAL.verb, actor),
            *low.choice(self.new.ask, MOVE.verb, actor),
        )
        old, first = _bound(low, low.expr(self.old.item), span)
        new, second = _bound(low, low.expr(self.new.item), span)
        place, third = _bound(low, core.place_of(old, span), span)
        rank, fourth = _bound(low, core.Position(NUMBER, span, old), span)
        cargo, fifth = _bound(low, _on(old, new, low, span), span)
        leaves = core.Move(span, REMOVAL, old, old.type.of, None, actor, half=True)
        gone = core.place_of(old, span)  # unless something happened instead
        left = core.Compare(FLAG, span, "==", gone, core.none(span))
        back = core.Move(span, MOVE, old, old.type.of, place, actor, rank)
        came = core.Compare(FLAG, span, "==", core.place_of(new, span), place)
        rest = core.If(span, came, self._instead(old, new, cargo, actor, low), (back,))
        comes = (core.Move(span, MOVE, new, new.type.of, place, actor, rank), rest)
        fits = self._allowed(MOVE, new, actor, place)  # there is room because the old one has left
        done = core.If(span, left, (core.If(span, fits, comes, (back,)),), ())
        both = all_of((self._allowed(REMOVAL, old, actor),
                       self._allowed(MOVE, new, actor)))  # fmt: skip
        on_new = core.Compare(FLAG, span, "!=", place, new)  # it would be on itself
        other = core.Compare(FLAG, span, "!=", old, new)
        free = core.If(span, all_of((other, both, on_new)), (leaves, done), ())
        body = if_given(new, if_given(place, (free,), span), span)
        return (*asks, first, second, third, fourth, fifth, *body)

    def _instead(self, old: Expr, new: Expr, cargo: Expr, actor: Expr, low: hir.Lowering) -> Block:
        """Puts the things on the old thing onto the new one; this is logged as one line."""
        span, one = self.span, low.register(thing("piece"), self.span)
        carried = core.Move(span, MOVE, one, "piece", new, actor)
        return (
            core.ForEach(span, one.index, cargo, (carried,)),
            core.Move(span, EXCHANGE, old, old.type.of, new, actor),
        )

    def _allowed(self, movement: Movement, item: Expr, actor: Expr, to: Expr | None = None) -> Expr:
        event = core.action(movement, item.type.of)
        banned = core.Forbidden(FLAG, self.span, event, item, actor, to)
        return core.Not(FLAG, self.span, banned)

    def can_change(self, low: hir.Lowering) -> Expr:
        """Whether something to replace is somewhere, and there is something to take its place."""
        actor = low.expr(self.actor)
        old, new = low.taken(self.old, REMOVAL.verb, actor), low.taken(self.new, MOVE.verb, actor)
        there = low.not_at(old, core.none(self.span))
        return all_of(tuple(core.Exists(FLAG, self.span, e) for e in (there, new)))

    def english(self, sentences: hir.Sentences, rest: Block) -> list[str]:
        lines = [*sentences.ask(self.old.ask, rest, apart=True)]
        lines += sentences.ask(self.new.ask, rest, apart=True)
        old, new = sentences.phrase(self.old.item), sentences.phrase(self.new.item)
        return [*lines, sentences.sentence(self.verb, self.actor, item=old, to=new)]

    def takes(self) -> tuple[Expr, ...]:
        return (self.old.item, self.new.item)


def _bound(low: hir.Lowering, value: Expr, span: Span) -> tuple[core.Reg, core.Let]:
    """A value that is calculated once, and the statement that stores it."""
    reg = low.register(value.type, span)
    return reg, core.Let(span, reg.index, value)


def _on(old: Expr, new: Expr, low: hir.Lowering, span: Span) -> Expr:
    """The pieces on a thing, without its replacement."""
    source = core.Domain(thing("piece").set(), span, "piece")
    var = core.Var(thing("piece"), span, low.allocator.variable())
    there = core.Compare(FLAG, span, "==", core.place_of(var, span), old)
    other = core.Compare(FLAG, span, "!=", var, new)
    return core.Filter(source.type, span, var.index, source, all_of((there, other)))


def _resolve(clause: Clause, act: ast.Act, scope: Scope) -> Block:
    actor = acting_player(scope, clause.span)
    phrase, instead = _split(clause.item)
    old, new = (_one(p, act, scope) for p in (phrase, instead))
    _refuse_token(new.item.type.of, instead.span, scope)
    lives_on(new.item.type.of, place_type(old.item.type.of, scope), instead.span, scope)
    return (Replace(clause.span, VERB, actor, old, new),)


def _refuse_token(kind: str, span: Span, scope: Scope) -> None:
    board = scope.context.board
    if kind in board.kinds and board.token_of(kind):
        message = f"{article(kind)} is a token, which belongs to nobody before it is created"
        raise CheckError("CW220", message, span, "create it first, and give it a name with `as`")


def _one(phrase: ast.Phrase, act: ast.Act, scope: Scope) -> hir.Items:
    found = items_of("replace", phrase, act, scope)
    if found.several:
        help = "for several, write `for each ... : replace ...`"
        raise CheckError("CW219", "`replace` takes one thing and one other", phrase.span, help)
    return found


def _split(phrase: ast.Phrase) -> tuple[ast.Phrase, ast.Phrase]:
    """The phrase for the replaced thing, and the one after the last *with*."""
    noun = phrase.value
    found = _last_with(noun) if isinstance(noun, ast.NounPhrase) else None
    if found is None or not isinstance(noun, ast.NounPhrase):
        help = "as in `replace x with y`"
        if any(word.kind == "_WITH" for word in phrase.tokens()):
            help = f"choose what is replaced first, with a name, `, as x`; then write it {help}"
        raise CheckError("CW221", "specify the replacement", phrase.span, help)
    parts = tuple(p for p in (found.quantifier, found.noun) if p is not None)
    instead = ast.Phrase(found.span, parts, len(parts), found.quantifier, found.noun)
    return changed(phrase, value=_without(noun, found)), instead


def _last_with(noun: ast.NounPhrase) -> ast.WithSome | None:
    last = noun.postmodifiers[-1] if noun.postmodifiers else None
    match last:
        case ast.WithSome():
            return last
        case ast.Located(location=ast.NounPhrase() as inner):
            return _last_with(inner)
    return None


def _without(noun: ast.NounPhrase, last: ast.WithSome) -> ast.NounPhrase:
    *before, end = noun.postmodifiers
    if end is last:
        return changed(noun, postmodifiers=tuple(before))
    assert isinstance(end, ast.Located)
    assert isinstance(end.location, ast.NounPhrase)
    inner = changed(end, location=_without(end.location, last))
    return changed(noun, postmodifiers=(*before, inner))


VERB = Verb(
    name="replace",
    pattern="{item:phrase}",
    changes="location",
    wording="replace {item} with {to}",
    log="{who} replaces {thing} with {end}",
    example="replace raider with a wagon in supply",
    doc="The second thing goes where the first was, and takes over what was on it; the first goes "
    "to supply. Nothing happens if the first is in supply, or if one of the two must stay.",
    clause=Clause,
    resolve=_resolve,
    one_line=True,
    rank=21,
)
