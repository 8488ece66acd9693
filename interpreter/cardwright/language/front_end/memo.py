"""The results of checking declarations, to be reused while nothing else changes.

A rule, an effect, an option or an ability is a query: its result follows from its own texts, from
what is declared, and from the types of definitions. Responsible for the results of one game's
declarations. The caller may use a `Memo` only with games whose packs declare the same in all other
texts.
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
class Requirements:
    """What texts require of the whole game: see `Context`."""

    source: bool
    during: frozenset[str]
    misplaced: frozenset[str]

    @classmethod
    def of(cls, context: Context) -> Requirements:
        return cls(
            context.asks_source, frozenset(context.asked_during), frozenset(context.misplaced)
        )

    def add_to(self, context: Context) -> None:
        context.asks_source |= self.source
        context.asked_during |= self.during
        context.misplaced |= self.misplaced


Trees = Sequence[tuple[Span, Node]]
Signature = dict[str, tuple[Type, ...] | None]
"""By name of a definition, the types of its value and of what it takes; None if it is wrong."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one declaration, and what its texts require of the whole game."""

    made: Checked
    trees: Trees
    required: Requirements

    def merge_into(self, checked: Checked) -> None:
        """Adds the result to those of the declarations before."""
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
    required: Requirements


@dataclass(slots=True)
class Memo:
    """The result of each declaration; valid while definitions have the types of `signature`."""

    outcomes: dict[int, tuple[object, Outcome]] = field(default_factory=dict)
    definitions: Definitions | None = None
    signature: Signature | None = None
    marks: dict[int, tuple[object, object]] = field(default_factory=dict)
    marked_with: object = None
    required: Requirements | None = (
        None  # what all texts together required when they were last checked
    )
    leads: dict[int, Any] = field(default_factory=dict)  # see `endless_effects`

    def of(self, declared: object) -> Outcome | None:
        """The result of a declaration, if it was checked and had no errors."""
        found = self.outcomes.get(id(declared))
        return found[1] if found is not None else None

    def store(self, declared: object, outcome: Outcome) -> None:
        # a reference that keeps the id from being reused
        self.outcomes[id(declared)] = declared, outcome

    def first_step_results(self, others: object) -> dict[int, tuple[object, object]]:
        """The results of finding first steps of routines and options, by id; found with
        `others`.
        """
        if self.definitions is None or others != self.marked_with:
            self.marks = {}
        self.marked_with = others
        return self.marks

    def use_signature(self, signature: Signature) -> None:
        """Forgets results for definitions of other types."""
        known = self.signature
        if known is None or any(signature.get(name) != one for name, one in known.items()):
            self.outcomes.clear()
        self.signature = signature

    def forget(self, declared: Iterable[object], names: Collection[str]) -> None:
        """Forgets the results of these declarations, which are all those whose texts contain one of
        these names.
        """
        for one in declared:
            self.outcomes.pop(id(one), None)
        known = self.signature or {}
        self.signature = {name: one for name, one in known.items() if name not in names}
