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
from cardwright.source.spelling import did_you_mean
from cardwright.source.text import Span

_ROW = "steps are counted along a kind with `ordered: true`, or an enum"


def within(item: core.Var, mod: Node, scope: Scope) -> Expr:
    """`within 1 region of it`: steps along an ordered kind or an enum."""
    from cardwright.language.amounts import amount

    unit = _unit(mod.words("NAME")[0], scope)
    steps, origin = amount(mod.nodes()[0], scope), _origin(mod, scope)
    return _apart(item, origin, unit, "<=", steps, mod.span, scope)


def next_to(item: core.Var, mod: Node, scope: Scope) -> Expr:
    """`next to cell`: among its neighbours in a grid, or one step away along an ordered kind."""
    board, other = scope.world.board, _origin(mod, scope)
    kind = other.type.of if other.type.of in board.kinds else ""
    field = board.field(kind, "neighbours") if kind else None
    if field is not None:
        cell, near = _of_kind(item, kind, mod, scope), core.Get(field.type, mod.span, field, other)
        return core.Member(FLAG, mod.span, cell, near)
    if not (row := _row_of(kind, scope)):
        message = f"{article(kind or other.type.base)} has no neighbours"
        raise Problem("CW212", message, mod.span, _nearest_order(kind, scope))
    unit, one = Word("NAME", row, mod.span), lit(1, mod.span)
    return _apart(item, other, unit, "==", one, mod.span, scope)


def _origin(mod: Node, scope: Scope) -> Expr:
    """What something is near to: one thing."""
    from cardwright.language.nouns import of_argument

    node = mod.nodes()[-1]
    found = of_argument(node, scope)
    if found.type.many:
        raise Problem("CW219", "say near to which one", node.span, "choose one first")
    return found


def _of_kind(item: core.Var, kind: str, mod: Node, scope: Scope) -> Expr:
    """The item, or its cell: *counters next to c3* are those on cells next to it."""
    board, of = scope.world.board, item.type.of
    if board.is_a(of, kind) or board.is_a(kind, of):
        return item
    found = phrases.property_of(kind, item, scope, mod.span)
    if found is None:
        raise no_property(Word("NAME", kind, mod.span), item, scope)
    return found


def _row_of(kind: str, scope: Scope) -> str:
    """The ordered kind that a kind is, or is one of; "" for none."""
    kinds = scope.world.board.kinds
    above = scope.world.board.ancestors(kind) if kind else ()
    return next((name for name in above if kinds[name].ordered), "")


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
    close: Expr = core.Compare(FLAG, span, op, distance, steps)
    unknown = [rank for rank, of in ((near, item), (far, origin)) if _may_be_none(rank, of)]
    for rank in unknown:
        known = core.Compare(FLAG, span, ">", rank, lit(0, span))
        close = core.Logic(FLAG, span, "and", close, known)
    return close


def _may_be_none(rank: Expr, of: Expr) -> bool:
    """Whether there may be nothing to rank: the place, say, of what is nowhere."""
    by_order = isinstance(rank, core.Get) and rank.field.name == "order"
    value = rank.of if isinstance(rank, core.Get) and by_order else rank
    its_own = isinstance(value, core.Get) and value.of == of and not value.type.optional
    return of.type.optional or not (value == of or its_own)


def _rank(of: Expr, unit: Word, scope: Scope) -> Expr:
    """Where it stands in the row of a kind or an enum, from 1."""
    board = scope.world.board
    is_one = of.type.of == unit.text
    is_one = is_one or (of.type.base == "thing" and board.is_a(of.type.of, unit.text))
    value = of if is_one else phrases.property_of(unit.text, of, scope, unit.span)
    if value is None:
        raise no_property(unit, of, scope)
    if value.type.base == "enum":
        return value
    order = board.field(value.type.of, "order") if value.type.base == "thing" else None
    if order is None:
        message = f"`{unit.text}` of {article(of.type.of)} has no order"
        raise Problem("CW212", message, unit.span, _ROW)
    return core.Get(NUMBER, unit.span, order, value)
