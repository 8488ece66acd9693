"""Conditions as English clauses: `the cart is damaged`, `there are no carts`, `you can pay 2 gold`.

Decides how conditions are compared, negated and counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from cardwright.board.declarations import Field
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.english.clauses import HERE, MODALS, YOU, Clause, does, has, is_, joined
from cardwright.language.english.nouns import ACTOR, OWNERS, Number, Quantity, The, bare, is_the
from cardwright.language.english.phrasing import Phrasing
from cardwright.language.hir import as_written
from cardwright.language.inflection import article, is_several, listed, spaced

_COMPARED = {"==": "", "!=": "", "<": "less than", "<=": "at most",
             ">": "more than", ">=": "at least"}  # fmt: skip


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


def field_name(e: Expr) -> str:
    """The name of a property that is a field; "" for all others."""
    match as_written(e):
        case core.Get(field=field) | hir.Path(steps=(*_, Field() as field)):
            return field.name
    return ""


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


def numbered_keyword(words: Phrasing, e: Expr) -> core.Call | None:
    """The keyword in a test of whether a thing has it with any number: more than 0."""
    match e:
        case core.Compare(op=">", left=core.Call(args=(_,)) as found, right=core.Lit(value=0)):
            return found if found.name in words.declared.board.keywords else None
    return None


def compare(words: Phrasing, e: core.Compare) -> str:
    if (keyword := numbered_keyword(words, e)) is not None:
        return has(words(keyword.args[0]), spaced(keyword.name))
    if is_none(e):
        return there_is(words, e.left, "no" if e.op == "==" else "")
    if (some := _some_or_none(e)) is not None:
        return there_are(words, e.left.source, some) if isinstance(e.left, core.Count) else ""
    if e.op in ("==", "!=") and words(e.right) == YOU:
        return _is_you(words, e)
    said, several = words(e.left), is_plural(property_name(e.left))
    verb = "are" if several and said != YOU else ""
    return is_(said, compared(words, e), verb, denied=e.op == "!=")


def is_none(e: Expr) -> bool:
    """Whether a comparison asks if there is something at all."""
    return (
        isinstance(e, core.Compare)
        and e.op in ("==", "!=")
        and isinstance(e.right, core.Lit)
        and e.right.type.base == "none"
    )


def there_is(words: Phrasing, e: Expr, no: str) -> str:
    """`there is no winner`, `the town has a holder`, `you have no mandate`."""
    match as_written(e):
        case core.Get(of=Expr() as of, field=field):
            name = spaced(field.name)
        case core.Call(args=(of,), name=name):
            name = spaced(name)
        case _:
            said = words(e)
            if said in HERE:
                return is_(said, "nowhere" if no else "somewhere")
            if not is_the(said):
                return is_(said, "none" if no else "something")
            name = bare(said)
            return f"there {'are' if is_plural(name) else 'is'} {no_or_a(name, no)}"
    return has(words(of), no_or_a(name, no))


def no_or_a(name: str, no: str) -> str:
    if no:
        return f"{no} {name}"
    return name if is_plural(name) else article(name)


def _some_or_none(e: core.Compare) -> str | None:
    """The quantity that a comparison of a number with none or one asks for: `""`, `no`."""
    if not isinstance(e.left, core.Count) or not isinstance(e.right, core.Lit):
        return None
    return _NUMBERS.get((e.op, e.right.value))


_NUMBERS: dict[tuple[str, object], str] = {
    (">", 0): "", (">=", 1): "", ("!=", 0): "", ("==", 0): "no", ("<", 1): "no", ("<=", 0): "no"
}  # fmt: skip


def property_name(e: Expr) -> str:
    match as_written(e):
        case core.Call(name=name):
            return spaced(name)
    return spaced(field_name(e))


def is_plural(name: str) -> bool:
    """Whether a name reads as a plural: `coins`, `times chosen`, `cards drawn`."""
    words = name.split(" ")
    if len(words) > 1 and _DONE.search(words[-1]):
        words.pop()
    return is_several(words[-1])


_DONE = re.compile(r"(ed|en|wn|on|eld|old|eft|ost|ent|ought|aid)$")


def _is_you(words: Phrasing, e: core.Compare) -> str:
    """`the cart is yours`, `you are the holder of the town`."""
    left, denied = as_written(e.left), e.op == "!="
    said = words(left)
    if said == ACTOR:
        own = Clause("you do it", "another player does it")
        return own.negated if denied else own
    if isinstance(left, core.Owner):
        return is_(words(left.of), "yours", denied=denied)
    subject, what = (YOU, said) if is_the(said) else (said, YOU)
    return is_(subject, what, denied=denied)


def compared(words: Phrasing, e: core.Compare) -> str:
    """The complement of *is*, or of *is not*: `at least 3`, `the cart`."""
    return f"{_COMPARED[e.op]} {words(e.right)}".strip()


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


def how_many(words: Phrasing, e: hir.HowMany) -> str:
    return there(words, e, number(words, e))


def number(words: Phrasing, e: hir.HowMany) -> str:
    """`no`, `2 or more`, `2 to 3`; "" if one is enough."""
    if e.low is None:
        return "no" if e.none else ""
    return Quantity(words(e.low), None if e.high is None else words(e.high))


def there(words: Phrasing, e: core.Exists | hir.HowMany, number: str = "") -> str:
    """`there are carts`, `there is no ore`, `you have 2 or more carts`."""
    return there_are(words, e.source, number)


def there_are(words: Phrasing, source: Expr, number: str = "") -> str:
    noun, many = words.noun(source), f"{number} " if number else ""
    source = as_written(source)
    lasting = words.declared.lasting.get(source.kind) if isinstance(source, core.Domain) else None
    if lasting is not None and number in ("", "no"):
        return f"“{lasting.thing.title}” is {'not ' * bool(number)}in effect"
    if noun.whose == "your":
        return has(YOU, f"{many}{noun.several}")
    if noun.fixed and isinstance(source, core.Reg | core.Var):
        name = bare(noun.plural)
        some = "none" if number == "no" else number or "any"
        return f"there are {f'{many}{name}' if is_plural(name) else f'{some} of {noun.plural}'}"
    if isinstance(source, core.Call) and isinstance(said := noun.plural, The):
        if said.whose:
            return has(OWNERS[said.whose], f"{many}{said.bare}")
        return f"there are {many}{said.bare}"
    return f"there {'is' if noun.many == noun.kind != '' else 'are'} {many}{noun.plural}"


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
