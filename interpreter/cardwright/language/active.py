"""Where the abilities of a thing count besides a zone: `active on` and `active while` of its kind.

Owns these conditions as expressions about the thing. Each key is inherited by itself, the nearest
kind that has it decides, and all of them must hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from cardwright.board.model import Board
from cardwright.board.types import FLAG, thing
from cardwright.language import core
from cardwright.language.core import Expr


def active_conditions(board: Board, this: Expr) -> Iterator[Expr]:
    """The conditions under which the abilities of a thing of this kind count."""
    kinds = [board.kinds[kind] for kind in board.ancestors(this.type.of)]
    if places := active_places(board, this.type.of):
        yield _is_on(this, places)
    if (kind := next((k for k in kinds if k.active_while), None)) is not None:
        yield core.Call(FLAG, this.span, active_name(kind.name), (this,))


def active_name(kind: str) -> str:
    """The name of the function that has `active while` of a kind; no author can write it."""
    return f"active {kind}"


def active_places(board: Board, kind: str) -> tuple[str, ...]:
    """The kinds of places on which the abilities of such things count; none if on any."""
    found = (board.kinds[above].active_on for above in board.ancestors(kind))
    return next((places for places in found if places), ())


def _is_on(this: Expr, places: Sequence[str]) -> Expr:
    span = this.span
    place = core.LocationOf(thing("thing").maybe(), span, this)
    tests: list[Expr] = [core.IsKind(FLAG, span, place, on) for on in places]
    return reduce(lambda one, other: core.Logic(FLAG, span, "or", one, other), tests)
