"""Operations of a program: the steps of blocks and functions.

A routine is blocks over the registers of its frame. A block runs from its first operation to its
last, which says where the routine continues: nothing but registers and state remains, so a game can
be copied between any two blocks. Responsible for the nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from cardwright.language.core import Stmt
from cardwright.program.values import Register, Value, Var
from cardwright.source.records import dataclass
from cardwright.source.text import Span

FRAME = 2  # in a frame, registers follow the position and the routine's number


@dataclass(slots=True, eq=False)
class Operation:
    """`statement` is the one that it comes from, and `span` its text."""

    span: Span | None = field(default=None, init=False)
    statement: Stmt | None = field(default=None, init=False)


@dataclass(slots=True, eq=False)
class Set(Operation):
    """Sets a register, or a local name."""

    target: Register | Var
    value: Value


@dataclass(slots=True, eq=False)
class SetCell(Operation):
    """Sets a cell that authors do not declare: without reactions, and without a line in the log."""

    cell: int
    value: Value


@dataclass(slots=True, eq=False)
class Do(Operation):
    """An effect on the game, and where its result is stored, if anywhere."""

    effect: str
    args: Sequence[Value]
    into: Register | Var | None = None


@dataclass(slots=True, eq=False)
class Log(Operation):
    """An entry of the log: its point and its numbers."""

    point: int
    args: Sequence[Value]


@dataclass(slots=True, eq=False)
class When(Operation):
    """Operations that run only if a test holds; they end no block."""

    test: Value
    body: Sequence[Operation]


@dataclass(slots=True, eq=False)
class ForEach(Operation):
    """In a function: operations for each member of a set."""

    var: str
    source: Value
    body: Sequence[Operation]


@dataclass(slots=True, eq=False)
class Spend(Operation):
    """Counts steps of the answer: those of a routine, or of one round of a loop, as it begins."""

    steps: int


@dataclass(slots=True, eq=False)
class Hit(Operation):
    """Coverage: records that a point was reached."""

    number: int


# ------------------------------------------------------------------------ the end of a block


@dataclass(slots=True, eq=False)
class Goto(Operation):
    block: int


@dataclass(slots=True, eq=False)
class Branch(Operation):
    test: Value
    yes: int
    no: int


@dataclass(slots=True, eq=False)
class Run(Operation):
    """An effect that may put a frame on top of this one, which continues at `after`."""

    effect: str
    args: Sequence[Value]
    after: int


@dataclass(slots=True, eq=False)
class Ask(Operation):
    """The question of a decision point, which says where it continues."""

    effect: str
    point: int


@dataclass(slots=True, eq=False)
class Leave(Operation):
    """An effect that removes this frame, or all of them."""

    effect: str
    args: Sequence[Value] = ()


@dataclass(slots=True, eq=False)
class Return(Operation):
    """The value of a function."""

    value: Value


END_OF_BLOCK = Goto | Branch | Run | Ask | Leave


@dataclass(slots=True)
class Function:
    """A function of the state and of its parameters; `framed` ones also read the registers.

    If `many`, it returns a set. A call counts its steps, if any.
    """

    name: str
    takes: tuple[str, ...]
    body: list[Operation]
    span: Span
    framed: bool = False
    many: bool = False
    steps: int = 0
