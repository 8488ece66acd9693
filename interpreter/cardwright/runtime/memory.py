"""What a player has seen of things that are now out of sight, from the log.

A thing is a *slot* from when the player last saw it: the log says where the slot went since; which
thing is in it is unknown to the player, and is drawn by `sample_history`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from cardwright.board.declarations import Field
from cardwright.board.face_down import turned_by
from cardwright.language import core
from cardwright.language.registry.movement import To
from cardwright.program.decision_points import LogPoint
from cardwright.runtime import visibility
from cardwright.runtime.game import Game
from cardwright.runtime.game_state import FACE_CHANGED, Log, newest_first
from cardwright.runtime.log_points import (
    ITEM,
    MIXES,
    UNKNOWN,
    changes,
    facts_of,
    moves,
    picked_by,
    revealed,
)
from cardwright.runtime.origins import Key, origins, shown_cells
from cardwright.source.records import dataclass

Numbers = tuple[int, ...]
Cell = tuple[Key, int]
_NO_SLOTS: list[int] = []


@dataclass(slots=True)
class Memory:
    """`events` are the log's entries, oldest first, each with whether it is the same in every past
    and the slots that begin with it.

    `first_places` are those of slots that the player has never seen. `holds` and `facts`: the kinds
    that a slot's thing must be of, and the facts by which it was picked. `written`: by cell, the
    slots whose value was changed unseen. `set_before`: cells that the player sees and that were set
    when the thing they name was last seen, or before. `known`: cells whose value is known to all.
    `backs`: the owners of slots that lie face down. `sorts`: equal for slots whose things are
    interchangeable.
    """

    events: list[tuple[Numbers, bool, list[int]]] = field(default_factory=list)
    older: Log = None
    at: dict[int, int] = field(default_factory=dict)
    first_places: dict[int, int] = field(default_factory=dict)
    holds: dict[int, set[str]] = field(default_factory=dict)
    facts: dict[int, set[Key]] = field(default_factory=dict)
    written: dict[Key, set[int]] = field(default_factory=dict)
    set_before: set[Cell] = field(default_factory=set)
    known: set[Cell] = field(default_factory=set)
    backs: dict[int, int] = field(default_factory=dict)
    sorts: dict[int, int] = field(default_factory=dict)


def remember(game: Game, player: int, slots: Sequence[int]) -> Memory:
    """Reads the log from its newest entry back to where each slot was last seen."""
    return _Reading(game, player, slots).read()


class _Reading:
    def __init__(self, game: Game, player: int, slots: Sequence[int]) -> None:
        self.game, self.player, self.program = game, player, game.program
        self.unseen, self.memory = set(slots), Memory()
        self.then = game  # with owners, faces and places of hosts as they were then
        self.noted: dict[Cell, LogPoint | None] = {}  # the latest change of a cell; None: many
        self.where = {slot: game.s[slot] for slot in slots}
        self.memory.holds = {slot: set() for slot in slots}
        self.memory.facts = {slot: set() for slot in slots}
        self._note_backs()

    def _note_backs(self) -> None:
        """A thing that lies face down is known by its back and its owner; its flag stays with the
        slot.
        """
        faces, layout = self.program.layout.face_down, self.program.layout
        for slot in self.unseen if faces is not None else ():
            if not visibility.is_back(self.game, slot, self.player):
                continue
            self.memory.backs[slot] = self.game.s[layout.owner + slot]
            self.memory.holds[slot].add(visibility.back_of(self.game, slot))
            if (flag := turned_by(layout.board, layout.items[slot].kind)) is not None:
                self.memory.written.setdefault(flag.full_name, set()).add(slot)
                self.memory.holds[slot].add(flag.kind)

    def read(self) -> Memory:
        memory, unseen = self.memory, self.unseen
        older: list[Numbers] = []
        newer: list[tuple[Numbers, list[int]]] = []
        revealed_at, hosts = revealed(self.program), self.program.stacked_on
        for numbers in newest_first(self.game.log):
            about = revealed_at.get(numbers[0], UNKNOWN)
            if hosts and unseen and about == ITEM:
                self._forget_hosts(numbers)
            if about <= MIXES or (about == ITEM and numbers[1] not in unseen):
                if unseen:
                    newer.append((numbers, _NO_SLOTS))
                else:
                    older.append(numbers)
                continue
            left, seen = len(unseen), self._entry(numbers)
            unseen.difference_update(seen)
            memory.at |= {slot: self.where[slot] for slot in seen}
            if left:
                newer.append((self._as_read(numbers), seen))
            else:
                older.append(self._as_read(numbers))
        memory.events = [(n, self._is_fixed(n), seen) for n, seen in reversed(newer)]
        for numbers in reversed(older):
            memory.older = (memory.older, numbers)
        memory.first_places = {slot: self.where[slot] for slot in sorted(self.unseen)}
        for slot, place in (*memory.at.items(), *memory.first_places.items()):
            self._holds(slot, place)
        self._sort_slots()
        return memory

    def _sort_slots(self) -> None:
        memory, sorts = self.memory, list[object]()
        for slot, held in memory.holds.items():
            needs = held, facts_of(self.program, memory.facts[slot], slot), memory.backs.get(slot)
            if needs not in sorts:
                sorts.append(needs)
            memory.sorts[slot] = sorts.index(needs)

    def _is_fixed(self, numbers: Numbers) -> bool:
        """Whether an entry mixes nothing and names no slot, so that it is the same in every
        past.
        """
        mixes = revealed(self.program).get(numbers[0]) == MIXES or numbers[0] == FACE_CHANGED
        return not mixes and self.memory.holds.keys().isdisjoint(numbers)

    def _forget_hosts(self, numbers: Numbers) -> None:
        """Stops tracking slots that something unseen was on, or came from."""
        site, places = self.program.points[numbers[0]], self.unseen.intersection(numbers[2:4])
        if not places or not isinstance(site, LogPoint) or not moves(site):
            return
        memory = self.memory
        self.unseen -= places
        for slot in places:
            for known in (memory.holds, memory.facts, memory.backs, self.where):
                known.pop(slot, None)
        for slots in memory.written.values():
            slots -= places

    def _entry(self, numbers: Numbers) -> list[int]:
        """The slots that the player saw in this entry; notes owners, moves, changes of cells."""
        if numbers[0] in visibility.CHANGES:
            self.then = visibility.before(self.game, self.then, *numbers)
        if numbers[0] == FACE_CHANGED:
            return [slot for slot in sorted(self.unseen) if self._seen_at(slot, self.where[slot])]
        site = self.program.points[numbers[0]] if numbers[0] >= 0 else None
        if not isinstance(site, LogPoint):
            return []
        match site.statement:
            case core.Move():
                if site.to is To.PLAYER:
                    return self._seen_at(numbers[1], numbers[2])
                if moves(site) and numbers[1] in self.unseen:
                    return self._moved(site, numbers)
            case core.Reveal():
                return self._revealed(site, *numbers[1:])
            case core.Assign():
                self._changed(site, numbers)
            case core.Roll():
                self._rolled(numbers)
            case core.Begin() | core.End():
                self._begun_or_ended(numbers)
        return []

    def _as_read(self, numbers: Numbers) -> Numbers:
        """An entry without the secret values that the player does not read."""
        site = self.program.points[numbers[0]] if numbers[0] >= 0 else None
        if isinstance(site, LogPoint):
            if changes(site) and not self._saw_change(site, numbers):
                end = visibility.values_end(site.change.field, site)
                return (*numbers[:4], *([0] * (end - 4)), *numbers[end:])
            face = self._face(numbers[1]) if isinstance(site.statement, core.Roll) else None
            hidden = face is not None and not self._sees(face, numbers[1])
            return (*numbers[:3], 0, *numbers[4:]) if hidden else numbers
        hidden = site is not None and site.secret and numbers[1] != self.player
        return (*numbers[:2], 0, *numbers[3:]) if hidden else numbers

    def _sees(self, found: Field, item: int) -> bool:
        return visibility.sees_cell(self.then, found, item, self.player)

    def _saw_change(self, site: LogPoint, numbers: Numbers) -> bool:
        found = site.change.field
        if isinstance(site.statement, core.Assign) and site.statement.partner is not None:
            ends = (numbers[1], numbers[-1])  # one line names both the giver and the receiver
            return any(visibility.sees_cell(self.game, found, one, self.player) for one in ends)
        whose = visibility.owner_then(found, site, numbers)
        return visibility.sees_cell(self.game, found, numbers[1], self.player, whose)

    def _saw_choice(self, site: LogPoint) -> bool:
        """Whether a cell was set to a choice that everybody saw."""
        change = site.statement
        if not isinstance(change, core.Assign) or change.op != "=":
            return False
        value, public = change.value, origins(self.program).public
        return isinstance(value, core.Reg) and (site.entry, value.index) in public

    def _face(self, die: int) -> Field | None:
        kind = self.program.layout.items[die].kind
        return self.program.board.field(kind, "face") if die else None

    def _seen_at(self, item: int, *places: int) -> list[int]:
        s = self.then.s
        at = (visibility.sees_at(self.program, s, p, self.player, item) for p in places)
        return [item] if item in self.unseen and any(at) else []

    def _moved(self, site: LogPoint, numbers: Numbers) -> list[int]:
        _, item, start, end, _ = numbers
        if not end and site.to is not To.SUPPLY:
            return []
        self._holds(item, end)
        self.memory.facts[item].update(picked_by(self.program, site) or ())
        if seen := self._seen_at(item, start, end):
            return seen
        self.where[item] = start
        return []

    def _holds(self, slot: int, place: int) -> None:
        if zone := visibility.zone_at(self.program, place):
            self.memory.holds[slot].add(zone[0].holds)

    def _revealed(self, site: LogPoint, shown: object, whose: int) -> list[int]:
        """A shown thing is seen; cells that it came from or went to are known until they change."""
        items, layout = shown if isinstance(shown, tuple) else (shown,), self.program.layout
        for cell, exactly in shown_cells(self.program, site):
            start, end = (n - layout.cells[cell] for n in layout.ranges[cell])
            having = (n for n in range(start, end) if self.game.s[layout.cells[cell] + n] in items)
            at = [whose] if exactly else having
            found = ((cell, item if cell[0] else 0) for item in at)
            self.memory.known.update(one for one in found if self._still(one, site))
        things = isinstance(site.statement, core.Reveal) and site.statement.item.type.is_thing
        return [item for item in items if things and item in self.unseen]

    def _still(self, cell: Cell, site: LogPoint) -> bool:
        """Whether a cell has not changed since, or was set to a thing that had just been shown."""
        if (since := self.noted.get(cell)) is None or not isinstance(since.statement, core.Assign):
            return cell not in self.noted
        assert isinstance(site.statement, core.Reveal)
        next_ = since.entry == site.entry and since.index > site.index
        return next_ and core.same(since.statement.value, site.statement.item)

    def _changed(self, site: LogPoint, numbers: Numbers) -> None:
        found = site.change.field
        cell = (found.full_name, numbers[1])
        if numbers[1] in self.unseen:
            self.memory.written.setdefault(cell[0], set()).add(numbers[1])
            self.memory.holds[numbers[1]].add(cell[0][0])
        if cell in self.noted:
            self.noted[cell] = None
            return
        self.noted[cell] = site
        if self._saw_change(site, numbers) or self._saw_choice(site):
            if self._saw_then(numbers[1], numbers[2]):
                self.memory.known.add(cell)
            if found.type.is_thing and numbers[4] not in self.unseen:
                self.memory.set_before.add(cell)

    def _saw_then(self, item: int, where: int) -> bool:
        """Whether the player saw a thing that was there, and has known its place since."""
        movable = visibility.can_be_hidden(self.program, item)
        seen = visibility.sees_at(self.program, self.then.s, where, self.player, item)
        return item not in self.unseen and (seen or not movable)

    def _begun_or_ended(self, numbers: Numbers) -> None:
        """The things that a lasting effect names are known from when it began, if it was seen
        then.
        """
        row = self.program.effect_row(numbers[1])
        for found, value in zip(row.fields, numbers[3:], strict=False) if row else ():
            cell = (found.full_name, numbers[1])
            if cell not in self.noted and found.type.is_thing and value not in self.unseen:
                self.memory.set_before.add(cell)
            self.noted.setdefault(cell, None)

    def _rolled(self, numbers: Numbers) -> None:
        _, die, where, *_ = numbers
        face = self._face(die)
        if face is None or (face.full_name, die) in self.noted:
            return
        self.noted[(face.full_name, die)] = None
        if self._sees(face, die) and visibility.sees_at(
            self.program, self.then.s, where, self.player, die
        ):
            self.memory.known.add((face.full_name, die))
