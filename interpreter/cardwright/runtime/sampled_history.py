"""A history that a player can't distinguish from the real one, sampled from what is known.

Responsible for the one rule of what may have changed places unseen: things in a zone that was
shuffled, and things in a zone from which one was picked.
"""

from __future__ import annotations

from collections.abc import Callable

from cardwright.language import core
from cardwright.language.registry.movement import To
from cardwright.program.decision_points import ChoicePoint, LogPoint
from cardwright.program.program import Program
from cardwright.runtime import visibility
from cardwright.runtime.game_state import CARRIED, FACE_CHANGED, FORMED, OWNED, Log
from cardwright.runtime.log_points import changes, facts_of, moves, picked_by
from cardwright.runtime.memory import Memory, Numbers
from cardwright.source.records import dataclass

Below = Callable[[int], int]


@dataclass(slots=True)
class SampledHistory:
    """The content of each slot, and the log, as the player may believe them to be."""

    inside: dict[int, int]
    log: Log


def sample_history(program: Program, memory: Memory, below: Below) -> SampledHistory:
    """Draws the unseen exchanges, entry by entry from the oldest."""
    return _Drawing(program, memory, below).sampled()


class _Drawing:
    def __init__(self, program: Program, memory: Memory, below: Below) -> None:
        self.program, self.memory, self.below = program, memory, below
        self.inside = {slot: slot for slot in memory.holds}
        self.at: dict[int, int] = {}
        self.zones: dict[int, list[int]] = {}

    def sampled(self) -> SampledHistory:
        for slot, place in self.memory.first_places.items():
            self._put(slot, place)
        for place in self.zones:
            self._shuffle(place)
        log = self.memory.older
        for numbers, same, begins in self.memory.events:
            log = (log, numbers if same else self._event(numbers))
            for slot in begins:
                self._put(slot, self.memory.at[slot])
        return SampledHistory(self.inside, log)

    def _put(self, slot: int, place: int) -> None:
        if slot in self.at:
            self.zones[self.at[slot]].remove(slot)
        self.at[slot] = place
        self.zones.setdefault(place, []).append(slot)

    def _event(self, numbers: Numbers) -> Numbers:
        """The entry as it is in this history."""
        if numbers[0] in (OWNED, FORMED, CARRIED):
            return (numbers[0], self._now(numbers[1]), numbers[2])
        if numbers[0] == FACE_CHANGED:
            return self._flipped(*numbers)
        site = self.program.points[numbers[0]] if numbers[0] >= 0 else None
        if isinstance(site, ChoicePoint) and site.type.base == "thing":
            return (*numbers[:2], self._now(numbers[2]), *numbers[3:])
        said = site.statement if isinstance(site, LogPoint) else None
        if not isinstance(site, LogPoint) or isinstance(said, core.Reveal | core.Say):
            return numbers
        if isinstance(said, core.Shuffle):
            self._shuffle(numbers[1])
            return numbers
        if isinstance(said, core.Begin | core.End):
            return self._lasting_effect(numbers)
        item = numbers[1]
        if moves(site) and item in self.at and (numbers[3] or site.to is To.SUPPLY):
            self._pick(site, item)
            self._put(item, numbers[3])
        changed = (numbers[0], self._now(item), *numbers[2:])
        named = changes(site) and site.change.field.type.is_thing
        return (*changed[:4], self._now(numbers[4]), *changed[5:]) if named else changed

    def _flipped(self, marker: int, cell: int, value: int) -> Numbers:
        """The flag of the thing that is in the slot now."""
        faces = self.program.layout.face_down
        slots = self.at if faces is not None else ()
        slot = next((slot for slot in slots if faces and faces.own[slot] == cell), 0)
        return (marker, cell + self._now(slot) - slot, value)

    def _lasting_effect(self, numbers: Numbers) -> Numbers:
        """A lasting effect that began or ended, with the content of the slots that it names."""
        row = self.program.effect_row(numbers[1])
        assert row is not None
        values = zip(row.fields, numbers[3:], strict=False)
        now = [self._now(v) if f.type.is_thing else v for f, v in values]
        return (*numbers[:3], *now, *numbers[3 + len(now) :])

    def _now(self, slot: int) -> int:
        return self.inside[slot] if slot in self.at else slot

    def _shuffle(self, place: int) -> None:
        slots = self.zones.get(place, [])
        for n in range(len(slots) - 1, 0, -1):
            self._exchange(slots[n], slots[self.below(n + 1)])
        for slot in slots:
            if self.memory.facts[slot]:  # few exchanges are possible for it
                self._exchange_any(slot)

    def _pick(self, site: LogPoint, slot: int) -> None:
        """Picks the thing that left, if that is unknown: the zone has no order, or somebody chose
        it.
        """
        zone = visibility.zone_at(self.program, self.at[slot])
        ordered = zone is not None and zone[0].ordered
        hidden = zone is not None or slot in self.memory.backs
        if hidden and not (ordered and picked_by(self.program, site) is None):
            self._exchange_any(slot)

    def _exchange_any(self, slot: int) -> None:
        others = [other for other in self.zones[self.at[slot]] if self._may_swap(slot, other)]
        self._exchange(slot, others[self.below(len(others))])

    def _exchange(self, one: int, other: int) -> None:
        inside = self.inside
        if self._may_swap(one, other):
            inside[one], inside[other] = inside[other], inside[one]

    def _may_swap(self, one: int, other: int) -> bool:
        return self._fits(self.inside[one], other) and self._fits(self.inside[other], one)

    def _has_same_owner(self, item: int, slot: int) -> bool:
        """Pieces that lie face down keep their owners; cards follow their zones."""
        owner = self.memory.backs.get(slot)
        return owner is None or item in self.program.cards or self.memory.backs.get(item) == owner

    def _fits(self, item: int, slot: int) -> bool:
        """Whether a thing could be in all the zones that a slot was in, and be picked as it was."""
        program, memory = self.program, self.memory
        if memory.sorts[item] == memory.sorts[slot]:
            return True
        if not self._has_same_owner(item, slot) or not self._fits_kinds_held(item, slot):
            return False
        picked = memory.facts[slot]
        return facts_of(program, picked, slot) == facts_of(program, picked, item)

    def _fits_kinds_held(self, item: int, slot: int) -> bool:
        kind = self.program.layout.items[item].kind
        return all(self.program.board.is_a(kind, held) for held in self.memory.holds[slot])
