"""Values that are cached while a heavy expression is evaluated, and how much work that takes.

A state can't change while an expression is evaluated, so each definition has one value for its
arguments there. Cached values are discarded when the next heavy expression finds another state:
changes of a state need not be tracked, and undo, copies and saves work without special treatment.
Counts work that may be too much, and how deeply definitions call themselves.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import field
from functools import partial
from typing import Any

from cardwright.backends.game_errors import TooDeep, TooMuchWork
from cardwright.language.analysis.metering import MAX_OF_ANSWER
from cardwright.program.emit.value_emitter import function_name
from cardwright.program.program import Program
from cardwright.source.records import dataclass

Value = int | tuple[int, ...]
Function = Callable[..., Value | list[int]]
Held = Collection[int]
MAX_CACHED_VALUES = 200_000  # the most cached values of one position

Values = dict[object, Value]


@dataclass(slots=True)
class _Position:
    """A state and the values calculated in it, by definition and arguments."""

    s: list[int] = field(default_factory=list)
    z: list[list[int]] = field(default_factory=list)
    values: defaultdict[str, Values] = field(default_factory=lambda: defaultdict(dict))
    heights: dict[tuple[str, object], int] = field(default_factory=dict)  # nested calls
    count: int = 0  # the number of values


@dataclass(slots=True)
class _Work:
    """The work of one thread.

    `live` is the game's own state while a heavy expression is evaluated; `left` are the steps that
    the answer, or outside of answers the expression, may still take; `answering`: there is an
    answer. `depth` is the number of nested calls of a definition, `reached` the highest number so
    far.
    """

    position: _Position = field(default_factory=_Position)
    live: list[int] | None = None
    left: int = MAX_OF_ANSWER
    answering: bool = False
    depth: dict[str, int] = field(default_factory=dict)
    reached: dict[str, int] = field(default_factory=dict)
    steady_state: list[int] | None = None

    def begin(self, s: list[int]) -> None:
        """Begins another heavy expression, which has a budget of its own if it belongs to no
        answer.
        """
        self.live = s
        if not self.answering:
            self.left = MAX_OF_ANSWER
        self.depth.clear()
        self.reached.clear()


def _position_of(s: list[int], z: list[list[int]], last: _Position) -> _Position:
    """The position of a state: the last one, if that is the same."""
    if last.s == s and last.z == z:
        return last
    return _Position(s[:], [zone[:] for zone in z])


def cached_functions(program: Program) -> Mapping[str, str]:
    """For each function whose values are cached, its definition."""
    heavy = program.constants.heavy
    return {} if heavy is None else {function_name(cached): cached for cached in heavy.cached}


class ValueCache(threading.local):
    """The cached values of one program, in one thread."""

    def __init__(self) -> None:
        self.work = _Work()

    def cached_definition(self, program: Program, definition: str, made: Function) -> Function:
        """A function that heavy expressions need, with a cache in front of it."""
        work, function = program.constants.heavy, program.checked.functions[definition]
        assert work is not None
        sets, takes = any(t.many for t in function.takes), len(function.takes)
        steps = program.constants.metering.of_definition(definition)
        return self.cached_function(
            definition, made, work.opens(definition), function.deep, sets, takes, steps
        )

    def within(
        self, s: list[int], z: list[list[int]], work: Callable[[], Value | list[int]]
    ) -> Value | list[int]:
        """The value of a heavy expression."""
        now = self.work
        if now.live is s:
            return work()
        if now.live is not None:
            return self._apart(s, z, work)
        if now.steady_state is not s:
            now.position = _position_of(s, z, now.position)
        now.begin(s)
        try:
            return work()
        finally:
            now.live = None

    def _apart(
        self, s: list[int], z: list[list[int]], work: Callable[[], Value | list[int]]
    ) -> Value | list[int]:
        """The value of a heavy expression inside another one, in another state."""
        now = self.work
        position = _Position(s[:], [zone[:] for zone in z])
        self.work = apart = _Work(position, s, now.left, now.answering)
        try:
            return work()
        finally:
            now.left, self.work = apart.left, now

    def steady(self, s: list[int], z: list[list[int]], work: Callable[[], Any]) -> Any:
        """The result of work during which the state does not change, so that it is compared only
        once.
        """
        now = self.work
        if now.live is not None or now.steady_state is not None:
            return work()
        now.position, now.steady_state = _position_of(s, z, now.position), s
        try:
            return work()
        finally:
            now.steady_state = None

    def spend(self, steps: int) -> None:
        """Counts steps of the answer, or of the heavy expression."""
        work = self.work
        work.left -= steps
        if work.left < 0 and (work.answering or work.live is not None):
            raise TooMuchWork

    def counted(self, items: Held, weight: int) -> Held:
        """The members of a set; counts steps for each."""
        work = self.work
        work.left -= weight * len(items)
        if work.left < 0 and (work.answering or work.live is not None):
            raise TooMuchWork
        return items

    def cached_function(
        self,
        name: str,
        function: Function,
        opens: bool = True,
        deep: int = 0,
        sets: bool = False,
        takes: int = -1,
        steps: int = 1,
    ) -> Function:
        """The function of a definition, which calculates each value once in a heavy expression.

        `opens`: it is heavy by itself. `deep`: how deeply calls of itself can be nested. `sets`: it
        takes sets, which may be a zone's own list. `takes`: the number of parameters, if that is
        known. `steps`: the steps counted for calculating a value.
        """

        if not deep and not sets:
            return self._cached_plain(name, function, opens, takes, steps)

        def cached(s: list[int], z: list[list[int]], *args: Value | list[int]) -> Value | list[int]:
            work = self.work
            if work.live is not s:
                if opens:
                    return self.within(s, z, lambda: cached(s, z, *args))
                self.spend(steps)
                return function(s, z, *args)
            args = tuple(tuple(a) if isinstance(a, list) else a for a in args)
            found = work.position.values[name].get(args)
            if found is None:
                called = partial(function, s, z, *args)
                made = self._deeper(deep, called, name, args) if deep else called()
                return self._note(work, name, args, made, steps)
            if deep:
                self._reach(name, deep, work.position.heights[name, args])
            return found

        return cached

    def _cached_plain(
        self, name: str, function: Function, opens: bool, takes: int, steps: int
    ) -> Function:
        """`cached_function` for a definition that takes things and numbers; one or two arguments,
        the most frequent case, are looked up without a list.
        """

        def cached(s: list[int], z: list[list[int]], *args: int) -> Value | list[int]:
            work = self.work
            if work.live is not s:
                return outside(s, z, *args)
            found = work.position.values[name].get(args)
            if found is not None:
                return found
            return self._note(work, name, args, function(s, z, *args), steps)

        def cached_unary(s: list[int], z: list[list[int]], a: int) -> Value | list[int]:
            work = self.work
            if work.live is not s:
                return outside(s, z, a)
            found = work.position.values[name].get(a)
            if found is not None:
                return found
            return self._note(work, name, a, function(s, z, a), steps)

        def cached_binary(s: list[int], z: list[list[int]], a: int, b: int) -> Value | list[int]:
            work = self.work
            if work.live is not s:
                return outside(s, z, a, b)
            found = work.position.values[name].get((a, b))
            if found is not None:
                return found
            return self._note(work, name, (a, b), function(s, z, a, b), steps)

        few: dict[int, Function] = {1: cached_unary, 2: cached_binary}
        made = few.get(takes, cached)

        def outside(s: list[int], z: list[list[int]], *args: int) -> Value | list[int]:
            if opens:
                return self.within(s, z, lambda: made(s, z, *args))
            self.spend(steps)
            return function(s, z, *args)

        return made

    def _note(
        self, work: _Work, name: str, args: object, made: Value | list[int], steps: int
    ) -> Value:
        """Caches a value that was calculated in this many steps."""
        work.left -= steps
        if work.left < 0:
            raise TooMuchWork
        position = work.position
        # A zone's own list keeps changing.
        found = tuple(made) if isinstance(made, list) else made
        if position.count < MAX_CACHED_VALUES:
            position.count += 1
            position.values[name][args] = found
        return found

    def _deeper(
        self,
        deep: int,
        called: Callable[[], Value | list[int]],
        name: str,
        args: tuple[Value | list[int], ...],
    ) -> Value | list[int]:
        work = self.work
        depth, before = work.depth.get(name, 0), work.reached.get(name, 0)
        work.reached[name] = 0
        self._reach(name, deep, 1)
        work.depth[name] = depth + 1
        try:
            found = called()
        finally:
            work.depth[name] = depth
        work.position.heights[name, args] = work.reached[name] - depth
        work.reached[name] = max(before, work.reached[name])
        return found

    def _reach(self, name: str, deep: int, height: int) -> None:
        """Notes that calls go this much deeper: a cached value has the depth it had when it was
        computed.
        """
        work = self.work
        reached = work.depth.get(name, 0) + height
        if reached > deep:
            raise TooDeep(name, deep)
        work.reached[name] = max(reached, work.reached.get(name, 0))
