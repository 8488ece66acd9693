"""Conditions as English clauses: `the cart is damaged`, `there are no carts`, `you can pay 2 gold`.

Owns how something is compared, denied and counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from cardwright.board.model import Field
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.english.inflection import YOU, is_
from cardwright.language.english.phrasing import Phrasing
from cardwright.language.hir import as_written
from cardwright.language.inflection import article, is_several, listed, spaced

_COMPARED = {"==": "", "!=": "not", "<": "less than", "<=": "at most",
             ">": "more than", ">=": "at least"}  # fmt: skip


def quoted(name: str) -> str:
    """A flag's name as an adjective, in quotes if it has several words."""
    return f"“{spaced(name)}”" if "-" in name else name


def holds(subject: str, name: str) -> str:
    """A flag as a clause: `the cart is damaged`, `the cart can move`."""
    said = spaced(name)
    return f"{subject} {said}" if said.startswith(MODALS) else is_(subject, quoted(name))


MODALS = ("can ", "may ", "must ")


def plain(e: Expr) -> Expr:
    """What the author wrote; for an adjective, its test."""
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
            return f"“{spaced(e.field.name)}” is set"
        case core.Get(of=of, field=field) | hir.Path(of=of, steps=(*_, Field() as field)):
            return holds(words(of or e), field.name)
        case core.Call(args=(of,)) if e.name in words.declared.board.keywords:
            return f"{words(of)} has {spaced(e.name)}"
        case core.Call(args=(of,)):
            return holds(words(of), e.name)
        case core.Call():
            return _holds_for(words, e)
        case core.Reg() | core.Var():
            return f"“{words(e).removeprefix('the ')}” is yes"
    return words.literally(e)


def _holds_for(words: Phrasing, e: core.Call) -> str:
    """`the cart can stop at the town`, `“loaded” holds for the cart and the town`."""
    about, name = words.arguments(e), spaced(e.name)
    subject = words(e.args[0]) if e.args else ""
    if name.startswith(MODALS) and about.startswith(f"of {subject}"):
        return f"{subject} {name}{about.removeprefix(f'of {subject}')}"
    return f"“{name}” holds" + (f" for {listed([words(a) for a in e.args])}" if about else "")


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
    if number.isdecimal():
        return f"within {unit.counted(number)} of {origin}"
    return f"within as many {unit.many} of {origin} as {number}"


def can_be_used(words: Phrasing, e: hir.CanBeUsed) -> str:
    return f"the {spaced(e.slot)} of {words(e.of)} can be used"


def can_pay(words: Phrasing, e: hir.CanPay) -> str:
    return _can_pay(words, e, "can")


def _can_pay(words: Phrasing, e: hir.CanPay, can: str) -> str:
    who = words(e.player)
    return f"{who} {can} pay {words.of(who).cost(e.cost)}"


def during(words: Phrasing, e: hir.During) -> str:
    """`“scoring” is going on`, `you are doing “turn”`."""
    rule = f"“{spaced(e.rule)}”"
    return f"{rule} is going on" if e.by is None else is_(words(e.by), f"doing {rule}")


def at_bound(words: Phrasing, e: hir.AtBound) -> str:
    of = e.of.zone if isinstance(e.of, core.Contents) else e.of
    return is_(words(of), e.word)


def numbered_keyword(words: Phrasing, e: Expr) -> core.Call | None:
    """The keyword in a test of whether a thing has some of it: more than 0."""
    match e:
        case core.Compare(op=">", left=core.Call(args=(_,)) as found, right=core.Lit(value=0)):
            return found if found.name in words.declared.board.keywords else None
    return None


def compare(words: Phrasing, e: core.Compare) -> str:
    if (keyword := numbered_keyword(words, e)) is not None:
        return f"{words(keyword.args[0])} has {spaced(keyword.name)}"
    if e.op in ("==", "!=") and words(e.right) == YOU:
        return _is_you(words, e)
    said = is_(words(e.left), compared(words, e))
    if is_several(spaced(field_name(e.left))):
        return said.replace(" is ", " are ", 1)
    return said


def _is_you(words: Phrasing, e: core.Compare) -> str:
    """`the cart is yours`, `you are the holder of the town`."""
    left, denied = as_written(e.left), "not " if e.op == "!=" else ""
    if isinstance(left, core.Owner):
        return is_(words(left.of), f"{denied}yours")
    said = words(left)
    return is_(YOU, f"{denied}{said}") if said.startswith("the ") else is_(said, f"{denied}{YOU}")


def compared(words: Phrasing, e: core.Compare) -> str:
    """The complement of *is*: `at least 3`, `not the cart`, `none`."""
    none = isinstance(e.right, core.Lit) and e.right.type.base == "none"
    if none and e.op in ("==", "!="):
        return "none" if e.op == "==" else "something"
    return f"{_COMPARED[e.op]} {words(e.right)}".strip()


def logic(words: Phrasing, e: core.Logic) -> str:
    left, right = (_joined(words, part, e.op) for part in (e.left, e.right))
    return f"{left} {e.op} {right}"


def _joined(words: Phrasing, e: Expr, op: str) -> str:
    said = condition(words, e)
    return f"({said})" if isinstance(e, core.Logic) and e.op != op else said


def not_(words: Phrasing, e: core.Not) -> str:
    match of := as_written(e.of):
        case core.Exists():
            return there(words, of, "no")
        case hir.HowMany(low=None):
            return there(words, of, "" if of.none else "no")
        case hir.CanPay():
            return _can_pay(words, of, "can't")
        case core.Forbidden():
            return f"nothing forbids {_action(words, of)}"
    said_of = condition(words, of)
    if isinstance(of, core.Call) and "” holds" in said_of:
        return said_of.replace("” holds", "” does not hold", 1)
    keyword = plain(of)
    keyword = numbered_keyword(words, keyword) or keyword
    if isinstance(keyword, core.Call) and keyword.name in words.declared.board.keywords:
        return said_of.replace(" has ", " does not have ", 1)
    if isinstance(of, core.Reg | core.Var):
        return f"{said_of.removesuffix('yes')}no"
    if isinstance(of, core.Call | core.Get) and (modal := re.search(r" (can|may|must) ", said_of)):
        if modal[1] == "must":  # `must not` would forbid it
            return f"it is not so that {said_of}"
        denied = "can't" if modal[1] == "can" else "may not"
        return f"{said_of[: modal.start()]} {denied} {said_of[modal.end() :]}"
    verb = re.search(r" (is|are) (?!not )", said_of)
    if verb is None or isinstance(of, core.Logic | hir.HowMany):
        return f"not ({said_of})"
    return f"{said_of[: verb.end()]}not {said_of[verb.end() :]}"


def how_many(words: Phrasing, e: hir.HowMany) -> str:
    return there(words, e, number(words, e))


def number(words: Phrasing, e: hir.HowMany) -> str:
    """`no`, `2 or more`, `2 to 3`; "" if one is enough."""
    if e.low is None:
        return "no" if e.none else ""
    low = words(e.low)
    return f"{low} or more" if e.high is None else f"{low} to {words(e.high)}"


def there(words: Phrasing, e: core.Exists | hir.HowMany, number: str = "") -> str:
    """`there are carts`, `there is no ore`, `you have 2 or more carts`."""
    noun, many = words.noun(e.source), f"{number} " if number else ""
    if noun.whose == "your":
        return f"you have {many}{noun.several}"
    if noun.fixed and isinstance(as_written(e.source), core.Call):
        whose, _, rest = noun.plural.partition(" ")
        if whose in ("the", "your"):
            return f"{'you have' if whose == 'your' else 'there are'} {many}{rest}"
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
    return f"something may happen instead of “{e.verb} {spaced(e.kind)}”"


def can_change(words: Phrasing, e: core.CanChange) -> str:
    return "it could change something"


def forbidden(words: Phrasing, e: core.Forbidden) -> str:
    return f"something forbids {_action(words, e)}"


def _action(words: Phrasing, e: core.Forbidden) -> str:
    if e.verb.startswith("rule "):
        return f"the rule “{spaced(e.verb.removeprefix('rule '))}”"
    if e.verb.startswith("option "):
        return f"the option “{spaced(e.verb.removeprefix('option '))}”"
    return f"{words(e.actor)} to {e.verb} {words(e.item)}"


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
