"""Where things can be: prohibitions that follow from the key `on` of their kinds.

Nearly all texts name a destination by kinds of places that the things can be on. Such a prohibition
exists only for kinds for which some text does not, as in `move cart to place of boat`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardwright.board.model import Board
from cardwright.board.types import FLAG, thing
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.declared import Ability
from cardwright.language.front_end.checked import CheckedAbility
from cardwright.language.front_end.scopes import event_scope
from cardwright.language.front_end.session import Session
from cardwright.language.registry.movement import To
from cardwright.language.resolve.scope import Context
from cardwright.language.vocabulary.abilities import ABILITIES
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.language.vocabulary.verbs.place import MOVEMENT as PLACING
from cardwright.source.text import NOWHERE


def misplaced_kinds(context: Context) -> list[str]:
    """The kinds with an `on` of their own whose things some text may put where they can't be."""
    board = context.board
    found = {k for kind in context.misplaced for k in _with_places(kind, board)}
    return [kind for kind in board.kinds if kind in found]


def _with_places(kind: str, board: Board) -> Iterator[str]:
    yield from (k for k in board.kinds if board.is_a(k, kind) and board.kinds[k].on)
    above = board.ancestors(kind) if kind in board.kinds else ()
    yield from [k for k in above if board.kinds[k].on][:1]


def forbid_places(kind: str, session: Session) -> None:
    """Forbids putting things on places that they can't be on."""
    board, forbid = session.context.board, ABILITIES["forbid"]
    span = board.kinds[kind].span or NOWHERE
    declared = Ability(forbid, span, span, implied=True)
    scope = event_scope(declared, core.action(PLACING, kind), session.context)
    it = scope.names["it"]
    there = replace(scope.names["there"], type=thing("thing").maybe())  # wherever that may be

    def is_any(of: Expr, kinds: tuple[str, ...]) -> Expr:
        tests: list[Expr] = [core.IsKind(FLAG, span, of, k) for k in kinds]
        return core.joined("or", tests, span)

    elsewhere = core.Not(FLAG, span, is_any(there, board.kinds[kind].on))
    test = core.Logic(FLAG, span, "and", is_any(there, ("place", "piece", "card")), elsewhere)
    own = tuple(k for k in board.below(kind) if k != kind and board.kinds[k].on)
    if own:
        test = core.Logic(FLAG, span, "and", core.Not(FLAG, span, is_any(it, own)), test)
    lowered = session.lowered(test)
    empty = core.Routine(forbid.key, 5, scope.allocator.registers, (), span)
    forbid_arrival(kind, empty, lowered, declared, session)


def forbid_arrival(
    kind: str, empty: core.Routine, test: Expr, declared: Ability, session: Session
) -> None:
    """Under this condition, forbids bringing a thing of this kind to a place."""
    for movement in VERBS.movements.values():
        if movement.to is To.PLACE:
            event = core.action(movement, kind)
            session.checked.abilities.append(CheckedAbility("forbid", event, empty, test, declared))
