"""Scenarios on the native engine: each step is also played there and must lead to the same
position.

Responsible for what is compiled: the effects written in scenarios are not in the packs, so all
those of a program are added to it first, and compiled into one library.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

from cardwright.backends.game_errors import GameError
from cardwright.backends.native.compile import NoCompiler
from cardwright.backends.native.library import (
    OVERFLOW,
    Library,
    NativeError,
    Position,
    compile_library,
)
from cardwright.backends.native.names import Unsupported
from cardwright.backends.python.build import add_effect
from cardwright.language.core import Routine
from cardwright.program.program import Program
from cardwright_tools.scenario.read import Step
from cardwright_tools.scenario.stage import Stage

QUICKLY = ("-O0",)  # the code only runs for a few steps


class OtherPosition(Exception):
    """A step leads to a different position on the native engine than in Python."""


@dataclass(slots=True)
class BothEngines:
    """The effects of scenarios by step, libraries by program, and counts of the steps played.

    `given`: steps with random outcomes given by the scenario, which only Python supports.
    `handed_over`: steps that the native engine left to Python.
    """

    effects: dict[int, tuple[Program, int]] = field(default_factory=dict)
    libraries: dict[int, Library] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)
    played: int = 0
    given: int = 0
    handed_over: int = 0

    def add(self, program: Program, step: Step, routine: Routine) -> None:
        """Adds the effect of a step to its program."""
        self.effects[id(step)] = program, add_effect(program, routine)

    def added(self, program: Program, step: Step) -> int | None:
        """The number of a step's effect in this program, if it was added."""
        known = self.effects.get(id(step))
        return known[1] if known is not None and known[0] is program else None

    def library(self, program: Program) -> Library | None:
        """The library of a program with everything that was added to it; None if there is none."""
        at = id(program)
        if at not in self.libraries and at not in self.refused:
            try:
                self.libraries[at] = compile_library(program, QUICKLY)
            except (NoCompiler, Unsupported) as error:
                self.refused[at] = str(error)
        found = self.libraries.get(at)
        return found if found is not None and found.entries == len(program.entries) else None

    def summary(self) -> str:
        """A line about what was played."""
        more = f", {self.given} with given chance in Python" if self.given else ""
        more += f", {self.handed_over} handed over to Python" if self.handed_over else ""
        why = "".join(f"; {reason}" for reason in dict.fromkeys(self.refused.values()))
        return f"native engine: {self.played} steps and answers were the same{more}{why}"


class StageOfBoth(Stage):
    """A stage whose steps and answers are played on both engines."""

    __slots__ = ("engines",)
    engines: BothEngines

    def copy(self) -> Self:
        other = super().copy()
        other.engines = self.engines
        return other

    def perform_added(self, routine: int, you: int) -> None:
        self.question, self.over = None, False
        self.push(routine, (you,))
        self._play(Position.go_on, self._run)

    def answer(self, index: int) -> None:
        self._asked(index)
        self._play(lambda position: position.apply(index), lambda: super(Stage, self).answer(index))

    def _play(self, natively: Callable[[Position], None], here: Callable[[], None]) -> None:
        """Plays on both. Raises OtherPosition if they differ, and everything that Python raises."""
        position, code = self._elsewhere(natively)
        left = self._given()
        try:
            here()
        except GameError as error:
            self._count(left, error.code, code, same=True)
            raise
        same = position is not None and position.is_at(self.state())
        self._count(left, "", code, same=same)

    def _elsewhere(self, natively: Callable[[Position], None]) -> tuple[Position | None, int]:
        """The position after a step on the native engine, or None and the number of an error."""
        library = self.engines.library(self.program)
        if library is None:
            return None, OVERFLOW
        try:
            position = library.position(self.state())
            natively(position)
        except NativeError as error:
            return None, error.code
        return position, 0

    def _count(self, left: int, error: str, code: int, *, same: bool) -> None:
        if self._given() != left:
            self.engines.given += 1
        elif code and error != f"CW{code}":  # Python reports what is wrong, if anything
            self.engines.handed_over += 1
        elif not same or (error and not code):
            raise OtherPosition(f"{error or 'another position'}, and no error natively")
        else:
            self.engines.played += 1

    def _given(self) -> int:
        """How many given outcomes are left."""
        return len(self.chance.rolls) + len(self.chance.draws)
