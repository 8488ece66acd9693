"""Runs a part of a game moment by moment: its setup, or one answer.

Defines what counts as a statement for stepping: a change of the running text in a frame; and what
counts as an expression: a text in it whose value is computed. Inside a step there is also a moment
before each statement that may be logged, so that a game can stop before an event. Operations are
interpreted one by one; the functions that they call stay compiled.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, TypeGuard, cast

from cardwright.backends.reference.expressions import Env, Found
from cardwright.backends.reference.operations import run
from cardwright.language import core
from cardwright.program.operations import Goto, Leave, Operation
from cardwright.program.program import Program
from cardwright.program.values import Const, Value
from cardwright.runtime.game import Game
from cardwright.source.text import Span
from cardwright_tools.studio.events import log_points

if TYPE_CHECKING:
    from cardwright.backends.python.compile import PythonBackend


@dataclass(frozen=True, slots=True)
class Moment:
    """The moment before a `statement` runs, or after an `expression` of it got the value `found`.

    `is_step`: whether a statement has another text than the one before. `each player gains 1 gold`
    is one step, with a moment before each gain. `ends`: the rule is over.
    """

    span: Span
    statement: core.Stmt | None = None
    is_step: bool = False
    expression: core.Expr | None = None
    found: Found = None
    ends: bool = False


Visit = Callable[[Game, Moment], bool]
"""Called at each moment; returns whether to stop there."""


class _Stopped(BaseException):
    """Ends a run in the middle of a statement; not an error of the rules."""


@dataclass(slots=True)
class Stepper:
    """Steps positions of one program, with a callback at each moment."""

    program: Program
    _walked: Program = field(init=False)
    _visit: Visit = field(init=False, default=lambda game, moment: False)
    _last: dict[int, tuple[list[int], Operation]] = field(default_factory=dict)  # by stack depth
    _visited: dict[int, set[Span]] = field(default_factory=dict)  # expressions, by stack depth
    _known: dict[int, Mapping[int, core.Expr]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._walked = copy.copy(self.program)
        self._walked.blocks = [partial(self._block, body) for body in self.program.code.blocks]

    def begin(self, seed: int, visit: Visit) -> Game:
        """The position after the setup, or where it was stopped."""
        game = Game(self._walked, seed, start=False)
        return self._go(game, game._begin, visit)

    def answer(self, position: Game, index: int, visit: Visit) -> Game:
        """The position after an answer, or where it was stopped."""
        game = position.in_python()
        game.program = self._walked
        return self._go(game, partial(game.answer, index), visit)

    def _go(self, game: Game, runs: Callable[[], None], visit: Visit) -> Game:
        self._visit = visit
        self._last.clear()
        with suppress(_Stopped):
            runs()
        game.program = self.program
        return game

    def _block(
        self, body: Sequence[Operation], game: Game, s: list[int], z: list[list[int]], f: list[int]
    ) -> object:
        marks, backend = self.program.coverage, cast("PythonBackend", self.program.backend)
        hits = marks.hits if marks is not None else []
        env = Env(game, s, z, f, self.program.namespace, backend.cache, hits)
        for operation in body:
            if operation.span is not None and not _only_goes_on(operation):
                if (moment := self._moment_before(operation, game, f)) is not None:
                    self._notify(game, moment)
                env = replace(env, watch=partial(self._worked, game, f[1], operation))
            given = run((operation,), env)
            if given is not None:
                return given[0]
        return False

    def _worked(
        self, game: Game, entry: int, during: Operation, value: Value, found: Found
    ) -> None:
        """Reports a value in the text of a statement, the first time that it is computed."""
        expr, visited = value.expr, self._visited[len(game.frames)]
        shown = self._expressions(entry).get(id(expr))
        if expr is None or shown is None or isinstance(value, Const):
            return
        span, within = expr.span, during.span
        if span in visited or within in (None, span) or not span.is_within(within):
            return
        visited.add(span)
        self._notify(game, Moment(span, during.statement, expression=shown, found=found))

    def _notify(self, game: Game, moment: Moment) -> None:
        if self._visit(game, moment):
            raise _Stopped

    def _expressions(self, entry: int) -> Mapping[int, core.Expr]:
        """The expressions in the running text by their ids; for a register without a name, the
        one that it was filled from.
        """
        if entry not in self._known:
            nodes = [*core.walk(self.program.entries[entry].routine.body)]
            sources = dict(_filled(nodes))
            self._known[entry] = {
                id(one): sources.get(one.index, one) if _is_unnamed(one) else one
                for one in nodes
                if isinstance(one, core.Expr)
            }
        return self._known[entry]

    def _moment_before(self, operation: Operation, game: Game, frame: list[int]) -> Moment | None:
        """The moment before an operation, if it begins a step or a statement that may be logged."""
        span, statement, last = operation.span, operation.statement, self._before(game, frame)
        self._last[len(game.frames)] = frame, operation
        is_step = last is None or last.span != span
        if is_step:
            self._visited[len(game.frames)] = set()
        begins = last is None or last.statement is not statement
        is_logged = begins and log_points(self.program, statement)
        if span is None or not (is_step or is_logged):
            return None
        ends = isinstance(operation, Goto | Leave) and self._is_of_rule(statement, frame)
        return Moment(span, statement, is_step, ends=ends)

    def _is_of_rule(self, statement: core.Stmt | None, frame: list[int]) -> bool:
        """Whether a statement stands for a whole rule, which it begins or ends."""
        whole = self.program.entries[frame[1]].routine.span
        return isinstance(statement, core.Break) and statement.span == whole

    def _before(self, game: Game, frame: list[int]) -> Operation | None:
        """The operation before the next one in this frame."""
        for deeper in [depth for depth in self._last if depth > len(game.frames)]:
            del self._last[deeper]
        known, operation = self._last.get(len(game.frames), (None, None))
        return operation if known is frame else None


def _only_goes_on(operation: Operation) -> bool:
    """Whether an operation only leads from the end of a block to what comes after it."""
    within = operation.statement is not None and any(core.blocks(operation.statement))
    return within and isinstance(operation, Goto)


def _filled(nodes: Iterable[object]) -> Iterator[tuple[int, core.Expr]]:
    """The registers that statements fill, and from what."""
    for node in nodes:
        if isinstance(node, core.Choose | core.ForEach):
            yield node.reg, node.source
        elif isinstance(node, core.Let):
            yield node.reg, node.value


def _is_unnamed(expr: core.Expr) -> TypeGuard[core.Reg]:
    return isinstance(expr, core.Reg) and not expr.word
