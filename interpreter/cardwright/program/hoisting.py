"""Tests in a loop that ask each time whether a member is somewhere, hoisted out of the loop.

`any(for y in pieces if s[y] == x)`, in a loop over the cells x, asks whether x is among the places
of pieces. These are marked before the loop; then each test looks at its mark.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardwright.program import values as v
from cardwright.program.control_flow import Part, children, inside
from cardwright.source.records import dataclass

_CHEAP = (
    v.Cell, v.Var, v.Const, v.Compare, v.Arith, v.Register, v.Table, v.Entry, v.Not, v.And, v.Or,
    v.Between, v.Loop,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Membership:
    """Whether `item` is among the `member`s of a loop that depends on nothing outside it.

    Two with the same key have the same members.
    """

    test: v.Exists
    item: v.Value
    members: v.Loop
    member: v.Value
    key: object


def memberships(tests: Iterable[v.Value]) -> Iterator[Membership]:
    """The memberships in the tests of a loop."""
    for part in (part for test in tests for part in inside(test)):
        if isinstance(part, v.Exists) and (found := membership(part)) is not None:
            yield found


def is_long(source: v.Value) -> bool:
    """Whether a loop over this is worth the work before it: it goes over a fixed set."""
    if isinstance(source, v.Counted):
        source = source.source
    return isinstance(source, v.Table) or (
        isinstance(source, v.Entry) and isinstance(source.of, v.Table)
    )


def membership(test: v.Exists) -> Membership | None:
    loop = test.loop
    for at, one in enumerate(loop.tests):
        for place, item in _sides(one):
            if not _is_place(place, loop.var) or _names(item) & {loop.var}:
                continue
            others = [other for number, other in enumerate(loop.tests) if number != at]
            members = v.Loop(loop.var, loop.source, others)
            if not is_long(loop.source) or not _alone(members):
                return None
            return Membership(test, item, members, place, _key(members))
    return None


def _sides(test: v.Value) -> Iterator[tuple[v.Value, v.Value]]:
    if isinstance(test, v.Compare) and test.op == "==":
        yield test.left, test.right
        yield test.right, test.left


def _is_place(e: v.Value, var: str) -> bool:
    return isinstance(e, v.Cell) and isinstance(e.at, v.Var) and e.at.name == var


def _names(e: Part) -> set[str]:
    return {part.name for part in inside(e) if isinstance(part, v.Var)}


def _alone(members: v.Loop) -> bool:
    return _names(members) <= {members.var} and all(isinstance(p, _CHEAP) for p in inside(members))


def _key(part: Part) -> object:
    """Equal for parts that differ only in the name of their variable."""
    named = isinstance(part, v.Var | v.Loop)
    own = () if named else tuple(getattr(part, name, None) for name in _OWN)
    return type(part), own, tuple(_key(child) for child in children(part))


_OWN = ("value", "index", "many", "name", "op", "low", "high")  # of leaves, and operators
