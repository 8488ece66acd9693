"""Bounds on the sizes of sets: pieces of one player, places with limited room, shared things."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.language.analysis.expression_costs import Costs
from cardwright.language.external_texts import ExternalTexts
from cardwright.source.diagnostics import Report
from cardwright.source.text import Source, Span

STABLES = Path(__file__).parents[1] / "packs" / "stables"


def size(text: str) -> int:
    """The bound on a set in a game with 8 horses, 4 of each player, and 8 sacks."""
    checked = cardwright.load(STABLES).checked
    expr = ExternalTexts(checked).expression(
        Span(Source("", text), 0, len(text)), Report(), you=True
    )
    assert expr is not None
    return Costs(checked).size(expr)


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("horses", 8),
        ("your horses", 4),
        ("sacks", 8),
        ("sacks on barn", 2),
        ("sacks on wagon", 3),
        ("stables where stable is barn", 1),
        ("stables with ponies", 2),
        ("stables with wagons", 2),
    ],
)
def test_a_set_has_as_many_members_as_can_be_there(text: str, most: int) -> None:
    assert size(text) == most


def test_things_divided_among_places_count_once() -> None:
    checked = cardwright.load(STABLES).checked

    def work(text: str) -> int:
        expr = ExternalTexts(checked).expression(
            Span(Source("", text), 0, len(text)), Report(), you=True
        )
        assert expr is not None
        return Costs(checked).of(expr)

    body = "sum of (1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1) over"
    once = work(f"{body} horses")
    per_stable = work(f"sum of ({body} horses on stable) over stables")
    twice = work(f"sum of ({body} horses on barn) over stables")
    assert per_stable < once + work("sum of number of horses on stable over stables") + 10
    assert twice > 2 * once
