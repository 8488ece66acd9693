"""Tests on the members of a set, as adjectives and postmodifiers of its noun.

`resource of base is iron` makes *iron bases*, `there are miners of you on base` makes *bases with
your miners*. Other tests follow `where`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cardwright.board.declarations import Field
from cardwright.board.model import plural
from cardwright.board.property_paths import Location
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.english import conditions
from cardwright.language.english.clauses import HERE, THEY, YOU, Clause, Having, is_
from cardwright.language.english.conditions import field_name, plain, quoted
from cardwright.language.english.noun import Noun
from cardwright.language.english.nouns import Allowed, At, Denied, Of, The, Whose, is_the
from cardwright.language.english.phrasing import Phrasing
from cardwright.language.hir import as_written
from cardwright.language.inflection import article, spaced

UNLIKE = frozenset({"opposing", "other"})


_STEPS = (core.Get, core.LocationOf, core.AsKind, core.Owner, hir.Path)


def _rooted(e: Expr, var: int) -> bool:
    """Whether an expression is a property of the variable, at any distance."""
    while isinstance(e, _STEPS) and e.of is not None:
        e = e.of
    return core.is_variable(e, var)


def _own(e: Expr, var: int) -> bool:
    """Whether an expression is the variable, or the author's name for a property of it."""
    e = as_written(e)
    return core.is_variable(e.of if isinstance(e, _STEPS) and e.of is not None else e, var)


def is_direct(e: Expr, var: int) -> bool:
    """Whether an expression is a property of the variable itself, and of nothing else."""
    match as_written(e):
        case core.Get(of=Expr() as of) | core.Position(of=of):
            return core.is_variable(of, var)
        case core.Call(args=(of, *others)):
            return core.is_variable(of, var) and not any(_rooted(other, var) for other in others)
    return False


def describe(found: Noun, var: int, test: Expr, words: Phrasing) -> None:
    """Adds the words for a test to the noun."""
    test = test.origin if isinstance(test.origin, hir.Adjective) else as_written(test)
    if isinstance(test, hir.Adjective):
        _adjective(found, var, test, words)
    else:
        _plainly(found, var, test, words)


def _adjective(found: Noun, var: int, e: hir.Adjective, words: Phrasing) -> None:
    last = e.test.right if isinstance(e.test, core.Logic) else e.test
    if isinstance(e, hir.Shows):
        found.kind, found.many = spaced(e.word), spaced(plural(e.word))
        found.is_face = True
    elif isinstance(e.test, core.Not) and isinstance(e.test.of, core.Forbidden):
        found.before.insert(0, Allowed(e.word))
    elif e.word in UNLIKE and isinstance(last, core.Compare):
        _unlike(found, last, e.word, words)
    elif e.negates and isinstance(word := adjective(e.test, var, words, True), Denied) and word.of:
        found.before.append(f"{e.word.removesuffix(e.negates)}{word.of}")
    else:
        _plainly(found, var, e.test, words, by_word=True)


def _plainly(found: Noun, var: int, test: Expr, words: Phrasing, *, by_word: bool = False) -> None:
    test = _unequal(test)
    words = words.member_of(var, found)
    way = _WAYS.get(type(test), _property)
    if word := adjective(test, var, words, by_word):
        found.qualify(word)
    elif not way(found, var, test, words):
        _where(found, var, test, words)


def _where(found: Noun, var: int, test: Expr, words: Phrasing) -> None:
    """`where it fits`, `whose stores are full`; if its author named something, `carts (the
    old)`.
    """
    named = (
        e.word for e in core.inside(test) if core.is_variable(e, var) and isinstance(e, core.Var)
    )
    own = {words.own_word(word) for word in named} - {"", "it", f"the {found.kind}"}
    found.called = found.called or min(own, default="")
    before = len(words.nouns)
    said = conditions.condition(words, test)
    found.nested = found.nested or any(noun.where for noun in words.nouns[before:])
    if isinstance(said, Clause) and (its := _own_part(said.subject)) and not found.where:
        _add_whose(found, f"{its} {said.predicate}")
    elif isinstance(said, Having) and said.subject == THEY and not found.where:
        found.after.append(f"with {said.what}")
    else:
        found.where.append(said)


def _own_part(subject: str) -> str:
    """`stores` from *its stores*."""
    return subject.bare if isinstance(subject, The) and subject.whose in ("its", "their") else ""


def _unequal(test: Expr) -> Expr:
    """`not x = y` as `x != y`."""
    inner = test.of if isinstance(test, core.Not) else None
    if isinstance(inner, core.Compare) and inner.op == "==" and inner.origin is None:
        return replace(inner, op="!=")
    return test


def adjective(test: Expr, var: int, words: Phrasing, by_word: bool = False) -> str:
    """`damaged`, `not damaged`, `iron`, `hill or outer`; empty if there is none.

    `by_word`: the author wrote an adjective. For other tests, an adjective that says the same.
    """
    match plain(test):
        case core.Get(field=field) | hir.Path(steps=(*_, Field() as field)) as e if (
            e.type.base == "flag" and (_rooted(e, var) if by_word else _own(e, var))
        ):
            return quoted(field.name)
        case core.Call(args=(of,)) as e if core.is_variable(of, var):
            return e.name if e.name in words.declared.board.keywords else quoted(e.name)
        case core.Compare() as e if (
            keyword := conditions.numbered_keyword(words, e)
        ) and core.is_variable(keyword.args[0], var):
            return keyword.name
        case core.Not(of=of):
            word = adjective(of, var, words, by_word)
            return Denied(f"not {word}", word) if word else ""
        case core.Compare(op="==", left=left, right=core.Named() as value) if _rooted(left, var):
            known = by_word or (_own(left, var) and field_name(left) == value.owner)
            return words(value).removeprefix("The ") if known else ""
        case core.Logic(op="or") as e:
            parts = [adjective(part, var, words, by_word) for part in (e.left, e.right)]
            said = " or ".join(dict.fromkeys(parts)) if all(parts) else ""
            return Denied(said) if isinstance(parts[0], Denied) else said
        case _:
            return ""


# ------------------------------------------------------------------------ kind and owner


def _not(found: Noun, var: int, test: core.Not, words: Phrasing) -> bool:
    """`other than a wagon`; the absence of a prohibition is left out."""
    match plain(test.of):
        case core.IsKind(of=of, kind=kind) if core.is_variable(of, var):
            found.exclude(article(words.kind(kind).kind))
            return True
        case hir.HowMany(low=None, none=False, source=source):
            return _having(found, var, source, "no", words)
        case core.Forbidden() | core.AllForbidden():
            return True
    return False


def _kind(found: Noun, var: int, test: core.IsKind | hir.OfKind, words: Phrasing) -> bool:
    narrower, item = words.kind(test.kind), test.of if isinstance(test, core.IsKind) else test.item
    if core.is_variable(item, var) and found.fixed:
        found.before.append(narrower.many)
    elif core.is_variable(item, var) and not found.is_face:
        found.kind, found.many = narrower.kind, narrower.many
    return core.is_variable(item, var)


def _copy(found: Noun, var: int, test: hir.IsCopy, words: Phrasing) -> bool:
    """`griffins`, `copies of the griffin`."""
    if not core.is_variable(test.item, var) or found.fixed:
        return False
    name = words(test.of)
    if isinstance(test.of, core.Named):
        found.kind, found.many = name, plural(name)
        if name.startswith("The "):
            found.many = f"copies of {name}"
    else:
        found.kind, found.many = f"copy of {name}", f"copies of {name}"
    return True


def _compared(found: Noun, var: int, test: core.Compare, words: Phrasing) -> bool:
    """`your`, `opposing`, `other`, `on the base`, `with 3 or more carts`, `whose worth is 2`."""
    owned = isinstance(test.left, core.Owner) and core.is_variable(test.left.of, var)
    if owned and test.op == "==" and isinstance(test.right, core.Lit):
        found.after.append("without an owner")
        return True
    unlike = test.op == "!=" and not isinstance(test.right, core.Lit)
    if unlike and (owned or core.is_variable(test.left, var)):
        _unlike(found, test, "opposing" if owned else "other", words)
        return True
    if _linked(found, var, test, words):
        return True
    if isinstance(test.left, core.Count) and test.op in _COUNTS:
        number = {"more than 0": "", "1 or more": "", "0": "no"}.get(
            said := _COUNTS[test.op].format(words(test.right)), said
        )
        return _having(found, var, test.left.source, number, words)
    return _property(found, var, test, words)


_COUNTS = {">=": "{} or more", "==": "{}", "<=": "at most {}", ">": "more than {}"}


def _unlike(found: Noun, test: core.Compare, word: str, words: Phrasing) -> None:
    """`opposing carts`, `other players`; for anybody other than you, `carts not of the player`."""
    who = words(test.right)
    if who == YOU:
        found.before.insert(sum(isinstance(one, Allowed) for one in found.before), word)
    elif isinstance(test.left, core.Var):
        found.exclude(who)
    else:
        found.after.append(f"not of {who}")


def _owned(found: Noun, var: int, test: hir.Owned, words: Phrasing) -> bool:
    if not isinstance(test.who, core.Named):
        return _linked(found, var, test, words)
    found.before.append(words(test.who).removeprefix("The "))
    return True


# --------------------------------------------------------------------------- where it is


def _relation(test: Expr) -> tuple[Expr, Expr]:
    """The tested property or item, and the required value or set."""
    match as_written(test):
        case hir.Owned(owner=has, who=value) | hir.Located(has=has, where=value):
            return has, value
        case core.Compare(op="==", left=has, right=value) | core.Member(item=has, source=value):
            return has, value
    return test, test


def _linked(found: Noun, var: int, test: Expr, words: Phrasing) -> bool:
    has, value = _relation(test)
    if isinstance(has, core.LocationOf) and core.is_variable(value, var):  # `towns with the cart`
        found.after.append(f"with {words(has.of)}")
        return True
    linked = _own(has, var) and not has.type.many
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
    elif _by_place(has):
        on = "in" if isinstance(value, hir.AnyZone) else "on"
        found.after.append(At(what, "" if what in HERE else on))
    elif value.type.base == "enum" and isinstance(value, core.Reg) and not is_the(what):
        found.before.append(what)  # given to a rule that is described
    elif (name := field_name(has)) in ("", value.type.of):
        found.after.append(At(what) if what in HERE else Of(what))
    else:
        one_of = value.type.many and not isinstance(as_written(value), core.SetOf)
        _add_whose(found, _is_so(spaced(name), words.noun(value).a if one_of else what))


def _by_place(e: Expr) -> bool:
    while isinstance(e, _STEPS) and e.of is not None:
        if isinstance(e, core.LocationOf):
            return True
        if isinstance(e, hir.Path) and any(isinstance(step, Location) for step in e.steps):
            return True
        e = e.of
    return False


def _near(found: Noun, var: int, test: hir.Nearness, words: Phrasing) -> bool:
    found.after.append(conditions.near(words, test))
    return True


# ------------------------------------------------------------------------- what it has


def _property(found: Noun, var: int, test: Expr, words: Phrasing) -> bool:
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
    if conditions.is_none(test):
        found.after.append(f"with {conditions.no_or_a(name, 'no' if test.op == '==' else '')}")
    else:
        what = conditions.compared(words, test)
        _add_whose(found, _is_so(name, what, denied=test.op == "!="))
    return True


def _is_so(name: str, what: str, *, denied: bool = False) -> str:
    """`worth is 2`, `times chosen are not 2`, `holder you are`."""
    if what == YOU:
        return f"{name} you are{' not' * denied}"
    return is_(name, what, "are" if conditions.is_plural(name) else "", denied=denied)


def _add_whose(found: Noun, said: str) -> None:
    joined = bool(found.after) and isinstance(found.after[-1], Whose)
    found.after.append(Whose(f"{'and ' if joined else ''}whose {said}"))


def _how_many(found: Noun, var: int, test: hir.HowMany, words: Phrasing) -> bool:
    return _having(found, var, test.source, conditions.number(words, test), words)


def _having(found: Noun, var: int, source: Expr, number: str, words: Phrasing) -> bool:
    """`with your miners`, `with none of your miners`, `with 3 or more carts`."""
    match as_written(source):
        case (core.Filter(source=things) | hir.Possessed(things=things)) as held:
            has, who = _relation(held.test)
            if who.type.many:  # the possessor is one of the things a member has: `stops of errand`
                has, who = who, has
            of_number = who.type.base == "number"  # a number has nothing
            if _rooted(has, held.var) and core.is_variable(who, var) and not of_number:
                found.after.append(f"with {_so_many(number, words.noun(things))}")
                return True
    return False


def _so_many(number: str, noun: Noun) -> str:
    """`3 or more carts`, `no carts`, `none of your carts`."""
    if number and noun.whose:
        return f"{'none' if number == 'no' else number} of {noun.plural}"
    return f"{number} {noun.plural}" if number else noun.plural


_WAYS: dict[type[Expr], Callable[[Noun, int, Any, Phrasing], bool]] = {
    core.Not: _not, hir.IsNot: _not, core.IsKind: _kind, hir.OfKind: _kind, core.Compare: _compared,
    hir.IsCopy: _copy,
    core.Member: _linked, hir.Owned: _owned, hir.OwnedOrFree: _owned, hir.Located: _linked,
    hir.Within: _near, hir.Adjacent: _near, hir.Neighbouring: _near, hir.Joined: _near,
    hir.HowMany: _how_many,
}  # fmt: skip
"""What has words for a test and adds them to the noun, if there are some."""
