"""What a player sees of a position as a list of whole numbers, always of the same length.

First the viewer, who is asked and at which decision point, and the seats; then the cells of the
game, the numbers of things in zones, a row for each thing and each lasting effect, and how many
things lie face down at each place. Copies that look alike share rows, in the order of their
numbers, so that nobody can tell them apart. Responsible for the columns; `runtime/encoding.py` and
`backends/native/runtime/actions.h` fill them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cardwright.board.declarations import LASTING, Field
from cardwright.board.layout import SEATS
from cardwright.program.actions import groups_of
from cardwright.program.program import Program
from cardwright.source.memoized import memoized
from cardwright.source.records import dataclass

HIDDEN = -(2**31)
"""In place of what the player can't see."""
HEAD = ("player", "asked", "question")
ROOTS = ("player", "place", "card", "piece", LASTING)
_HOLD = ("place", "card", "piece")  # kinds of places where something may lie face down
_MOVES = ("card", "piece", LASTING)


@dataclass(frozen=True, slots=True)
class Column:
    """A cell of state: that of the thing with id x is at `at + x`."""

    field: Field
    at: int


@dataclass(frozen=True, slots=True)
class Group:
    """Things that share rows; if it `moves`, a row has its place, position there and owner."""

    ids: tuple[int, ...]
    columns: tuple[Column, ...]
    moves: bool

    def width(self, forms: int) -> int:
        return len(self.columns) + (3 + bool(forms)) * self.moves


@dataclass(frozen=True, slots=True)
class ObservationSpace:
    """`zones` are the indexes of the zones shown, `places` are where things may lie face down."""

    names: tuple[str, ...]
    state: tuple[Column, ...]
    zones: tuple[int, ...]
    groups: tuple[Group, ...]
    places: tuple[int, ...]

    @property
    def size(self) -> int:
        return len(self.names)


@memoized
def observation_space(program: Program) -> ObservationSpace:
    """The observation space of a program, computed once."""
    layout = program.layout
    state = tuple(_columns(program, layout.board.state.values()))
    groups = tuple([g for root in ROOTS for g in _groups(program, root) if g.width(layout.forms)])
    holds = {id for root in _HOLD if root in layout.board.kinds for id in layout.kind(root)}
    able = [i for g in groups for i in g.ids if i in holds]
    places = (0, *able) if layout.face_down is not None else ()
    found = ObservationSpace((), state, tuple(_zones(program)), groups, places)
    return replace(found, names=tuple(_names(program, found)))


def _columns(program: Program, fields: Iterable[Field]) -> Iterator[Column]:
    cells = program.layout.cells
    for found in fields:
        if not (found.printed or found.is_internal):
            yield Column(found, cells[found.kind, found.name])


def _groups(program: Program, root: str) -> Iterator[Group]:
    layout = program.layout
    for ids in groups_of(layout, layout.kind(root) if root in layout.board.kinds else ()):
        fields = layout.board.fields(layout.items[ids[0]].kind).values()
        yield Group(tuple(ids), tuple(_columns(program, fields)), root in _MOVES)


def _zones(program: Program) -> Iterator[int]:
    """As in views: those of players in the game, and not the seats."""
    layout = program.layout
    for index, (zone, owner) in enumerate(layout.zones):
        shown = zone.name != SEATS and not layout.is_missing(zone.name)
        if shown and (not owner or owner in layout.kind("player")):
            yield index


def _names(program: Program, space: ObservationSpace) -> Iterator[str]:
    layout = program.layout
    name = [item.name for item in layout.items]
    yield from HEAD
    yield from (f"seat {at + 1}" for at in range(len(layout.kind("player"))))
    yield from (column.field.name for column in space.state)
    yield from (f"count of {name[layout.zone_first + zone]}" for zone in space.zones)
    for group in space.groups:
        own = ["place", "position", "owner", *["form"] * bool(layout.forms)] * group.moves
        own += [column.field.name for column in group.columns]
        yield from (f"{part} of {name[id]}" for id in group.ids for part in own)
    yield from (f"face down on {name[id] if id else 'no place'}" for id in space.places)
