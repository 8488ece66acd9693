"""A position read through one player's eyes: it notes when something hidden is read.

Owns which numbers of a state are hidden from a player. The plain evaluator reads a `Watch`
in place of the state; a value for which nothing hidden was read may be told.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import SupportsIndex, overload

from cardwright.backends.reference.evaluate import Env, Found
from cardwright.board.model import Field
from cardwright.board.types import Type
from cardwright.runtime import naming, visibility
from cardwright.runtime.game import Game

Note = Callable[[str], None]


class Unsure(int):
    """Where something out of sight is: some zone that the player can't look into.

    That it is not at a place the player sees is no secret; all else that is asked of it is.
    """

    _reason: str
    _note: Note
    _seen: Callable[[int], bool]

    def _asked(self, other: object) -> None:
        if not isinstance(other, int) or isinstance(other, Unsure) or not self._seen(other):
            self._note(self._reason)

    def __eq__(self, other: object) -> bool:
        self._asked(other)
        return int.__eq__(self, other) is True

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        self._note(self._reason)
        return int.__hash__(self)


def _telling(name: str) -> Callable[..., object]:
    """An operation of whole numbers that says where the thing is, and so is noted."""
    plain = getattr(int, name)

    def operation(self: Unsure, *others: object) -> object:
        self._note(self._reason)
        return plain(self, *others)

    return operation


for _name in ("lt", "le", "gt", "ge", "add", "radd", "sub", "rsub", "mul", "rmul", "neg",
              "floordiv", "rfloordiv", "mod", "rmod", "index"):  # fmt: skip
    setattr(Unsure, f"__{_name}__", _telling(f"__{_name}__"))


class Watch:
    """`noted` is the first hidden thing that was read since `fresh`, in words."""

    def __init__(self, game: Game, player: int) -> None:
        self.game, self.player, self.noted = game, player, ""
        self.layout = game.program.layout
        self._cells = sorted((low, key) for key, (low, _) in self.layout.ranges.items())
        self._starts = [low for low, _ in self._cells]
        self._known: dict[int, str] = {}

    def note(self, reason: str) -> None:
        self.noted = self.noted or reason

    def env(self, registers: Sequence[Found] = (), types: Mapping[int, Type] | None = None) -> Env:
        """`types` are those of registers; one that is not there is taken to be a secret."""
        read = _Registers(self, registers, {} if types is None else types)
        zones = _Zones(self)
        return Env(self.game.program, _Cells(self), zones, read)

    def read(self, work: Callable[[], Found]) -> tuple[Found, str]:
        """What the work gives, and what of it is hidden ("" when nothing is)."""
        before, self.noted = self.noted, ""
        found = work()
        for item in found if isinstance(found, tuple) else (found,):
            if isinstance(item, Unsure):
                self.note(item._reason)
        noted, self.noted = self.noted, before
        return found, noted

    # ------------------------------------------------------------------------- cells

    def cell(self, index: int) -> int:
        value = self.game.s[index]
        if isinstance(index, Unsure):
            self.note(index._reason)
        if index < self.layout.count:
            return self._place(index, value)
        if index not in self._known:
            self._known[index] = self._secret(index, value)
        if reason := self._known[index]:
            self.note(reason)
        return value

    def _place(self, item: int, value: int) -> int:
        if visibility.sees(self.game, item, self.player):
            return value
        reason = f"where {naming.title(self.game.program, item)} is"
        if visibility.zone_at(self.game.program, value) is None:
            self.note(reason)  # it is on something that is itself out of sight
            return value
        unsure = Unsure(value)
        unsure._reason, unsure._note, unsure._seen = reason, self.note, self._sees_at
        return unsure

    def _sees_at(self, place: int) -> bool:
        return visibility.sees_at(self.game.program, self.game.s, place, self.player)

    def _secret(self, index: int, value: int) -> str:
        """What is hidden in a cell or an owner; "" for what the player may know."""
        if index < 2 * self.layout.count:
            item = index - self.layout.count
            return self._unseen(item) if self._changes_owner(item) else ""
        key = self._cells[bisect_right(self._starts, index) - 1][1]
        field, item = self._field(*key), index - self.layout.cells[key] if key[0] else 0
        if not visibility.sees_cell(self.game, field, item, self.player):
            return self._cell_words(field, item)
        if item and self._unseen(item):
            return self._unseen(item)
        return self._unseen(value) and self._cell_words(field, item) if _things(field.type) else ""

    def _changes_owner(self, item: int) -> bool:
        program, kind = self.game.program, self.layout.items[item].kind
        return bool(kind) and any(
            program.board.is_a(kind, given) or program.board.is_a(given, kind)
            for given in program.constants.transferable
        )

    def _unseen(self, item: int) -> str:
        if not item or visibility.sees(self.game, item, self.player):
            return ""
        return f"where {naming.title(self.game.program, item)} is"

    def _field(self, kind: str, name: str) -> Field:
        board = self.game.program.board
        return board.kinds[kind].fields[name] if kind else board.state[name]

    def _cell_words(self, field: Field, item: int) -> str:
        name = field.name.replace("-", " ")
        return f"the {name} of {naming.title(self.game.program, item)}" if item else f"the {name}"


def _things(type: Type) -> bool:
    return type.base == "thing"


class _Sequence(Sequence[int]):
    """Gives single members; the evaluator takes no slices of these."""

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


class _Cells(_Sequence):
    def __init__(self, watch: Watch) -> None:
        self.watch = watch

    def __len__(self) -> int:
        return len(self.watch.game.s)

    def at(self, index: int) -> int:
        return self.watch.cell(index)


class _Zone(_Sequence):
    """What is in a zone; how many is less of a secret than which."""

    def __init__(self, watch: Watch, number: int) -> None:
        self.watch, self.inside = watch, watch.game.z[number]
        zone, owner = watch.layout.zones[number]
        self.seen = visibility.sees_inside(zone, owner, watch.player)
        self.counted = visibility.counts_inside(zone, owner, watch.player)
        item = watch.layout.zone_first + number
        self.reason = f"what is in {naming.title(watch.game.program, item)}"

    def __len__(self) -> int:
        if not self.counted:
            self.watch.note(self.reason)
        return len(self.inside)

    def at(self, index: SupportsIndex) -> int:
        self._look()
        return self.inside[index]

    def __iter__(self) -> Iterator[int]:
        self._look()
        return iter(self.inside)

    def _look(self) -> None:
        known_empty = self.counted and not self.inside
        if not self.seen and not known_empty:
            self.watch.note(self.reason)


class _Zones(Sequence[Sequence[int]]):
    def __init__(self, watch: Watch) -> None:
        self.watch = watch

    def __len__(self) -> int:
        return len(self.watch.game.z)

    @overload
    def __getitem__(self, index: int) -> Sequence[int]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Sequence[int]]: ...
    def __getitem__(self, index: int | slice) -> Sequence[int] | Sequence[Sequence[int]]:
        if isinstance(index, slice):
            return [_Zone(self.watch, i) for i in range(*index.indices(len(self)))]
        return _Zone(self.watch, index)


class _Registers(Sequence[Found]):
    """What an effect has worked out or had answered so far."""

    def __init__(self, watch: Watch, values: Sequence[Found], types: Mapping[int, Type]) -> None:
        self.watch, self.values, self.types = watch, values, types

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
            self.watch.note("what was chosen in secret")
        elif _things(type):
            for item in value if isinstance(value, tuple | list) else (value,):
                if reason := self.watch._unseen(item):
                    self.watch.note(reason)
        return value
