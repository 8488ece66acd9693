"""A position as the numbers that a library exports and imports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardwright.backends.native.frames import Frame
from cardwright.program.operations import FRAME
from cardwright.source.records import dataclass

_NO_SET = -1  # in place of the size of a set that was never set


State = tuple[Any, ...]


@dataclass(slots=True)
class NumberReader:
    numbers: Sequence[int]
    at: int

    def take(self, count: int) -> tuple[int, ...]:
        self.at += count
        return tuple(self.numbers[self.at - count : self.at])

    def one(self) -> int:
        return self.take(1)[0]


def imported_numbers(state: Any, shapes: Sequence[Frame]) -> list[int]:
    """The numbers that `cw_import` takes."""
    cells, zones, frames, rng, over, where = state
    asked, point, answers = where or (0, 0, ())
    found = [_signed(rng), int(over), 0, asked, point, len(answers), len(frames)]
    found += answers
    found += cells
    for zone in zones:
        found.append(len(zone))
        found += zone
    for frame in frames:
        found += frame[:FRAME]
        sets = shapes[frame[1]].most
        for register, value in enumerate(frame[FRAME:]):
            if isinstance(value, int):
                found.append(_NO_SET if register in sets else value)
                continue
            flat = [n for one in value for n in (one if isinstance(one, tuple) else (one,))]
            found += (len(flat), *flat)
    return found


def _signed(number: int) -> int:
    return number - 2**64 if number >= 2**63 else number
