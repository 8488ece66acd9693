"""The constants of a program: printed facts, domains, tables of a board, places out of the game.

Each is computed and named when a backend first needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field

from cardwright.board.declarations import Field
from cardwright.board.layout import Layout
from cardwright.board.types import Type
from cardwright.language.analysis.heavy_expressions import HeavyExpressions
from cardwright.language.analysis.loop_guards import LoopGuards
from cardwright.language.analysis.metering import Metering
from cardwright.language.analysis.placed_only import Parameter
from cardwright.language.core import Event
from cardwright.program.hidden_reads import HiddenReaders
from cardwright.source.memoized import memoized
from cardwright.source.records import dataclass

Prohibition = tuple[str, bool, bool]
"""The kind of its event, whether it asks where the thing goes, and whether it is one of room."""


@dataclass(slots=True)
class Constants:
    """Constants by name; each method returns the name of one."""

    layout: Layout
    metering: Metering
    values: dict[str, object] = field(default_factory=dict)
    transferable: frozenset[str] = frozenset()  # kinds whose things change owners
    hidden_readers: HiddenReaders = frozenset()  # definitions that may read something hidden
    replaced: frozenset[Event] = frozenset()  # events that have replacements
    forbids: dict[Event, dict[str, Prohibition]] = field(default_factory=dict)  # by function
    heavy: HeavyExpressions | None = None  # None if there are none
    placed: frozenset[Parameter] = frozenset()  # see `needs_place`
    guards: LoopGuards | None = None
    _names: dict[object, str] = field(default_factory=dict)
    memo: dict[object, object] = field(default_factory=dict)

    def add(self, key: object, make: Callable[[], object]) -> str:
        """The name of the constant with this key, which is created if necessary."""
        if key not in self._names:
            name = f"K{len(self._names)}"
            self._names[key] = name
            self.values[name] = make()
        return self._names[key]

    def printed(self, found: Field) -> str:
        key = ("printed", found.kind, found.name)
        return self.add(key, lambda: self.layout.printed(found))

    def designs(self) -> str:
        """By thing: its design, if that never changes."""
        return self.add("designs", lambda: self.layout.designs)

    def domain(self, kind: str) -> str:
        """All things that are of a kind, or may become things of it."""
        return self.add(("domain", kind), lambda: self.layout.possible(kind))

    def owned(self, kind: str) -> str:
        """By player: the things of a kind that belong to this player, or may change hands."""
        return self.add(("owned", kind), lambda: self._owned(kind))

    def _owned(self, kind: str) -> tuple[tuple[int, ...], ...]:
        ids, layout, changing = (
            self.layout.possible(kind),
            self.layout,
            self.kinds_changing_owner(kind),
        )
        owners = range(1 + len(layout.board.things.get("player", {})))
        return tuple(
            tuple(i for i in ids if i in changing or layout.items[i].owner == owner)
            for owner in owners
        )

    @memoized
    def kinds_changing_owner(self, kind: str) -> frozenset[int]:
        """The things that are of a kind, or may become things of it, and may get another owner."""
        ids, given = self.layout.possible(kind), self.transferable
        return frozenset(i for i in ids if any(self._may_become(i, other) for other in given))

    def _may_become(self, item: int, kind: str) -> bool:
        return kind == "thing" or self.layout.may_be(self.layout.items[item].kind, kind)

    def members(self, kind: str) -> str:
        return self.add(("members", kind), lambda: self._members(kind))

    def _members(self, kind: str) -> frozenset[int]:
        board = self.layout.board
        return frozenset(
            i.id for i in self.layout.items if i.kind in board.kinds and board.is_a(i.kind, kind)
        )

    def storable_members(self, type: Type) -> str:
        """The possible members of a set of this type in the state."""
        return self.add(("storable", type.of), lambda: self.layout.members(type))

    def playing(self, kind: str) -> str:
        """All things that are of a kind, or may become things of it, as a set."""
        return self.add(("playing", kind), lambda: frozenset(self.layout.possible(kind)))

    @memoized
    def all_play(self, kind: str) -> bool:
        """Whether all things that are of a kind, or may become things of it, are in the game."""
        layout, playing = self.layout, frozenset(self.layout.possible(kind))
        may_be = (i.id for i in layout.items if i.kind and layout.may_be(i.kind, kind))
        return playing.issuperset(may_be)

    def always_there(self, kind: str) -> str:
        """The things of a kind that need no place."""
        return self.add(("always there", kind), lambda: self.layout.always_there(kind))

    def uncreated(self, kind: str) -> str:
        """The tokens below a kind that is not itself a token kind."""
        return self.add(("uncreated", kind), lambda: self.layout.uncreated(kind))

    def can_leave_game(self, kind: str) -> bool:
        """Whether some places of a kind can be taken out of the game."""
        board = self.layout.board
        return any(board.gone_when(below) for below in board.below(kind))

    def removes_place(self, cell: Field) -> bool:
        """Whether this is a flag that takes places out of the game."""
        return any(self.layout.board.gone_when(kind) is cell for kind in self.layout.board.kinds)

    def gone(self) -> str:
        """By thing: the cell of the flag that takes it out of the game, or 0."""
        return self.add("gone", self._gone)

    def _gone(self) -> tuple[int, ...]:
        return tuple(self.layout.removal_flag_cell(item.id) for item in self.layout.items)

    def table(self, made: Callable[[Layout, str], object], kind: str) -> str:
        """A table of `board_tables`."""
        return self.add((made.__name__, kind), lambda: made(self.layout, kind))

    def row(self, made: Callable[[Layout, str], Sequence[object]], kind: str, at: int) -> str:
        """A row of such a table."""
        return self.add((made.__name__, kind, at), lambda: made(self.layout, kind)[at])
