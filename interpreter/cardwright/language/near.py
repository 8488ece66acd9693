"""Nearness: `within 2 bands of it`, `next to cell`.

Owns how far two things are from each other: cells of a grid have neighbours, things of an ordered
kind and the words of an enum stand in a row.
"""

from __future__ import annotations

from cardwright.board.model import Board
from cardwright.board.types import FLAG, NUMBER
from cardwright.language import core, phrases
from cardwright.language.core import Expr
from cardwright.language.nounwords import article
from cardwright.language.phrases import lit
from cardwright.language.problems import Problem
from cardwright.language.scope import Scope
from cardwright.language.syntax import Node, Word
from cardwright.language.unknown import no_property
from cardwright.source.text import Span
from cardwright.source.words import did_you_mean

_ROW = "steps are counted along a kind with `ordered: true`, or an enum"


def within(item: core.Var, mod: Node, scope: Scope) -> Expr:
    """`within 1 region of it`: steps along an ordered kind or an enum."""
    from cardwright.language.amounts import amount
    from cardwright.language.nouns import of_argument

    unit = _unit(mod.words("NAME")[0], scope)
    steps, origin = amount(mod.nodes()[0], scope), of_argument(mod.nodes()[-1], scope)
    return _apart(item, origin, unit, "<=", steps, mod.span, scope)


def next_to(item: core.Var, mod: Node, scope: Scope) -> Expr:
    """`next to cell`: among its neighbours in a grid, or one step away along an ordered kind."""
    from cardwright.language.nouns import of_argument

    board, other = scope.world.board, of_argument(mod.nodes()[-1], scope)
    kind = other.type.of if other.type.of in board.kinds and not other.type.many else ""
    field = board.field(kind, "neighbours") if kind else None
    if field is not None:
        cell, near = _of_kind(item, kind, mod, scope), core.Get(field.type, mod.span, field, other)
        return core.Member(FLAG, mod.span, cell, near)
    if not kind or not _in_order(kind, scope):
        message = f"{article(kind or other.type.base)} has no neighbours"
        raise Problem("CW212", message, mod.span, _nearest_order(kind, scope))
    unit, one = Word("NAME", kind, mod.span), lit(1, mod.span)
    return _apart(item, other, unit, "==", one, mod.span, scope)


def _of_kind(item: core.Var, kind: str, mod: Node, scope: Scope) -> Expr:
    """The item, or its cell: *counters next to c3* are those on cells next to it."""
    board, of = scope.world.board, item.type.of
    if board.is_a(of, kind) or board.is_a(kind, of):
        return item
    found = phrases.property_of(kind, item, scope, mod.span)
    if found is None:
        raise no_property(Word("NAME", kind, mod.span), item, scope)
    return found


def _in_order(kind: str, scope: Scope) -> bool:
    kinds = scope.world.board.kinds
    return any(kinds[above].ordered for above in scope.world.board.ancestors(kind))


def _nearest_order(kind: str, scope: Scope) -> str:
    """Help where a kind has no neighbours: what gives it some."""
    board = scope.world.board
    if not kind or board.root(kind) != "place":
        return "places have neighbours, and what stands on them is asked for its place"
    return f"places have some in a `grid`, or with `ordered: true` in their kind, `{kind}`"


def _unit(word: Word, scope: Scope) -> Word:
    """The kind or enum of `1 region`, `2 regions`."""
    board = scope.world.board
    noun = board.noun(word.text)
    name = noun[0] if noun else board.enum_noun(word.text)
    if not name:
        raise Problem("CW211", f"`{word.text}` is nothing to count steps in", word.span,
                      did_you_mean(word.text, _rows(board)) or _ROW)  # fmt: skip
    return Word("NAME", name, word.span)


def _rows(board: Board) -> list[str]:
    """What steps can be counted in."""
    return [*(kind.name for kind in board.kinds.values() if kind.ordered), *board.enums]


def _apart(
    item: Expr, origin: Expr, unit: Word, op: str, steps: Expr, span: Span, scope: Scope
) -> Expr:
    """Compares how many steps two things are apart; nothing is near to none."""
    near, far = _rank(item, unit, scope), _rank(origin, unit, scope)
    gap = core.Arith(NUMBER, span, "-", near, far)
    back = core.Arith(NUMBER, span, "-", far, near)
    distance = core.Arith(NUMBER, span, "max", gap, back)
    close = core.Compare(FLAG, span, op, distance, steps)
    if not origin.type.optional:
        return close
    known = core.Compare(FLAG, span, ">", far, lit(0, span))
    return core.Logic(FLAG, span, "and", close, known)


def _rank(of: Expr, unit: Word, scope: Scope) -> Expr:
    """Where it stands in the row of a kind or an enum, from 1."""
    value: Expr | None = of
    if of.type.of != unit.text:
        value = phrases.property_of(unit.text, of, scope, unit.span)
    if value is None:
        raise no_property(unit, of, scope)
    if value.type.base == "enum":
        return value
    order = scope.world.board.field(value.type.of, "order") if value.type.base == "thing" else None
    if order is None:
        message = f"`{unit.text}` of {article(of.type.of)} has no order"
        raise Problem("CW212", message, unit.span, _ROW)
    return core.Get(NUMBER, unit.span, order, value)
