"""The possible numbers of values, as far as their text shows it: certain facts are not tested.

Only fixed tables and the lists of things are trusted; the content of frames is not.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardwright.program import values as v

Range = tuple[int, int]


class Ranges:
    """The known ranges of local names. `things` is the number of things."""

    def __init__(self, constants: Mapping[str, object], things: int) -> None:
        self.constants, self.things = constants, things
        self.names: dict[str, Range] = {}

    def of(self, e: v.Value) -> Range | None:
        match e:
            case v.Const(value=bool() | int()):
                return int(e.value), int(e.value)  # type: ignore[arg-type]
            case v.Var(many=False):
                return self.names.get(e.name)
            case v.Entry():
                return self.members(e.of)
            case v.Arith():
                return self._arith(e)
        return None

    def _arith(self, e: v.Arith) -> Range | None:
        left, right = self.of(e.left), self.of(e.right)
        if left is None or right is None:
            return None
        if e.op == "+":
            return left[0] + right[0], left[1] + right[1]
        return left[0] - right[1], left[1] - right[0]

    def members(self, source: v.Value) -> Range | None:
        """The range of the members of a set, or of all sets of a table."""
        match source:
            case v.Zone():
                return 0, self.things - 1
            case v.Const(value=tuple()):
                return _ends(source.value)
            case v.Table():
                return _ends(self.constants[source.name])
            case v.Entry():
                return self.members(source.of)
            case v.Counted():
                return self.members(source.source)
        return None

    def is_below(self, e: v.Value, size: int) -> bool:
        """Whether a number is certainly from 0 to one less than a size."""
        found = self.of(e)
        return found is not None and found[0] >= 0 and found[1] < size


def _ends(value: object) -> Range | None:
    numbers = [*_numbers(value)]
    return (min(numbers), max(numbers)) if numbers else None


def _numbers(value: object) -> list[int]:
    if isinstance(value, int):
        return [int(value)]
    if isinstance(value, list | tuple | frozenset):
        return [n for one in value for n in _numbers(one)]
    return []
