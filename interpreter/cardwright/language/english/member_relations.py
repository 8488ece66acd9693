"""Tests as words after a noun: where a member is, whose it is, and what it has."""

from __future__ import annotations

from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.english import comparisons, conditions
from cardwright.language.english.clauses import HERE, YOU, is_
from cardwright.language.english.comparisons import field_name
from cardwright.language.english.member_terms import is_by_place, is_own, is_rooted, relation
from cardwright.language.english.noun import Noun
from cardwright.language.english.noun_phrases import At, Of, Whose, is_the
from cardwright.language.english.phrasing import Phrasing
from cardwright.language.hir import as_written
from cardwright.language.inflection import spaced


def linked(found: Noun, var: int, test: Expr, words: Phrasing) -> bool:
    has, value = relation(test)
    if isinstance(has, core.LocationOf) and core.is_variable(value, var):  # `towns with the cart`
        found.after.append(f"with {words(has.of)}")
        return True
    linked = is_own(has, var) and not has.type.many
    if linked:
        _is(found, var, has, value, words)
    return linked


def _is(found: Noun, var: int, has: Expr, value: Expr, words: Phrasing) -> None:
    """`on the base`, `in the town`: its location, or what it belongs to."""
    has, what = as_written(has), words(value)
    if isinstance(has, core.Owner) and core.is_variable(has.of, var) and not value.type.many:
        found.whose = words.whose(what)
        found.after[:0] = [] if found.whose else [Of(what)]
    elif core.is_variable(has, var):
        found.after.append(f"among {what}" if value.type.many else f"that are {what}")
    elif isinstance(value, core.Lit) and isinstance(has, core.LocationOf):
        found.after.append("in supply")
    elif is_by_place(has):
        on = "in" if isinstance(value, hir.AnyZone) else "on"
        found.after.append(At(what, "" if what in HERE else on))
    elif value.type.base == "enum" and isinstance(value, core.Reg) and not is_the(what):
        found.before.append(what)  # given to a rule that is described
    elif (name := field_name(has)) in ("", value.type.of):
        found.after.append(At(what) if what in HERE else Of(what))
    else:
        one_of = value.type.many and not isinstance(as_written(value), core.SetOf)
        add_whose(found, is_so(spaced(name), words.noun(value).a if one_of else what))


def near(found: Noun, var: int, test: hir.Nearness, words: Phrasing) -> bool:
    found.after.append(conditions.near(words, test))
    return True


# ------------------------------------------------------------------------- what it has


def property_of(found: Noun, var: int, test: Expr, words: Phrasing) -> bool:
    """`whose controller is none`: a test on a property."""
    if not isinstance(test, core.Compare):
        return False
    match as_written(test.left):
        case core.Get(of=Expr() as of, field=field) if core.is_variable(of, var):
            name = spaced(field.name)
        case core.Call(args=(of,), name=name) if core.is_variable(of, var):
            name = spaced(name)
        case _:
            return False
    if comparisons.is_none(test):
        found.after.append(f"with {comparisons.no_or_a(name, 'no' if test.op == '==' else '')}")
    else:
        what = comparisons.compared(words, test)
        add_whose(found, is_so(name, what, denied=test.op == "!="))
    return True


def is_so(name: str, what: str, *, denied: bool = False) -> str:
    """`worth is 2`, `times chosen are not 2`, `holder you are`."""
    if what == YOU:
        return f"{name} you are{' not' * denied}"
    return is_(name, what, "are" if comparisons.is_plural(name) else "", denied=denied)


def add_whose(found: Noun, said: str) -> None:
    joined = bool(found.after) and isinstance(found.after[-1], Whose)
    found.after.append(Whose(f"{'and ' if joined else ''}whose {said}"))


def how_many(found: Noun, var: int, test: hir.HowMany, words: Phrasing) -> bool:
    return having(found, var, test.source, comparisons.number(words, test), words)


def having(found: Noun, var: int, source: Expr, number: str, words: Phrasing) -> bool:
    """`with your miners`, `with none of your miners`, `with 3 or more carts`."""
    match as_written(source):
        case (core.Filter(source=things) | hir.Possessed(things=things)) as held:
            has, who = relation(held.test)
            if who.type.many:  # the possessor is one of the things a member has: `stops of errand`
                has, who = who, has
            of_number = who.type.base == "number"  # a number has nothing
            if is_rooted(has, held.var) and core.is_variable(who, var) and not of_number:
                found.after.append(f"with {_so_many(number, words.noun(things))}")
                return True
    return False


def _so_many(number: str, noun: Noun) -> str:
    """`3 or more carts`, `no carts`, `none of your carts`."""
    if number and noun.whose:
        return f"{'none' if number == 'no' else number} of {noun.plural}"
    return f"{number} {noun.plural}" if number else noun.plural
