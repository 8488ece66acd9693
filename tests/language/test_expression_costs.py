"""The upper bound on the work of an expression, depending on the number of things."""

from __future__ import annotations

import pytest

from cardwright.board.built_in import root_kinds
from cardwright.board.declarations import Kind, Thing
from cardwright.language.analysis.expression_costs import Costs
from cardwright.language.declared import Declared
from cardwright.language.front_end.checked import Checked


def number(copies: int, of: str = "card") -> int:
    """The number of cards, or other things, assumed for this many copies."""
    declared = Declared()
    declared.board.kinds = {**root_kinds(), "deed": Kind("deed", of, "deeds")}
    declared.board.things["deed"] = {"deed-1": Thing("deed-1", "deed", copies=copies)}
    return Costs(Checked(declared, {})).things["deed"]


@pytest.mark.parametrize(
    ("copies", "counted"),
    [
        (1, 1),
        (8, 8),
        (9, 10),
        (64, 64),
        (65, 80),
        (999, 1024),
        (1024, 1024),
        (1025, 2048),
        (10_000, 16_384),
    ],
)
def test_many_things_count_as_a_few_more(copies: int, counted: int) -> None:
    assert number(copies) == counted


@pytest.mark.parametrize(("copies", "counted"), [(9, 9), (999, 999), (1001, 1024)])
def test_only_large_numbers_of_places_are_rounded(copies: int, counted: int) -> None:
    assert number(copies, "place") == counted


def test_one_card_more_of_many_changes_nothing() -> None:
    assert number(10_001) == number(10_000)
