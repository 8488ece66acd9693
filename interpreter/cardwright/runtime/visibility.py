"""Who may see what: things by where they are, cells by their declaration.

Responsible for the single answer to "may this player see that?", for view, names and log. A player
is an id, 0 a spectator, who sees what everybody sees.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.board.declarations import Field, Zone
from cardwright.program.decision_points import LogPoint
from cardwright.program.program import Program
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import CARRIED, FACE_CHANGED, FORMED, OWNED

CHANGES = (OWNED, FORMED, FACE_CHANGED, CARRIED)
"""Log entries that say what was different in all older entries."""


def members(program: Program, kind: str) -> tuple[int, ...]:
    """The things of a kind that are in the game, cached per program."""
    found = program.constants.values[program.constants.domain(kind)]
    assert isinstance(found, tuple)
    return found


def zone_at(program: Program, place: int) -> tuple[Zone, int] | None:
    """The zone of this id and its owner; None if the id is not a zone's."""
    index = place - program.layout.zone_first
    return program.layout.zones[index] if 0 <= index < len(program.layout.zones) else None


def sees_inside(zone: Zone, owner: int, player: int) -> bool:
    """Whether a player may know the content of a zone."""
    return zone.seen_by == "all" or (zone.seen_by == "owner" and owner == player > 0)


def counts_inside(zone: Zone, owner: int, player: int) -> bool:
    """Whether a player may know the size of a zone: hands and piles can be counted."""
    return zone.seen_by != "nobody" or sees_inside(zone, owner, player)


def sees_at(program: Program, s: Sequence[int], place: int, player: int, item: int = 0) -> bool:
    """Whether a player sees things at this place, or this one; the supply (0) is open to all."""
    for _ in range(program.deepest):
        zone = zone_at(program, place)
        if zone is not None:
            return sees_inside(*zone, player)
        if item and lies_face_down(program, s, item, place, player):
            return False
        if not place or not can_be_hidden(program, place):
            return True
        item, place = place, s[place]
    return False


def lies_face_down(program: Program, s: Sequence[int], item: int, place: int, player: int) -> bool:
    """Whether a thing would lie face down for this player at a place that is not a zone."""
    faces = program.layout.face_down
    if faces is None or zone_at(program, place) is not None:
        return False
    return faces.hides(s, item, place, player)


def is_back(game: Game, item: int, player: int) -> bool:
    """Whether a player sees only that a thing is there: its back."""
    faces, place = game.program.layout.face_down, game.s[item]
    return (
        faces is not None
        and zone_at(game.program, place) is None
        and can_be_hidden(game.program, item)
        and not sees(game, item, player)
    )


def back_of(game: Game, item: int) -> str:
    """The kind of a thing, as known to those who can't see its face."""
    faces = game.program.layout.face_down
    return faces.backs[item] if faces is not None else ""


def sees(game: Game, item: int, player: int) -> bool:
    """Whether a player may know this thing where it is now."""
    program = game.program
    return not can_be_hidden(program, item) or sees_at(program, game.s, game.s[item], player, item)


def can_be_hidden(program: Program, item: int) -> bool:
    """Pieces and cards can be out of sight; players, places and zones are known to all."""
    found = program.memo.get("can be hidden")
    if not isinstance(found, frozenset):
        found = program.memo["can be hidden"] = _hideable(program)
    return item in found


def _hideable(program: Program) -> frozenset[int]:
    roots = {kind: program.board.root(kind) for kind in program.board.kinds}
    items = enumerate(program.layout.items)
    return frozenset(id for id, item in items if roots.get(item.kind) in ("piece", "card"))


def sees_cell(game: Game, found: Field, item: int, player: int, whose: int | None = None) -> bool:
    """Whether a player may know a cell of state of a thing that is theirs now, or was owned by
    `whose`.

    The game's own (item 0) has no owner.
    """
    if found.seen_by == "owner":
        return (owner(game, item) if whose is None else whose) == player > 0
    return found.seen_by == "all"


def shows_cell(game: Game, found: Field, item: int, player: int) -> bool:
    """`sees_cell` for cells that are shown: cells of simultaneous choices are not shown while
    empty.
    """
    seen = sees_cell(game, found, item, player)
    return seen and (not found.pending_for or bool(game.s[_cell(game, found) + item]))


def _cell(game: Game, found: Field) -> int:
    return game.program.layout.cells[found.kind, found.name]


def before(game: Game, then: Game, number: int, what: int, value: int) -> Game:
    """The game as read by lines of its log that are older than this entry, one of `CHANGES`.

    `then` is the game itself at first, and is never changed when it is.
    """
    layout, found = game.program.layout, game.copy() if then is game else then
    first = {OWNED: layout.owner, FORMED: layout.forms}.get(number, 0)
    found.s[first + what] = value
    return found


def owner_then(found: Field, site: LogPoint, change: Sequence[int]) -> int | None:
    """The owner of a thing when its cell changed, from the entry; None if that never changes."""
    if found.kind == "player":
        return None
    more = change[values_end(found, site) :]
    return more[-1] if more else None


def values_end(found: Field, site: LogPoint) -> int:
    """The length of a change's entry up to the end of its value: that includes the place of the
    thing that it names, the stated changes of a set, or the values that determined a number.
    """
    return 5 + found.type.is_thing + found.hides_members + site.captured


def owner(game: Game, item: int) -> int:
    """The current owner of a thing; a player owns itself."""
    layout = game.program.layout
    if layout.items[item].kind and layout.board.is_a(layout.items[item].kind, "player"):
        return item
    return game.s[layout.owner + item]
