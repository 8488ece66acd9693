"""Expressions for sets, and for members of sets."""

from __future__ import annotations

from cardwright.language.core.nodes import Comprehension, Expr
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class SetOf(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Domain(Expr):
    """All things of a kind that are in the game; for pieces and cards, only those that are
    somewhere.

    In `supply`: those that are nowhere, without tokens unless the kind is a kind of tokens.
    """

    kind: str
    supply: bool = False


@dataclass(frozen=True, slots=True)
class Values(Expr):
    """All values of an enum."""

    enum: str


@dataclass(frozen=True, slots=True)
class Numbers(Expr):
    """All whole numbers from `low` to `high`; none if `high` is lower."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Places(Expr):
    """The places of the members of a set, one for each member."""

    source: Expr


@dataclass(frozen=True, slots=True)
class Contents(Expr):
    zone: Expr


@dataclass(frozen=True, slots=True)
class Filter(Comprehension):
    var: int
    source: Expr
    test: Expr


def filters(source: Expr) -> tuple[list[Filter], Expr]:
    """The filters around a set, from the outermost to the innermost, and the set itself."""
    found: list[Filter] = []
    while isinstance(source, Filter):
        found.append(source)
        source = source.source
    return found, source


@dataclass(frozen=True, slots=True)
class Reduce(Comprehension):
    op: str  # sum, highest or lowest
    var: int
    source: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class ArgMax(Comprehension):
    """All members with the highest (or lowest) value; with `one`, only the first."""

    op: str  # highest or lowest
    var: int
    source: Expr
    body: Expr
    one: bool = False


@dataclass(frozen=True, slots=True)
class Distinct(Comprehension):
    """The first member for each value of `body`."""

    var: int
    source: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class SortBy(Comprehension):
    """In ascending order of `body`; ties keep their order."""

    var: int
    source: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class StartFrom(Expr):
    source: Expr
    start: Expr


@dataclass(frozen=True, slots=True)
class Only(Expr):
    source: Expr


@dataclass(frozen=True, slots=True)
class TopOf(Expr):
    """The top (or bottom) of a zone: one thing or none, or `number` of them.

    `zone` may also be an ordered set, of which the first are the top.
    """

    zone: Expr
    bottom: bool
    number: Expr | None


@dataclass(frozen=True, slots=True)
class ElementAt(Expr):
    """One member of a set, counted from 1; none if the set is smaller."""

    source: Expr
    position: Expr


@dataclass(frozen=True, slots=True)
class TakeWhile(Comprehension):
    """The members before the first one that fails the test; with `last`, including that one."""

    var: int
    source: Expr
    test: Expr
    last: bool


@dataclass(frozen=True, slots=True)
class FlatMap(Comprehension):
    """The sets that are the values of `body` for each member, concatenated."""

    var: int
    source: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class Difference(Expr):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Union(Expr):
    """A set and one more member (or a second set)."""

    left: Expr
    right: Expr
