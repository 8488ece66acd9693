"""Statements that change a game, show something or say something."""

from __future__ import annotations

from cardwright.board.declarations import Field
from cardwright.language.core.events import Event, action
from cardwright.language.core.nodes import Expr, Stmt
from cardwright.language.core.texts import Text
from cardwright.language.registry.movement import Movement
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Move(Stmt):
    """A move of one item.

    `to` is where it goes (None: back to its supply). When `place` has no item yet (`item` is a
    Domain of the supply), one is taken from there; interchangeable pieces are not distinguished.
    `at` is its position in an ordered zone: `TOP` if it is None. `result` is the register that
    holds the item afterwards. `half`: together with the next statement it is one change, so that
    nothing ends in between; `fits`: room has already been checked. A created thing is a copy of
    `form` and belongs to `owner`, if these are given; otherwise to the actor.
    """

    movement: Movement
    item: Expr
    kind: str
    to: Expr | None
    actor: Expr
    at: Expr | None = None
    result: int | None = None
    half: bool = False
    fits: bool = False
    form: Expr | None = None
    owner: Expr | None = None

    @property
    def event(self) -> Event:
        return action(self.movement, self.kind)


@dataclass(frozen=True, slots=True)
class Begin(Stmt):
    """Brings a lasting effect into effect for `actor`, with these arguments.

    `result` is the register that holds it afterwards; none if an argument is none.
    """

    effect: str
    values: tuple[Expr, ...]
    actor: Expr
    result: int


@dataclass(frozen=True, slots=True)
class End(Stmt):
    """Ends a lasting effect."""

    item: Expr
    actor: Expr


@dataclass(frozen=True, slots=True)
class Become(Stmt):
    """Gives a thing another design: `form`, or its own again if that is None.

    It stays the same thing: its state, its owner, its place and what is on it are kept. `kind` is
    the kind that it becomes.
    """

    item: Expr
    form: Expr | None
    kind: str
    actor: Expr


@dataclass(frozen=True, slots=True)
class Assign(Stmt):
    """Sets, raises or lowers a cell; `op` is =, +, - or pay.

    `splits`: counters that may be lowered instead. `partner` is the player who gains what this one
    loses, or loses what this one gains.
    """

    verb: str
    field: Field
    of: Expr | None
    op: str
    value: Expr
    actor: Expr
    partner: Expr | None = None
    splits: bool = False

    @property
    def event(self) -> Event:
        return Event("change", self.field.state, self.field.kind)


@dataclass(frozen=True, slots=True)
class Shuffle(Stmt):
    zone: Expr


@dataclass(frozen=True, slots=True)
class Roll(Stmt):
    """Rolls one die; `faces` are the faces that it may have, if dice may be of several kinds."""

    die: Expr
    faces: tuple[Field, ...]
    actor: Expr


@dataclass(frozen=True, slots=True)
class Reveal(Stmt):
    item: Expr


@dataclass(frozen=True, slots=True)
class Say(Stmt):
    text: Text
    actor: Expr | None = None
