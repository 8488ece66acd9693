"""Values of a program: expressions of numbers and sets, which change nothing.

They are trees, as in the folded form of WebAssembly's text; anything that changes the state, asks
or logs is an operation (`operations`). Flags, enums and things are numbers, too. No target language
owns these nodes: each backend prints or interprets them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Literal, TypeVar

from cardwright.language import core
from cardwright.source.records import dataclass
from cardwright.source.text import Span

Shape = Literal[
    "number", "set", "number?", "set?", "word", "none", "key",
    "sets", "tables", "members", "near", "state", "zones",
]  # fmt: skip
"""A flag, an enum and a thing are numbers. A set has an order, and a table by thing is one: `sets`
is a table of sets, `tables` one of these. `members` are a fixed set without an order, `near` has
the neighbours of places, a `key` works out a number for a member. With `?` it may be none."""


@dataclass(slots=True, eq=False)
class Value:
    """`expr` is the expression of the core that it comes from, if there is one."""

    expr: core.Expr | None = field(default=None, init=False, repr=False)

    @property
    def span(self) -> Span | None:
        """Its source text, if known."""
        return self.expr.span if self.expr is not None else None


# --------------------------------------------------------------------------------- leaves


@dataclass(slots=True, eq=False)
class Const(Value):
    """A number, a fixed set, or a word that a primitive knows; None if there is no set."""

    value: int | str | tuple[int, ...] | None


@dataclass(slots=True, eq=False)
class Var(Value):
    """A local name: of a function, of a loop in an expression, or of one block."""

    name: str
    many: bool = False


@dataclass(slots=True, eq=False)
class Register(Value):
    """The content of a register of the running frame: a set if `many`."""

    index: int
    many: bool = False


@dataclass(slots=True, eq=False)
class Table(Value):
    """A constant of the program, by its name."""

    name: str


@dataclass(slots=True, eq=False)
class State(Value):
    """The whole state, for a primitive."""


@dataclass(slots=True, eq=False)
class Zones(Value):
    """The contents of all zones, for a primitive."""


STATE, ZONES = State(), Zones()


# --------------------------------------------------------------------- reading and numbers


@dataclass(slots=True, eq=False)
class Cell(Value):
    """A cell of the state."""

    at: Value


@dataclass(slots=True, eq=False)
class Zone(Value):
    """The contents of a zone, in order."""

    at: Value


@dataclass(slots=True, eq=False)
class Entry(Value):
    """An entry of a table, or a member of a set by its position, from 0."""

    of: Value
    at: Value


@dataclass(slots=True, eq=False)
class Arith(Value):
    """`+` or `-`; operators with special cases are primitives."""

    op: str
    left: Value
    right: Value


@dataclass(slots=True, eq=False)
class Compare(Value):
    op: str
    left: Value
    right: Value


@dataclass(slots=True, eq=False)
class Between(Value):
    """Whether a number is in a fixed range, including both bounds."""

    low: int
    of: Value
    high: int


@dataclass(slots=True, eq=False)
class In(Value):
    """Whether a number is in a set or, if `absent`, whether it is not."""

    item: Value
    set: Value
    absent: bool = False


@dataclass(slots=True, eq=False)
class And(Value):
    """Tests that all hold, evaluated from first to last until one fails."""

    tests: Sequence[Value]


@dataclass(slots=True, eq=False)
class Or(Value):
    tests: Sequence[Value]


@dataclass(slots=True, eq=False)
class Not(Value):
    of: Value


@dataclass(slots=True, eq=False)
class Else(Value):
    """The number, or the other if that is 0."""

    value: Value
    other: Value


@dataclass(slots=True, eq=False)
class Select(Value):
    test: Value
    then: Value
    other: Value


# ----------------------------------------------------------------------------------- sets


@dataclass(slots=True, eq=False)
class Spread(Value):
    """Among items: all members of a set."""

    of: Value


@dataclass(slots=True, eq=False)
class Items(Value):
    """A set of these, in this order."""

    parts: Sequence[Value]


@dataclass(slots=True, eq=False)
class Loop:
    """The members of a set that pass tests, one by one in a variable."""

    var: str
    source: Value
    tests: Sequence[Value] = ()


@dataclass(slots=True, eq=False)
class Collect(Value):
    """The value for each member; loops are nested."""

    each: Value
    loops: Sequence[Loop]


@dataclass(slots=True, eq=False)
class Exists(Value):
    """Whether any member passes."""

    loop: Loop


@dataclass(slots=True, eq=False)
class Key(Value):
    """The value that a primitive calculates for each member of its set."""

    var: str
    body: Value


# ---------------------------------------------------------------------------------- calls


@dataclass(slots=True, eq=False)
class Call(Value):
    """A primitive: a pure function that every backend has."""

    name: str
    args: Sequence[Value]


@dataclass(slots=True, eq=False)
class Query(Value):
    """A query about the running frames."""

    name: str
    args: Sequence[Value]


@dataclass(slots=True, eq=False)
class Invoke(Value):
    """A function of the program, in the same state."""

    function: str
    args: Sequence[Value]


@dataclass(slots=True, eq=False)
class AsIf(Value):
    """A value in a state in which one cell has another value."""

    cell: Value
    value: Value
    body: Value


# -------------------------------------------------------------------------- instrumentation


@dataclass(slots=True, eq=False)
class Caching(Value):
    """A whole expression during which the values of definitions are cached."""

    body: Value


@dataclass(slots=True, eq=False)
class Counted(Value):
    """A set whose members each cost steps."""

    source: Value
    weight: int


@dataclass(slots=True, eq=False)
class Observed(Value):
    """Coverage: a test that records whether it was true or false."""

    true: int
    false: int
    test: Value


@dataclass(slots=True, eq=False)
class Reached(Value):
    """Coverage: always true; records that it was reached."""

    number: int


# --------------------------------------------------------------------------- construction

_Any = TypeVar("_Any", bound=Value)


def value_of(expr: core.Expr, value: _Any) -> _Any:
    value.expr = expr
    return value


def plus(a: Value, b: int) -> Value:
    return a if b == 0 else Arith("+", a, Const(b))


def all_of(tests: Sequence[Value]) -> Value:
    if not tests:
        return Const(True)
    return tests[0] if len(tests) == 1 else And(tests)


def any_of(tests: Sequence[Value]) -> Value:
    if not tests:
        return Const(False)
    return tests[0] if len(tests) == 1 else Or(tests)


def call(primitive: str, *args: Value) -> Call:
    return Call(primitive, args)
