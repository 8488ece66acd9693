"""Counters that a player or a thing has: `you have 3 or more gold`, `players with no gold`."""

from __future__ import annotations

from cardwright.board.declarations import Field
from cardwright.board.types import FLAG, NUMBER
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.inflection import with_singular
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.quantities import WRITE_NO, bounds
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.source.text import Span


def held_counter(item: Expr, noun: ast.NounPhrase, scope: Scope) -> core.Get | None:
    """The counter of `item` that a phrase names; None for a phrase about things."""
    word, board = noun.lone_word, scope.context.board
    if word is None or word.text in scope.names or board.noun(word.text) is not None:
        return None
    found = _counter(item.type.of, word.text, scope)
    return core.Get(NUMBER, noun.span, found, item) if found is not None else None


def _counter(kind: str, name: str, scope: Scope) -> Field | None:
    """The counter of such things with this name; `step` is `steps`."""
    board = scope.context.board
    if kind not in board.kinds:
        return None
    counters = {n: f for n, f in board.fields(kind).items() if f.type == NUMBER and not f.printed}
    return counters.get(with_singular(name, counters))


def has_of_counter(
    held: core.Get, quantifier: ast.Quantifier | None, span: Span, scope: Scope
) -> Expr:
    """Whether a counter is as high as the quantifier says: without a number, at least 1."""
    if isinstance(quantifier, ast.Every | ast.AnyNumber | ast.UpTo):
        help = f"as in `2 or more {held.span.text}`"
        raise CheckError("CW219", "expected a number to compare with", quantifier.span, help)
    one = (core.lit(1, span), None)
    low, high = bounds(quantifier, scope, WRITE_NO) if quantifier else one
    found = core.Compare(FLAG, span, ">=", held, low)
    if not isinstance(quantifier, ast.Between) or high is None:
        return found
    return core.Logic(FLAG, span, "and", found, core.Compare(FLAG, span, "<=", held, high))


def has_none_of_counter(held: core.Get, span: Span) -> Expr:
    never_less = held.field.low is not None and held.field.low >= 0
    return core.Compare(FLAG, span, "==" if never_less else "<=", held, core.lit(0, span))
