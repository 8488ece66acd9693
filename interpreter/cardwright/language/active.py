"""Where the abilities of a thing are active besides a zone, as expressions about the thing.

These are `active on` and `active while` of its kind: each is inherited separately, the nearest kind
that has it decides, and all of them must hold. Abilities that a keyword brings along count for a
thing that has it, and those printed on a definition only for a thing that is not silenced.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardwright.board.declarations import LASTING, Thing
from cardwright.board.model import Board
from cardwright.board.types import FLAG, NUMBER
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.declared import Ability, Option

SILENCED = "is silenced"
"""The function that says whether a thing is silenced; no author can write its name."""


def active_conditions(
    board: Board, this: Expr, carried: Ability | Option, silences: bool
) -> Iterator[Expr]:
    """The conditions under which an ability or an option that this thing carries is active.

    `silences`: something in the game can silence things.
    """
    yield from conditions_of_kind(board, this)
    bearer = carried.bearer
    if bearer is not None and bearer.keyword:
        yield _has_keyword(board, this, bearer)
    elif bearer is not None and silences and _can_be_silenced(board, carried, bearer):
        called = core.Call(FLAG, this.span, SILENCED, (this,))
        yield core.Not(FLAG, this.span, called)


def conditions_of_kind(board: Board, this: Expr) -> Iterator[Expr]:
    """The conditions that the kind of a thing declares."""
    kinds = [board.kinds[kind] for kind in board.ancestors(this.type.of)]
    if places := active_places(board, this.type.of):
        yield _is_on(this, places)
    if (kind := next((k for k in kinds if k.active_while), None)) is not None:
        yield core.Call(FLAG, this.span, active_name(kind.name), (this,))


def _has_keyword(board: Board, this: Expr, bearer: Thing) -> Expr:
    keyword, span = board.keywords[bearer.keyword], this.span
    called = core.Call(keyword.printed.type, span, keyword.name, (this,))
    if not keyword.number:
        return called
    return core.Compare(FLAG, span, ">", called, core.Lit(NUMBER, span, 0))


def _can_be_silenced(board: Board, carried: Ability | Option, bearer: Thing) -> bool:
    """Abilities that a kind gives all its things are not printed on them; and silence can't be
    silenced.
    """
    silences = isinstance(carried, Ability) and carried.kind.silences
    return not (bearer.each or silences or board.is_a(bearer.kind, LASTING))


def active_name(kind: str) -> str:
    """The name of the function for `active while` of a kind; authors can't write it."""
    return f"active {kind}"


def active_places(board: Board, kind: str) -> tuple[str, ...]:
    """The kinds of places where the abilities of such things are active; empty if they are active
    anywhere.
    """
    found = (board.kinds[above].active_on for above in board.ancestors(kind))
    return next((places for places in found if places), ())


def _is_on(this: Expr, places: Sequence[str]) -> Expr:
    span = this.span
    place = core.place_of(this, span)
    tests: list[Expr] = [core.IsKind(FLAG, span, place, on) for on in places]
    return core.joined("or", tests, span)
