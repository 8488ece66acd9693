"""Conditions as English clauses: `the cart is damaged`, `there are no carts`, `you can pay 2 gold`.

Decides how conditions are compared, negated and counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from cardwright.board.declarations import Field
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.english.clauses import MODALS, Clause, does, has, is_, joined
from cardwright.language.english.comparisons import (
    _some_or_none,
    compare,
    how_many,
    is_none,
    there,
    there_are,
)
from cardwright.language.english.noun_phrases import Number, The, bare
from cardwright.language.english.phrasing import Phrasing
from cardwright.language.hir import as_written
from cardwright.language.inflection import article, listed, spaced


def quoted(name: str) -> str:
    """A flag's name as an adjective, in quotes if it has several words."""
    return f"“{spaced(name)}”" if "-" in name else name


def holds(subject: str, name: str) -> str:
    """A flag as a clause: `the cart is damaged`, `the cart can move`."""
    said = spaced(name)
    return does(subject, said) if said.startswith(MODALS) else is_(subject, quoted(name))


def plain(e: Expr) -> Expr:
    """The author's form of an expression; for an adjective, its test."""
    e = as_written(e)
    return e.test if isinstance(e, hir.Adjective) else e


def condition(words: Phrasing, e: Expr) -> str:
    """A flag as a clause: `the cart is damaged`."""
    e = plain(e)
    if e.type.base != "flag":
        return words(e)
    match e:
        case core.Get(of=None):
            return is_(f"“{spaced(e.field.name)}”", "set")
        case core.Get(of=of, field=field) | hir.Path(of=of, steps=(*_, Field() as field)):
            return holds(words(of or e), field.name)
        case core.Call(args=(of,)) if e.name in words.declared.board.keywords:
            return has(words(of), spaced(e.name))
        case core.Call(args=(of,)):
            return holds(words(of), e.name)
        case core.Call():
            return _holds_for(words, e)
        case core.Reg() | core.Var():
            what = f"“{bare(words(e))}”"
            return Clause(f"{what} is yes", f"{what} is no")
    return words.literally(e)


def _holds_for(words: Phrasing, e: core.Call) -> str:
    """`the cart can stop at the town`, `“loaded” holds for the cart and the town`."""
    name = spaced(e.name)
    declared = words.declared.definitions.get(e.name)
    joins = [parameter.preposition for parameter in declared.takes] if declared else []
    if name.startswith(MODALS) and joins[:1] == ["of"]:
        pairs = zip(joins[1:], e.args[1:], strict=False)
        done = " ".join([name, *(_done_to(words, *pair) for pair in pairs)])
        return does(words(e.args[0]), done)
    given = f" for {listed([words(a) for a in e.args])}" if joins else ""
    return Clause(f"“{name}” holds{given}", f"“{name}” does not hold{given}")


def _done_to(words: Phrasing, join: str, e: Expr) -> str:
    """`at the town`; for a card, which things can't be on: `the player can take the card`."""
    board = words.declared.board
    is_card = e.type.base == "thing" and board.root(e.type.of) == "card"
    return words(e) if is_card and join in ("on", "at") else f"{join} {words(e)}"


def adjective(words: Phrasing, e: hir.Adjective) -> str:
    return words.literally(e.test)


def owned(words: Phrasing, e: hir.Owned) -> str:
    return _is_or_in(words, e.owner, e.who)


def located(words: Phrasing, e: hir.Located) -> str:
    return _is_or_in(words, e.has, e.where)


def _is_or_in(words: Phrasing, has: Expr, value: Expr) -> str:
    if has.type.many and not value.type.many:
        return _is_one(words, value, has)
    return _is_one(words, has, value) if value.type.many else is_(words(has), words(value))


def _is_one(words: Phrasing, item: Expr, among: Expr) -> str:
    """`the cart is on a town`, `the town is one of your towns`, `you are one of the leaders`."""
    item = as_written(item)
    if isinstance(as_written(among), core.SetOf):
        return is_(words(item), words(among))
    one = words.noun(among).a
    if isinstance(item, core.LocationOf) and item.type.of in ("", "thing"):
        return is_(words(item.of), f"on {one}")
    return is_(words(item), one)


def near_to(words: Phrasing, e: hir.Nearness) -> str:
    return is_(words(e.item), near(words, e))


def near(words: Phrasing, e: hir.Nearness) -> str:
    """`within 2 bands of it`, `within as many bands of it as its range`, `next to it`."""
    origin = words(e.reference)
    if not isinstance(e, hir.Within):
        return f"next to {origin}"
    ranked = e.far.of if isinstance(e.far, core.Get) and e.far.field.name == "order" else e.far
    assert ranked is not None
    number, unit = words(e.steps), words.kind(ranked.type.of)
    if isinstance(number, Number):
        return f"within {unit.counted(number)} of {origin}"
    return f"within as many {unit.many} of {origin} as {number}"


def can_be_used(words: Phrasing, e: hir.CanBeUsed) -> str:
    return does(The(spaced(e.slot), words(e.of)), "can be used")


def can_pay(words: Phrasing, e: hir.CanPay) -> str:
    who = words(e.player)
    return does(who, f"can pay {words.of(who).cost(e.cost)}")


def during(words: Phrasing, e: hir.During) -> str:
    """`“scoring” is going on`, `you are doing “turn”`."""
    rule = f"“{spaced(e.rule)}”"
    return is_(rule, "going on") if e.by is None else is_(words(e.by), f"doing {rule}")


def at_bound(words: Phrasing, e: hir.AtBound) -> str:
    of = e.of.zone if isinstance(e.of, core.Contents) else e.of
    return is_(words(of), e.word)


def logic(words: Phrasing, e: core.Logic) -> str:
    return joined([part(words, one) for one in _parts(e, e.op)], e.op)


def _parts(e: Expr, op: str) -> Iterator[Expr]:
    inner = plain(e)
    if isinstance(inner, core.Logic) and inner.op == op:
        yield from (*_parts(inner.left, op), *_parts(inner.right, op))
    else:
        yield e


def part(words: Phrasing, e: Expr) -> str:
    said, e = condition(words, e), plain(e)
    several = isinstance(e.of if isinstance(e, core.Not) else e, core.Logic)
    return f"({said})" if several else said


def not_(words: Phrasing, e: core.Not) -> str:
    match of := as_written(e.of):
        case core.Compare() if is_none(of):
            return compare(words, replace(of, op="==" if of.op == "!=" else "!="))
        case core.Exists():
            return there(words, of, "no")
        case hir.HowMany(low=None):
            return there(words, of, "" if of.none else "no")
        case core.Forbidden():
            return f"nothing forbids {_action(words, of)}"
        case core.Compare(left=core.Count() as count) if (some := _some_or_none(of)) is not None:
            return there_are(words, count.source, "" if some else "no")
        case core.Logic(op="or"):
            return joined([not_(words, replace(e, of=one)) for one in _parts(of, "or")])
    said = condition(words, of)
    return said.negated if isinstance(said, Clause) else f"not ({said})"


def member(words: Phrasing, e: core.Member) -> str:
    return _is_one(words, e.item, e.source)


def is_kind(words: Phrasing, e: core.IsKind) -> str:
    return is_(words(e.of), article(spaced(e.kind)))


def is_copy(words: Phrasing, e: hir.IsCopy) -> str:
    return is_(words(e.item), f"a copy of {words(e.of)}")


def of_kind(words: Phrasing, e: hir.OfKind) -> str:
    return is_(words(e.item), article(spaced(e.kind)))


def replaceable(words: Phrasing, e: core.Replaceable) -> str:
    return f"something may happen instead of “{e.event.verb} {spaced(e.event.kind)}”"


def can_change(words: Phrasing, e: core.CanChange) -> str:
    return "it could change something"


def forbidden(words: Phrasing, e: core.Forbidden) -> str:
    return f"something forbids {_action(words, e)}"


def _action(words: Phrasing, e: core.Forbidden) -> str:
    if e.event.verb:
        return f"{words(e.actor)} to {e.event.verb} {words(e.item)}"
    return f"the {e.event.sort} “{spaced(e.event.name)}”"


def all_forbidden(words: Phrasing, e: core.AllForbidden) -> str:
    each = words.bound(e.var, f"any of {words.noun(e.source).plural}")
    return forbidden(each, e.test)


CONDITIONS: dict[type[Expr], Callable[[Any, Any], str]] = {
    core.Compare: compare, core.Logic: logic, hir.AllOf: logic, core.Not: not_, hir.IsNot: not_,
    core.Member: member, core.IsKind: is_kind, core.Exists: there, hir.HowMany: how_many,
    core.Forbidden: forbidden, core.AllForbidden: all_forbidden,
    core.Replaceable: replaceable, core.CanChange: can_change,
    hir.Adjective: adjective, hir.Shows: adjective, hir.Owned: owned, hir.OwnedOrFree: owned,
    hir.Located: located, hir.OfKind: of_kind, hir.IsCopy: is_copy, hir.InOrder: compare,
    hir.Within: near_to, hir.Adjacent: near_to, hir.Neighbouring: near_to, hir.Joined: near_to,
    hir.CanPay: can_pay, hir.CanBeUsed: can_be_used, hir.AtBound: at_bound,
    hir.During: during,
}  # fmt: skip
