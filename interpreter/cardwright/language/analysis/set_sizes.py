"""How many members a set can have: facts that narrow the number of things of its kind.

A player has only so many pieces, a place only so much room, and no more places can have pieces than
there are pieces. The work of a search for the longest path grows quickly with the number of edges,
so `tracks with your rails` must count as few. Unknown conditions do not narrow the number.
"""

from __future__ import annotations

from collections.abc import Callable

from cardwright.board.model import Board
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import Checked
from cardwright.language.registry.movement import To
from cardwright.source.records import dataclass


@dataclass(slots=True)
class SetSizes:
    """`size` bounds a set that is not a filter by the number of things of its kind.

    `_transfers`: whether some effect of the game may give something to another player, if known.
    """

    checked: Checked
    size: Callable[[Expr], int]
    _transfers: bool | None = None
    _open: tuple[str, ...] = ()

    @property
    def board(self) -> Board:
        return self.checked.board

    def most(self, e: Expr) -> int:
        """The most members of a set."""
        match e:
            case core.Call(name=name) if not self.checked.modifiers.get(name):
                return self._of_definition(name, e)
            case core.Filter(source=source, var=var, test=test):
                bounds = (self._bound(part, var, source.type.of) for part in core.conjuncts(test))
                return min(self.most(source), *(b for b in bounds if b is not None), UNBOUNDED)
            case core.Difference(left=left):
                return self.most(left)
            case core.Union(left=left, right=right):
                return self.most(left) + (self.most(right) if right.type.many else 1)
        return self.size(e)

    def _of_definition(self, name: str, call: Expr) -> int:
        if name in self._open:
            return self.size(call)
        self._open = (*self._open, name)
        found = self.most(self.checked.functions[name].body)
        self._open = self._open[:-1]
        return found

    def _bound(self, test: Expr, var: int, kind: str) -> int | None:
        """The most members that pass a test; None if it says nothing about their number."""
        match test:
            case core.Compare(op="==", left=core.Var(index=index)) if index == var:
                return 1
            case core.Compare(
                op="==", left=core.LocationOf(of=core.Var(index=index)), right=at
            ) if index == var:
                return self._room(at, kind)
            case core.Compare(op="==", left=core.Owner(of=core.Var(index=index) as of)) if (
                index == var
            ):
                return self._of_one_player(of.type.of)
            case core.Exists(source=core.Filter(source=pieces, var=piece, test=where)):
                here = any(_is_location(part, piece, var) for part in core.conjuncts(where))
                return self.most(pieces) if here else None
        return None

    def _room(self, place: Expr, kind: str) -> int | None:
        """How many things of a kind a place can hold, if that is a fixed number without
        modifiers.
        """
        board, declared = self.board, self.checked.declared.definitions
        for above in board.ancestors(kind) if kind in board.kinds else ():
            room = declared.get(f"{above}-room")
            if room is None or not room.capacities or self.checked.modifiers.get(room.name):
                continue
            body, of = self.checked.functions[room.name].body, room.capacities[0].of
            while isinstance(body, core.Cond) and isinstance(body.test, core.IsKind):
                of, left = body.test.kind, body.then
                body = left if self._is_a(place, of) else body.other
            match body:
                case core.Arith(op="-", left=core.Lit(value=most), right=core.Count()):
                    return most if self._is_a(place, of) else None
        return None

    def _is_a(self, place: Expr, kind: str) -> bool:
        return place.type.of in self.board.kinds and self.board.is_a(place.type.of, kind)

    def _of_one_player(self, kind: str) -> int | None:
        """The most pieces of a kind that one player can have; None if it has tokens, or if they
        change hands."""
        board = self.board
        if kind not in board.kinds or self.transfers:
            return None
        players = board.things.get("player", {}).values()
        kinds = {leaf: board.kinds[leaf].each_player for leaf in board.below(kind)}
        shared = (board.pieces, board.things)
        if any(board.token_of(leaf) or any(some.get(leaf) for some in shared) for leaf in kinds):
            return None
        return max((sum(player.pieces.get(leaf, each) for leaf, each in kinds.items())
                    for player in players), default=None)  # fmt: skip

    @property
    def transfers(self) -> bool:
        """Whether any effect may give something to another player."""
        if self._transfers is None:
            self._transfers = any_effect_transfers_ownership(self.checked)
        return self._transfers


UNBOUNDED = 10**18


def _is_location(test: Expr, piece: int, place: int) -> bool:
    """Whether a test says that the piece is on the place."""
    match test:
        case core.Compare(
            op="==", left=core.LocationOf(of=core.Var(index=item)), right=core.Var(index=where)
        ):
            return (item, where) == (piece, place)
    return False


def effect_transfers_ownership(routine: core.Routine) -> bool:
    """Whether an effect may give something to another player."""
    return any(
        isinstance(statement, core.Move) and statement.movement.to is To.PLAYER
        for statement in core.statements(routine.body)
    )


def any_effect_transfers_ownership(checked: Checked) -> bool:
    """Whether any effect of a game may give something to another player."""
    options = (option.routine for option in checked.options)
    abilities = (ability.routine for ability in checked.abilities)
    every = (checked.rules.values(), checked.effects.values(), options, abilities)
    return any(effect_transfers_ownership(routine) for some in every for routine in some)
