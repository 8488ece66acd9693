"""Distances, neighbours and directions, as the author named them."""

from __future__ import annotations

from cardwright.board.declarations import Field
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Within(Expr):
    """`within 2 regions of x`: `near` and `far` are the ranks of the item and of x."""

    item: Expr
    reference: Expr
    steps: Expr
    near: Expr
    far: Expr


@dataclass(frozen=True, slots=True)
class Adjacent(Expr):
    """`next to x`, along an ordered kind: one step away."""

    item: Expr
    reference: Expr
    near: Expr
    far: Expr


@dataclass(frozen=True, slots=True)
class Neighbouring(Expr):
    """`next to x`, in a grid: among its neighbours."""

    item: Expr
    reference: Expr
    neighbours: Field


@dataclass(frozen=True, slots=True)
class Joined(Expr):
    """`next to x`, in a network: an edge joins the two."""

    item: Expr
    reference: Expr
    near: core.Connection


Nearness = Within | Adjacent | Neighbouring | Joined
"""What a thing is near to."""


@dataclass(frozen=True, slots=True)
class Next(Expr):
    """`region after x`, `regions before x`: along an ordered kind, an enum or the seats.

    `of` is what the author named, `at` its position in the row.
    """

    of: Expr
    at: Expr
    back: bool


@dataclass(frozen=True, slots=True)
class Towards(Expr):
    """`cells from x towards north while ...`: one ray, or several.

    `until`: includes the first cell for which the test holds.
    """

    kind: str
    of: Expr
    at: Expr
    ways: Expr
    var: int  # the variable of a direction
    item: int  # the variable of a member, in the test
    test: Expr | None
    until: bool


@dataclass(frozen=True, slots=True)
class LargestGroup(Expr):
    """`largest group in x`: the first of several."""

    var: int
    groups: core.Connection
    group: core.Connection  # the group of a member of `groups`, which is `var`
