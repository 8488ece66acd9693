"""Expressions about positions on a board: steps, rays, connections, seats."""

from __future__ import annotations

from cardwright.language.core.nodes import Expr
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class After(Expr):
    """The next player; with `back`, the previous one."""

    of: Expr
    back: bool = False


@dataclass(frozen=True, slots=True)
class Step(Expr):
    """The cell or thing that is one step from `of` in a direction, along a grid or an ordered kind;
    or none.

    `way` is a value of the grid's directions; for an ordered kind, 1 is after and 2 before.
    """

    kind: str
    of: Expr
    way: Expr


@dataclass(frozen=True, slots=True)
class Ray(Expr):
    """Everything in a direction from `of`, the nearest first."""

    kind: str
    of: Expr
    way: Expr


@dataclass(frozen=True, slots=True)
class Connection(Expr):
    """How places of a kind are connected: by steps or, with `edges`, by those.

    `op`: `beside`, what is one step from `args[0]`; `group`, everything connected to it;
    `groups`, one member of each group of the set; `border`, what is beside the set; `distance`, of
    `args[0]` from `args[1]`; `path`, the longest one along edges. `within` is the set that paths
    stay in. Paths can enter the places of `closed`, but not continue from them.
    """

    op: str
    kind: str
    args: tuple[Expr, ...]
    within: Expr | None = None
    edges: Expr | None = None
    closed: Expr | None = None


@dataclass(frozen=True, slots=True)
class LongestLine(Expr):
    """The length of the longest straight run of cells in `source` through `cell`."""

    source: Expr
    cell: Expr
    kind: str
