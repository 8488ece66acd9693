"""The results of checking declarations, to be reused while nothing else changes.

A rule, an effect, an option or an ability is a query: its result follows from its own texts, from
what is declared, and from the types of definitions. Responsible for the results of one game's
declarations. The caller may use a `Memo` only with games whose packs declare the same in all other
texts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field, replace
from typing import Any

from cardwright.board.types import Type
from cardwright.language import core
from cardwright.language.declared import Definition
from cardwright.language.front_end.checked import Checked, CheckedOption
from cardwright.language.lower.first_steps import Reactions, Seen
from cardwright.language.resolve.scope import Context
from cardwright.language.resolve.tree_cache import TextSort
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


NOTHING_REQUIRED = Requirements(source=False, during=frozenset(), misplaced=frozenset())
Tree = tuple[Span, TextSort, Node | None]
"""A text with its tree; None if the tree is read again when it is needed."""
Trees = Sequence[Tree]
Signature = dict[str, tuple[Type, ...] | None]
"""By name of a definition, the types of its value and of what it takes; None if it is wrong."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one declaration, and what its texts require of the whole game."""

    made: Checked
    trees: Trees
    required: Requirements

    @property
    def with_first_steps(self) -> Iterator[core.Routine | CheckedOption]:
        """Everything in it for which first steps are found."""
        yield from self.made.rules.values()
        yield from self.made.effects.values()
        yield from self.made.options
        yield from (ability.routine for ability in self.made.abilities)

    def merge_into(self, checked: Checked) -> None:
        """Adds the result to those of the declarations before."""
        checked.rules |= self.made.rules
        for key, effect in self.made.effects.items():
            checked.effects.setdefault(key, effect)  # another thing may have the id, by mistake
        checked.options += self.made.options
        checked.abilities += self.made.abilities
        for name, modifiers in self.made.modifiers.items():
            checked.modifiers.setdefault(name, []).extend(modifiers)


@dataclass(slots=True)
class Definitions:
    """All definitions of a game that had no errors in them. `depths`: how many others each has
    inside each other; `forgotten`: those about which something else has changed since then."""

    declared: Mapping[str, Definition] = field(default_factory=dict)
    functions: Mapping[str, core.Function] = field(default_factory=dict)
    depths: Mapping[str, int] = field(default_factory=dict)
    trees: Trees = ()
    required: Requirements = NOTHING_REQUIRED
    forgotten: set[str] = field(default_factory=set)

    def held(self, declared: Mapping[str, Definition]) -> Set[str]:
        """The names of those that have not changed, and lead to none that has; empty if more than
        the bodies of some have changed. Others may be new or gone."""
        both = declared.keys() & self.declared.keys()
        changed = {name for name in both if self.declared[name] is not declared[name]}
        changed |= self.forgotten | (declared.keys() ^ self.declared.keys())
        if not changed:
            return declared.keys()
        if self.required != NOTHING_REQUIRED or not all(
            _differ_in_bodies(declared[name], self.declared[name]) for name in changed & both
        ):
            return frozenset()
        calls = {name: {*_calls(function)} for name, function in self.functions.items()}
        while more := {n for n, some in calls.items() if not changed.isdisjoint(some)} - changed:
            changed |= more
        return declared.keys() - changed

    def same(self, name: str, function: core.Function, declared: Definition) -> core.Function:
        """A function, or the known one if it is equal and nothing that it names has changed."""
        is_known = self.declared.get(name) is declared and name not in self.forgotten
        return self.functions[name] if is_known and self.functions[name] == function else function

    def trees_of(self, names: Set[str]) -> Trees:
        """The trees of some of them."""
        others = {one.body for name, one in self.declared.items() if name not in names}
        return [one for one in self.trees if one[0] not in others]


def _differ_in_bodies(one: Definition, other: Definition) -> bool:
    """Whether two definitions are the same except for their bodies."""
    return replace(one, body=other.body) == other


def _calls(function: core.Function) -> Iterator[str]:
    return (one.name for one in core.inside(function.body) if isinstance(one, core.Call))


@dataclass(slots=True)
class Memo:
    """The result of each declaration; valid while definitions have the types of `signature`.
    `keeps_trees`: whether results keep the trees of their texts."""

    outcomes: dict[int, tuple[object, Outcome]] = field(default_factory=dict)
    definitions: Definitions = field(default_factory=Definitions)
    signature: Signature | None = None
    first_steps: dict[int, tuple[object, object, Seen]] = field(default_factory=dict)
    """By id, routines and options without first steps and with them, and what these depend on."""
    reactions: Reactions | None = None  # with which they were found
    required: Requirements | None = None  # by all texts together, when they were last checked
    leads: dict[int, Any] = field(default_factory=dict)  # see `endless_effects`
    keeps_trees: bool = True

    def copy(self) -> Memo:
        """A memo with the same results, to which others are added without changing this one."""
        definitions = replace(self.definitions, forgotten={*self.definitions.forgotten})
        return replace(
            self,
            outcomes={**self.outcomes},
            definitions=definitions,
            first_steps={**self.first_steps},
            leads={**self.leads},
        )

    def of(self, declared: object) -> Outcome | None:
        """The result of a declaration, if it was checked and had no errors."""
        found = self.outcomes.get(id(declared))
        return found[1] if found is not None else None

    def store(self, declared: object, outcome: Outcome) -> None:
        # a reference that keeps the id from being reused
        self.outcomes[id(declared)] = declared, outcome

    def use_reactions(self, reactions: Reactions) -> None:
        """Forgets the first steps that were found with others."""
        if reactions != self.reactions:
            self.first_steps.clear()
        self.reactions = reactions

    def use_signature(self, signature: Signature) -> None:
        """Forgets results for definitions of other types."""
        known = self.signature
        if known is None or any(signature.get(name) != one for name, one in known.items()):
            self.outcomes.clear()
            self.first_steps.clear()
        self.signature = signature

    def forget(self, declared: Iterable[object], names: Collection[str]) -> None:
        """Forgets the results of these declarations, which are all those whose texts contain one of
        these names.
        """
        for one in declared:
            if isinstance(one, Definition):
                self.definitions.forgotten.add(one.name)
            if (found := self.outcomes.pop(id(one), None)) is not None:
                for made in found[1].with_first_steps:
                    self.first_steps.pop(id(made), None)
        known = self.signature or {}
        self.signature = {name: one for name, one in known.items() if name not in names}
