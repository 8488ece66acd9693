"""Numbers of a text that record every operation on them while it is checked.

Texts of one shape differ in their numbers. The result for one of them holds for another if its
numbers give the same answers to all recorded questions, mostly comparisons with some bound. Sums,
differences and products are traced numbers too, and can be recalculated for another text unless
their formulas are long, since that work is done for each text. Any other operation records the
value of the number, except its use in a `range` or as an index, which Python does not report.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any, TypeAlias

from cardwright.source.records import dataclass

Formula: TypeAlias = "int | tuple[str, Formula] | tuple[str, Formula, Formula]"
"""A number that stays, `NUMBER` with a place among those of the text, or a method of `int` with
what it takes."""
Question = tuple[str, Formula, Formula]
"""A comparison, or `VALUE`; what is compared; and with what."""
NUMBER = "number"
VALUE = ""
LONGEST = 30
"""Operands of a formula: of longer ones, the value of each part is asked."""


def evaluate_traced(formula: Formula, numbers: Sequence[int]) -> int:
    """The value of a formula for the numbers of a text."""
    if isinstance(formula, int):
        return formula
    name, *parts = formula
    values = [evaluate_traced(part, numbers) for part in parts]
    found: int = numbers[values[0]] if name == NUMBER else getattr(int, name)(*values)
    return found


def with_numbers(value: int, numbers: Sequence[int]) -> int:
    """The value that a number would have in a text with other numbers, if it is traced."""
    return evaluate_traced(value.formula, numbers) if isinstance(value, TracedNumber) else value


@dataclass(slots=True)
class Trace:
    """The questions about the numbers of a text until it was `closed`."""

    numbers: Sequence[int]
    asked: dict[Question, None] = field(default_factory=dict)
    read: set[int] = field(default_factory=set)  # the positions that were read as numbers
    closed: bool = False

    def number(self, place: int) -> int:
        """The number at a position, which records the questions about it."""
        self.read.add(place)
        return TracedNumber(self, (NUMBER, place), self.numbers[place])

    def note(self, comparison: str, formula: Formula, other: Formula) -> None:
        if not self.closed:
            self.asked[comparison, formula, other] = None

    def formula(self, number: int) -> Formula:
        """How a number is calculated from those of this text."""
        if isinstance(number, TracedNumber) and number.trace is self:
            return number.formula
        return int.__int__(number)

    def ask_value(self, number: int) -> None:
        if isinstance(number, TracedNumber) and number.trace is self:
            self.note(VALUE, number.formula, 0)

    def close(self) -> None:
        """Records nothing from now on. A number that was never read could have any other value."""
        for place in range(len(self.numbers)):
            if place not in self.read:
                self.note(VALUE, (NUMBER, place), 0)
        self.closed = True

    def answers(self, numbers: Sequence[int]) -> tuple[object, ...]:
        """The answers for other numbers; for a number whose value was asked, the value."""
        return tuple(
            evaluate_traced(formula, numbers) if comparison == VALUE
            else getattr(int, comparison)(
                evaluate_traced(formula, numbers), evaluate_traced(other, numbers)
            )
            for comparison, formula, other in self.asked
        )  # fmt: skip


class TracedNumber(int):
    trace: Trace
    formula: Formula
    length: int

    def __new__(cls, trace: Trace, formula: Formula, value: int, length: int = 1) -> TracedNumber:
        made = super().__new__(cls, value)
        made.trace, made.formula, made.length = trace, formula, length
        return made

    def __bool__(self) -> bool:
        return self != 0


def _compared(name: str) -> Callable[[TracedNumber, object], object]:
    plain = getattr(int, name)

    def compare(self: TracedNumber, other: object) -> object:
        if isinstance(other, int):
            self.trace.note(name, self.formula, self.trace.formula(other))
        return plain(self, other)

    return compare


def _used(name: str) -> Callable[..., object]:
    plain = getattr(int, name)

    def use(self: TracedNumber, *others: Any) -> object:
        self.trace.note(VALUE, self.formula, 0)
        return plain(self, *others)

    return use


def _worked_out(name: str) -> Callable[[TracedNumber, object], object]:
    plain = getattr(int, name)

    def work(self: TracedNumber, other: object) -> object:
        if not isinstance(other, int) or self.trace.closed:
            return plain(self, other)
        length = self.length + (other.length if isinstance(other, TracedNumber) else 1)
        if length > LONGEST:
            self.trace.ask_value(self)
            self.trace.ask_value(other)
            return plain(self, other)
        formula = name, self.formula, self.trace.formula(other)
        return TracedNumber(self.trace, formula, plain(self, other), length)

    return work


_ARITHMETIC = ("__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__")
_COMPARISONS = ("__lt__", "__le__", "__eq__", "__ne__", "__gt__", "__ge__")
_OWN = ("__bool__", "__class__", "__delattr__", "__dir__", "__doc__", "__getattribute__",
        "__init__", "__init_subclass__", "__new__", "__setattr__", "__subclasshook__")  # fmt: skip
for _name in dir(int):
    if _name in _COMPARISONS:
        setattr(TracedNumber, _name, _compared(_name))
    elif _name in _ARITHMETIC:
        setattr(TracedNumber, _name, _worked_out(_name))
    elif _name not in _OWN and callable(getattr(int, _name)):
        setattr(TracedNumber, _name, _used(_name))
