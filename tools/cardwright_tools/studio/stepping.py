"""Runs a part of a game moment by moment: its setup, or one answer.

Defines what counts as a statement for stepping: a change of the running text in a frame; and what
counts as an expression: a text in it whose value is computed. Operations are interpreted one by
one; the functions that they call stay compiled.
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
from cardwright.program.operations import Operation
from cardwright.program.program import Program
from cardwright.program.values import Const, Value
from cardwright.runtime.game import Game
from cardwright.source.text import Span

if TYPE_CHECKING:
    from cardwright.backends.python.compile import PythonBackend


@dataclass(frozen=True, slots=True)
class Moment:
    """The moment before a statement runs, or after an `expression` of it got the value `found`."""

    span: Span
    expression: core.Expr | None = None
    found: Found = None


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
    _last: dict[int, tuple[list[int], Span]] = field(default_factory=dict)  # by stack depth
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
            span = operation.span
            if span is not None:
                if self._begins(game, f, span):
                    self._notify(game, Moment(span))
                env = replace(env, watch=partial(self._worked, game, f[1], span))
            given = run((operation,), env)
            if given is not None:
                return given[0]
        return False

    def _worked(self, game: Game, entry: int, within: Span, value: Value, found: Found) -> None:
        """Reports a value in the text of a statement, the first time that it is computed."""
        expr, visited = value.expr, self._visited[len(game.frames)]
        shown = self._expressions(entry).get(id(expr))
        if expr is None or shown is None or isinstance(value, Const):
            return
        span = expr.span
        if span in visited or span == within or not span.is_within(within):
            return
        visited.add(span)
        self._notify(game, Moment(span, shown, found))

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


def _filled(nodes: Iterable[object]) -> Iterator[tuple[int, core.Expr]]:
    """The registers that statements fill, and from what."""
    for node in nodes:
        if isinstance(node, core.Choose | core.ForEach):
            yield node.reg, node.source
        elif isinstance(node, core.Let):
            yield node.reg, node.value


def _is_unnamed(expr: core.Expr) -> TypeGuard[core.Reg]:
    return isinstance(expr, core.Reg) and not expr.word
