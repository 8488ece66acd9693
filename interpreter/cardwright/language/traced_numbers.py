"""Numbers of a text that note what is asked of them while it is checked.

Texts of one shape differ in their numbers. What comes of one of them holds for another whose
numbers give the same answers to all that was asked: mostly how they compare with some bound.
Whatever else is done with a number asks which one it is, but for its use in a `range` or as
an index, of which Python does not tell it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any

from cardwright.source.records import dataclass

Question = tuple[str, int, int, bool]
"""A comparison, or `VALUE`; the number's place among those of the text; what it is compared with,
which may be the place of another one."""
VALUE = ""


@dataclass(slots=True)
class Trace:
    """What was asked of the numbers of some text until it was `closed`."""

    numbers: Sequence[int]
    asked: dict[Question, None] = field(default_factory=dict)
    read: set[int] = field(default_factory=set)  # the places of those that were read as numbers
    closed: bool = False

    def number(self, place: int) -> int:
        """The number at a place, which notes what is asked of it."""
        self.read.add(place)
        return TracedNumber(self, place)

    def note(self, comparison: str, place: int, other: int) -> None:
        if self.closed:
            return
        if isinstance(other, TracedNumber) and other.trace is self:
            self.asked[comparison, place, other.place, True] = None
        else:
            self.asked[comparison, place, int.__int__(other), False] = None

    def close(self) -> None:
        """Notes nothing from now on. Of a number that was never read, any other might be."""
        for place in range(len(self.numbers)):
            if place not in self.read:
                self.note(VALUE, place, 0)
        self.closed = True

    def answers(self, numbers: Sequence[int]) -> tuple[object, ...]:
        """What other numbers answer; of one whose value was asked, the value."""
        return tuple(
            numbers[place] if comparison == VALUE
            else getattr(int, comparison)(numbers[place], numbers[other] if traced else other)
            for comparison, place, other, traced in self.asked
        )  # fmt: skip


class TracedNumber(int):
    trace: Trace
    place: int

    def __new__(cls, trace: Trace, place: int) -> TracedNumber:
        made = super().__new__(cls, trace.numbers[place])
        made.trace, made.place = trace, place
        return made

    def __bool__(self) -> bool:
        return self != 0


def _compared(name: str) -> Callable[[TracedNumber, object], object]:
    plain = getattr(int, name)

    def compare(self: TracedNumber, other: object) -> object:
        if isinstance(other, int):
            self.trace.note(name, self.place, other)
        return plain(self, other)

    return compare


def _used(name: str) -> Callable[..., object]:
    plain = getattr(int, name)

    def use(self: TracedNumber, *others: Any) -> object:
        self.trace.note(VALUE, self.place, 0)
        return plain(self, *others)

    return use


_COMPARISONS = ("__lt__", "__le__", "__eq__", "__ne__", "__gt__", "__ge__")
_OWN = ("__bool__", "__class__", "__delattr__", "__dir__", "__doc__", "__getattribute__",
        "__init__", "__init_subclass__", "__new__", "__setattr__", "__subclasshook__")  # fmt: skip
for _name in dir(int):
    if _name in _COMPARISONS:
        setattr(TracedNumber, _name, _compared(_name))
    elif _name not in _OWN and callable(getattr(int, _name)):
        setattr(TracedNumber, _name, _used(_name))
