"""A traced number behaves like a number, and records how it is used."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import pytest

from cardwright.language.traced_numbers import Trace, with_numbers


def traced(*numbers: int) -> tuple[Trace, list[int]]:
    trace = Trace(numbers)
    return trace, [trace.number(place) for place in range(len(numbers))]


COMPARISONS = (operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge)


@pytest.mark.parametrize("compare", COMPARISONS, ids=lambda one: one.__name__)
def test_numbers_with_the_same_answers_to_a_comparison_are_alike(
    compare: Callable[[int, int], bool],
) -> None:
    for turned in (False, True):
        trace, (three,) = traced(3)
        assert compare(*((4, three) if turned else (three, 4))) is compare(
            *((4, 3) if turned else (3, 4))
        )
        for other in (2, 3, 4, 5):
            pairs = [(4, n) if turned else (n, 4) for n in (other, 3)]
            alike = trace.answers([other]) == trace.answers([3])
            assert alike == (compare(*pairs[0]) == compare(*pairs[1]))


@pytest.mark.parametrize("compare", COMPARISONS, ids=lambda one: one.__name__)
def test_numbers_of_one_text_are_compared_with_each_other(
    compare: Callable[[int, int], bool],
) -> None:
    trace, (three, five) = traced(3, 5)
    compare(three, five)
    for pair in ((2, 4), (4, 2), (4, 4)):
        alike = trace.answers(pair) == trace.answers([3, 5])
        assert alike == (compare(*pair) == compare(3, 5))


USES: tuple[Callable[[Any], object], ...] = (
    lambda n: n + 1, lambda n: 1 + n, lambda n: 9 - n, lambda n: n * 2, lambda n: -n, abs,
    lambda n: 9 // n, lambda n: n % 2, lambda n: 9 % n, lambda n: n**2, lambda n: 2**n,
    lambda n: 1 << n, lambda n: n & 1, lambda n: 1 | n, lambda n: n ^ 1, lambda n: ~n, hash, str,
    repr, float, lambda n: f"{n:,}", lambda n: n / 2, lambda n: divmod(n, 2), lambda n: {n: 1}[3],
    lambda n: n in {3, 4}, lambda n: sum([n, 1]), lambda n: math.sqrt(n), round, int,
    lambda n: n.bit_length(),
)  # fmt: skip


@pytest.mark.parametrize("use", USES, ids=range(len(USES)))
def test_any_other_operation_on_a_number_asks_for_its_value(
    use: Callable[[Any], object],
) -> None:
    trace, (three,) = traced(3)
    assert use(three) == use(3)
    assert trace.answers([4]) != trace.answers([3]) == trace.answers([3])


ARITHMETIC: tuple[Callable[[Any, Any], int], ...] = (
    lambda n, m: n + m, lambda n, m: n * 3 - m,
    lambda n, m: 9 - n * m, lambda n, m: 2 * (1 + n) + m,
)  # fmt: skip


@pytest.mark.parametrize("work", ARITHMETIC, ids=range(len(ARITHMETIC)))
def test_results_are_computed_from_the_numbers_of_another_text(
    work: Callable[[Any, Any], int],
) -> None:
    trace, (three, five) = traced(3, 5)
    made = work(three, five)
    assert trace.answers([3, 5]) == trace.answers([4, 7])  # nothing was recorded
    assert with_numbers(made, (4, 7)) == work(4, 7)
    is_more = made > 1
    for pair in ((4, 7), (2, 2), (9, 9), (3, 5)):
        assert (trace.answers(pair) == trace.answers([3, 5])) == ((work(*pair) > 1) == is_more)


def test_of_a_long_formula_the_value_is_asked() -> None:
    trace, (three, five) = traced(3, 5)
    both = sum([three] * 2_000) + five * sum([five] * 2_000)  # too deep to be computed
    assert both == 3 * 2_000 + 5 * 5 * 2_000
    assert trace.answers([3, 5]) == trace.answers([3, 5])
    assert trace.answers([4, 5]) != trace.answers([3, 5]) != trace.answers([3, 6])


def test_a_number_that_is_not_traced_is_the_same_with_other_numbers() -> None:
    assert with_numbers(3, (4, 7)) == 3


def test_whether_it_is_zero_is_a_comparison() -> None:
    trace, (three,) = traced(3)
    assert bool(three)
    assert trace.answers([4]) == trace.answers([3]) != trace.answers([0])


def test_nothing_is_known_about_what_was_never_read_as_a_number() -> None:
    trace = Trace((3, 5))
    trace.number(1)
    trace.close()
    assert trace.answers([3, 6]) == trace.answers([3, 5]) != trace.answers([4, 5])


def test_a_closed_trace_notes_nothing() -> None:
    trace, (three,) = traced(3)
    trace.close()
    assert three + 1 == 4
    assert trace.answers([7]) == trace.answers([3])
