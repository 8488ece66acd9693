"""The layout of a game's state: whole numbers in flat lists.

Every thing on the table has an id from 1; 0 means none. Players come first, then places, zones,
cards, pieces, lasting effects and the lists that players bring. The state is one list of numbers
(locations, owners, cells) and one list per zone, so that a copy is a few list copies. Responsible
for ids and offsets. Knows nothing about syntax or how state changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from cardwright.board import face_down
from cardwright.board.declarations import LASTING, Field, Thing, Value, Zone
from cardwright.board.model import Board
from cardwright.board.types import Type
from cardwright.source.memoized import memoized
from cardwright.source.records import dataclass

SEATS = "seats"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing on the table; `owner` is the id of the player it starts with."""

    id: int
    kind: str
    name: str
    thing: Thing | None = None
    owner: int = 0


@dataclass(slots=True)
class Layout:
    """`cells` are offsets: the cell of field F of the thing with id x is at `cells[F] + x`.

    A *design* is the look and the abilities that a thing's copies share: the id of the first copy.
    In a game in which things become others, the design of x is at `forms + x` (else `forms` is 0),
    and `becomes` are the kinds that things of a kind may become.
    """

    board: Board
    players: tuple[str, ...]
    size: int  # the number of players that the game is for: automata may also take part
    items: list[Item] = field(default_factory=list)
    zones: list[tuple[Zone, int]] = field(default_factory=list)
    zone_first: int = 0
    cells: dict[tuple[str, str], int] = field(default_factory=dict)
    ranges: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    start: list[int] = field(default_factory=list)
    by_name: dict[tuple[str, str], int] = field(default_factory=dict)
    designs: tuple[int, ...] = ()
    forms: int = 0
    becomes: dict[str, frozenset[str]] = field(default_factory=dict)
    # the index of the list of all that lies on places and things; 0 if there is none
    placed: int = 0
    in_effect: int = 0  # the index of the list of lasting effects in effect; 0 if there is none
    face_down: face_down.FaceDown | None = None  # None: nothing can lie face down
    _first_effect: int = 0  # where lasting effects begin: they have the highest ids
    _changing: frozenset[str] = frozenset()  # kinds that things may begin or cease to be
    memo: dict[object, object] = field(default_factory=dict)  # results that are computed once
    _kinds: dict[str, tuple[int, ...]] = field(default_factory=dict)  # cache of `kind`
    _copies: dict[tuple[str, str], list[int]] = field(default_factory=dict)  # by definition

    @property
    def count(self) -> int:
        return len(self.items)

    @property
    def owner(self) -> int:
        return self.count

    @property
    def zone_end(self) -> int:
        return self.zone_first + len(self.zones)

    def is_zone(self, place: int) -> bool:
        return self.zone_first <= place < self.zone_end

    def list_of(self, item: int, place: int) -> int:
        """The list, other than that of a zone, that contains a thing at this place; 0 if there is
        none.
        """
        if not place:
            return 0
        if not self.is_zone(place):
            return self.placed
        return self.in_effect if item >= self._first_effect else 0

    def placed_things(self, s: Sequence[int]) -> list[int]:
        """The things that lie on places and things: those that are somewhere, but not in a zone."""
        here = enumerate(s[: self.count])
        return [item for item, place in here if place and not self.is_zone(place)]

    def lasting(self, s: Sequence[int]) -> list[int]:
        """The lasting effects that are in effect."""
        return [item for item in self.kind(LASTING) if s[item]]

    def zone_id(self, name: str, player: int = 0) -> int:
        index = next(i for i, (z, _) in enumerate(self.zones) if z.name == name)
        return self.zone_first + index + (player - 1 if player else 0)

    def is_missing(self, name: str) -> bool:
        """Whether a zone does not exist with this many players: it stays empty, and is not
        shown.
        """
        zone = self.board.zones.get(name)
        return zone is not None and bool(zone.players) and self.size not in zone.players

    def kind(self, name: str) -> tuple[int, ...]:
        """Ids of all things of a kind that are in a game for this many players."""
        if name not in self._kinds:
            below, size = frozenset(self.board.below(name)), self.size
            found = (i for i in self.items if i.kind and (i.kind in below or name == "thing"))
            self._kinds[name] = tuple(i.id for i in found if self._plays(i, size))
        return self._kinds[name]

    def copies(self, kind: str, id: str) -> tuple[int, ...]:
        """The things of one definition: a card may be in the game more than once."""
        return tuple(self._copies.get((kind, id), ()))

    @memoized
    def possible(self, name: str) -> tuple[int, ...]:
        """Ids of all things that are of a kind or may become one of it."""
        if not self.becomes or name == "thing":
            return self.kind(name)
        below = frozenset(self.board.below(name))
        kinds = {k for k, may_be in self.becomes.items() if below & may_be}
        of_root = self.kind(self.board.root(name))
        return tuple(i for i in of_root if self.items[i].kind in kinds | below)

    def may_be(self, own: str, kind: str) -> bool:
        """Whether things of one kind are, or may become, things of another."""
        return any(self.board.is_a(k, kind) for k in self.becomes.get(own, (own,)))

    def changes(self, kind: str) -> bool:
        """Whether things of a kind may now have a design or kind that they did not start with."""
        if kind not in self.board.kinds:
            return bool(self._changing)
        return not self._changing.isdisjoint(self.board.below(kind))

    def stays(self, of: str, kind: str) -> bool:
        """Whether all things of one kind are always of another kind too, whatever they become."""
        below = self.board.below(of) if of in self.board.kinds else (of,)
        may_be = (k for b in below for k in self.becomes.get(b, (b,)))
        return all(k in self.board.kinds and self.board.is_a(k, kind) for k in may_be)

    def form(self, s: Sequence[int], id: int) -> Item:
        """The item whose printed values and kind a thing has now."""
        return self.items[s[self.forms + id]] if self.forms else self.items[id]

    def design(self, s: Sequence[int], id: int) -> int:
        return s[self.forms + id] if self.forms else self.designs[id]

    def is_changed(self, s: Sequence[int], id: int) -> bool:
        """Whether a thing has become a different one."""
        return bool(self.forms) and s[self.forms + id] != self.designs[id]

    def changed(self, s: Sequence[int]) -> frozenset[int]:
        """The things that have become different ones."""
        now = tuple(s[self.forms : self.forms + self.count]) if self.forms else self.designs
        if now == self.designs:
            return frozenset()
        return frozenset(id for id, design in enumerate(now) if design != self.designs[id])

    def design_of(self, kind: str, name: str) -> int:
        """The design of a definition, or of the pieces of a kind that has no definitions."""
        if (kind, name) in self.by_name:
            return self.designs[self.by_name[(kind, name)]]
        return next((i.id for i in self.items if i.kind == kind and i.thing is None), 0)

    @memoized
    def always_there(self, name: str) -> frozenset[int]:
        """Ids of the things of a kind that need no place."""
        free = frozenset(k for k in self.board.below(name) if not self.board.needs_place(k))
        return frozenset(i for i in self.kind(name) if self.items[i].kind in free)

    @memoized
    def uncreated(self, name: str) -> frozenset[int]:
        """Ids of the tokens below a kind that is not itself a token kind; its supply does not
        include them.
        """
        board = self.board
        own = name not in board.kinds or not board.token_of(name)
        items = (self.items[i] for i in self.possible(name)) if own else ()
        return frozenset(i.id for i in items if i.kind and board.token_of(i.kind))

    def _plays(self, item: Item, size: int) -> bool:
        if item.kind == "player":
            return item.name in self.players
        if item.owner and self.items[item.owner].name not in self.players:
            return False
        return item.thing is None or not item.thing.players or size in item.thing.players

    def removal_flag_cell(self, id: int) -> int:
        """The cell of the flag that takes a place out of the game; 0, which is never set, if it has
        none.
        """
        flag = self.board.gone_when(self.items[id].kind)
        return self.cells[(flag.kind, flag.name)] + id if flag else 0

    def named(self, kind: str, name: str) -> int:
        return self.by_name[(kind, name)]

    def enum(self, name: str, value: str) -> int:
        return self.board.enums[name].values.index(value) + 1

    def members(self, type: Type) -> tuple[int, ...]:
        """The possible members of a set of this type in the state, each with one bit of the
        cell.
        """
        if type.base == "enum":
            return tuple(range(1, len(self.board.enums[type.of].values) + 1))
        return tuple(i.id for i in self.items if i.kind and self.board.is_a(i.kind, type.of))

    def printed(self, found: Field) -> tuple[int | tuple[int, ...] | str, ...]:
        """The values of a printed field, by id."""
        return tuple(self.printed_on(item, found) for item in self.items)

    def printed_on(self, item: Item, found: Field) -> int | tuple[int, ...] | str:
        """The value of a printed field of one thing."""
        board = self.board
        empty: int | tuple[int, ...] | str = () if found.type.many else 0
        if found.type.base == "text":
            empty = ""
        if not item.kind or item.kind not in board.kinds or not board.is_a(item.kind, found.kind):
            return empty
        if found.name == "title":
            return item.thing.title or item.thing.id if item.thing else item.name
        value: Value = None
        if item.thing is not None:
            by_players = item.thing.by_players.get(found.name)
            value = item.thing.values.get(found.name)
            if by_players is not None:
                value = by_players.get(self.size)
        if value is None:
            value = board.value(item.kind, found.name)
        return empty if value is None else self.number(value, found)

    def number(self, value: Value, found: Field) -> int | tuple[int, ...] | str:
        """The whole number that encodes a value from a pack in the state."""
        if isinstance(value, tuple):
            return tuple(n for n in (self.number(v, found) for v in value) if isinstance(n, int))
        if isinstance(value, bool | int):
            return int(value)
        if value is None:
            return 0
        if found.type.base == "enum":
            return self.enum(found.type.of, value)
        if found.type.base == "thing":
            thing = self.board.instance(found.type.of, value)
            return self.by_name.get((thing.kind, thing.id), 0) if thing else 0
        return value


def mask_of(values: Iterable[int], members: Sequence[int]) -> int:
    """A set as one number, with one bit for each possible member."""
    bits = {value: 1 << at for at, value in enumerate(members)}
    found = 0
    for value in values:
        found |= bits.get(value, 0)
    return found


def in_mask(mask: int, members: Sequence[int]) -> tuple[int, ...]:
    """The members of a set that is stored as a number, in their order."""
    return tuple([value for at, value in enumerate(members) if mask >> at & 1])
