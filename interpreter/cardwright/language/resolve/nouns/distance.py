"""Distance: `within 2 bands of it`, `next to cell`.

Responsible for the distance between things: cells of a grid have neighbours; things of an ordered
kind and the values of an enum form a row.
"""

from __future__ import annotations

from cardwright.board.model import Board
from cardwright.board.types import FLAG, NUMBER
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.inflection import article
from cardwright.language.resolve import names
from cardwright.language.resolve.diagnostics.property_errors import no_property
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.nouns.networks import beside
from cardwright.language.resolve.quantities import amount
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Word
from cardwright.source.spelling import did_you_mean
from cardwright.source.text import Span

_ROW = "count steps along a kind with `ordered: true` or along an enum"


def within(item: core.Var, mod: ast.Within, scope: Scope) -> hir.Within:
    """`within 1 region of it`: steps along an ordered kind or an enum."""
    unit = _unit(mod.unit, scope)
    steps, origin = amount(mod.amount, scope), _origin(mod.origin, scope)
    near, far = _rank(item, unit, scope), _rank(origin, unit, scope)
    return hir.Within(FLAG, mod.span, item, origin, steps, near, far)


def next_to(item: core.Var, mod: ast.NextTo, scope: Scope) -> hir.Nearness:
    """`next to cell`: among its neighbours in a grid, or one step away along an ordered kind."""
    board, other, span = scope.context.board, _origin(mod.origin, scope), mod.span
    kind = other.type.of if other.type.of in board.kinds else ""
    field = board.field(kind, "neighbours") if kind else None
    if field is not None:
        return hir.Neighbouring(FLAG, span, _of_kind(item, kind, span, scope), other, field)
    row = scope.context.board.row_kind(kind)
    if not row and (joined := beside(other, span, scope)) is not None:
        near = _of_kind(item, kind, span, scope)
        return hir.Joined(FLAG, span, near, other, joined)
    if not row:
        message = f"{article(kind or other.type.base)} has no neighbours"
        raise CheckError("CW212", message, span, _nearest_order(kind, mod.origin.span, scope))
    unit = Word("NAME", row, span)
    near, far = _rank(item, unit, scope), _rank(other, unit, scope)
    return hir.Adjacent(FLAG, span, item, other, near, far)


def _origin(node: ast.Expression, scope: Scope) -> Expr:
    """The single thing from which distance is measured."""
    found = expression(node, scope)
    if found.type.many:
        raise CheckError("CW219", "specify which one it is near to", node.span, "choose one first")
    return found


def _of_kind(item: core.Var, kind: str, span: Span, scope: Scope) -> Expr:
    """The item, or its cell: *counters next to c3* are those on cells next to it."""
    board, of = scope.context.board, item.type.of
    if board.related(of, kind):
        return item
    found = names.property_of(kind, item, scope, span)
    if found is None:
        raise no_property(Word("NAME", kind, span), item, scope)
    return found


def _nearest_order(kind: str, origin: Span, scope: Scope) -> str:
    """Help for a kind without neighbours: how to give it some."""
    board = scope.context.board
    if kind and board.root(kind) in ("piece", "die"):
        return f"places have neighbours: write `next to place of {origin.text}`"
    if not kind or board.root(kind) != "place":
        return "only places have neighbours"
    return f"give the kind `{kind}` a `grid` or `ordered: true`"


def _unit(word: Word, scope: Scope) -> Word:
    """The kind or enum of `1 region`, `2 regions`."""
    board = scope.context.board
    noun = board.noun(word.text)
    name = noun[0] if noun else board.enum_noun(word.text)
    if not name:
        help = "" if word.text in scope.context.names else did_you_mean(word.text, _rows(board))
        raise CheckError("CW211", f"can't count steps in `{word.text}`", word.span, help or _ROW)
    return Word("NAME", name, word.span)


def _rows(board: Board) -> list[str]:
    """The kinds and enums in which steps can be counted."""
    return [*(kind.name for kind in board.kinds.values() if kind.ordered), *board.enums]


def _no_row(kind: str, unit: Word, scope: Scope) -> CheckError:
    """The error for steps along a kind whose things have no order."""
    board, help = scope.context.board, _ROW
    if kind in board.kinds and (board.kinds[kind].grid or board.edges(kind)):
        help = f"write `where distance of {kind} from x at most 2`, or `next to x`"
    several = board.kinds[kind].plural if kind in board.kinds else "numbers"
    return CheckError("CW212", f"{several} have no order to count along", unit.span, help)


def _rank(of: Expr, unit: Word, scope: Scope) -> Expr:
    """Its position in the row of a kind or an enum, from 1."""
    board = scope.context.board
    is_one = of.type.of == unit.text
    is_one = is_one or (of.type.base == "thing" and board.is_a(of.type.of, unit.text))
    value = of if is_one else names.property_of(unit.text, of, scope, unit.span)
    if value is None:
        raise no_property(unit, of, scope)
    if value.type.base == "enum":
        return value
    order = board.field(value.type.of, "order") if board.row_kind(value.type.of) else None
    if order is None:
        raise _no_row(value.type.of, unit, scope)
    return core.Get(NUMBER, unit.span, order, value)
