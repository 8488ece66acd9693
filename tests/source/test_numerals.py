"""Digits of only one alphabet, and only a limited number of them."""

import pytest

from cardwright.source.numerals import whole_number


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("07", 7), ("9" * 15, 10**15 - 1)])
def test_numbers(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize(
    "text", ["", " 1", "-1", "+1", "1_0", "²", "٣", "1٣", "9" * 16, "9" * 9999]
)
def test_no_numbers(text: str) -> None:
    assert whole_number(text) is None
