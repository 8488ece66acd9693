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
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.english import comparisons, conditions
from cardwright.language.english.clauses import THEY, YOU, Clause, Having
from cardwright.language.english.comparisons import field_name
from cardwright.language.english.conditions import plain, quoted
from cardwright.language.english.member_relations import (
    add_whose,
    having,
    how_many,
    linked,
    near,
    property_of,
)
from cardwright.language.english.member_terms import is_own, is_rooted
from cardwright.language.english.noun import Noun
from cardwright.language.english.noun_phrases import Allowed, Denied, The
from cardwright.language.english.phrasing import Phrasing
from cardwright.language.hir import as_written
from cardwright.language.inflection import article, spaced

UNLIKE = frozenset({"opposing", "other"})


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
    way = _WAYS.get(type(test), property_of)
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
        add_whose(found, f"{its} {said.predicate}")
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
            e.type.base == "flag" and (is_rooted(e, var) if by_word else is_own(e, var))
        ):
            return quoted(field.name)
        case core.Call(args=(of,)) as e if core.is_variable(of, var):
            return e.name if e.name in words.declared.board.keywords else quoted(e.name)
        case core.Compare() as e if (
            keyword := comparisons.numbered_keyword(words, e)
        ) and core.is_variable(keyword.args[0], var):
            return keyword.name
        case core.Not(of=of):
            word = adjective(of, var, words, by_word)
            return Denied(f"not {word}", word) if word else ""
        case core.Compare(op="==", left=left, right=core.Named() as value) if is_rooted(left, var):
            known = by_word or (is_own(left, var) and field_name(left) == value.owner)
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
            return having(found, var, source, "no", words)
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
    if linked(found, var, test, words):
        return True
    if isinstance(test.left, core.Count) and test.op in _COUNTS:
        number = {"more than 0": "", "1 or more": "", "0": "no"}.get(
            said := _COUNTS[test.op].format(words(test.right)), said
        )
        return having(found, var, test.left.source, number, words)
    return property_of(found, var, test, words)


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
        return linked(found, var, test, words)
    found.before.append(words(test.who).removeprefix("The "))
    return True


_WAYS: dict[type[Expr], Callable[[Noun, int, Any, Phrasing], bool]] = {
    core.Not: _not, hir.IsNot: _not, core.IsKind: _kind, hir.OfKind: _kind, core.Compare: _compared,
    hir.IsCopy: _copy,
    core.Member: linked, hir.Owned: _owned, hir.OwnedOrFree: _owned, hir.Located: linked,
    hir.Within: near, hir.Adjacent: near, hir.Neighbouring: near, hir.Joined: near,
    hir.HowMany: how_many,
}  # fmt: skip
"""What has words for a test and adds them to the noun, if there are some."""
