"""Numbers as English: sums, counts, extremes, and choices between values."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.english.conditions import condition
from cardwright.language.english.noun_phrases import Joined, Number, Of, The, bare, is_the
from cardwright.language.english.phrasing import Phrasing
from cardwright.language.hir import as_written
from cardwright.language.inflection import listed

_SIGNS = {"+": "+", "-": "-", "*": "times", "/": "/", "mod": "mod"}
_CALCULATED: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "min": min, "max": max
}  # fmt: skip


def arith(words: Phrasing, e: core.Arith) -> str:
    left, right = _operand(words, e.left, e.op), _operand(words, e.right, e.op, right=True)
    if isinstance(left, Number) and isinstance(right, Number) and e.op in _CALCULATED:
        # as for numbers given to a rule that is described
        return Number(_CALCULATED[e.op](int(left), int(right)))
    if e.op in ("min", "max"):
        return _extreme(words, e)
    if e.op == "-" and left == "0":
        return f"minus {right}"
    if e.op in ("+", "-") and right == "0":
        return left
    return Joined(left, f" {_SIGNS[e.op]} {right}")


def _extreme(words: Phrasing, e: core.Arith) -> str:
    """`the lower of 2 and the load`, `the lowest of 2, the load and the room`."""
    parts = [_operand(words, part, e.op) for part in _parts(e, e.op)]
    word = "low" if e.op == "min" else "high"
    return The(f"{word}{'er' if len(parts) == 2 else 'est'} of {listed(parts)}")


def _operand(words: Phrasing, e: Expr, op: str, *, right: bool = False) -> str:
    """An operand, in parentheses unless a reader takes it for one value: in sums and products;
    and sums on the left. A phrase that ends with a set seems to continue, so it is not used as
    a left operand.
    """
    plain = not isinstance(e, core.Arith | core.Cond | core.Reduce | core.Nth)
    if isinstance(e, core.Arith) and op in ("+", "-"):
        plain = e.op in ("*", "/", "mod") or (e.op in ("+", "-") and not right)
    if isinstance(e, core.Arith) and op == e.op == "*":
        plain = not right
    return words(e) if plain or (isinstance(e, core.Reduce) and right) else f"({words(e)})"


def count(words: Phrasing, e: core.Count) -> str:
    found = words.noun(e.source)
    if is_the(said := found.plural):
        return The(f"number of the {said.name}", said.owner, rest=said.rest)
    match found.after:
        case [Of() as of] if not found.where:
            return The(f"number of {replace(found, after=[]).plural}", of.owner)
    return The(f"number of {said}")


def reduce(words: Phrasing, e: core.Reduce) -> str:
    """`the sum of the gold of each town`, `the highest gold of towns`; if a value is calculated
    from each member, `the sum of (its gold + 1) over towns`.
    """
    noun = words.noun(e.source)
    each = f"each {noun.kind}" if noun.kind else "each"
    body = words.bound(e.var, each)(e.body)
    of_each = body.without(each) if isinstance(body, The) else None
    if of_each and of_each[1] and noun.where:
        of_each = None  # what follows would be read as a part of the test
    if of_each is None:
        body = f"({body})" if e.op == "sum" and isinstance(e.body, core.Arith) else body
        body = f"sum of {body}" if e.op == "sum" else f"{e.op} {bare(body)}"
        return The(f"{body} over {noun.plural}")
    before, after = of_each
    if e.op == "sum":
        return The(f"sum of the {before} of {noun.each}{after}")
    return The(f"{e.op} {before} of {noun.plural}{after}")


def nth(words: Phrasing, e: core.Nth) -> str:
    items = [words(item) for item in e.items]
    doubled = len({*items}) < len(items)  # 1/2/2, as on cards, and not "1, 2 or 2"
    return f"{'/'.join(items) if doubled else listed(items, 'or')}, by {words(e.index)}"


def cond(words: Phrasing, e: core.Cond) -> str:
    then, other = (
        f"({words(way)})" if isinstance(way, core.Nth) else condition(words, way)
        for way in (e.then, e.other)
    )
    return Joined(then, f" if {condition(words, e.test)}, else {other}")


def _parts(e: Expr, op: str) -> Iterator[Expr]:
    """The compared values; a lowest value of lowest values is flattened."""
    inner = as_written(e)
    if isinstance(inner, core.Arith) and inner.op == op:
        yield from (*_parts(inner.left, op), *_parts(inner.right, op))
    else:
        yield e


NUMBERS: dict[type[Expr], Callable[[Any, Any], str]] = {
    core.Arith: arith, core.Count: count, core.Reduce: reduce, core.Nth: nth, core.Cond: cond,
}  # fmt: skip
