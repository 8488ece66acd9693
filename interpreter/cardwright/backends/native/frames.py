"""Frames as fixed arrays: which registers of a routine are sets, and how many members each holds.

A number is a word. A set has a word too, and its members after all words; see `types.h`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from cardwright.backends.native.values import Values
from cardwright.program import operations as op
from cardwright.program import values as v
from cardwright.program.bounds import Bound
from cardwright.program.control_flow import all_inside, routine_blocks
from cardwright.program.decision_points import ChoicePoint, Point, TriggerPoint
from cardwright.program.program import Program
from cardwright.program.register_bounds import register_bounds
from cardwright.source.records import dataclass

UNBOUNDED = 512  # the members of a set without a known bound
MOST = 4096  # the most members of any set in a frame


@dataclass(slots=True)
class Frame:
    """For each register that is a set: the most members, and the word where they begin."""

    registers: int
    most: dict[int, int]
    starts: dict[int, int] = field(default_factory=dict)
    size: int = 0

    def place(self) -> Frame:
        self.size = op.FRAME + self.registers
        for register, most in sorted(self.most.items()):
            self.starts[register] = self.size
            self.size += (most + 1) // 2
        return self


def frames_of(program: Program) -> list[Frame]:
    bounds = register_bounds(program)
    functions = {made.name: made for made in program.code.functions}
    values = Values(program.constants.values, functions, program.layout)
    numbers = range(len(program.entries))
    return [_frame(program, values, number, bounds.get(number, {})) for number in numbers]


def _frame(program: Program, values: Values, number: int, bounds: dict[int, Bound]) -> Frame:
    entry = program.entries[number]
    found: dict[int, int] = {}
    for register in _sets(program, values, number):
        most = bounds[register].most if register in bounds else UNBOUNDED
        found[register] = int(min(most, UNBOUNDED if most == float("inf") else MOST))
    return Frame(entry.registers, found).place()


def _sets(program: Program, values: Values, number: int) -> Iterator[int]:
    """The registers of a routine that are sets."""
    for block in routine_blocks(program, program.entries[number]):
        body = program.code.blocks[block]
        for part in all_inside(body):
            if isinstance(part, v.Register) and part.many:
                yield part.index
            elif isinstance(part, op.Set) and isinstance(part.target, v.Register):
                if values.is_set(part.value):  # perhaps nothing reads it
                    yield part.target.index
            elif isinstance(part, op.Ask):
                yield from (at - op.FRAME for at in _sets_of(program.points[part.point]))
    for batch in program.batches.get(number, ()):
        yield from (batch.active, batch.routines, batch.ids)


def choices_of(program: Program, number: int) -> Iterator[ChoicePoint]:
    """The choices at which a routine asks; routines may share a name."""
    for block in routine_blocks(program, program.entries[number]):
        for part in all_inside(program.code.blocks[block]):
            if isinstance(part, op.Ask) and isinstance(
                point := program.points[part.point], ChoicePoint
            ):
                yield point


def _sets_of(point: Point) -> Iterator[int]:
    """The positions in the frame that are sets when a point asks."""
    if isinstance(point, ChoicePoint):
        yield from (point.source, point.chosen)
        if point.many:
            yield point.result
        if point.spent >= 0:
            yield point.spent
    elif isinstance(point, TriggerPoint):
        yield from (op.FRAME + at for at in (point.waiting.routines, point.waiting.ids))
