"""Bounds as values: `room for gold of player`, `gold of player is full`, `deck is empty`."""

from __future__ import annotations

from cardwright.board.declarations import Field
from cardwright.board.types import FLAG, NUMBER, Type
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast


def room_for(node: ast.RoomFor, scope: Scope, expect: Type | None) -> Expr:
    """How much more a counter can hold."""
    found = expression(node.counter, scope)
    cell = _counter(found)
    if cell is None:
        message = f"expected a counter, found {found.type}"
        raise CheckError("CW222", message, node.counter.span, "as in `room for COUNTER of player`")
    if not cell.has_most:
        raise _unbounded(cell, "max", "there is always room for it", node.counter)
    return hir.RoomFor(NUMBER, node.span, found, cell)


def at_bound(item: Expr, node: ast.Is, scope: Scope) -> Expr | None:
    """Whether a counter is at its `max` or `min`, or a zone is empty; None for anything else."""
    word = node.right.lone_word if isinstance(node.right, ast.NounPhrase) else None
    if word is None or word.text not in ("full", "empty") or word.text in scope.names:
        return None
    cell = _counter(item)
    if cell is not None:
        full = word.text == "full"
        if not (cell.has_most if full else cell.low is not None):
            raise _unbounded(cell, "max" if full else "min", f"it is never {word.text}", node)
        return hir.AtBound(FLAG, node.span, item, word.text, cell)
    if item.type.base == "zone" and word.text == "empty":
        zone = scope.context.board.zones.get(item.type.of)
        held = Type("thing", zone.holds if zone else "player")
        things = core.Contents(held.set(), item.span, item)
        return hir.AtBound(FLAG, node.span, things, word.text, None)
    _refuse_empty_place(item, node, scope)
    return None


def _refuse_empty_place(item: Expr, node: ast.Is, scope: Scope) -> None:
    """Raises CheckError for `skara is empty`: of which things?"""
    board, kind = scope.context.board, item.type.of
    if item.type.many or kind not in board.kinds or board.root(kind) == "player":
        return
    held = [k for k in board.kinds if any(board.is_a(kind, on) for on in board.lives_on(k))]
    if held and not board.field(kind, "empty"):
        several = board.kinds[held[0]].plural
        have = f"{node.left.extent.text} has {'' if node.negated else 'no '}{several}"
        raise CheckError("CW211", "specify what it is empty of", node.right.span, f"write `{have}`")


def _counter(found: Expr) -> Field | None:
    """The cell of a number; None for anything else."""
    cell = None
    if isinstance(found, core.Get):
        cell = found.field
    elif isinstance(found, hir.Path) and isinstance(found.steps[-1], Field):
        cell = found.steps[-1]
    elif isinstance(found, hir.Indexed):
        cell = found.shared
    return cell if cell is not None and not cell.printed and cell.type == NUMBER else None


def _unbounded(cell: Field, bound: str, so: str, node: ast.Expression) -> CheckError:
    message = f"`{cell.name}` has no `{bound}`: {so}"
    return CheckError("CW222", message, node.span, f"give it a `{bound}` where it is declared")
