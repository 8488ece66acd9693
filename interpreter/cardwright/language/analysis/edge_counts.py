"""How many edges can be in a set: no more than a player has pieces to put on them.

The work of a search for the longest path grows quickly with their number, so `tracks with your
rails` must count as few. Owns this bound. What it does not know counts in full.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cardwright.board.model import Board
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import Checked
from cardwright.source.records import dataclass


@dataclass(slots=True)
class EdgeCounts:
    """`size` bounds a set by the number of things of its kind."""

    checked: Checked
    size: Callable[[Expr], int]
    _given: bool | None = None
    _open: tuple[str, ...] = ()

    @property
    def board(self) -> Board:
        return self.checked.declared.board

    def most(self, e: Expr) -> int:
        """The most members of a set of edges."""
        match e:
            case core.Call(name=name) if not self.checked.modifiers.get(name):
                return self._of_definition(name, e)
            case core.Filter(source=source, var=var, test=test):
                bounds = (self._bound(part, var) for part in _conjuncts(test))
                return min(self.most(source), *(b for b in bounds if b is not None), self.size(e))
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

    def _bound(self, test: Expr, var: int) -> int | None:
        """The most members that pass a test; None if it says nothing about their number."""
        match test:
            case core.Compare(op="==", left=core.Owner(of=core.Var(index=index) as of)) if (
                index == var
            ):
                return self._of_one_player(of.type.of)
            case core.Exists(source=core.Filter(source=pieces, var=piece, test=where)):
                here = any(_is_location(part, piece, var) for part in _conjuncts(where))
                return self.most(pieces) if here else None
        return None

    def _of_one_player(self, kind: str) -> int | None:
        """The most pieces of a kind that one player can have; None if they change hands."""
        if kind not in self.board.kinds or self._change_hands():
            return None
        players = self.board.things.get("player", {}).values()
        kinds = {leaf: self.board.kinds[leaf].each_player for leaf in self.board.below(kind)}
        if any(self.board.pieces.get(leaf) or self.board.things.get(leaf) for leaf in kinds):
            return None
        return max((sum(player.pieces.get(leaf, each) for leaf, each in kinds.items())
                    for player in players), default=None)  # fmt: skip

    def _change_hands(self) -> bool:
        """Whether any effect gives anything to a player."""
        if self._given is None:
            self._given = any(
                isinstance(statement, core.Move) and statement.verb not in _KEEP_OWNER
                for routine in self._routines()
                for statement in core.statements(routine.body)
            )
        return self._given

    def _routines(self) -> Iterator[core.Routine]:
        checked = self.checked
        yield from (*checked.rules.values(), *checked.effects.values())
        yield from (option.routine for option in checked.options)
        yield from (ability.routine for ability in checked.abilities)


_KEEP_OWNER = ("place", "move", "remove")


def _conjuncts(test: Expr) -> Iterator[Expr]:
    if isinstance(test, core.Logic) and test.op == "and":
        yield from _conjuncts(test.left)
        yield from _conjuncts(test.right)
    else:
        yield test


def _is_location(test: Expr, piece: int, place: int) -> bool:
    """Whether a test is that the piece is on the place."""
    match test:
        case core.Compare(
            op="==", left=core.LocationOf(of=core.Var(index=item)), right=core.Var(index=where)
        ):
            return (item, where) == (piece, place)
    return False
