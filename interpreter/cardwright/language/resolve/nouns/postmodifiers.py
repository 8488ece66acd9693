"""Postmodifiers as conditions: where a thing is, what it has, what it is near to."""

from __future__ import annotations

from cardwright.board import property_paths as paths
from cardwright.board.model import Board
from cardwright.board.types import FLAG, PLAYER, Type
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.inflection import article, listed
from cardwright.language.resolve import names
from cardwright.language.resolve.ambiguities.bare_singulars import refuse_singular
from cardwright.language.resolve.ambiguities.named_kinds import (
    not_a_set,
    refuse_named,
    refuse_named_counted,
)
from cardwright.language.resolve.ambiguities.shared_places import refuse_number, refuse_shared
from cardwright.language.resolve.diagnostics.superlatives import refuse_superlative
from cardwright.language.resolve.dispatch import condition, expression
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.nouns.designs import copied
from cardwright.language.resolve.nouns.distance import next_to, within
from cardwright.language.resolve.nouns.held_counters import (
    has_none_of_counter,
    has_of_counter,
    held_counter,
)
from cardwright.language.resolve.quantities import how_many
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.foreign_words import LASTS
from cardwright.source.text import Span


def postmodifier(
    mod: ast.Postmodifier, item: core.Var, kind: str, inner: Scope, outer: Scope
) -> Expr:
    """The condition on an item of a kind; in `inner`, the item has a name."""
    match mod:
        case ast.Where():
            return condition(mod.test, inner)
        case ast.Located():
            where = location(mod, _known(mod, kind, inner, outer))
            return located(item, kind, where, mod.span, outer, mod.location)
        case ast.WithNo():
            return has_no(item, mod, inner)
        case ast.WithSome():
            refuse_superlative(item, mod.noun, inner)
            return has_some(item, mod.quantifier, mod.noun, mod.span, inner)
        case ast.Within():
            return within(item, mod, outer)
        case ast.Copying():
            return hir.IsCopy(FLAG, mod.span, item, copied(mod.of, kind, outer))
        case ast.NextTo():
            return next_to(item, mod, outer)
        case ast.Towards() | ast.While() | ast.Until():
            raise out_of_place(mod)
    raise AssertionError(mod)


def _known(mod: ast.Located, kind: str, inner: Scope, outer: Scope) -> Scope:
    """In `carts on towns where cart is damaged` it is the cart, unless the text is about another
    one.
    """
    noun = _location(mod)
    tested = isinstance(noun, ast.NounPhrase) and any(
        isinstance(one, ast.Where) for one in noun.postmodifiers
    )
    return inner if tested and kind not in outer.names else outer


def out_of_place(mod: ast.Towards | ast.While | ast.Until) -> CheckError:
    """The error for a phrase that only says how far a ray goes."""
    if isinstance(mod, ast.Towards):
        help = "as in `cells from x towards north`"
        return CheckError("CW218", "`towards` belongs after `from` and one place", mod.span, help)
    return CheckError("CW218", "`while` and `until` belong after `towards`", mod.span, LASTS)


def location(mod: ast.Located | ast.Without, scope: Scope) -> Expr:
    """The place, zone or set after *in*, *on*, *at*, *from* or *without*."""
    where = mod.location
    if not isinstance(where, ast.Quantified):
        found = expression(where, scope)
        refuse_singular(where, found, scope)
        return found
    if (zones := any_zone(where, scope)) is not None:
        return zones
    refuse_number(where, scope)
    refuse_named(where.quantifier, where.noun, scope)
    return expression(where.noun, scope)


def any_zone(where: ast.Quantified, scope: Scope) -> Expr | None:
    """`in any field`: that of any player; None for anything else."""
    if not isinstance(where.quantifier, ast.Some):
        return None
    noun = where.noun
    bare = not (noun.determiner or noun.of or noun.postmodifiers or noun.alias)
    zone = scope.context.board.zones.get(" ".join(w.text for w in noun.words.parts))
    if where.quantifier.word.kind != "ANY" or not bare or zone is None or not zone.each_player:
        return None
    return hir.AnyZone(Type("zone", zone.name), where.span, zone.name)


def _location(mod: ast.Located | ast.Without) -> ast.Expression:
    found = mod.location
    return found.noun if isinstance(found, ast.Quantified) else found


def no_place(where: Expr, span: Span) -> CheckError:
    supply = where.type.base == "none"
    help = "remove `in supply`; `place` always takes from supply" if supply else ""
    return CheckError("CW220", f"expected a place, found {where.type}", span, help)


def refuse_not_held(kind: str, zone: Expr, span: Span, scope: Scope) -> None:
    """Raises CheckError for `carts in hand of you`, if a hand holds only cards."""
    board = scope.context.board
    held = board.zones[zone.type.of].holds if zone.type.of in board.zones else kind
    if kind in board.kinds and held in board.kinds and not board.related(kind, held):
        several = board.kinds[held].plural
        message = f"{article(kind)} is never in `{zone.type.of}`, which holds {several}"
        raise CheckError("CW220", message, span, f"write `{several}`, or another zone")


def located(
    item: Expr, kind: str, where: Expr, span: Span, scope: Scope, said: ast.Node | None = None
) -> Expr:
    """The condition that an item is in or on `where`, which the author calls `said`."""
    board = scope.context.board
    here = core.LocationOf(names.place_type(kind, scope).maybe(), span, item)
    if where.type.base in ("zone", "none"):
        refuse_not_held(kind, where, span, scope)
        return hir.Located(FLAG, span, here, where)
    on = board.lives_on(kind)
    if not where.type.of or where.type.base != "thing":
        raise no_place(where, span)
    # a place or a player is nowhere: its properties say what it belongs to
    is_nowhere = kind in board.kinds and board.root(kind) in ("place", "player")
    alike = board.related(where.type.of, kind)
    if alike and (is_nowhere or (where.type.many and not on)):
        return hir.Located(FLAG, span, item, where)  # `a town in towns of it`: one of a set
    direct = (
        (not on and not is_nowhere)
        or any(board.related(where.type.of, k) for k in on)
        or where.type.of == "thing"
    )
    if direct:
        return hir.Located(FLAG, span, here, where)
    return related(item, kind, where, span, scope, said)


def related(
    item: Expr, kind: str, value: Expr, span: Span, scope: Scope, said: ast.Node | None
) -> Expr:
    """`bases of county`, `carts of player`: the property with a value of that type."""
    board = scope.context.board
    if value.type.one() == PLAYER and board.has_owner(kind):
        return hir.Owned(FLAG, span, core.Owner(PLAYER.maybe(), span, item), value)
    found = paths.by_type(board, kind, value.type.one())
    if not found:
        what = article(str(value.type.one()))
        whose = value.type.one() == PLAYER and kind in board.kinds
        help = names.owner_help(kind, scope) if whose else _where_instead(kind, value, said, scope)
        raise CheckError("CW212", f"{article(kind)} has nothing that is {what}", span, help)
    has_value = names.path(found, item, span, value.type.of)
    assert has_value is not None
    return hir.Located(FLAG, span, has_value, value)


def _where_instead(kind: str, value: Expr, said: ast.Node | None, scope: Scope) -> str:
    """Where things of a kind can be, if the named place is impossible for them; for players, who
    are nowhere, what they have there.
    """
    board, of = scope.context.board, value.type.of
    if kind == "player" and said is not None:
        return _who_is_there(of, said.extent.text, board)
    hosts = board.lives_on(kind) if value.type.base == "thing" and of in board.kinds else ()
    if not hosts or board.root(of) != "place":
        return ""
    plurals = [board.kinds[host].plural for host in hosts]
    return f"{board.kinds[kind].plural} are on {listed(plurals, 'or')}"


def _who_is_there(of: str, place: str, board: Board) -> str:
    """Help for `players in york`: they have pieces there."""
    hosts = {kind: board.lives_on(kind) for kind in board.below("piece") if board.has_owners(kind)}
    owned = (kind for kind, on in hosts.items() if any(board.related(of, host) for host in on))
    several = next((board.kinds[kind].plural for kind in owned), "")
    return several and f"players are on no place; write `players with {several} on {place}`"


def has_no(item: Expr, node: ast.WithNo | ast.HasNo, scope: Scope) -> Expr:
    """`bases with no miners`, `players with no gold`."""
    if (counter := held_counter(item, node.noun, scope)) is not None:
        return has_none_of_counter(counter, node.span)
    refuse_no_yours(node)
    held = possessed(item, node.noun, scope)
    _refuse_misattached_where(node.noun, item, held.things)
    return hir.HowMany(FLAG, node.span, held, none=True)


def refuse_no_yours(node: ast.WithNo | ast.HasNo | ast.ThereIsNo) -> None:
    """Raises CheckError for `no your carts`."""
    whose = node.noun.determiner
    if node.word.kind == "NOT_ANY" and whose is not None:
        help = f"write `none of {whose.text} {node.noun.words.extent.text}`"
        raise CheckError("CW201", f"unexpected `{whose.text}` after `no`", whose.span, help)


def has_some(
    item: Expr,
    quantifier: ast.Quantifier | None,
    noun: ast.NounPhrase,
    span: Span,
    scope: Scope,
) -> Expr:
    """`bases with your miners`, `players with 3 or more carts`, `players with 2 gold`."""
    if (counter := held_counter(item, noun, scope)) is not None:
        return has_of_counter(counter, quantifier, span, scope)
    refuse_named_counted(quantifier, noun, scope)
    refuse_shared(quantifier, noun, scope)
    return how_many(possessed(item, noun, scope), quantifier, span, scope)


def possessed(item: Expr, noun: ast.NounPhrase, scope: Scope) -> hir.Possessed:
    """The things of the phrase that `item` has: owned by a player, or located there."""
    things = expression(noun, scope)
    if not things.type.many:
        raise not_a_set(things, noun, noun.span, scope)
    kind = things.type.of
    narrowed, var = scope.with_variable((), things.type.one(), noun.span)
    if item.type.one() == PLAYER:
        owner = names.owner(var, kind, scope, noun.span)
        test: Expr = hir.Owned(FLAG, noun.span, owner, item)
    else:
        test = located(var, kind, item, noun.span, narrowed)
    return hir.Possessed(things.type, noun.span, var.index, things, test)


def _refuse_misattached_where(noun: ast.NounPhrase, item: Expr, things: Expr) -> None:
    """Raises CheckError if `where` seems to belong to the noun before the one it follows.

    `towns with no boats where town is wild` reads as no boats such that; with *some* boats, both
    readings have the same meaning.
    """
    if not (isinstance(item, core.Var) and isinstance(things, core.Filter)):
        return
    for test in hir.conditions(things.test):
        if core.mentions(test, [item.index]) and not core.mentions(test, [things.var]):
            kind, what = item.type.of, noun.words.span.text
            message = f"this is about the {kind}, but `where` belongs to `{what}`"
            help = f"write `where ... and {kind} has no {what}`"
            raise CheckError("CW238", message, test.span, help)
