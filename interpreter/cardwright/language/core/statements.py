"""Statements, and the blocks inside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from cardwright.language.core.changes import Begin, Move, Say
from cardwright.language.core.events import Event
from cardwright.language.core.nodes import Block, Expr, Node, Stmt
from cardwright.language.core.texts import SILENT, Text
from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class Let(Stmt):
    reg: int
    value: Expr


@dataclass(frozen=True, slots=True)
class Limit(Node):
    """At most `number` of the chosen may share the value of `key`.

    `implied`: the author did not write it, and `number` differs from item to item, like room.
    """

    number: Expr
    var: int
    key: Expr
    implied: bool = False


@dataclass(frozen=True, slots=True)
class Choose(Stmt):
    """Asks `chooser` for `low` to `high` members of `source`, one after the other.

    The answer is stored in `reg`: a set if `many`, else one member or none. `again`: a member may
    be taken more than once (destinations of several pieces). `ordered`: the order matters, so that
    even all members are asked for one by one.
    """

    reg: int
    chooser: Expr
    source: Expr
    low: Expr
    high: Expr | None
    many: bool
    limits: tuple[Limit, ...] = ()
    again: bool = False
    secret: bool = False
    random: bool = False
    ordered: bool = False
    needed: Expr | None = None  # how many are needed if this choice will be made again
    spent: int | None = None  # the register of the limits' keys taken by earlier choices
    prompt: Text = SILENT  # the question, in the author's words
    named: bool = False  # whether the author named the choice and uses it later


@dataclass(frozen=True, slots=True)
class ForEach(Stmt):
    reg: int
    source: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Stmt):
    number: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class If(Stmt):
    test: Expr
    then: Block
    other: Block


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """An option of a `choose one`: its id, label (if any), condition and effect.

    `able`: the implicit condition that its first step can be done; see `lower.first_steps`.
    """

    id: str
    label: Text
    test: Expr | None
    body: Block
    span: Span
    able: Expr | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class OneOf(Stmt):
    chooser: Expr
    label: Text
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class CallRule(Stmt):
    """`needed` are some of the arguments; if one of them is none, the rule is not run."""

    rule: str
    you: Expr
    args: tuple[Expr, ...]
    needed: tuple[Expr, ...] = ()

    @property
    def event(self) -> Event:
        return Event("rule", self.rule)


@dataclass(frozen=True, slots=True)
class Perform(Stmt):
    """`needed` are some of the arguments; if one of them is none, nothing is done."""

    slot: str
    of: Expr
    you: Expr
    args: tuple[Expr, ...] = ()
    needed: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenMenu(Stmt):
    """`args` are the values that its options know by name; it offers nothing if one of `needed` is
    none.

    `always`: players who can do nothing are asked too, so that silence reveals nothing.
    """

    menu: str
    chooser: Expr
    other: Block | None
    args: tuple[Expr, ...] = ()
    needed: tuple[Expr, ...] = ()
    always: bool = False


@dataclass(frozen=True, slots=True)
class Break(Stmt):
    pass


@dataclass(frozen=True, slots=True)
class EndGame(Stmt):
    said: Say | None = None  # the reason


@dataclass(frozen=True, slots=True)
class AtOnce(Stmt):
    """Everything in the body happens at the same time: reactions wait until it is over.

    `chooser` chooses the order of the reactions; without one it is that of the events.
    """

    body: Block
    chooser: Expr | None


@dataclass(frozen=True, slots=True)
class Cancel(Stmt):
    """Cancels the event that is replied to: the one before which the innermost window opened."""

    actor: Expr


def filled_registers(block: Block) -> Iterator[int]:
    """The registers that the statements of a block fill, including nested ones."""
    for statement in statements(block):
        match statement:
            case Let(reg=filled) | Choose(reg=filled) | ForEach(reg=filled) | Begin(result=filled):
                yield filled
            case Move(result=int() as filled):
                yield filled


def statements(block: Block) -> Iterator[Stmt]:
    """Every statement of a block, including nested ones."""
    for statement in block:
        yield statement
        for inner in blocks(statement):
            yield from statements(inner)


def blocks(statement: Stmt) -> tuple[Block, ...]:
    """The blocks directly inside a statement."""
    if isinstance(statement, If):
        return statement.then, statement.other
    if isinstance(statement, ForEach | Repeat | AtOnce):
        return (statement.body,)
    if isinstance(statement, OneOf):
        return tuple(branch.body for branch in statement.branches)
    return (statement.other or (),) if isinstance(statement, OpenMenu) else ()
