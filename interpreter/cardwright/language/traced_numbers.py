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
from functools import lru_cache
from operator import itemgetter
from typing import Any, TypeAlias

from cardwright.source.records import dataclass

Formula: TypeAlias = "int | tuple[str, Formula] | tuple[str, Formula, Formula]"
"""A number that stays, `NUMBER` with a place among those of the text, or a method of `int` with
what it takes."""
Question = tuple[str, Formula, Formula]
"""A comparison, or `VALUE`; what is compared; and with what."""
Evaluate = Callable[[Sequence[int]], int]
"""From the numbers of a text to the value of a formula."""
NUMBER = "number"
VALUE = ""
LONGEST = 30
"""Operands of a formula: of longer ones, the value of each part is asked."""


@lru_cache(maxsize=10_000)
def _evaluator(formula: Formula) -> Evaluate:
    """The function that evaluates a formula: texts of one shape have the same formulas."""
    if isinstance(formula, int):
        return lambda numbers: formula
    name, *parts = formula
    if name == NUMBER:
        return itemgetter(parts[0])
    return _operation(name, *map(_evaluator, parts))


def _operation(name: str, *parts: Evaluate) -> Evaluate:
    """A method of `int` with what some formulas evaluate to."""
    method: Callable[..., int] = getattr(int, name)
    if len(parts) == 1:
        (only,) = parts
        return lambda numbers: method(only(numbers))
    one, other = parts
    return lambda numbers: method(one(numbers), other(numbers))


def with_numbers(value: int, numbers: Sequence[int]) -> int:
    """The value that a number would have in a text with other numbers, if it is traced."""
    return _evaluator(value.formula)(numbers) if isinstance(value, TracedNumber) else value


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

    @property
    def answers(self) -> Callable[[Sequence[int]], tuple[object, ...]]:
        """The function that answers all questions so far for other numbers; where the value of a
        number was asked, the answer is the value.
        """
        found = [
            _evaluator(formula) if comparison == VALUE
            else _operation(comparison, _evaluator(formula), _evaluator(other))
            for comparison, formula, other in self.asked
        ]  # fmt: skip
        return lambda numbers: tuple([answer(numbers) for answer in found])


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
