"""Which things of a kind are moved, placed, removed or given in a game, and where they go."""

from __future__ import annotations

from functools import cached_property

from cardwright.board.model import Board
from cardwright_tools.lint.kind_index import EVERY, KindIndex
from cardwright_tools.lint.uses import ANYWHERE, Uses


class Moves:
    """What is moved, placed, removed or given in a game, and where it goes."""

    def __init__(self, board: Board, uses: Uses) -> None:
        self.board = board
        self.done = uses.used()

    @cached_property
    def brought(self) -> set[str]:
        """The kinds of pieces that are printed on players."""
        players = self.board.things.get("player", {}).values()
        return {piece for one in players for piece, number in one.pieces.items() if number}

    @cached_property
    def _to(self) -> KindIndex[tuple[str, str]]:
        """The verb and the kind of place, zone or ANYWHERE of each move, by the kind of thing."""
        found = KindIndex[tuple[str, str]](self.board)
        for key in sorted(key for key in self.done if key.sort == "move"):
            kind = key.of if key.of in self.board.kinds else EVERY
            found.add(kind, (key.name, key.to))
        return found

    def of(self, kind: str, *verbs: str) -> list[str]:
        """The destinations of these verbs for things that may be of this kind."""
        known = self._to.of(kind) if kind in self.board.kinds else self._to.items
        return [to for verb, to in known if verb in verbs]

    def may_be(self, one: str, other: str) -> bool:
        if one not in self.board.kinds or other not in self.board.kinds:
            return True
        return may_be(one, other, self.board)

    def reach(self, places: list[str], target: str) -> bool:
        """Whether one of these places may be of the target kind, or the target zone."""
        if not target or ANYWHERE in places or target in places:
            return True
        return any(
            place in self.board.kinds and target in self.board.kinds and self.may_be(place, target)
            for place in places
        )


def may_be(one: str, other: str, board: Board) -> bool:
    """Whether one thing, or one zone, may be both."""
    if one not in board.kinds or other not in board.kinds:
        return one == other
    return board.related(one, other)
