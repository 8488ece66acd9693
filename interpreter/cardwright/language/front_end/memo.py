"""What declarations became when they were checked, to be used again while nothing else changes.

A rule, an effect, an option or an ability is a query: what it becomes follows from its own texts,
from what is declared, and from the types of definitions. Responsible for the answers of one game's
declarations. Whoever keeps a `Memo` gives it only to games whose packs declare the same in all but
these texts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import field
from typing import Any

from cardwright.board.types import Type
from cardwright.language import core
from cardwright.language.front_end.checked import Checked
from cardwright.language.resolve.scope import Context
from cardwright.language.syntax.nodes import Node
from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class Asked:
    """What texts ask of the whole game: see `Context`."""

    source: bool
    during: frozenset[str]
    astray: frozenset[str]

    @classmethod
    def of(cls, context: Context) -> Asked:
        return cls(context.asks_source, frozenset(context.asked_during), frozenset(context.astray))

    def add_to(self, context: Context) -> None:
        context.asks_source |= self.source
        context.asked_during |= self.during
        context.astray |= self.astray


Trees = Sequence[tuple[Span, Node]]
Signature = dict[str, tuple[Type, ...] | None]
"""By name of a definition, the types of its value and of what it takes; None if it is wrong."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one declaration became, and what its texts ask of the whole game."""

    made: Checked
    trees: Trees
    asked: Asked

    def merge_into(self, checked: Checked) -> None:
        """Adds what was made to that of the declarations before."""
        checked.rules |= self.made.rules
        checked.effects |= self.made.effects
        checked.options += self.made.options
        checked.abilities += self.made.abilities
        for name, modifiers in self.made.modifiers.items():
            checked.modifiers.setdefault(name, []).extend(modifiers)


@dataclass(frozen=True, slots=True)
class Definitions:
    """All definitions of a game that has no errors in them."""

    declared: tuple[object, ...]
    functions: dict[str, core.Function]
    trees: Trees
    asked: Asked


@dataclass(slots=True)
class Memo:
    """By declaration, what it became; valid while definitions have the types of `signature`."""

    outcomes: dict[int, tuple[object, Outcome]] = field(default_factory=dict)
    definitions: Definitions | None = None
    signature: Signature | None = None
    marks: dict[int, tuple[object, object]] = field(default_factory=dict)
    marked_with: object = None
    asked: Asked | None = None  # by all texts together, when they were last checked
    leads: dict[int, Any] = field(default_factory=dict)  # see `endless_effects`

    def of(self, declared: object) -> Outcome | None:
        """What a declaration became, if it was checked and had no errors."""
        found = self.outcomes.get(id(declared))
        return found[1] if found is not None else None

    def store(self, declared: object, outcome: Outcome) -> None:
        self.outcomes[id(declared)] = declared, outcome  # which keeps the id its own

    def marks_with(self, others: object) -> dict[int, tuple[object, object]]:
        """By id, what routines and options became with their first steps, found with `others`."""
        if self.definitions is None or others != self.marked_with:
            self.marks = {}
        self.marked_with = others
        return self.marks

    def use_signature(self, signature: Signature) -> None:
        """Forgets what was checked with definitions of other types."""
        known = self.signature
        if known is None or any(signature.get(name) != one for name, one in known.items()):
            self.outcomes.clear()
        self.signature = signature

    def forget(self, declared: Iterable[object], names: Collection[str]) -> None:
        """Forgets what these became, which are all whose texts have one of these names."""
        for one in declared:
            self.outcomes.pop(id(one), None)
        known = self.signature or {}
        self.signature = {name: one for name, one in known.items() if name not in names}
