"""Things that lie face down: on a place, on another thing, or in supply.

Players who do not see a thing's face still see that something is there, its owner, and its *back*.
The back is the highest of its kinds that says when it is face down; if a thing is face down because
of its position, it is the highest kind that a pack declares. Zones have their own rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardwright.board.declarations import Field
from cardwright.board.model import Board
from cardwright.source.records import dataclass

ALWAYS = -1
NEVER = 0


@dataclass(frozen=True, slots=True)
class FaceDown:
    """For each id: the cell of the flag that turns a thing face down (or ALWAYS, NEVER), the cell
    of the flag that hides what is on it, and its back; `secret` are those that not even their
    owners see.
    """

    owner: int  # offset of the owners in the state
    own: tuple[int, ...]
    hiding: tuple[int, ...]
    backs: tuple[str, ...]
    secret: frozenset[int]
    flags: frozenset[int]  # all these cells

    def hides(self, s: Sequence[int], item: int, place: int, player: int) -> bool:
        """Whether this player can't see the face of a thing at a place.

        The owner of the thing or place that hides it may see it.
        """
        down, hidden = self.is_down(s, item), self.is_hidden_on(s, place)
        if not down and not hidden:
            return False
        if item in self.secret or not player:
            return True
        owners = (s[self.owner + item],) if down else (s[self.owner + item], s[self.owner + place])
        return player not in owners

    def is_down(self, s: Sequence[int], item: int) -> bool:
        cell = self.own[item]
        return cell == ALWAYS or (cell != NEVER and bool(s[cell]))

    def is_hidden_on(self, s: Sequence[int], place: int) -> bool:
        cell = self.hiding[place]
        return cell != NEVER and bool(s[cell])


def turned_by(board: Board, kind: str) -> Field | None:
    """The flag that turns things of a kind face down; None if there is none."""
    return _flag(board, kind, [board.kinds[k].face_down_when for k in board.ancestors(kind)])


def hidden_by(board: Board, kind: str) -> Field | None:
    """The flag of things of a kind that hides what is on them; None if there is none."""
    return _flag(board, kind, [board.kinds[k].hides_when for k in board.ancestors(kind)])


def _flag(board: Board, kind: str, names: Sequence[str]) -> Field | None:
    name = next((n for n in names if n), "")
    return board.field(kind, name) if name else None


def seen_by(board: Board, kind: str) -> str:
    """Who sees things of a kind that are face down; "" if the kind does not say."""
    return next((found for k in board.ancestors(kind) if (found := board.kinds[k].seen_by)), "")


def may_be_face_down(board: Board, kind: str) -> bool:
    """Whether things of a kind, or of one above or below it, can lie face down."""
    near = {*board.ancestors(kind), *board.below(kind)} & set(board.kinds)
    own = any(board.kinds[k].face_down_when or board.kinds[k].seen_by for k in near)
    hiding = [k.name for k in board.kinds.values() if k.hides_when]
    return own or any(_may_be_on(board, k, over) for k in near for over in hiding)


def _may_be_on(board: Board, kind: str, over: str) -> bool:
    if board.root(kind) not in ("piece", "card"):
        return False
    on = board.lives_on(kind)
    return not on or any(board.related(over, k) for k in on)


def back(board: Board, kind: str) -> str:
    """The name of a thing of a kind for those who don't see its face."""
    above = [k for k in board.ancestors(kind) if k in board.kinds]
    said = [k for k in above if board.kinds[k].face_down_when or board.kinds[k].seen_by]
    return (said or [k for k in above if board.kinds[k].parent] or above)[-1]


def made(
    board: Board, kinds: Sequence[str], cells: Mapping[tuple[str, str], int]
) -> FaceDown | None:
    """The tables for things of these kinds, by id; None if nothing can ever be face down."""
    declared = board.kinds.values()
    if not any(k.face_down_when or k.seen_by or k.hides_when for k in declared):
        return None
    own = tuple(_own_cell(board, kind, id, cells) for id, kind in enumerate(kinds))
    hiding = tuple(
        _cell(hidden_by(board, kind) if kind else None, id, cells) for id, kind in enumerate(kinds)
    )
    secret = (id for id, kind in enumerate(kinds) if kind and seen_by(board, kind) == "nobody")
    backs = tuple(back(board, kind) if kind else "" for kind in kinds)
    flags = frozenset(cell for cell in (*own, *hiding) if cell > NEVER)
    return FaceDown(len(kinds), own, hiding, backs, frozenset(secret), flags)


def _own_cell(board: Board, kind: str, id: int, cells: Mapping[tuple[str, str], int]) -> int:
    if not kind or board.root(kind) not in ("piece", "card"):
        return NEVER
    flag = turned_by(board, kind)
    if flag is None:
        return ALWAYS if seen_by(board, kind) else NEVER
    return _cell(flag, id, cells)


def _cell(flag: Field | None, id: int, cells: Mapping[tuple[str, str], int]) -> int:
    return cells[flag.kind, flag.name] + id if flag else NEVER
