"""Verbs that put things somewhere: place, move, remove, swap, give.

A quantified phrase becomes a choice and a loop over what was chosen.
"""

from __future__ import annotations

import re
from dataclasses import replace

from cardwright.board.types import FLAG, NUMBER, PLAYER, Type
from cardwright.language import core
from cardwright.language.amounts import bounds
from cardwright.language.choices import (
    Tails,
    as_source,
    at_most_one,
    limits_of,
    one,
    phrase_of,
    picked,
    who_acts,
)  # fmt: skip
from cardwright.language.core import Block, Expr
from cardwright.language.expressions import a_set
from cardwright.language.nouns import noun_phrase, of_argument
from cardwright.language.nounwords import article
from cardwright.language.phrases import lit, none
from cardwright.language.problems import Problem
from cardwright.language.scope import Scope
from cardwright.language.syntax import Node
from cardwright.language.whereabouts import QUANTS, no_place
from cardwright.source.text import Span

MANY = 99


def items_of(
    verb: str, phrase: Node, tails: Tails, scope: Scope, actor: Expr
) -> tuple[Expr, Block, bool]:
    """The things a verb works on, what asks for them first, and whether there are several."""
    quant, source = phrase_of(phrase, scope)
    if source.type.base == "zone":
        source = a_set(phrase.nodes()[-1], scope)
    if source.type.base != "thing":
        raise Problem("CW220", f"{article(str(source.type))} can't be {_past(verb)}", phrase.span)
    _takes(verb, source.type, phrase.span, scope)
    if quant is None:
        if source.type.many and isinstance(source, (core.Domain, core.Filter)):
            raise Problem("CW219", "say how many", phrase.span, "as in `1`, `up to 2` or `all`")
        return source, (), source.type.many
    if not source.type.many:
        source = core.SetOf(source.type.set(), source.span, (source,))
    allowed = _allowed(verb, source, actor, phrase.span, scope)
    reg, ask = picked(allowed, quant, tails, phrase.span, scope)
    return reg, ask, reg.type.many


def _takes(verb: str, item: Type, span: Span, scope: Scope) -> None:
    """Places stay where they are."""
    board = scope.world.board
    if item.of in board.kinds and board.root(item.of) == "place" and verb != "roll":
        raise Problem("CW220", f"{article(item.of)} is a place; it can't be {_past(verb)}", span,
                      f"{_past(verb)} are pieces and cards")  # fmt: skip


def _may_stand(kind: str, place: Type, span: Span, scope: Scope) -> None:
    """Whether a piece's kind lives on places of that kind; a problem if not."""
    board = scope.world.board
    on = board.lives_on(kind) if kind in board.kinds else ()
    if not on or place.base != "thing" or place.of not in board.kinds:
        return
    if not any(board.is_a(place.of, k) or board.is_a(k, place.of) for k in on):
        raise Problem("CW220", f"{article(kind)} can't be on {article(place.of)}", span,
                      "it lives on " + " or ".join(article(k) for k in on))  # fmt: skip


def _past(verb: str) -> str:
    return {"give": "given"}.get(verb, verb + ("d" if verb.endswith("e") else "ed"))


def _allowed(verb: str, source: Expr, actor: Expr, span: Span, scope: Scope) -> Expr:
    """Without what a prohibition keeps off; nothing to do when there is none for the verb."""
    _, var = scope.with_variable((), source.type.one(), span)
    banned = core.Forbidden(FLAG, span, verb, var, actor, source.type.of)
    test = core.Not(FLAG, span, banned)
    return core.Filter(source.type, span, var.index, source, test)


def _each_item(
    verb: str,
    item: Expr,
    several: bool,
    to: Expr | None,
    bottom: bool,
    actor: Expr,
    span: Span,
    scope: Scope,
) -> Block:
    kind = item.type.of
    if not several:
        return (core.Act(span, verb, item, kind, to, actor, bottom),)
    reg = core.Reg(item.type.one(), span, scope.counter.register())
    act = core.Act(span, verb, reg, kind, to, actor, bottom)
    return (core.ForEach(span, reg.index, item, (act,)),)


def remove(verb: Node, tails: Tails, scope: Scope) -> Block:
    actor = who_acts(scope, verb.span)
    phrase = verb.nodes("phrase")[0]
    quant = next((n for n in phrase.nodes() if n.kind in QUANTS), None)
    if quant is not None and quant.kind != "every" and not at_most_one(quant):
        return _remove_some(verb, quant, tails, scope, actor)
    item, ask, several = items_of("remove", phrase, tails, scope, actor)
    bind(tails, item, scope)
    return (*ask, *_each_item("remove", item, several, None, False, actor, verb.span, scope))


def _remove_some(verb: Node, quant: Node, tails: Tails, scope: Scope, actor: Expr) -> Block:
    """One after the other: a thing that withstands its first removal may be chosen again."""
    phrase, span = verb.nodes("phrase")[0], verb.span
    _, source = phrase_of(phrase, scope)
    source = _allowed("remove", as_source(source, phrase, scope), actor, span, scope)
    low, high = bounds(quant, scope)
    taken = core.Reg(source.type, span, scope.counter.register())
    one = core.Reg(source.type.one().maybe(), span, scope.counter.register())
    spent = scope.counter.register()
    fixed = core.Reg(NUMBER, span, scope.counter.register())  # removing may change the sum
    count = core.Count(NUMBER, span, taken)
    needed = core.Compare(FLAG, span, "<", count, fixed)
    least = core.Cond(NUMBER, span, needed, lit(1, span), lit(0, span))
    ask = core.Choose(span, one.index, actor, source, least, lit(1, span), False,
                      limits_of(tails, source, scope), spent=spent)  # fmt: skip
    body: Block = (
        ask,
        core.If(span, core.Compare(FLAG, span, "==", one, none(span)), (core.Stop(span),), ()),
        core.Let(span, taken.index, core.Joined(source.type, span, taken, one)),
        core.Act(span, "remove", one, one.type.of, None, actor),
    )
    empty = core.SetOf(source.type, span, ())
    # without a highest number, until nothing is chosen: what withstands is counted again
    times = high if high is not None else lit(MANY, span)
    bind(tails, taken, scope)
    return (
        core.Let(span, fixed.index, low),
        core.Let(span, taken.index, empty),
        core.Let(span, spent, empty),
        core.Repeat(span, times, body),
    )


def bind(tails: Tails, item: Expr, scope: Scope) -> None:
    for word in tails.names:
        scope.names[word.text] = item


def move(verb: Node, tails: Tails, scope: Scope) -> Block:
    actor = who_acts(scope, verb.span)
    phrase, destination = verb.nodes()[0], verb.nodes()[-1]
    item, ask, several = items_of("move", phrase, tails, scope, actor)
    bind(tails, item, scope)
    if destination.kind == "to_end":
        to = of_argument(destination.nodes()[-1], scope)
        bottom = bool(destination.word("TO_BOTTOM"))
        return (*ask, *_each_item("move", item, several, to, bottom, actor, verb.span, scope))
    target = destination.nodes("phrase")[0]
    quant = next((n for n in target.nodes() if n.kind in QUANTS), None)
    if several and quant is not None:
        return (*ask, *_move_each(item, target, actor, verb.span, scope))
    inner = scope.inner(it=item) if not several else scope
    to, more = _destination(target, item.type.of, inner)
    moved = _each_item("move", item, several, to, False, actor, verb.span, scope)
    return (*ask, *more, *_if_any(to, quant, moved, verb.span))


def _if_any(to: Expr, quant: Node | None, moved: Block, span: Span) -> Block:
    """A destination that may be declined, or that may not exist, moves nothing then."""
    if quant is None:
        return moved
    given = core.Compare(FLAG, span, "!=", to, none(span))
    return (core.If(span, given, moved, ()),)


def _move_each(item: Expr, target: Node, actor: Expr, span: Span, scope: Scope) -> Block:
    """Several things, each to a place of its own choice."""
    reg = core.Reg(item.type.one(), span, scope.counter.register())
    inner = scope.inner(it=reg)
    to, ask = _destination(target, item.type.of, inner)
    act: Block = (core.Act(span, "move", reg, item.type.of, to, actor),)
    given = core.Compare(FLAG, span, "!=", to, none(span))
    return (core.ForEach(span, reg.index, item, (*ask, core.If(span, given, act, ()))),)


def _destination(target: Node, kind: str, scope: Scope) -> tuple[Expr, Block]:
    on = scope.world.board.lives_on(kind) if kind in scope.world.board.kinds else ()
    expect = Type("thing", on[0]) if on else None
    quant, where = phrase_of(target, scope, expect)
    if where.type.base not in ("thing", "zone"):
        raise Problem("CW220", f"expected a place or a zone, found {where.type}", target.span)
    _may_stand(kind, where.type, target.span, scope)
    if quant is None:
        if where.type.many:
            help = f"as in `{article(where.type.of)} ...`, or choose one first"
            raise Problem("CW219", "say which one", target.span, help)
        return where, ()
    if not at_most_one(quant):
        raise Problem("CW219", "things go to one place", quant.span, "write `a` or `up to 1`")
    empty = Tails((), (), False)
    source = _elsewhere(as_source(where, target, scope), target.span, scope)
    reg, ask = picked(source, quant, empty, target.span, scope)
    return reg, ask


def _elsewhere(source: Expr, span: Span, scope: Scope) -> Expr:
    """Nothing is moved to where it is."""
    item = scope.names.get("it")
    if item is None or item.type.many:
        return source
    _, var = scope.with_variable((), source.type.one(), span)
    here = core.At(source.type.one().maybe(), span, item)
    return core.Filter(source.type, span, var.index, source,
                       core.Compare(FLAG, span, "!=", var, here))  # fmt: skip


def place(verb: Node, tails: Tails, scope: Scope) -> Block:
    """`place 2 miners on gold bases`: two destinations, then one piece on each."""
    actor = who_acts(scope, verb.span)
    phrase = verb.nodes("phrase")[0]
    quant = next((n for n in phrase.nodes() if n.kind in QUANTS), None) or one(phrase)
    np = phrase.nodes()[-1]
    located = next((m for m in reversed(np.nodes("located"))), None)
    if located is None:
        raise Problem("CW221", "say where to place it", verb.span, _where_to(verb.span.text))
    bare = Node(np.kind, tuple(p for p in np.parts if p is not located), np.span)
    supply = _supply(bare, actor, verb.span, scope)
    kind = supply.type.of
    if quant.kind == "every":
        everything = core.Count(NUMBER, verb.span, supply)
        how_many: tuple[Expr, Expr | None] = (everything, everything)
    else:
        how_many = bounds(quant, scope)
    where = located.nodes()[-1]
    to, ask, several = _targets(where, quant, how_many, tails, kind, verb.span, scope)
    if not several and quant.kind == "every":
        return _place_all(supply, to, actor, verb.span, scope)
    if not several:
        act = core.Act(verb.span, "place", supply, kind, to, actor)
        given = core.Compare(FLAG, verb.span, "!=", to, none(verb.span))
        return (*ask, core.If(verb.span, given, (act,), ())) if ask else (act,)
    reg = core.Reg(to.type.one(), verb.span, scope.counter.register())
    act = core.Act(verb.span, "place", supply, kind, reg, actor)
    return (*ask, core.ForEach(verb.span, reg.index, to, (act,)))


def _place_all(supply: Expr, to: Expr, actor: Expr, span: Span, scope: Scope) -> Block:
    """All on one place: there is nothing to choose."""
    whole = core.Reg(supply.type, span, scope.counter.register())
    reg = core.Reg(supply.type.one(), span, scope.counter.register())
    item = core.SetOf(supply.type, span, (reg,))
    act = core.Act(span, "place", item, supply.type.of, to, actor)
    return (core.Let(span, whole.index, supply), core.ForEach(span, reg.index, whole, (act,)))


def _where_to(text: str) -> str:
    """Help where no place is said, though one is meant."""
    if re.search(r"\bthere\b", text):
        return "give the place a name, `choose ..., as here`, and say `on here`"
    return "write `on`" if re.search(r"\b(?:onto|into|upon)\b", text) else "as in `on a base`"


def _supply(np: Node, actor: Expr, span: Span, scope: Scope) -> Expr:
    """The pieces of the actor that are in supply and of the kind that is placed."""
    found = noun_phrase(np, replace(scope, names={**scope.names, "supply": none(span)}))
    if found.type.base != "thing":
        raise Problem("CW220", f"expected a kind of piece, found {found.type}", np.span)
    board = scope.world.board
    if found.type.of in board.kinds and board.root(found.type.of) in ("card", "place", "player"):
        raise Problem("CW220", f"expected a kind of piece, found {found.type}", np.span,
                      "cards are moved, as in `move card to discard`")  # fmt: skip
    if not found.type.many:
        return core.SetOf(found.type.set(), span, (found,))
    source = _from_supply(found)
    _, var = scope.with_variable((), found.type.one(), span)
    owner = core.Owner(PLAYER.maybe(), span, var)
    if np.word("DET") or np.nodes("of"):
        return source
    test = core.Compare(FLAG, span, "==", owner, actor)
    return core.Filter(source.type, span, var.index, source, test)


def _from_supply(found: Expr) -> Expr:
    if isinstance(found, core.Filter):
        return replace(found, source=_from_supply(found.source))
    if isinstance(found, core.Domain):
        return replace(found, supply=True)
    return found


def _targets(
    where: Node,
    quant: Node,
    how_many: tuple[Expr, Expr | None],
    tails: Tails,
    kind: str,
    span: Span,
    scope: Scope,
) -> tuple[Expr, Block, bool]:
    inner_quant, inner = None, where
    if where.kind == "quantified":
        inner_quant, inner = where.nodes()[0], where.nodes()[-1]
    on = scope.world.board.lives_on(kind)
    expect = Type("thing", on[0]) if on else None
    place = of_argument(inner, scope, expect) if inner.kind == "paren" else noun_phrase(
        inner, scope, expect
    )  # fmt: skip
    if place.type.base != "thing":
        raise no_place(place, inner.span)
    _may_stand(kind, place.type, inner.span, scope)
    if not place.type.many:
        if quant.kind == "every" or (at_most_one(quant) and quant.kind != "up_to"):
            return place, (), False
        place = core.SetOf(place.type.set(), span, (place,))
    elif inner_quant is not None and not at_most_one(inner_quant):
        raise Problem("CW219", "limit the places behind a comma", inner_quant.span,
                      "as in `, at most 1 per base`")  # fmt: skip
    if at_most_one(quant):
        reg, ask = picked(place, quant, tails, span, scope)
        return reg, ask, False
    reg, ask = picked(place, quant, tails, span, scope, True, how_many)
    return reg, ask, True


def swap(verb: Node, tails: Tails, scope: Scope) -> Block:
    actor = who_acts(scope, verb.span)
    first, second = (phrase_of(p, scope)[1] for p in verb.nodes("phrase"))
    span = verb.span
    for item in (first, second):
        if item.type.base != "thing" or item.type.many:
            raise Problem("CW220", f"expected one thing, found {item.type}", item.span)
    here = core.At(Type("thing", "thing", optional=True), span, first)
    there = core.At(Type("thing", "thing", optional=True), span, second)
    one = core.Reg(here.type, span, scope.counter.register())
    two = core.Reg(there.type, span, scope.counter.register())
    both = core.Logic(
        FLAG, span, "and",
        core.Compare(FLAG, span, "!=", first, none(span)),
        core.Compare(FLAG, span, "!=", second, none(span)),
    )  # fmt: skip
    swap: Block = (
        core.Let(span, one.index, here),
        core.Let(span, two.index, there),
        core.Act(span, "move", first, first.type.of, two, actor),
        core.Act(span, "move", second, second.type.of, one, actor),
    )
    # both or neither: half a swap would put two things in one place
    free = core.Logic(
        FLAG, span, "and", _movable(first, actor, span), _movable(second, actor, span)
    )
    return (core.If(span, both, (core.If(span, free, swap, ()),), ()),)


def _movable(item: Expr, actor: Expr, span: Span) -> Expr:
    banned = core.Forbidden(FLAG, span, "move", item, actor, item.type.of)
    return core.Not(FLAG, span, banned)


def give(verb: Node, tails: Tails, scope: Scope) -> Block:
    actor = who_acts(scope, verb.span)
    what, to = verb.nodes("phrase")
    item, ask, several = items_of("give", what, tails, scope, actor)
    _, receiver = phrase_of(to, scope, PLAYER)
    if receiver.type.one() != PLAYER:
        raise Problem("CW220", f"expected a player, found {receiver.type}", to.span)
    bind(tails, item, scope)
    return (*ask, *_each_item("give", item, several, receiver, False, actor, verb.span, scope))
