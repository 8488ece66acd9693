"""The results of checking effects, modifiers and definitions."""

from __future__ import annotations

from dataclasses import field

from cardwright.board.declarations import Field, Thing
from cardwright.board.types import Type
from cardwright.language.core.nodes import Block, Expr
from cardwright.language.declared import Ability, Effect, Option, Rule
from cardwright.language.registry.operation import Operation
from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class WindowFrame:
    """What a game must know about the frames of a window: the registers for whether its event is
    cancelled, where to continue then (None if it can't be cancelled), what is replied to, and who
    did that; the event in words; and how many windows may be open at the same time.
    """

    cancelled: int
    resume_block: int | None
    about: int | None
    actor: int | None
    event: str
    deep: int


Origin = Rule | Effect | Option | Ability
"""What is declared with an effect."""


def routine_name(origin: Origin) -> str:
    """`score`, `loose-shoe/event`, `tavern/rest`: its effect's name in errors and saved games."""
    match origin:
        case Rule(name=own):
            return own
        case Option(id=own) | Effect(slot=own):
            pass
        case Ability(kind=kind):
            own = kind.key
    return f"{origin.bearer.id}/{own}" if origin.bearer else own


@dataclass(frozen=True, slots=True)
class Routine:
    """A checked effect: `takes` registers are filled by the caller (0 is *you*)."""

    name: str
    takes: int
    registers: int
    body: Block
    span: Span
    hir: Block = field(default=(), compare=False, repr=False)  # the HIR it was lowered from
    source: int | None = None  # the register for the source of the event that triggers it
    window: WindowFrame | None = None  # if it asks for replies
    origin: Origin | None = field(default=None, compare=False, repr=False)

    @property
    def bearer(self) -> Thing | None:
        """The definition that carries it."""
        return self.origin.bearer if isinstance(self.origin, Effect | Option | Ability) else None

    @property
    def scopes(self) -> tuple[str, ...]:
        """The names by which an automaton's answers can refer to its questions only, the narrowest
        first.
        """
        own = (self.name,) if isinstance(self.origin, Rule) else ()
        own = (self.origin.id,) if isinstance(self.origin, Option) else own
        return own if self.bearer is None else (*own, self.bearer.id)


@dataclass(frozen=True, slots=True)
class Modifier:
    """A modifier of a definition, with the ability that declares it.

    `printed`: the printed field that it changes instead, and `of_kind` the kind of things whose
    field it is.
    """

    declared: Ability
    operation: Operation
    test: Expr | None
    value: Expr
    printed: Field | None = None
    of_kind: str = ""
    # the things whose keyword it changes
    whom: Expr | None = field(default=None, compare=False, repr=False)
    # the number of the keyword
    number: Expr | None = field(default=None, compare=False, repr=False)
    # the condition that is written
    condition: Expr | None = field(default=None, compare=False, repr=False)

    @property
    def bearer(self) -> Thing | None:
        """The definition that carries it; None for the pack's own."""
        return self.declared.bearer


@dataclass(frozen=True, slots=True)
class Function:
    """A checked definition; parameters are variables 0..n-1."""

    name: str
    takes: tuple[Type, ...]
    body: Expr
    span: Span
    hir: Expr | None = field(default=None, compare=False, repr=False)  # the HIR of the body
    deep: int = 0  # how deeply calls of itself can be nested; 0: it never calls itself
