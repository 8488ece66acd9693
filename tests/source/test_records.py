"""Our dataclasses behave like the standard ones, except for what type checkers guarantee."""

from __future__ import annotations

from dataclasses import field, fields, replace
from typing import ClassVar

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


def test_annotations_are_those_of_the_class() -> None:
    @dataclass(frozen=True, slots=True)
    class Map:
        name: str
        shared: ClassVar[list[str]] = []

    assert [(f.name, f.type) for f in fields(Map)] == [("name", "str")]
    assert Map.__annotations__ == {"name": "str", "shared": "ClassVar[list[str]]"}
    assert Map("isles").shared is Map.shared


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


@dataclass(slots=True)
class Trip:
    """A class with each sort of field."""

    start: str
    stops: list[str] = field(default_factory=list)
    days: int = 1
    name: str = field(kw_only=True)
    tags: set[str] = field(default_factory=set, kw_only=True)
    cost: int = field(default=0, init=False)
    notes: list[str] = field(default_factory=list, init=False)
    title: str = field(init=False)

    def __post_init__(self) -> None:
        self.title = f"{self.name} from {self.start}"


def test_records_are_made_of_parameters_defaults_and_what_makes_them() -> None:
    trip, other = Trip("york", name="north"), Trip("hull", ["york"], 3, name="east", tags={"sea"})
    assert repr(trip) == (
        "Trip(start='york', stops=[], days=1, name='north', tags=set(), cost=0, notes=[], "
        "title='north from york')"
    )
    assert (other.stops, other.days, other.tags) == (["york"], 3, {"sea"})
    trip.stops.append("hull")
    assert Trip("york", name="north").stops == []
    assert replace(other, days=4).title == "east from hull"


@dataclass(slots=True)
class Base:
    size: int = 1


def test_a_field_without_a_default_follows_none_with_one() -> None:
    @dataclass(slots=True)
    class Village(Base):
        name: str  # type: ignore[misc]

    with pytest.raises(TypeError, match=r"a field of .*Village without a default"):
        Village(name="york")


def test_fields_of_a_base_class_come_first() -> None:
    @dataclass(slots=True)
    class Village(Base):
        name: str = field(default="", kw_only=True)
        people: list[str] = field(default_factory=list)

    assert repr(Village(2, ["ann"], name="x")).endswith("Village(size=2, name='x', people=['ann'])")
    assert (Village().size, Village().people) == (1, [])


@pytest.mark.parametrize(
    ("given", "named", "message"),
    [
        (("york",), {}, r"Trip\.__init__\(\) missing 1 required keyword-only argument: 'name'"),
        ((), {"name": "x"}, r"Trip\.__init__\(\) missing 1 required positional argument: 'start'"),
        (("york",), {"name": "x", "cost": 1}, "unexpected keyword argument 'cost'"),
    ],
)
def test_wrong_arguments_are_named(
    given: tuple[str, ...], named: dict[str, object], message: str
) -> None:
    with pytest.raises(TypeError, match=message):
        Trip(*given, **named)  # type: ignore[arg-type]
