"""What follows a noun as a condition: where a thing is, what it has, what it is near to."""

from __future__ import annotations

from cardwright.board import property_paths as paths
from cardwright.board.types import FLAG, PLAYER
from cardwright.language import core, phrases
from cardwright.language.core import Expr
from cardwright.language.near import next_to, within
from cardwright.language.nounwords import article
from cardwright.language.problems import Problem
from cardwright.language.scope import Scope
from cardwright.language.syntax import Node
from cardwright.source.text import Span

QUANTS = ("exactly", "up_to", "between", "or_more", "any_number", "every", "some")


def mod_test(mod: Node, item: core.Var, kind: str, inner: Scope, outer: Scope) -> Expr:
    from cardwright.language.expressions import condition  # the two call each other

    if mod.kind == "where":
        return condition(mod.parts[0], inner)
    if mod.kind == "located":
        return located(item, kind, location(mod, outer), mod.span, outer)
    if mod.kind in ("with_no", "with_some"):
        return has(item, mod, inner)
    if mod.kind == "within":
        return within(item, mod, outer)
    return next_to(item, mod, outer)


def location(mod: Node, scope: Scope) -> Expr:
    """The place, zone or set behind *in*, *on*, *at*, *from* or *without*."""
    from cardwright.language.nouns import noun_phrase, of_argument  # the two call each other

    inner = mod.nodes()[-1]
    if inner.kind == "quantified":
        inner = inner.nodes()[-1]
    if inner.kind == "paren":
        return of_argument(inner, scope)
    return noun_phrase(inner, scope)


def no_place(where: Expr, span: Span) -> Problem:
    supply = where.type.base == "none"
    help = "`place` takes from supply anyway: leave `in supply` out" if supply else ""
    return Problem("CW220", f"expected a place, found {where.type}", span, help)


def located(item: Expr, kind: str, where: Expr, span: Span, scope: Scope) -> Expr:
    board = scope.world.board
    here = core.At(phrases.place_type(kind, scope).maybe(), span, item)
    if where.type.base in ("zone", "none"):
        return core.Compare(FLAG, span, "==", here, where)
    on = board.lives_on(kind)
    if not where.type.of or where.type.base != "thing":
        raise no_place(where, span)
    is_place = kind in board.kinds and board.root(kind) == "place"
    alike = board.is_a(where.type.of, kind) or board.is_a(kind, where.type.of)
    if alike and (is_place or (where.type.many and not on)):
        return same_or_in(item, where, span)  # `a town in towns of it`: one of a set
    direct = (
        (not on and not is_place)  # a place is nowhere: it has its own place as a property
        or any(board.is_a(where.type.of, k) or board.is_a(k, where.type.of) for k in on)
        or where.type.of == "thing"
    )
    if direct:
        return same_or_in(here, where, span)
    return related(item, kind, where, span, scope)


def related(item: Expr, kind: str, value: Expr, span: Span, scope: Scope) -> Expr:
    """`bases of county`, `carts of player`: the property with a value of that type."""
    board = scope.world.board
    if value.type.one() == PLAYER and board.root(kind) in ("piece", "card"):
        has = core.Owner(PLAYER.maybe(), span, item)
        return same_or_in(has, value, span)
    found = paths.by_type(board, kind, value.type.one())
    if not found:
        what = article(str(value.type.one()))
        whose = value.type.one() == PLAYER and kind in board.kinds
        help = phrases.whose_else(kind, scope) if whose else ""
        raise Problem("CW212", f"{article(kind)} has nothing that is {what}", span, help)
    text = value.type.of
    has_value = phrases.path(found, item, scope, span, text)
    assert has_value is not None
    return same_or_in(has_value, value, span)


def same_or_in(has: Expr, value: Expr, span: Span) -> Expr:
    if has.type.many and not value.type.many:
        return core.Member(FLAG, span, value, has)
    if value.type.many:
        return core.Member(FLAG, span, has, value)
    return core.Compare(FLAG, span, "==", has, value)


def has(item: Expr, mod: Node, scope: Scope) -> Expr:
    """`bases with your miners`, `players with 3 or more carts`."""
    from cardwright.language.amounts import amount_test

    inner = mod.nodes("inner")[0]
    found = possessed(item, inner, scope)
    if mod.kind == "with_no" or mod.kind == "has_no":
        return core.Not(FLAG, mod.span, core.Exists(FLAG, mod.span, found))
    quant = next((n for n in mod.nodes() if n.kind in QUANTS), None)
    return amount_test(found, quant, mod.span, scope)


def possessed(item: Expr, inner: Node, scope: Scope) -> Expr:
    """The things of the phrase that `item` has: owned by a player, or located there."""
    from cardwright.language.nouns import noun_phrase  # the two call each other

    things = noun_phrase(inner, scope)
    if not things.type.many:
        raise Problem("CW217", "expected a set of things", inner.span)
    kind = things.type.of
    narrowed, var = scope.with_variable((), things.type.one(), inner.span)
    if item.type.one() == PLAYER:
        owner = phrases.owner(var, kind, scope, inner.span)
        test: Expr = core.Compare(FLAG, inner.span, "==", owner, item)
    else:
        test = located(var, kind, item, inner.span, narrowed)
    return core.Filter(things.type, inner.span, var.index, things, test)
