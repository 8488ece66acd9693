"""Costs: what is paid, from which counters and from where, and which actions belong to it.

One grammar for `pay`, `can pay` and the `cost:` of options. Decides what may stand in a cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from itertools import product

from cardwright.board.declarations import Field
from cardwright.board.model import Board
from cardwright.board.types import NUMBER, PLAYER, Type
from cardwright.language import core, hir
from cardwright.language.core import Block, Expr
from cardwright.language.inflection import article
from cardwright.language.resolve.counters.counters import counted, counter, how_much, shared_counter
from cardwright.language.resolve.dispatch import expression, statement
from cardwright.language.resolve.errors import CheckError, which
from cardwright.language.resolve.nouns.indexed_state import indexed
from cardwright.language.resolve.nouns.narrowing import as_set
from cardwright.language.resolve.quantities import amount, bounds
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Word
from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(slots=True)
class _Group:
    """Payments that belong together: a mix, or alternatives."""

    mix: bool
    parts: list[ast.Payment] = field(default_factory=list)


def cost_of(node: ast.Cost, scope: Scope, *, free: bool = False) -> hir.Cost:
    """A cost, which may be 0 only if `free`.

    Raises CheckError if it is ambiguous.
    """
    _refuse_unclear_or(node)
    payments = tuple(_paid(group, scope, free) for group in _groups(node))
    _once_each(payments, scope.context.board)
    acts = [part for part in node.parts if isinstance(part, ast.Act)]
    return hir.Cost(payments, tuple(s for act in acts for s in _effect(act, scope)))


def plain(cost: hir.Cost) -> hir.Payment | None:
    """The payment from one counter of the payer, if a cost is no more than that."""
    match cost.payments:
        case (hir.Payment(counters=(_,), stores=None, key=None) as found,) if not cost.effects:
            return found
    return None


def own_payment(payment: hir.Payment, who: Expr, span: Span) -> core.Assign:
    """The payment of a plain cost."""
    found = payment.counters[0]
    return core.Assign(span, "pay", found, who if found.kind else None, "pay", payment.amount, who)


# ----------------------------------------------------------------------------- what is joined


def _groups(node: ast.Cost) -> Iterator[_Group]:
    """The payments that `and` joins; those without a number belong to the one before."""
    group: _Group | None = None
    for part, join in zip(node.parts, ("and", *node.joins), strict=True):
        if isinstance(part, ast.Act):
            _refuse_alternative(part, join)
        elif group is not None and (join == "or" or (group.mix and _has_no_amount(part))):
            _refuse_or_in_mix(part, join, group)
            group.parts.append(part)
        else:
            if group is not None:
                yield group
            group = _Group(_is_mix(part), [part])
    if group is not None:
        yield group


def _has_no_amount(part: ast.Payment) -> bool:
    return part.amount.quantifier is None


def _is_mix(part: ast.Payment) -> bool:
    """`3 of iron`: the first of several counters of which any mix is paid."""
    return any(isinstance(word, Word) and word.kind == "_OF" for word in part.amount.layout)


def _refuse_alternative(part: ast.Act, join: str) -> None:
    if join == "or":
        message = "an action can't be an alternative in a cost"
        raise CheckError("CW225", message, part.span, "write an option for each")


def _refuse_or_in_mix(part: ast.Payment, join: str, group: _Group) -> None:
    if join == "or" and group.mix:
        help = "write `3 of x and y` for any mix, `3 x or y` for 3 of one of them"
        raise CheckError("CW225", "`of` takes counters joined by `and`", part.span, help)


def _refuse_unclear_or(node: ast.Cost) -> None:
    """Raises CheckError for `1 gold and 3 iron or 2 wood`: what the `or` joins is unclear."""
    pairs = zip(node.joins, node.parts[1:], strict=True)
    numbered = [p for join, p in pairs if join == "or" and isinstance(p, ast.Payment)
                and not _has_no_amount(p)]  # fmt: skip
    if numbered and "and" in node.joins:
        message = "it is unclear what `or` joins here"
        raise CheckError("CW225", message, numbered[0].span, "write an option for each")


def _once_each(payments: Sequence[hir.Payment | hir.EitherPayment], board: Board) -> None:
    """Raises CheckError for a counter that is in two parts of a cost.

    Also for one of several stores, since two of them may be the same.
    """
    taken: list[Field] = []
    for payment in payments:
        ways = [way for way in ways_of(payment) if way.key is None]
        own = [c for way in ways for c in way.counters]
        for found in own:
            if any(other is found for other in taken):
                message = f"`{found.name}` is in this cost twice"
                several = any(way.stores is not None for way in ways)
                help = "add the amounts up" + (", or pay one after the other" if several else "")
                raise CheckError("CW225", message, payment.span, help)
        taken += own
    for payment in payments:
        _refuse_shared_substitute(payment, payments, board)


def _refuse_shared_substitute(
    payment: hir.Payment | hir.EitherPayment,
    others: Sequence[hir.Payment | hir.EitherPayment],
    board: Board,
) -> None:
    """Raises CheckError for `2 gold and 3 iron or silver` where silver pays for gold."""
    for other in others:
        both_plain = isinstance(payment, hir.Payment) and isinstance(other, hir.Payment)
        if other is payment or both_plain:
            continue
        for way, beside in product(ways_of(payment), ways_of(other)):
            if way.stores is None and beside.stores is None:
                _refuse_common(way, beside, board)


def _refuse_common(way: hir.Payment, other: hir.Payment, board: Board) -> None:
    for counter_ in other.counters:
        for substitute in board.substitutes(counter_):
            if any(substitute is mine for mine in way.counters):
                message = (
                    f"`{substitute.name}` pays for `{counter_.name}`, which is in this cost too"
                )
                raise CheckError("CW225", message, way.span, "write an option for each")


def ways_of(payment: hir.Payment | hir.EitherPayment) -> tuple[hir.Payment, ...]:
    return (payment,) if isinstance(payment, hir.Payment) else payment.ways


# --------------------------------------------------------------------------------- payments


def _paid(group: _Group, scope: Scope, free: bool) -> hir.Payment | hir.EitherPayment:
    ways: list[hir.Payment] = []
    value: Expr | None = None
    for part in group.parts:
        if value is None or not _has_no_amount(part):
            value = _value(part.amount, scope, free)
        ways += _ways(part, value, scope)
    if group.mix:
        return _mixed(ways)
    return ways[0] if len(ways) == 1 else hir.EitherPayment(_around(ways), tuple(ways))


def _value(phrase: ast.Phrase, scope: Scope, free: bool) -> Expr:
    quantifier = phrase.quantifier
    if not isinstance(quantifier, ast.Exactly | ast.Some):
        raise how_much(phrase, scope)
    if free and isinstance(quantifier, ast.Exactly):
        return amount(quantifier.amount, scope)
    return bounds(quantifier, scope)[0]


def _mixed(ways: Sequence[hir.Payment]) -> hir.Payment:
    """`3 of iron and wood`: any mix of them."""
    for way in ways:
        if way.stores is not None:
            message = "a mix is paid from the payer's own counters"
            raise CheckError("CW225", message, way.span, "pay each from where it is")
    counters = tuple(c for way in ways for c in way.counters)
    return replace(ways[0], span=_around(ways), counters=counters)


def _around(ways: Sequence[hir.Payment]) -> Span:
    return Span(ways[0].span.source, ways[0].span.start, ways[-1].span.end)


def _ways(part: ast.Payment, value: Expr, scope: Scope) -> Iterator[hir.Payment]:
    """A payment; several, if `or` joins two words of one phrase."""
    noun, span = part.amount.value, part.span
    if part.per is not None:
        times = core.Count(NUMBER, span, as_set(expression(part.per, scope), span))
        value = core.Arith(NUMBER, span, "*", value, times)
    if isinstance(noun, ast.NounPhrase) and len(noun.words.groups[-1]) > 1:
        for word in noun.words.groups[-1]:
            yield hir.Payment(span, (counter(word, scope),), value)
        return
    located = noun.postmodifiers[:1] if isinstance(noun, ast.NounPhrase) else ()
    if located and isinstance(located[0], ast.Located) and located[0].is_origin:
        assert isinstance(noun, ast.NounPhrase)
        yield _from_stores(noun, located[0], value, scope)
        return
    keyed = one_cell(part.amount, scope)
    if keyed is not None:
        yield hir.Payment(span, (keyed[0],), value, key=keyed[1])
        return
    yield hir.Payment(span, (counter(counted(part.amount, scope), scope),), value)


def one_cell(phrase: ast.Phrase, scope: Scope) -> tuple[Field, Expr | None] | None:
    """`stock of salt`: one cell of several; or the state with all of them and the key, if that is
    known only in play.
    """
    found = shared_counter(phrase, scope)
    if found is None:
        return None
    shared, of = found
    key = indexed(shared, None, of.argument, phrase.value.span, scope).key
    if isinstance(key, core.Named):
        return scope.context.board.cells_of(shared)[key.name], None
    return shared, key


def _from_stores(
    noun: ast.NounPhrase, located: ast.Located, value: Expr, scope: Scope
) -> hir.Payment:
    """`3 fuel from your towns`: from the counter of places, pieces or cards."""
    word, board = noun.words.noun, scope.context.board
    place = located.location
    found = expression(place.noun if isinstance(place, ast.Quantified) else place, scope)
    if found.type.base == "zone":
        zone = board.zones.get(found.type.of)
        of = Type("thing", zone.holds if zone else "thing").set()
        found = core.Contents(of, found.span, found)
    if found.type.base != "thing":
        raise CheckError("CW220", f"expected things, found {found.type}", found.span)
    kind = found.type.of
    if found.type.one() == PLAYER:
        help = f"to get it from a player, write `take ... {word.text} from PLAYER`"
        raise CheckError("CW225", "nobody pays with what others have", located.span, help)
    cell = board.field(kind, word.text) if kind in board.kinds else None
    if cell is None or cell.printed or cell.type != NUMBER:
        fields = board.fields(kind).values() if kind in board.kinds else ()
        names = [f.name for f in fields if not f.printed and f.type == NUMBER]
        message = f"`{word.text}` is not a counter of {article(kind)}"
        raise CheckError("CW222", message, word.span, which(word.text, names))
    var = scope.allocator.variable()
    return hir.Payment(noun.span, (cell,), value, as_set(found, found.span), var)


def _effect(act: ast.Act, scope: Scope) -> Block:
    if act.clause.word.text in ("pay", "choose"):
        message = f"`{act.clause.word.text}` can't be part of a cost"
        help = "join payments with `and`, as in `2 gold and 1 silver`"
        if act.clause.word.text == "pay":
            help = "leave it out, as in `2 gold and 1 silver`"
        raise CheckError("CW225", message, act.clause.word.span, help)
    return statement(act, scope)
