"""The parts of an expression that a value comes from: sums, conditions, sets and the best of them.

Owns, for each kind of expression, what is said of it in short and which parts are told one by
one. What is written out or printed has no story of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.hir import conjuncts, said
from cardwright.machine.asking import MORE, Parts, Tree, terms
from cardwright.machine.evaluate import Found, evaluate, items

if TYPE_CHECKING:
    from cardwright.machine.asking import Asking, Here

CLOSE = 4  # so many candidates are looked at one by one
MOST = 8  # so many parts of a sum, or candidates, are listed


# ----------------------------------------------------------------- numbers, conditions


def arith(asking: Asking, e: core.Arith, found: Found, here: Here, depth: int) -> Parts:
    return formula(asking, e, here), asking.all_of(terms(e), here, depth)


def compare(asking: Asking, e: core.Compare, found: Found, here: Here, depth: int) -> Parts:
    note = ""
    if e.left.type.base == "number":
        op = "=" if e.op == "==" else e.op
        note = f"{formula(asking, e.left, here)} {op} {formula(asking, e.right, here)}"
    elif not found and e.op == "==" and not e.left.type.many:
        note = f"it is {asking.said(evaluate(e.left, here.env), e.left.type)}"
    told = [part for part in terms(e) if not isinstance(part, _PLAIN)]
    return note, asking.all_of(told, here, depth)


_PLAIN = (core.Get, core.At, core.Owner, core.AsKind)  # a comparison's own words say these


def formula(asking: Asking, e: Expr, here: Here) -> str:
    """A sum in numbers: `2 * 3 + 1`."""
    if not isinstance(e, core.Arith):
        found, hidden = asking.look(e, here.env)
        return "?" if hidden else asking.said(found, e.type)
    left, right = formula(asking, e.left, here), formula(asking, e.right, here)
    if e.op in ("min", "max"):
        return f"the {'lower' if e.op == 'min' else 'higher'} of {left} and {right}"
    if isinstance(e.right, core.Arith):
        right = f"({right})"
    if isinstance(e.left, core.Arith) and e.left.op in "+-" and e.op not in "+-":
        left = f"({left})"
    return f"{left} {e.op} {right}"


def logic(asking: Asking, e: core.Logic, found: Found, here: Here, depth: int) -> Parts:
    if e.op == "and" and not found and said(e) is e:
        return "", (asking.failing(e, here, depth),)
    if e.op == "and" or not found:
        return "", asking.all_of([*_alternatives(e, e.op)], here, depth)
    true = next(p for p in _alternatives(e, "or") if evaluate(p, here.env))
    return "", (asking.of(true, here, depth),)


def not_(asking: Asking, e: core.Not, found: Found, here: Here, depth: int) -> Parts:
    inner = evaluate(e.of, here.env)
    if isinstance(e.of, core.Logic):
        return "", (asking.of(e.of, here, depth),)
    return asking.parts(e.of, inner, here, depth + 1 if isinstance(e.of, core.Call) else depth)


def cond(asking: Asking, e: core.Cond, found: Found, here: Here, depth: int) -> Parts:
    chosen = e.then if evaluate(e.test, here.env) else e.other
    made = evaluate(chosen, here.env)
    note, children = asking.folded(chosen, made, here, depth)
    if not note and not isinstance(chosen, core.Lit):
        note = asking.said(made, e.type)
    if evaluate(e.test, here.env):
        return note, (*asking.all_of([*conjuncts(e.test)], here, depth), *children)
    return note, (asking.failing(e.test, here, depth), *children)


def nth(asking: Asking, e: core.Nth, found: Found, here: Here, depth: int) -> Parts:
    index = evaluate(e.index, here.env)
    listed = ", ".join(formula(asking, i, here) for i in e.items)
    assert isinstance(index, int)
    chosen = e.items[index - 1 : index] if index > 0 else ()
    parts = [p for x in (e.index, *chosen) for p in terms(x)]
    return f"number {index} of [{listed}]", asking.all_of(parts, here, depth)


def member(asking: Asking, e: core.Member, found: Found, here: Here, depth: int) -> Parts:
    return "", asking.all_of([p for x in (e.item, e.source) for p in terms(x)], here, depth)


# ----------------------------------------------------------------------------- sets


def count(
    asking: Asking, e: core.Count | core.Exists, found: Found, here: Here, depth: int
) -> Parts:
    """How many; of a few candidates, why each is one or not."""
    if isinstance(e.source, core.Contents):
        return "", ()
    note = asking.said(items(e.source, here.env), e.source.type)
    return note if found else "none", _candidates(asking, e.source, here, depth)


def filter(asking: Asking, e: core.Filter, found: Found, here: Here, depth: int) -> Parts:
    return "", _candidates(asking, e, here, depth)


def _candidates(asking: Asking, e: Expr, here: Here, depth: int) -> tuple[Tree, ...]:
    """Of each of a few candidates, whether the condition holds and what keeps it from that."""
    if not isinstance(e, core.Filter) or depth < 0 or not _worked_out(e.test):
        return ()
    source, _ = asking.look(e.source, here.env)
    assert isinstance(source, tuple)
    if len(source) > (2 * MOST if asking.every else CLOSE):
        return ()
    one = e.type.one()
    return tuple(
        asking.failing(e.test, here.bind(e.var, item, asking.said(item, one)), depth)
        for item in source
    )


def reduce(asking: Asking, e: core.Reduce, found: Found, here: Here, depth: int) -> Parts:
    each, kind = items(e.source, here.env), e.source.type.one()
    inner = [here.bind(e.var, item, asking.said(item, kind)) for item in each]
    values = [asking.said(evaluate(e.body, h.env), e.body.type) for h in inner]
    sign = " + " if e.op == "sum" else ", "
    note = sign.join(values[:MOST]) + (f"{sign}..." if len(values) > MOST else "")
    if e.op != "sum":
        note = f"the {e.op} of {note}"
    if not values:
        note = f"there are no {here.words.noun(e.source).plural}"
    if not terms(e.body):
        return note, ()
    trees = tuple(asking.of(e.body, h, depth) for h in inner)
    return note if len(values) > 1 or not values else "", trees


def best(asking: Asking, e: core.Best, found: Found, here: Here, depth: int) -> Parts:
    """Each candidate with its value, the best first."""
    kind = e.source.type.one()
    rows: list[tuple[int, Here]] = []
    for item in items(e.source, here.env):
        inner = here.bind(e.var, item, asking.said(item, kind))
        value = evaluate(e.body, inner.env)
        assert isinstance(value, int)
        rows.append((value, inner))
    rows.sort(key=lambda row: row[0], reverse=e.op == "highest")
    note = "" if rows else f"there are no {here.words.noun(e.source).plural}"
    shown = tuple(asking.of(e.body, inner, depth) for _, inner in rows[:MOST])
    return note, shown + ((MORE,) if len(rows) > MOST else ())


def only(asking: Asking, e: core.Only, found: Found, here: Here, depth: int) -> Parts:
    many = items(e.source, here.env)
    note, children = asking.parts(e.source, many, here, depth)
    if len(many) > 1:
        note = f"there are {asking.said(many, e.source.type)}, not one"
    return note, children


def forbidden(asking: Asking, e: core.Forbidden, found: Found, here: Here, depth: int) -> Parts:
    item, actor = evaluate(e.item, here.env), evaluate(e.actor, here.env)
    assert isinstance(item, int)
    assert isinstance(actor, int)
    return "", tuple(asking.prohibitions(e, item, actor, here.env, depth))


def _worked_out(test: Expr) -> bool:
    """Whether more than what stands on the table goes into a condition."""
    return any(isinstance(part, core.Call | core.Reduce | core.Best) for part in core.inside(test))


def _alternatives(e: Expr, op: str) -> Iterator[Expr]:
    if isinstance(e, core.Logic) and e.op == op:
        yield from _alternatives(e.left, op)
        yield from _alternatives(e.right, op)
    else:
        yield e


RULES: dict[type[Expr], Callable[..., Parts]] = {
    core.Arith: arith, core.Compare: compare,
    core.Logic: logic, core.Not: not_, core.Cond: cond,
    core.Nth: nth, core.Member: member, core.Count: count,
    core.Exists: count, core.Filter: filter, core.Reduce: reduce,
    core.Best: best, core.Only: only, core.Forbidden: forbidden,
}  # fmt: skip
