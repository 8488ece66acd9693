"""A program: one game's rules, for one set of players, as blocks of operations and functions.

Everything that can be computed before play is computed for it: printed facts and domains become
constants, definitions with their modifiers become functions, effects become blocks. A backend
prepares it to run; a game of it then starts immediately.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, Protocol

from cardwright.language import core
from cardwright.language.front_end.checked import CheckedAbility
from cardwright.program.automata import AnswerRow, AutomatonRow
from cardwright.program.constants import Constants
from cardwright.program.decision_points import AtOnceSlots, OptionRow, Point, TriggerPoint
from cardwright.program.emit.code import Code
from cardwright.program.emit.expressions import Emitter
from cardwright.program.emit.instrumentation import InstrumentedEmitter
from cardwright.program.emit.value_emitter import Registers
from cardwright.program.lasting_effects import EffectRow
from cardwright.program.linker import LinkedRules
from cardwright.program.operations import Function
from cardwright.source.records import dataclass
from cardwright.source.text import Span

BlockFunction = Callable[..., object]


class Meter(Protocol):
    """The steps that an answer may still take, if one is being carried out."""

    left: int
    answering: bool


class Backend(Protocol):
    """Prepares a program to run."""

    def compile(self, program: Program) -> None:
        """Fills `blocks` and `namespace` with the new parts of the code, and links them."""

    def function(self, program: Program, made: Function) -> Callable[..., Any]:
        """One more function, which is not in the code."""

    def steady(self, s: list[int], z: list[list[int]], work: Callable[[], Any]) -> Any:
        """The result of some work during which the state does not change."""

    def meter(self) -> Meter:
        """The meter for the work of this thread."""


@dataclass(slots=True)
class EntryPoint:
    """Where a routine begins, and how many registers its frame has."""

    name: str
    block: int
    registers: int
    span: Span
    routine: core.Routine
    # registers that hold ids and have no name in a text
    things: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Program(LinkedRules):
    constants: Constants
    code: Code
    entries: list[EntryPoint] = field(default_factory=list)
    blocks: list[BlockFunction] = field(default_factory=list)
    namespace: dict[str, object] = field(default_factory=dict)
    effects: dict[str, list[int]] = field(default_factory=dict)
    menus: dict[str, list[OptionRow]] = field(default_factory=dict)
    winners: Callable[..., object] | None = None
    appearances: list[tuple[int, tuple[int, ...]] | None] = field(default_factory=list)
    cards: frozenset[int] = frozenset()
    stacks: bool = False  # whether pieces are on pieces, which makes them distinguishable
    stacked_on: frozenset[int] = frozenset()  # pieces and cards that others can be on
    deepest: int = 2  # steps from a thing over everything that it can be on: more would be a cycle
    # things that belong to the owner of the zone they are in
    follow_zones: frozenset[int] = frozenset()
    windows: dict[int, core.WindowFrame] = field(default_factory=dict)  # by routine
    at_once: bool = False  # whether there are `all at once` blocks
    batches: dict[int, list[AtOnceSlots]] = field(default_factory=dict)  # by routine
    trigger_points: list[TriggerPoint] = field(default_factory=list)
    trigger_order: dict[int, int] = field(default_factory=dict)  # by routine
    targeted: int = 0  # the cell with the replaced target; 0 if no target is ever replaced
    hides: frozenset[int] = frozenset()  # things that may be where not everybody sees them
    open_zones: frozenset[int] = frozenset()  # zones that everybody sees
    owners: int = 0  # where the owners of things begin in the state
    backend: Backend | None = None
    linked: int = 0  # how many links of its code are made
    lasting: dict[str, EffectRow] = field(default_factory=dict)  # by kind
    conditional: list[EffectRow] = field(default_factory=list)  # lasting effects with a condition
    faces: dict[int, int] = field(default_factory=dict)  # by die, the cell of its face
    at_rest: frozenset[int] = frozenset()  # zones in which dice have no face
    vanishing: int = -1
    automata: dict[int, AutomatonRow] = field(default_factory=dict)  # players who are not asked
    hints: list[AnswerRow] = field(default_factory=list)  # how players who are asked may answer
    memo: dict[object, object] = field(default_factory=dict)  # results that clients compute once
    identity: str = ""  # the same for programs made from the same packs; "" if unknown
    _numbers: dict[object, int] = field(default_factory=dict)
    pending: list[tuple[int, core.Routine, str, str | None]] = field(default_factory=list)
    tests: dict[int, str] = field(default_factory=dict)

    @property
    def player_count(self) -> int:
        return len(self.layout.board.things.get("player", {}))

    @property
    def points(self) -> list[Point]:
        return self.code.points

    def emitter(self, registers: Registers | None = None) -> Emitter:
        if self.coverage is None:
            return Emitter(self.constants, registers)
        return InstrumentedEmitter(self.constants, self.coverage, registers)

    def link(self, names: Mapping[str, object]) -> None:
        """Gives points and rows the functions that they name."""
        for link in self.code.links[self.linked :]:
            link.set(names)
        self.linked = len(self.code.links)

    def routine(
        self, key: object, routine: core.Routine, rule: str = "", bearer_kind: str | None = None
    ) -> int:
        """The number of a routine, which is emitted later so that routines can call each other.

        `bearer_kind`: the kind of thing that carries its text, "" for the pack itself; None for a
        continuation of the caller's text, as rules are.
        """
        if key not in self._numbers:
            number = len(self.entries)
            self._numbers[key] = number
            made = EntryPoint(routine.name, -1, routine.registers, routine.span, routine)
            self.entries.append(made)
            self.pending.append((number, routine, rule, bearer_kind))
        return self._numbers[key]

    def ability_routine(self, ability: CheckedAbility) -> int:
        bearer_kind = ability.bearer.kind if ability.bearer else ""
        return self.routine(("ability", id(ability)), ability.routine, bearer_kind=bearer_kind)

    def rule(self, rule: str) -> int:
        return self.routine(("rule", rule), self.checked.rules[rule], rule)

    def menu_rows(self, menu: str) -> list[OptionRow]:
        return self.menus.setdefault(menu, [])

    def effect_row(self, item: int) -> EffectRow | None:
        """The row of a lasting effect; None for all other things."""
        return self.lasting.get(self.layout.items[item].kind)

    def replacements(self, event: core.Event) -> tuple[int, ...]:
        """The routines that may run instead of an event."""
        return tuple(map(self.ability_routine, self.abilities("instead", event)))

    def symmetry_key(self, s: list[int], item: int) -> tuple[int, ...]:
        """Equal for interchangeable things (same kind, owner, place, cells); unique for named
        ones."""
        look = self.appearances[item]
        if look is None:
            return (item,)
        return (look[0], s[item], s[self.owners + item], *[s[c + item] for c in look[1]])
