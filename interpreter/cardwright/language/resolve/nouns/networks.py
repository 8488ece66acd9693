"""How places are connected: steps in a grid or along an ordered kind, or the edges of a network."""

from __future__ import annotations

from cardwright.board.types import thing
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.inflection import article
from cardwright.language.resolve.dispatch import type_name
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class Network:
    """The kind of places that are connected; the set that paths stay in; the edges, if any."""

    kind: str
    within: Expr | None
    edges: Expr | None


def network_of(kind: str, within: Expr | None, span: Span, scope: Scope) -> Network:
    """How places of a kind are connected: through a set of places, or along a set of edges."""
    board = scope.context.board
    if within is not None and (joined := board.joined_by(within.type.of)):
        return Network(joined, None, within)
    step_kind = board.grid_kind(kind) or board.row_kind(kind)
    if within is None or not scope.context.board.related(within.type.of, kind):
        if within is not None:
            several = board.kinds[kind].plural if kind in board.kinds else kind
            message = f"expected {several}, found {type_name(within.type)}"
            raise CheckError(
                "CW220", message, within.span, "name the places that the path goes through"
            )
        within = core.Domain(thing(step_kind or kind).set(), span, step_kind or kind)
    if step_kind:
        return Network(step_kind, within, None)
    edges = all_edges(kind, span, scope)
    if edges is None:
        help = f"give the kind `{kind}` a `grid` or `ordered: true`, or declare what `joins` it"
        raise CheckError("CW212", f"{article(kind)} has no neighbours", span, help)
    return Network(kind, within, edges)


def all_edges(kind: str, span: Span, scope: Scope) -> Expr | None:
    """All edges in the game that join places of a kind; None if there is no kind of edges."""
    found: Expr | None = None
    for edge in scope.context.board.edges(kind):
        more = core.Domain(thing(edge).set(), span, edge)
        found = more if found is None else core.Union(found.type, span, found, more)
    return found


def beside(of: Expr, span: Span, scope: Scope) -> core.Connection | None:
    """The neighbours of a place in a network; None if it is in none."""
    edges = all_edges(of.type.of, span, scope) if of.type.base == "thing" else None
    if edges is None:
        return None
    return core.Connection(of.type.set(), span, "beside", of.type.of, (of,), None, edges)
