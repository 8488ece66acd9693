"""Our dataclasses behave like the standard ones, except for what type checkers guarantee."""

from __future__ import annotations

from dataclasses import field, fields, replace

import pytest

from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Town:
    """A town."""

    name: str
    size: int = 1
    known: list[int] = field(default_factory=list, repr=False, compare=False)


@dataclass(slots=True)
class Count:
    number: int = 0


def test_frozen_ones_are_equal_and_have_a_hash() -> None:
    assert Town("skara") == Town("skara", known=[1])
    assert {Town("skara"): 1}[Town("skara")] == 1
    assert replace(Town("skara"), size=2) != Town("skara")


def test_others_have_no_hash() -> None:
    assert Count(1) == Count(1)
    with pytest.raises(TypeError):
        hash(Count())


def test_repr_shows_fields() -> None:
    assert repr(Town("skara")) == "Town(name='skara', size=1)"
    assert [f.name for f in fields(Count)] == ["number"]


def test_slots_allow_no_other_attribute() -> None:
    with pytest.raises(AttributeError):
        Town("skara").people = 3  # type: ignore[attr-defined]


def test_docstrings_are_kept_and_not_generated() -> None:
    assert Town.__doc__ == "A town."
    assert Count.__doc__ == "Count"
