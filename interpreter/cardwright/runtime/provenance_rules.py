"""Explains expressions by their parts: sums, conditions, sets and their best members.

Responsible for the short explanation of each class of expression, and which parts are shown one by
one. Literals and printed values need no explanation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cardwright.backends.core.evaluate import Found, evaluate, items
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.english.comparisons import there_are
from cardwright.language.hir import as_written, conjuncts
from cardwright.runtime.explanation import MORE, Tree
from cardwright.runtime.provenance import Details, Scope, TreeBuilder, terms

MAX_CANDIDATES = 4  # the most candidates that are explained one by one
MAX_LISTED = 8  # the most parts of a sum, or candidates, that are listed


# ----------------------------------------------------------------- numbers, conditions


def arith(why: TreeBuilder, e: core.Arith, found: Found, scope: Scope, depth: int) -> Details:
    return formula(why, e, scope), why.nodes(terms(e), scope, depth)


def compare(why: TreeBuilder, e: core.Compare, found: Found, scope: Scope, depth: int) -> Details:
    note = ""
    if e.left.type.base == "number":
        op = "=" if e.op == "==" else e.op
        note = f"{formula(why, e.left, scope)} {op} {formula(why, e.right, scope)}"
    elif not found and e.op == "==" and not e.left.type.many:
        note = f"it is {why.format(evaluate(e.left, scope.env), e.left.type)}"
    shown = [part for part in terms(e) if not isinstance(part, _OBVIOUS)]
    return note, why.nodes(shown, scope, depth)


_OBVIOUS = (
    core.Get,
    core.LocationOf,
    core.Owner,
    core.AsKind,
)  # a comparison's own words express these


def formula(why: TreeBuilder, e: Expr, scope: Scope) -> str:
    """A sum in numbers: `2 * 3 + 1`."""
    if not isinstance(e, core.Arith):
        found, hidden = why.read(e, scope.env)
        return "?" if hidden else why.format(found, e.type)
    left, right = formula(why, e.left, scope), formula(why, e.right, scope)
    if e.op in ("min", "max"):
        return f"the {'lower' if e.op == 'min' else 'higher'} of {left} and {right}"
    if isinstance(e.right, core.Arith):
        right = f"({right})"
    if isinstance(e.left, core.Arith) and e.left.op in "+-" and e.op not in "+-":
        left = f"({left})"
    return f"{left} {e.op} {right}"


def logic(why: TreeBuilder, e: core.Logic, found: Found, scope: Scope, depth: int) -> Details:
    if e.op == "and" and not found and isinstance(as_written(e), core.Logic):
        return "", (why.first_failing(e, scope, depth),)
    if e.op == "and" or not found:
        return "", why.nodes([*_alternatives(e, e.op)], scope, depth)
    true = next(p for p in _alternatives(e, "or") if evaluate(p, scope.env))
    return "", (why.node(true, scope, depth),)


def not_(why: TreeBuilder, e: core.Not, found: Found, scope: Scope, depth: int) -> Details:
    inner = evaluate(e.of, scope.env)
    if isinstance(e.of, core.Logic):
        return "", (why.node(e.of, scope, depth),)
    return why.details(e.of, inner, scope, depth + 1 if isinstance(e.of, core.Call) else depth)


def cond(why: TreeBuilder, e: core.Cond, found: Found, scope: Scope, depth: int) -> Details:
    chosen = e.then if evaluate(e.test, scope.env) else e.other
    made = evaluate(chosen, scope.env)
    note, children = why.inlined(chosen, made, scope, depth)
    if not note and not isinstance(chosen, core.Lit):
        note = why.format(made, e.type)
    if evaluate(e.test, scope.env):
        return note, (*why.nodes([*conjuncts(e.test)], scope, depth), *children)
    return note, (why.first_failing(e.test, scope, depth), *children)


def nth(why: TreeBuilder, e: core.Nth, found: Found, scope: Scope, depth: int) -> Details:
    index = evaluate(e.index, scope.env)
    listed = ", ".join(formula(why, i, scope) for i in e.items)
    assert isinstance(index, int)
    chosen = e.items[index - 1 : index] if index > 0 else ()
    parts = [p for x in (e.index, *chosen) for p in terms(x)]
    return f"number {index} of [{listed}]", why.nodes(parts, scope, depth)


def get(why: TreeBuilder, e: core.Get, found: Found, scope: Scope, depth: int) -> Details:
    """For a printed value of a thing that has become another: what it is printed on."""
    if e.of is None or not e.field.printed or not why.game.program.layout.forms:
        return "", ()
    item = evaluate(e.of, scope.env)
    assert isinstance(item, int)
    return (f"printed on {said}" if (said := why.printed_on(item)) else ""), ()


def member(why: TreeBuilder, e: core.Member, found: Found, scope: Scope, depth: int) -> Details:
    return "", why.nodes([p for x in (e.item, e.source) for p in terms(x)], scope, depth)


# ----------------------------------------------------------------------------- sets


def count(
    why: TreeBuilder, e: core.Count | core.Exists, found: Found, scope: Scope, depth: int
) -> Details:
    """The size of a set; for a few candidates, why each is a member or not."""
    if isinstance(e.source, core.Contents):
        return "", ()
    note = why.format(items(e.source, scope.env), e.source.type)
    return note if found else "none", _candidates(why, e.source, scope, depth)


def filter(why: TreeBuilder, e: core.Filter, found: Found, scope: Scope, depth: int) -> Details:
    return "", _candidates(why, e, scope, depth)


def _candidates(why: TreeBuilder, e: Expr, scope: Scope, depth: int) -> tuple[Tree, ...]:
    """For each of a few candidates, whether the condition holds, and if not, which part fails."""
    if not isinstance(e, core.Filter) or depth < 0 or not _has_parts(e.test):
        return ()
    source, _ = why.read(e.source, scope.env)
    assert isinstance(source, tuple)
    if len(source) > (2 * MAX_LISTED if why.every else MAX_CANDIDATES):
        return ()
    one = e.type.one()
    return tuple(
        why.first_failing(e.test, scope.bind(e.var, item, why.format(item, one)), depth)
        for item in source
    )


def reduce(why: TreeBuilder, e: core.Reduce, found: Found, scope: Scope, depth: int) -> Details:
    each, kind = items(e.source, scope.env), e.source.type.one()
    inner = [scope.bind(e.var, item, why.format(item, kind)) for item in each]
    values = [why.format(evaluate(e.body, h.env), e.body.type) for h in inner]
    sign = " + " if e.op == "sum" else ", "
    note = sign.join(values[:MAX_LISTED]) + (f"{sign}..." if len(values) > MAX_LISTED else "")
    if e.op != "sum":
        note = f"the {e.op} of {note}"
    if not values:
        note = there_are(scope.words, e.source, "no")
    if not terms(e.body):
        return note, ()
    trees = tuple(why.node(e.body, h, depth) for h in inner)
    return note if len(values) > 1 or not values else "", trees


def best(why: TreeBuilder, e: core.ArgMax, found: Found, scope: Scope, depth: int) -> Details:
    """Each candidate with its value, the best first."""
    kind = e.source.type.one()
    rows: list[tuple[int, Scope]] = []
    for item in items(e.source, scope.env):
        inner = scope.bind(e.var, item, why.format(item, kind))
        value = evaluate(e.body, inner.env)
        assert isinstance(value, int)
        rows.append((value, inner))
    rows.sort(key=lambda row: row[0], reverse=e.op == "highest")
    note = "" if rows else there_are(scope.words, e.source, "no")
    shown = tuple(why.node(e.body, inner, depth) for _, inner in rows[:MAX_LISTED])
    tied = (why.node(e.source, scope, depth),) if isinstance(e.source, core.ArgMax) else ()
    return note, tied + shown + ((MORE,) if len(rows) > MAX_LISTED else ())


def only(why: TreeBuilder, e: core.Only, found: Found, scope: Scope, depth: int) -> Details:
    many = items(e.source, scope.env)
    note, children = why.details(e.source, many, scope, depth)
    if len(many) > 1:
        note = f"there are {why.format(many, e.source.type)}, not one"
    return note, children


def forbidden(
    why: TreeBuilder, e: core.Forbidden, found: Found, scope: Scope, depth: int
) -> Details:
    return "", tuple(why.prohibitions(e, scope.env, depth))


def all_forbidden(
    why: TreeBuilder, e: core.AllForbidden, found: Found, scope: Scope, depth: int
) -> Details:
    """The prohibitions on the first of several things or places."""
    first = items(e.source, scope.env)[:1]
    env = scope.env.bind(e.var, first[0]) if first else scope.env
    return "", tuple(why.prohibitions(e.test, env, depth)) if first else ()


def _has_parts(test: Expr) -> bool:
    """Whether a condition depends on more than plain facts."""
    return any(
        isinstance(part, core.Call | core.Reduce | core.ArgMax) for part in core.inside(test)
    )


def _alternatives(e: Expr, op: str) -> Iterator[Expr]:
    if isinstance(e, core.Logic) and e.op == op:
        yield from _alternatives(e.left, op)
        yield from _alternatives(e.right, op)
    else:
        yield e


RULES: dict[type[Expr], Callable[..., Details]] = {
    core.Arith: arith, core.Compare: compare,
    core.Logic: logic, core.Not: not_, core.Cond: cond,
    core.Get: get, core.Nth: nth, core.Member: member, core.Count: count,
    core.Exists: count, core.Filter: filter, core.Reduce: reduce,
    core.ArgMax: best, core.Only: only, core.Forbidden: forbidden,
    core.AllForbidden: all_forbidden,
}  # fmt: skip


class Explainer(TreeBuilder):
    """Explains with the rules of this module."""

    __slots__ = ()
    rules = RULES
