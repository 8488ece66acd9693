"""Taint tracking: a position as one player may see it, recording reads of hidden values.

Decides which numbers of a state are hidden from a player. The reference evaluator reads a `Tracker`
in place of the state; a value may be shown if nothing hidden was read for it.
"""

from __future__ import annotations

import operator
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import SupportsIndex, cast, overload

from cardwright.backends.core.evaluate import Env, Found, Unseen
from cardwright.board.declarations import Field
from cardwright.board.types import Type
from cardwright.language.english.clauses import uncapitalized
from cardwright.runtime import naming, visibility
from cardwright.runtime.game import Game

_Types = Mapping[int, Type]


class HiddenPlace(Unseen):
    """Where something out of sight is: some zone or place at which the player can't see it.

    That it is not at a place the player sees is no secret; any other use of the place is recorded,
    so that nothing can be found through it, such as a field or neighbour.
    """

    __slots__ = ("_place", "_tracker", "reason")

    def __init__(self, tracker: Tracker, place: int, reason: str) -> None:
        self._tracker, self._place, self.reason = tracker, place, reason

    def reveal(self) -> int:
        self._tracker.record(self.reason)
        return self._place

    def __eq__(self, other: object) -> bool:
        if isinstance(other, HiddenPlace):
            return self.reveal() == other._place
        if not isinstance(other, int):
            return NotImplemented
        return (self._place if self._tracker.sees_at(other) else self.reveal()) == other

    def __bool__(self) -> bool:
        return self != 0

    def __hash__(self) -> int:
        return hash(self.reveal())


def _revealing(name: str) -> Callable[..., object]:
    """An operation on whole numbers that reveals where the thing is, so it is recorded."""
    plain = getattr(int, name)

    def operation(self: HiddenPlace, *others: object) -> object:
        return plain(
            self.reveal(), *(o.reveal() if isinstance(o, HiddenPlace) else o for o in others)
        )

    return operation


for _name in ("lt", "le", "gt", "ge", "add", "radd", "sub", "rsub", "mul", "rmul", "neg",
              "floordiv", "rfloordiv", "mod", "rmod", "index", "int"):  # fmt: skip
    setattr(HiddenPlace, f"__{_name}__", _revealing(f"__{_name}__"))


class Tracker:
    """`taint` describes the first hidden thing that `read` has encountered."""

    def __init__(self, game: Game, player: int) -> None:
        self.game, self.player, self.taint = game, player, ""
        self.layout = game.program.layout
        self._cells = sorted((low, key) for key, (low, _) in self.layout.ranges.items())
        self._starts = [low for low, _ in self._cells]
        self._reasons: dict[int, str] = {}
        self._open: dict[int, bool] = {}

    def record(self, reason: str) -> None:
        self.taint = self.taint or reason

    def env(self, registers: Sequence[Found] = (), types: _Types | None = None) -> Env:
        """`types` are those of registers; a register without a type is treated as secret."""
        read = _Registers(self, registers, {} if types is None else types)
        zones = _Zones(self)
        return Env(self.game.program, _Cells(self), zones, read)

    def read(self, work: Callable[[], Found]) -> tuple[Found, str]:
        """The result of `work`, and the hidden part of it ("" if nothing is hidden)."""
        before, self.taint = self.taint, ""
        found = work()
        items: Sequence[object] = found if isinstance(found, tuple) else (found,)
        for item in items:
            if isinstance(item, HiddenPlace):
                self.record(item.reason)
        taint, self.taint = self.taint, before
        return found, taint

    # ------------------------------------------------------------------------- cells

    def cell(self, index: int) -> int:
        index = operator.index(index)
        value = self.game.s[index]
        if index < self.layout.count:
            return self._place(index, value)
        if index not in self._reasons:
            self._reasons[index] = self._taint_of(index, value)
        if reason := self._reasons[index]:
            self.record(reason)
        return value

    def _place(self, item: int, value: int) -> int:
        if visibility.sees(self.game, item, self.player):
            return value
        reason = f"where {naming.title(self.game.program, item)} is"
        carried = value and visibility.can_be_hidden(self.game.program, value)
        if carried and not visibility.sees(self.game, value, self.player):
            self.record(reason)  # it is on something that is itself out of sight
            return value
        return cast("int", HiddenPlace(self, value, reason))

    def sees_at(self, place: int) -> bool:
        """Whether the player knows everything that lies at a place."""
        if place not in self._open:
            self._open[place] = self._sees_at(place)
        return self._open[place]

    def _sees_at(self, place: int) -> bool:
        program = self.game.program
        if place in self._with_backs:
            return False
        if visibility.sees_at(program, self.game.s, place, self.player):
            return True
        return visibility.zone_at(program, place) is None and self._nothing_carried

    @cached_property
    def _nothing_carried(self) -> bool:
        """Whether nothing lies on anything out of sight, such as on a card in a hand.

        The number of things at each place is known to all, so this is, too; see `determinize`.
        """
        hosts = {place for place in self.game.s[1 : self.layout.count] if place}
        return all(visibility.sees(self.game, one, self.player) for one in hosts)

    @cached_property
    def _with_backs(self) -> frozenset[int]:
        """The places where something lies face down for the player; 0 is the supply."""
        game, count = self.game, self.layout.count
        there = range(1, count if self.layout.face_down is not None else 0)
        return frozenset(game.s[i] for i in there if visibility.is_back(game, i, self.player))

    def _taint_of(self, index: int, value: int) -> str:
        """What is hidden in a cell or an owner; "" if the player may know it."""
        if index < 2 * self.layout.count:
            item = index - self.layout.count
            return self._unseen(item) if self._changes_owner(item) else ""
        if not self._starts or index < self._starts[0]:
            return ""  # a design: things out of sight always have their own
        key = self._cells[bisect_right(self._starts, index) - 1][1]
        field = self.layout.board.cell(*key)
        item = index - self.layout.cells[key] if key[0] else 0
        if not visibility.sees_cell(self.game, field, item, self.player):
            return self._cell_words(field, item)
        if item and self._unseen(item):
            return self._unseen(item)
        secret = _is_thing(field.type) and self._unseen(value)
        return self._cell_words(field, item) if secret else ""

    def _changes_owner(self, item: int) -> bool:
        program, kind = self.game.program, self.layout.items[item].kind
        return bool(kind) and any(
            program.board.related(kind, given) for given in program.constants.transferable
        )

    def _unseen(self, item: int) -> str:
        if not item or visibility.sees(self.game, item, self.player):
            return ""
        return f"where {naming.title(self.game.program, item)} is"

    def _cell_words(self, field: Field, item: int) -> str:
        name = field.name.replace("-", " ")
        return f"the {name} of {naming.title(self.game.program, item)}" if item else f"the {name}"


def _is_thing(type: Type) -> bool:
    return type.base == "thing"


class _ByIndex(Sequence[int]):
    """A sequence read by single members; the evaluator takes no slices of it."""

    def at(self, index: int) -> int:
        raise NotImplementedError

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            return [self.at(i) for i in range(*index.indices(len(self)))]
        return self.at(index)


class _Cells(_ByIndex):
    def __init__(self, tracker: Tracker) -> None:
        self.tracker = tracker

    def __len__(self) -> int:
        return len(self.tracker.game.s)

    def at(self, index: int) -> int:
        return self.tracker.cell(index)


class _Zone(_ByIndex):
    """The content of a zone; its size is less secret than its members."""

    def __init__(self, tracker: Tracker, number: int) -> None:
        self.tracker, self.inside = tracker, tracker.game.z[number]
        zone, owner = tracker.layout.zones[number]
        self.seen = visibility.sees_inside(zone, owner, tracker.player)
        self.counted = visibility.counts_inside(zone, owner, tracker.player)
        item = tracker.layout.zone_first + number
        title = naming.title(tracker.game.program, item)
        self.reason = f"what is in the {uncapitalized(title)}"

    def __len__(self) -> int:
        if not self.counted:
            self.tracker.record(self.reason)
        return len(self.inside)

    def at(self, index: SupportsIndex) -> int:
        self._record()
        return self.inside[index]

    def __iter__(self) -> Iterator[int]:
        self._record()
        return iter(self.inside)

    def _record(self) -> None:
        known_empty = self.counted and not self.inside
        if not self.seen and not known_empty:
            self.tracker.record(self.reason)


class _Zones(Sequence[Sequence[int]]):
    def __init__(self, tracker: Tracker) -> None:
        self.tracker = tracker

    def __len__(self) -> int:
        return len(self.tracker.layout.zones)

    @overload
    def __getitem__(self, index: int) -> Sequence[int]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Sequence[int]]: ...
    def __getitem__(self, index: int | slice) -> Sequence[int] | Sequence[Sequence[int]]:
        if isinstance(index, slice):
            return [_Zone(self.tracker, i) for i in range(*index.indices(len(self)))]
        return _Zone(self.tracker, index)


class _Registers(Sequence[Found]):
    """The values that an effect has calculated or was given as answers so far."""

    def __init__(self, tracker: Tracker, values: Sequence[Found], types: _Types) -> None:
        self.tracker, self.values, self.types = tracker, values, types

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, index: int) -> Found: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Found]: ...
    def __getitem__(self, index: int | slice) -> Found | Sequence[Found]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        value, type = self.values[index], self.types.get(index)
        if type is None:
            self.tracker.record("what was chosen in secret")
        elif _is_thing(type):
            for item in value if isinstance(value, tuple | list) else (value,):
                if reason := self.tracker._unseen(item):
                    self.tracker.record(reason)
        return value
