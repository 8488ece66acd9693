"""Expressions for single values: literals, registers, properties of things, arithmetic, tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from functools import reduce

from cardwright.board.declarations import Field
from cardwright.board.types import FLAG, NONE, NUMBER, thing
from cardwright.language.core.nodes import Expr
from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class Lit(Expr):
    """A number, a flag, or 0 for none."""

    value: int


@dataclass(frozen=True, slots=True)
class Named(Expr):
    """A value of an enum, or a thing that a pack defines.

    `implied`: no text names it; it is one of the keys that a cell of a state may have.
    """

    owner: str
    name: str
    implied: bool = False


@dataclass(frozen=True, slots=True)
class ZoneOf(Expr):
    zone: str
    player: Expr | None


@dataclass(frozen=True, slots=True)
class Reg(Expr):
    """A register of the frame; `word` is the author's name for it here."""

    index: int
    word: str = field(default="", kw_only=True, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Var(Expr):
    """A variable of an expression; `word` is the author's name for it here."""

    index: int
    word: str = field(default="", kw_only=True, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Get(Expr):
    """A printed fact or a cell of state; `of` is None for the game's own."""

    field: Field
    of: Expr | None


@dataclass(frozen=True, slots=True)
class LocationOf(Expr):
    of: Expr


def place_of(item: Expr, span: Span | None = None) -> LocationOf:
    """The place of a thing; none if it is in supply."""
    return LocationOf(thing("thing").maybe(), span or item.span, item)


@dataclass(frozen=True, slots=True)
class Owner(Expr):
    of: Expr


@dataclass(frozen=True, slots=True)
class DesignOf(Expr):
    """The design that a thing is a copy of: its definition or, without one, its kind."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Position(Expr):
    """A position from 1, the top; if `zone` is None, wherever the thing is."""

    of: Expr
    zone: Expr | None = None


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """The value of a definition, or of a printed field that modifiers change: `cost of card`."""

    name: str
    args: tuple[Expr, ...]
    field: Field | None = None  # the printed field


@dataclass(frozen=True, slots=True)
class Arith(Expr):
    op: str  # + - * / mod min max
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    op: str  # == != < <= > >=
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Logic(Expr):
    op: str  # and or
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not(Expr):
    of: Expr


@dataclass(frozen=True, slots=True)
class Cond(Expr):
    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Member(Expr):
    item: Expr
    source: Expr


@dataclass(frozen=True, slots=True)
class AsIf(Expr):
    """The value that something would have if a thing had the design `form` (None: its own)."""

    item: Expr
    form: Expr | None
    body: Expr


@dataclass(frozen=True, slots=True)
class IsKind(Expr):
    of: Expr
    kind: str


@dataclass(frozen=True, slots=True)
class AsKind(Expr):
    """The thing itself if it is of the kind, else none."""

    of: Expr
    kind: str


@dataclass(frozen=True, slots=True)
class Count(Expr):
    source: Expr


@dataclass(frozen=True, slots=True)
class Exists(Expr):
    source: Expr


@dataclass(frozen=True, slots=True)
class Nth(Expr):
    index: Expr
    items: tuple[Expr, ...]


def lit(value: int, span: Span) -> Lit:
    """A number."""
    return Lit(NUMBER, span, value)


def arith(op: str, left: Expr, right: Expr) -> Arith:
    """A number calculated from two, at the position of the left one."""
    return Arith(NUMBER, left.span, op, left, right)


def none(span: Span) -> Lit:
    """The value none, of whatever type is expected."""
    return Lit(NONE, span, 0)


def conjuncts(test: Expr | None) -> Iterator[Expr]:
    """The conditions that `and` joins; empty for None."""
    if isinstance(test, Logic) and test.op == "and":
        yield from conjuncts(test.left)
        yield from conjuncts(test.right)
    elif test is not None:
        yield test


def joined(op: str, tests: Iterable[Expr], span: Span | None = None) -> Expr:
    """One or more conditions joined by `and` or `or`."""
    return reduce(lambda a, b: Logic(FLAG, span or b.span, op, a, b), tests)


def is_register(e: object, index: int) -> bool:
    return isinstance(e, Reg) and e.index == index


def is_variable(e: object, index: int) -> bool:
    return isinstance(e, Var) and e.index == index
