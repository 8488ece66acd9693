"""Bounds of values: the lowest and highest number possible and, for a set, the most members.

Responsible for those of constants, of cells and of the results of primitives.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from math import inf

from cardwright.board.declarations import Field
from cardwright.board.layout import Layout
from cardwright.program.program import Program
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Bound:
    """The lowest and highest possible number, or member of a set, and the most members."""

    low: float
    high: float
    most: float = 1

    def joined(self, other: Bound) -> Bound:
        return Bound(
            min(self.low, other.low), max(self.high, other.high), max(self.most, other.most)
        )

    def holds(self, found: int | tuple[int, ...]) -> bool:
        members = found if isinstance(found, tuple) else (found,)
        if self == UNKNOWN:
            return True
        return len(members) <= self.most and all(self.low <= i <= self.high for i in members)

    def __str__(self) -> str:
        if self == UNKNOWN:
            return "anything"
        if self.most == inf:
            return f"a set of {self._range()}"
        return self._range() if self.most == 1 else f"up to {self.most} of {self._range()}"

    def _range(self) -> str:
        match self.low == -inf, self.high == inf:
            case True, True:
                return "any number"
            case False, True:
                return f"{self.low} or more"
            case True, False:
                return f"{self.high} or less"
        return f"{self.low} to {self.high}"


NOTHING, UNKNOWN = Bound(inf, -inf, 0), Bound(-inf, inf, inf)
ZERO, TEST = Bound(0, 0), Bound(0, 1)


def joined(bounds: Iterable[Bound]) -> Bound:
    return reduce(Bound.joined, bounds, NOTHING)


_SAME = {
    "fixed": 0, "without_none": 0, "arg_best": 0, "sort_by": 0, "distinct": 0, "take_while": 0,
    "start_from": 0, "take_top": 0, "those_in_game": 1, "in_game_ray": 1,
}  # fmt: skip
"""Primitives that give a part of a set, and which argument that is."""
_ONE_OF = {
    "only": 0, "first": 0, "first_best": 0, "highest": 0, "lowest": 0, "top": 0, "next_seat": 0,
    "seat_before": 0, "nth": 1, "if_member": 0, "if_form": 2, "if_in_game": 1,
}  # fmt: skip
"""Primitives that give a number that is there, or none."""


def arith(op: str, left: Bound, right: Bound) -> Bound:
    if NOTHING in (left, right):
        return NOTHING
    if op == "+":
        return Bound(left.low + right.low, left.high + right.high)
    return Bound(left.low - right.high, left.high - right.low)


def of_constant(value: object) -> Bound:
    match value:
        case bool() | int():
            return Bound(int(value), int(value))
        case tuple() | list() | frozenset():
            if any(isinstance(one, tuple | list) for one in value):
                return joined(of_constant(one) for one in value)
            return Bound(min(value), max(value), len(value)) if value else NOTHING
    return NOTHING


def cell_bounds(program: Program, ids: Bound) -> list[Bound]:
    """The possible values of each cell of the state."""
    layout, board = program.layout, program.board
    found = [UNKNOWN] * len(layout.start)
    found[: layout.count] = [ids] * layout.count
    found[layout.owner : layout.owner + layout.count] = [ids] * layout.count
    for field in (*board.every_field(), *board.state.values()):
        if (field.kind, field.name) in layout.ranges and not field.faces:
            start, end = layout.ranges[(field.kind, field.name)]
            bound = joined(
                (_of_field(field, layout, ids), *map(of_constant, layout.start[start:end]))
            )
            found[start:end] = [bound] * (end - start)
    return found


def _of_field(field: Field, layout: Layout, ids: Bound) -> Bound:
    match field.type.base:
        case _ if field.type.many:
            return Bound(0, 2 ** len(layout.members(field.type)) - 1)
        case "flag":
            return TEST
        case "thing" | "design":
            return ids
        case "enum":
            return Bound(0, len(layout.board.enums[field.type.of].values))
    low, high = field.low, field.high
    return Bound(-inf if low is None else low, inf if high is None else high)


def of_primitive(name: str, args: Sequence[Bound], ids: Bound, cells: Bound) -> Bound:
    """The result of a primitive; unbounded for those without a rule here."""
    match name:
        case _ if name in _SAME:
            return args[_SAME[name]]
        case _ if name in _ONE_OF:
            found = args[_ONE_OF[name]]
            return Bound(min(0, found.low), max(0, found.high))
        case "count" | "rank_in":
            return Bound(0, args[0].most)
        case "some" | "carries":
            return TEST
        case "min" | "max":
            pick = min if name == "min" else max
            return Bound(pick(a.low for a in args), pick(a.high for a in args))
        case "cell_or_zero" | "place_of_named":
            return cells.joined(ZERO)
        case "cell_index":
            return Bound(-1, args[0].high + args[1].high)
        case "zone_of":
            return Bound(0, args[0].high + args[1].high)
        case "contents_of" | "beside" | "group" | "groups" | "border":
            return Bound(0, ids.high, ids.high + 1)
        case "in_mask":
            return Bound(args[1].low, args[1].high, args[1].most)
        case "numbers":
            return Bound(args[0].low, args[1].high, min(1000, args[1].high - args[0].low + 1))
    return UNKNOWN
