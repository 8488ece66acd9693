"""Values that are cached while a heavy expression is evaluated, and how much work that takes.

A state can't change while an expression is evaluated, so each definition has one value for its
arguments there. Kept values are discarded when the next heavy expression finds another state:
nothing needs to know when a state changes, and undo, copies and saves are right by themselves.
Counts work that may be too much, and how deeply definitions call themselves.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Container
from dataclasses import field
from typing import Any, cast

from cardwright.backends.limits import TooDeep, TooMuchWork
from cardwright.language.analysis.expression_costs import MAX_STEPS
from cardwright.program.emit.value_emitter import function_name
from cardwright.program.program import Program
from cardwright.source.records import dataclass

Value = int | tuple[int, ...]
Function = Callable[..., Value | list[int]]
Held = Collection[int]
MAX_KEPT_VALUES = 200_000  # values of one position that are kept


@dataclass(slots=True)
class _Position:
    """A state and the values calculated in it, by definition and arguments."""

    s: list[int] = field(default_factory=list)
    z: list[list[int]] = field(default_factory=list)
    values: dict[tuple[object, ...], Value] = field(default_factory=dict)
    heights: dict[tuple[object, ...], int] = field(default_factory=dict)  # calls inside each other


class KeptValues(threading.local):
    """The kept values of one program, in one thread.

    `live` is the game's own state while a heavy expression is worked out, `left` the steps that it
    may still take, and `depth` how many calls of a definition are inside each other; `reached` is
    how many there were at most.
    """

    def __init__(self) -> None:
        self.position = _Position()
        self.live: list[int] | None = None
        self.left = MAX_STEPS
        self.depth: dict[str, int] = {}
        self.reached: dict[str, int] = {}

    def keep_definitions(
        self, program: Program, names: dict[str, object], new: Container[str]
    ) -> None:
        """Puts a memory in front of the new functions that heavy expressions need."""
        work = program.constants.heavy
        for definition in sorted(work.kept) if work is not None else ():
            name, function = function_name(definition), program.checked.functions[definition]
            if work is not None and name in new:
                made, sets = cast("Function", names[name]), any(t.many for t in function.takes)
                opens = work.opens(definition)
                names[name] = self.keep(definition, made, opens, function.deep, sets)

    def within(
        self, s: list[int], z: list[list[int]], work: Callable[[], Value | list[int]]
    ) -> Value | list[int]:
        """The value of a heavy expression."""
        if self.live is s:
            return work()
        before = self.position, self.live, self.left, self.depth, self.reached
        if self.live is not None or self.position.s != s or self.position.z != z:
            self.position = _Position(s[:], [zone[:] for zone in z])
        self.live, self.left, self.depth, self.reached = s, MAX_STEPS, {}, {}
        try:
            return work()
        finally:
            position = self.position
            self.position, self.live, self.left, self.depth, self.reached = before
            if self.live is None:
                self.position = position

    def spend(self, items: Held, weight: int) -> Held:
        """The members of a set; subtracts their number times the steps for each."""
        self.left -= weight * len(items)
        if self.left < 0 and self.live is not None:
            raise TooMuchWork(f"one expression takes more than {MAX_STEPS:,} steps")
        return items

    def keep(
        self, name: str, function: Function, opens: bool = True, deep: int = 0, sets: bool = False
    ) -> Function:
        """The function of a definition, which calculates each value once in a heavy expression.

        `opens`: it is heavy by itself. `deep`: how deeply calls of itself can be nested.
        `sets`: it takes some, which may be a zone's own list.
        """

        def kept(s: list[int], z: list[list[int]], *args: Value | list[int]) -> Value | list[int]:
            if self.live is not s:
                if opens:
                    return self.within(s, z, lambda: kept(s, z, *args))
                return function(s, z, *args)
            if sets:
                args = tuple(tuple(a) if isinstance(a, list) else a for a in args)
            values, key = self.position.values, (name, *args)
            found = values.get(key)
            if found is None:
                self.spend((1,), 1)
                made = self._deeper(deep, function, s, z, key) if deep else function(s, z, *args)
                # A zone's own list goes on changing.
                found = tuple(made) if isinstance(made, list) else made
                if len(values) < MAX_KEPT_VALUES:
                    values[key] = found
            elif deep:
                self._reach(name, deep, self.position.heights[key])
            return found

        return kept

    def _deeper(
        self, deep: int, function: Function, s: list[int], z: list[list[int]],
        key: tuple[Any, ...],
    ) -> Value | list[int]:  # fmt: skip
        name, *args = key
        depth, before = self.depth.get(name, 0), self.reached.get(name, 0)
        self.reached[name] = 0
        self._reach(name, deep, 1)
        self.depth[name] = depth + 1
        try:
            found = function(s, z, *args)
        finally:
            self.depth[name] = depth
        self.position.heights[key] = self.reached[name] - depth
        self.reached[name] = max(before, self.reached[name])
        return found

    def _reach(self, name: str, deep: int, height: int) -> None:
        """Goes so many calls deeper: a value that is kept is as deep as when it was worked out."""
        reached = self.depth.get(name, 0) + height
        if reached > deep:
            raise TooDeep(name, deep)
        self.reached[name] = max(reached, self.reached.get(name, 0))
