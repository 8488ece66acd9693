"""The shapes of values: numbers, sets, tables; shapes that do not agree are errors.

Derives shapes from each other. Knows nothing about blocks and registers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from cardwright.program import operations as op
from cardwright.program import primitives
from cardwright.program import values as v
from cardwright.program.shapes import shape_of, taken
from cardwright.program.values import Shape

_ENTRIES: dict[Shape, Shape] = {"set": "number", "sets": "set", "tables": "sets"}
_ALSO: dict[Shape, tuple[Shape, ...]] = {
    "number?": ("number", "none"),
    "set?": ("set", "none"),
    "members": ("set",),
    "near": ("sets",),
}
"""Other shapes that are accepted for a shape."""


class Shapes:
    """The shapes of values, in the scope of their local names."""

    def __init__(
        self, constants: Mapping[str, object], functions: Mapping[str, op.Function]
    ) -> None:
        self.constants, self.functions = constants, functions
        self.errors: list[str] = []
        self.here = ""
        self.scope: dict[str, Shape] = {}

    def wrong(self, what: str) -> None:
        self.errors.append(f"{self.here}: {what}")

    def expect(self, value: v.Value, expected: Shape) -> None:
        found = self.shape(value)
        if found != expected and found not in _ALSO.get(expected, ()):
            self.wrong(f"{type(value).__name__} is {found} where {expected} is expected")

    def numbers(self, *values: v.Value) -> Shape:
        for value in values:
            self.expect(value, "number")
        return "number"

    @contextmanager
    def scoped(self, *names: str) -> Iterator[None]:
        before = self.scope
        self.scope = {**before, **dict.fromkeys(names, "number")}
        yield
        self.scope = before

    def shape(self, value: v.Value) -> Shape:
        return _SHAPES[type(value)](self, value)

    def const(self, e: v.Const) -> Shape:
        if e.value is None:
            return "none"
        return "set" if isinstance(e.value, tuple) else shape_of(e.value)

    def var(self, e: v.Var) -> Shape:
        if e.name not in self.scope:
            self.wrong(f"{e.name} is not set here")
        found = self.scope.get(e.name, "number")
        if (found == "set") != e.many and found in ("set", "number"):
            self.wrong(f"{e.name} is {found}, and is read as if it were not")
        return found

    def table(self, e: v.Table) -> Shape:
        if e.name not in self.constants:
            self.wrong(f"there is no table {e.name}")
            return "set"
        return shape_of(self.constants[e.name])

    def zone(self, e: v.Zone) -> Shape:
        self.numbers(e.at)
        return "set"

    def entry(self, e: v.Entry) -> Shape:
        self.numbers(e.at)
        found = self.shape(e.of)
        if found not in _ENTRIES:
            self.wrong(f"{found} has no entries")
        return _ENTRIES.get(found, "number")

    def compare(self, e: v.Compare) -> Shape:
        """Sets are equal if they have the same members in the same order."""
        found = self.shape(e.left) if e.op in ("==", "!=") else "number"
        self.expect(e.left, found)
        self.expect(e.right, found)
        return "number"

    def in_(self, e: v.In) -> Shape:
        self.expect(e.set, "members")
        return self.numbers(e.item)

    def select(self, e: v.Select) -> Shape:
        self.numbers(e.test)
        found = self.shape(e.then)
        self.expect(e.other, found)
        return found

    def items(self, e: v.Items) -> Shape:
        """Members one by one; for a routine's arguments, each may be a set."""
        for part in e.parts:
            if isinstance(part, v.Spread):
                self.expect(part.of, "set")
            elif self.shape(part) not in ("number", "set"):
                self.wrong(f"{type(part).__name__} is not a member")
        return "set"

    @contextmanager
    def _loops(self, loops: Sequence[v.Loop]) -> Iterator[None]:
        before = self.scope
        for loop in loops:
            self.expect(loop.source, "set")
            self.scope = {**self.scope, loop.var: "number"}
            for test in loop.tests:
                self.shape(test)
        yield
        self.scope = before

    def collect(self, e: v.Collect) -> Shape:
        with self._loops(e.loops):
            self.expect(e.each, "number")
        return "set"

    def exists(self, e: v.Exists) -> Shape:
        with self._loops((e.loop,)):
            return "number"

    def key(self, e: v.Key) -> Shape:
        with self.scoped(e.var):
            self.expect(e.body, "number")
        return "key"

    def call(
        self, name: str, args: Sequence[v.Value], known: dict[str, primitives.Signature]
    ) -> Shape:
        if name not in known:
            self.wrong(f"there is no primitive `{name}`")
            return "number"
        takes = known[name].takes
        if not len(takes) - known[name].optional <= len(args) <= len(takes):
            self.wrong(f"`{name}` takes {len(takes)}, not {len(args)}")
        for arg, expected in zip(args, takes, strict=False):
            self.expect(arg, expected)
        return known[name].gives or "none"

    def invoke(self, e: v.Invoke) -> Shape:
        made = self.functions.get(e.function)
        if made is None or len(made.takes) != len(e.args) or made.framed:
            self.wrong(f"`{e.function}` can't be called so")
            return "number"
        for arg, name in zip(e.args, made.takes, strict=True):
            self.expect(arg, taken(made)[name])
        return "set" if made.many else "number"

    def as_if(self, e: v.AsIf) -> Shape:
        self.numbers(e.cell, e.value)
        return self.shape(e.body)

    def counted(self, e: v.Counted) -> Shape:
        self.expect(e.source, "set")
        return "set"


_SHAPES: dict[type[v.Value], Callable[[Shapes, Any], Shape]] = {
    v.Const: Shapes.const,
    v.Var: Shapes.var,
    v.Register: lambda _, e: "set" if e.many else "number",
    v.Table: Shapes.table,
    v.State: lambda _, e: "state",
    v.Zones: lambda _, e: "zones",
    v.Cell: lambda self, e: self.numbers(e.at),
    v.Zone: Shapes.zone,
    v.Entry: Shapes.entry,
    v.Arith: lambda self, e: self.numbers(e.left, e.right),
    v.Compare: Shapes.compare,
    v.Between: lambda self, e: self.numbers(e.of),
    v.In: Shapes.in_,
    v.And: lambda self, e: self.numbers(*e.tests),
    v.Or: lambda self, e: self.numbers(*e.tests),
    v.Not: lambda self, e: self.numbers(e.of),
    v.Else: lambda self, e: self.numbers(e.value, e.other),
    v.Select: Shapes.select,
    v.Items: Shapes.items,
    v.Collect: Shapes.collect,
    v.Exists: Shapes.exists,
    v.Key: Shapes.key,
    v.Call: lambda self, e: self.call(e.name, e.args, primitives.FUNCTIONS),
    v.Query: lambda self, e: self.call(e.name, e.args, primitives.QUERIES),
    v.Invoke: Shapes.invoke,
    v.AsIf: Shapes.as_if,
    v.Caching: lambda self, e: self.shape(e.body),
    v.Counted: Shapes.counted,
    v.Observed: lambda self, e: self.shape(e.test),
    v.Reached: lambda _, e: "number",
}
