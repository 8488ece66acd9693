"""Carries a part of a game out moment by moment: its set-up, or one answer.

Owns what a statement is to somebody who steps: where the text that runs changes in a frame; and
what an expression is: a text in it whose value is worked out. The operations are interpreted one by
one; the functions they call stay as they were compiled.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, cast

from cardwright.backends.reference.expressions import Env, Found
from cardwright.backends.reference.operations import run
from cardwright.language import core
from cardwright.program.operations import Operation
from cardwright.program.program import Program
from cardwright.program.values import Const, Value
from cardwright.runtime.game import Game
from cardwright.source.text import Span

if TYPE_CHECKING:
    from cardwright.backends.python.compile import PythonBackend


@dataclass(frozen=True, slots=True)
class Moment:
    """Before a statement is carried out; or when an `expression` of it has come to what was
    `found`."""

    span: Span
    expression: core.Expr | None = None
    found: Found = None


Visit = Callable[[Game, Moment], bool]
"""Told of a moment; whether to stop there."""


class _Stopped(BaseException):
    """Leaves a game in the middle of a statement; no error of its rules."""


@dataclass(slots=True)
class Stepper:
    """Positions of one program, carried on as somebody looks on."""

    program: Program
    _walked: Program = field(init=False)
    _visit: Visit = field(init=False, default=lambda game, moment: False)
    _last: dict[int, tuple[list[int], Span]] = field(default_factory=dict)  # by depth of the stack
    _visited: dict[int, set[Span]] = field(default_factory=dict)  # expressions of what runs there
    _known: dict[int, Mapping[Span, core.Expr]] = field(default_factory=dict)

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
        env = Env(game, s, z, f, self.program.namespace, backend.cache, hits)
        for operation in body:
            span = operation.span
            if span is not None:
                if self._begins(game, f, span):
                    self._tell(game, Moment(span))
                env = replace(env, watch=partial(self._worked, game, f[1], span))
            given = run((operation,), env)
            if given is not None:
                return given[0]
        return False

    def _worked(self, game: Game, entry: int, within: Span, value: Value, found: Found) -> None:
        """Tells of a value in the text of a statement, the first time that it is worked out."""
        span, known = value.span, self._expressions(entry)
        visited = self._visited[len(game.frames)]
        if span is None or span in visited or span not in known or isinstance(value, Const):
            return
        if span == within or not span.is_within(within):
            return
        visited.add(span)
        self._tell(game, Moment(span, known[span], found))

    def _tell(self, game: Game, moment: Moment) -> None:
        if self._visit(game, moment):
            raise _Stopped

    def _expressions(self, entry: int) -> Mapping[Span, core.Expr]:
        """The expressions in the text of what runs; where several share theirs, the outer one's."""
        if entry not in self._known:
            routine = self.program.entries[entry].routine
            found = [node for node in core.walk(routine.body) if isinstance(node, core.Expr)]
            self._known[entry] = {node.span: node for node in reversed(found)}
        return self._known[entry]

    def _begins(self, game: Game, frame: list[int], span: Span) -> bool:
        """Whether another statement begins in this frame."""
        depth, last = len(game.frames), self._last
        for deeper in [one for one in last if one > depth]:
            del last[deeper]
        known, last[depth] = last.get(depth), (frame, span)
        begins = known is None or known[0] is not frame or known[1] != span
        if begins:
            self._visited[depth] = set()
        return begins
