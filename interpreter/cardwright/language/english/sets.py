"""Sets as noun phrases: their kind, order and selection.

`carts with the highest gold`, `the first 2 cards of the market`. Tests on members: `member_tests`.
"""

from __future__ import annotations

from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.english.member_terms import is_direct
from cardwright.language.english.member_tests import describe
from cardwright.language.english.noun import Noun
from cardwright.language.english.noun_phrases import At, InOrder, The, bare, is_the
from cardwright.language.english.phrasing import Phrasing
from cardwright.language.hir import as_written, conjuncts
from cardwright.language.inflection import listed


def noun(words: Phrasing, e: Expr) -> Noun:
    """A set as a noun; anything else as a ready-made phrase."""
    e = as_written(e)
    match e:
        case core.Domain():
            found = words.kind(e.kind)
            found.after += ["in supply"] if e.supply else []
        case core.Numbers():
            found = Noun("number", "numbers", after=[f"from {words(e.low)} to {words(e.high)}"])
        case core.Values():
            found = words.kind(e.enum)
        case core.Contents():
            found = words.kind(e.type.of)
            found.after.append(At(words(e.zone), "in"))
        case core.Filter(source=source) | hir.Possessed(things=source):
            found = noun(words, source)
            for test in conjuncts(e.test):
                describe(found, e.var, test, words)
        case _:
            found = _narrowed(words, e)
    return found


def _narrowed(words: Phrasing, e: Expr) -> Noun:
    match e:
        case core.ArgMax(one=True):
            found = _fixed(words, e, _first(words, e))
        case core.ArgMax():
            found = noun(words, e.source)
            _add_best(words, e, found)
        case core.Distinct():
            found = noun(words, e.source)
            found.before.insert(0, "different")
        case hir.BestFew():
            found = noun(words, e.source)
            best = _best(words, e, found)
            found = _fixed(words, e, The(f"{words(e.number)} {found.plural} with {best}"))
        case core.SortBy():
            found = _sorted(words, e)
        case core.StartFrom():
            found = noun(words, e.source)
            found.after.append(InOrder(f"starting with {words(e.start)}"))
        case core.Difference():
            found = noun(words, e.left)
            found.exclude(words(e.right))
        case core.Union():
            found = _fixed(words, e, f"{noun(words, e.left).plural} and {words(e.right)}")
        case hir.Together():
            said = f"{words(e.left)} together with {words(e.right)}"
            found = _fixed(words, e, said)
        case _:
            found = _fixed(words, e, words(e))
            if isinstance(e, core.SetOf):
                found.all = listed([words(item) for item in e.items])
                found.is_single = len(e.items) == 1 and not e.items[0].type.many
    return found


def _fixed(words: Phrasing, e: Expr, said: str) -> Noun:
    """A ready-made phrase; things in it are called by their kind."""
    known = e.type.many and e.type.base in ("thing", "enum") and e.type.of != "thing"
    return Noun(words.kind(e.type.of).kind if known else "", fixed=said)


def _first(words: Phrasing, e: core.ArgMax) -> str:
    """`the first cart with the lowest load`: the order decides between several."""
    found = noun(words, e.source)
    if not isinstance(e.body, core.Lit):
        _add_best(words, e, found)
    return The(f"first of {found.plural}" if found.of_several else f"first {found.one}")


def _add_best(words: Phrasing, e: core.ArgMax, found: Noun) -> None:
    """`with the highest gold`; tie-breaks follow: `, then the lowest level`."""
    best = _best(words, e, found)
    if isinstance(as_written(e.source), core.ArgMax):
        found.after[-1] += f", then {best}"
    else:
        found.after.append(f"with {best}")


def _best(words: Phrasing, e: core.ArgMax | hir.BestFew, found: Noun) -> str:
    said = own_property(words, e.body, e.var, found)
    return f"the {e.op} {bare(said) if is_the(said) else f'value of {said}'}"


def own_property(words: Phrasing, e: Expr, var: int, noun: Noun) -> str:
    """`the gold` of the compared thing, without *of the cart*."""
    said = words.bound(var, The(noun.kind) if noun.kind else "it")(e)
    return The(said.name, rest=said.rest) if is_the(said) and is_direct(e, var) else said


def _sorted(words: Phrasing, e: core.SortBy) -> Noun:
    """`in order of weight, highest first, then by age`: the set was sorted by the tie-break
    first.
    """
    keys = [e]
    while isinstance(inner := as_written(keys[-1].source), core.SortBy):
        keys.append(inner)
    found = noun(words, keys[-1].source)
    mixed = any(isinstance(as_written(k.body), hir.Descending) for k in keys)
    said = (_key(words, key, found, mixed) for key in keys)
    found.after.append(f"in order of {', then by '.join(said)}")
    return found


def _key(words: Phrasing, e: core.SortBy, found: Noun, mixed: bool) -> str:
    body = as_written(e.body)
    key = body.of if isinstance(body, hir.Descending) else body
    said = bare(own_property(words, key, e.var, found))
    return f"{said}, {'lowest' if key is body else 'highest'} first" if mixed else said
