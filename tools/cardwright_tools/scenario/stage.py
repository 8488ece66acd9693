"""A game in which a scenario decides what is left to chance, and remembers what was done."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Self

from cardwright.board.types import Type
from cardwright.program.program import Program
from cardwright.runtime.game import Game
from cardwright.runtime.refresh_choice import refresh_choice
from cardwright.source.text import Span
from cardwright_tools.scenario.chance import Chance
from cardwright_tools.scenario.read import display_path


@dataclass(frozen=True, slots=True)
class Where:
    """A position in a file: the rule that did something."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{display_path(Path(self.file))}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """What was expected and found, the span of the expectation, and the rule that caused it."""

    what: str
    expected: str
    found: str
    span: Span
    cause: Where | None = None


class Stage(Game):
    """A game set up by a scenario; it records the line that last wrote each number."""

    __slots__ = ("cells", "chance", "finished", "holders", "latest", "players", "started")

    def __init__(
        self, program: Program, seed: int, *, start: bool, players: Sequence[int] = ()
    ) -> None:
        self.players = tuple(players)
        self.cells: dict[int, Where] = {}
        self.holders: dict[int, Where] = {}
        self.latest: Where | None = None
        self.finished, self.started = False, start
        self.chance = Chance(None, [], [])
        super().__init__(program, seed, start=start)

    def _seat(self) -> None:
        """Seats the players as usual, which sets the random state, and then in the given order."""
        super()._seat()
        if self.players:
            self.seats[:] = self.players

    def perform_added(self, routine: int, you: int) -> None:
        """Runs a routine up to its first question; a running game then asks its question again."""
        self.question, self.over = None, False
        self.push(routine, (you,))
        self._run()

    def ask_again(self) -> None:
        """Asks the same question in the current position."""
        if self.question is not None:
            refresh_choice(self, self.question)  # nothing has been selected for it yet
            self.question = None
            self._run()

    def copy(self) -> Self:
        """A copy that has the same recorded lines, and records its own separately."""
        other = super().copy()
        other.players, other.latest = self.players, self.latest
        other.chance = Chance(self.chance.terms, self.chance.rolls[:], self.chance.draws[:])
        other.cells, other.holders = {**self.cells}, {**self.holders}
        other.finished, other.started = self.finished, self.started
        return other

    def finish(self, why: str) -> None:
        self.finished = True
        super().finish(why)

    def move(self, item: int, to: int, at: int) -> None:
        where = self._writer()
        if where and item:
            self.cells[item] = self.holders[self.s[item]] = self.holders[to] = where
        super().move(item, to, at)

    def give(self, item: int, player: int) -> None:
        where = self._writer()
        if where:
            self.cells[self.program.layout.owner + item] = where
        super().give(item, player)

    def change(self, op: str, cell: int, value: int, low: int | None, high: int | None) -> int:
        where = self._writer()
        if where:
            self.cells[cell] = where
        return super().change(op, cell, value, low, high)

    def roll(self, die: int, offset: int, faces: tuple[int, ...]) -> int:
        face = self.chance.rolled(die, faces) if die else None
        if face is None:
            return super().roll(die, offset, faces)
        self.s[offset + die] = face
        return face

    def at_random(self, options: Sequence[int], type: Type) -> int:
        drawn = self.chance.drawn(options, type)
        return super().at_random(options, type) if drawn is None else drawn

    def name_at_random(self, names: Sequence[str]) -> int:
        drawn = self.chance.named(names)
        return super().name_at_random(names) if drawn is None else drawn

    def _writer(self) -> Where | None:
        """The line of the pack that is running, from the positions of the compiled blocks."""
        frame: FrameType | None = sys._getframe(2)
        while frame is not None and frame.f_globals is not self.program.namespace:
            frame = frame.f_back
        if frame is None:
            return None
        position = next(islice(frame.f_code.co_positions(), frame.f_lasti // 2, None))
        column = position[2] or 0
        self.latest = Where(frame.f_code.co_filename, frame.f_lineno, column + 1)
        return self.latest
