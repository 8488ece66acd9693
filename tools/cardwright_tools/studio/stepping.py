"""Carries a part of a game out statement by statement: its set-up, or one answer.

Owns what a statement is to somebody who steps: where the text that runs changes in a frame. The
operations are interpreted one by one; the functions they call stay as they were compiled.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, cast

from cardwright.backends.reference.expressions import Env
from cardwright.backends.reference.operations import run
from cardwright.program.operations import Operation
from cardwright.program.program import Program
from cardwright.runtime.game import Game
from cardwright.source.text import Span

if TYPE_CHECKING:
    from cardwright.backends.python.compile import PythonBackend

Visit = Callable[[Game, Span], bool]
"""Told of a statement before it is carried out; whether to stop there."""


class _Stopped(BaseException):
    """Leaves a game in the middle of a statement; no error of its rules."""


@dataclass(slots=True)
class Stepper:
    """Positions of one program, carried on as somebody looks on."""

    program: Program
    _walked: Program = field(init=False)
    _visit: Visit = field(init=False, default=lambda game, span: False)
    _last: dict[int, tuple[list[int], Span]] = field(default_factory=dict)  # by depth of the stack

    def __post_init__(self) -> None:
        self._walked = copy.copy(self.program)
        self._walked.blocks = [partial(self._block, body) for body in self.program.code.blocks]

    def begin(self, seed: int, visit: Visit) -> tuple[Game, bool]:
        """The set-up of a game, up to the first question; and whether it was stopped before."""
        game = Game(self._walked, seed, start=False)
        return self._go(game, game._begin, visit)

    def answer(self, position: Game, index: int, visit: Visit) -> tuple[Game, bool]:
        """The position after an answer; or where it was stopped."""
        game = position.in_python()
        game.program = self._walked
        return self._go(game, partial(game.answer, index), visit)

    def _go(self, game: Game, runs: Callable[[], None], visit: Visit) -> tuple[Game, bool]:
        self._visit, stopped = visit, False
        self._last.clear()
        try:
            runs()
        except _Stopped:
            stopped = True
        game.program = self.program
        return game, stopped

    def _block(
        self, body: Sequence[Operation], game: Game, s: list[int], z: list[list[int]], f: list[int]
    ) -> object:
        marks, backend = self.program.coverage, cast("PythonBackend", self.program.backend)
        hits = marks.hits if marks is not None else []
        env = Env(game, s, z, f, self.program.namespace, backend.kept, hits)
        for operation in body:
            span = operation.span
            if span is not None and self._begins(game, f, span) and self._visit(game, span):
                raise _Stopped
            given = run((operation,), env)
            if given is not None:
                return given[0]
        return False

    def _begins(self, game: Game, frame: list[int], span: Span) -> bool:
        """Whether another statement begins in this frame."""
        depth, last = len(game.frames), self._last
        for deeper in [one for one in last if one > depth]:
            del last[deeper]
        known, last[depth] = last.get(depth), (frame, span)
        return known is None or known[0] is not frame or known[1] != span
