"""Bounds of registers: the numbers that each may hold and, for a set, the most members.

Computed from the program alone: the values that are stored, pushed and returned, over and over
until nothing grows; a bound that still grows then is infinite. Backends with fixed arrays size
frames by them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf
from typing import Any

from cardwright.program import operations as op
from cardwright.program import values as v
from cardwright.program.bounds import (
    NOTHING,
    TEST,
    UNKNOWN,
    ZERO,
    Bound,
    arith,
    cell_bounds,
    joined,
    of_constant,
    of_primitive,
)
from cardwright.program.control_flow import routine_blocks
from cardwright.program.decision_points import ChoicePoint, TriggerPoint
from cardwright.program.program import Program
from cardwright.source.records import dataclass

_MEMO_KEY = "bounds of registers"  # key of a program's memo
_EXACT_PASSES = 5  # after these, a bound that still grows is assumed to grow endlessly


def register_bounds(program: Program) -> dict[int, dict[int, Bound]]:
    """By routine and register; a register in neither is never set. Computed once for all routines
    that the program has now.
    """
    known = program.memo.get(_MEMO_KEY)
    if not isinstance(known, _Memo) or known.size != len(program.entries):
        known = _Memo(len(program.entries), _Analysis(program).run())
        program.memo[_MEMO_KEY] = known
    return known.bounds


@dataclass(frozen=True, slots=True)
class _Memo:
    size: int  # the number of routines at that time
    bounds: dict[int, dict[int, Bound]]


class _Analysis:
    def __init__(self, program: Program) -> None:
        self.program, self.layout = program, program.layout
        self.ids = Bound(0, self.layout.count - 1)
        self.cells = cell_bounds(program, self.ids)
        self.known_cells: dict[tuple[int, int], Bound] = {}
        self.tables: dict[str, Bound] = {}
        self.functions = {made.name: made for made in program.code.functions}
        self.registers: dict[int, dict[int, Bound]] = {}
        self.takes: dict[tuple[str, str], Bound] = {}
        self.gives: dict[str, Bound] = {}
        self.scope: dict[str, Bound] = {}
        self.frame: dict[int, Bound] = {}
        self.changed, self.passes = True, 0
        self.blocks = {n: routine_blocks(program, e) for n, e in enumerate(program.entries)}

    def run(self) -> dict[int, dict[int, Bound]]:
        self._begin()
        while self.changed:
            self.changed, self.passes = False, self.passes + 1
            for made in self.functions.values():
                self._function(made)
            for number, blocks in self.blocks.items():
                self.frame = self.registers.setdefault(number, {})
                for block in blocks:
                    self.scope = {}
                    self._operations(self.program.code.blocks[block])
        return self.registers

    # --------------------------------------------------------------------------- what is kept

    def _begin(self) -> None:
        """What the game itself fills: registers for actors, for things, and for waiting
        abilities.
        """
        program = self.program
        rows = (row.routine for rows in program.menus.values() for row in rows)
        effects = (routine for table in program.effects.values() for routine in table)
        begun = {*rows, *effects, program.rule(program.checked.declared.main)}
        for number, entry in enumerate(program.entries):
            routine = entry.routine
            frame = self.registers.setdefault(number, {})
            for register in range(routine.takes) if number in begun else ():
                frame[register] = self.ids if register < 2 else UNKNOWN
            if routine.source is not None:
                frame[routine.source] = Bound(-1, self.ids.high)
            if routine.window is not None:
                frame[routine.window.cancelled] = TEST
        for link in program.code.links:
            names = (link.functions,) if isinstance(link.functions, str) else link.functions
            for made in (self.functions[name] for name in names if name):
                self.takes |= dict.fromkeys(((made.name, name) for name in made.takes), UNKNOWN)

    def _grow(self, kept: dict[Any, Bound], key: Any, bound: Bound) -> None:
        """Extends a bound."""
        before = kept.get(key, NOTHING)
        after = before.joined(bound)
        if after == before:
            return
        if self.passes > _EXACT_PASSES:
            after = Bound(
                after.low if after.low == before.low else -inf,
                after.high if after.high == before.high else inf,
                after.most if after.most == before.most else inf,
            )
        kept[key], self.changed = after, True

    # ---------------------------------------------------------------------------- operations

    def _function(self, made: op.Function) -> None:
        self.frame = {}
        self.scope = {name: self.takes.get((made.name, name), NOTHING) for name in made.takes}
        for returned in self._operations(made.body):
            self._grow(self.gives, made.name, returned)

    def _operations(self, body: Iterable[op.Operation]) -> list[Bound]:
        """The values that a body returns."""
        found: list[Bound] = []
        for o in body:
            match o:
                case op.Set():
                    self._keep(o.target, self.bound(o.value))
                case op.Do():
                    for arg in o.args:
                        self.bound(arg)
                    if o.into is not None:
                        self._keep(o.into, self.ids if o.effect in ("begin", "cancel") else UNKNOWN)
                case op.When():
                    found += self._operations(o.body)
                case op.ForEach():
                    self.scope[o.var] = self._member(o.source)
                    found += self._operations(o.body)
                case op.Return():
                    found.append(self.bound(o.value))
                case op.Run():
                    self._pushed(o)
                case op.Ask():
                    self._asked(o)
                case op.Branch():
                    self.bound(o.test)
                case op.Log():
                    self._all(o.args)
                case _:
                    pass
        return found

    def _keep(self, target: v.Register | v.Var, bound: Bound) -> None:
        if isinstance(target, v.Var):  # it may be set again if a modifier applies
            self.scope[target.name] = self.scope.get(target.name, NOTHING).joined(bound)
        else:
            self._grow(self.frame, target.index, bound)

    def _pushed(self, o: op.Run) -> None:
        match o.args:
            case [v.Const(value=int(routine)), v.Items(parts=parts), *_]:
                kept = self.registers.setdefault(routine, {})
                for register, part in enumerate(parts):
                    self._grow(kept, register, self.bound(part))

    def _asked(self, o: op.Ask) -> None:
        point = self.program.points[o.point]
        if isinstance(point, TriggerPoint):
            for register in (point.waiting.routines, point.waiting.ids):
                self._grow(self.frame, register, UNKNOWN)
        if not isinstance(point, ChoicePoint):
            return
        source, high = (self._register(at - op.FRAME) for at in (point.source, point.high))
        most = inf if point.again else source.most
        most = min(most, high.high) if high.low >= 0 else most
        self._grow(self.frame, point.chosen - op.FRAME, Bound(source.low, source.high, most))
        chosen = Bound(source.low, source.high, most if point.many else 1)
        self._grow(
            self.frame, point.result - op.FRAME, chosen if point.many else chosen.joined(ZERO)
        )
        if point.spent >= 0:
            self._grow(self.frame, point.spent - op.FRAME, UNKNOWN)

    # -------------------------------------------------------------------------------- values

    def bound(self, value: v.Value) -> Bound:
        return _RULES[type(value)](self, value)

    def _all(self, values: Iterable[v.Value]) -> Bound:
        return joined([self.bound(value) for value in values])

    def _test(self, *values: v.Value) -> Bound:
        self._all(values)
        return TEST

    def _register(self, index: int) -> Bound:
        """A frame begins with 0 in each register."""
        return self.frame.get(index, NOTHING).joined(Bound(0, 0, 0))

    def _member(self, source: v.Value) -> Bound:
        found = self.bound(source)
        return Bound(found.low, found.high)

    def table(self, e: v.Table) -> Bound:
        if e.name not in self.tables:
            self.tables[e.name] = of_constant(self.program.constants.values[e.name])
        return self.tables[e.name]

    def cell(self, e: v.Cell) -> Bound:
        at = self.bound(e.at)
        if at.low > at.high:
            return NOTHING
        low, high = max(0, at.low), min(len(self.cells) - 1, at.high)
        return self._of_cells(int(low), int(high))

    def _of_cells(self, low: int, high: int) -> Bound:
        if (low, high) not in self.known_cells:
            self.known_cells[low, high] = joined(set(self.cells[low : high + 1]))
        return self.known_cells[low, high]

    def zone(self, e: v.Zone) -> Bound:
        self.bound(e.at)
        return Bound(0, self.ids.high, self.layout.count)

    def entry(self, e: v.Entry) -> Bound:
        self.bound(e.at)
        return self.bound(e.of)

    def arith(self, e: v.Arith) -> Bound:
        return arith(e.op, self.bound(e.left), self.bound(e.right))

    def items(self, e: v.Items) -> Bound:
        each = [(self.bound(p.of if isinstance(p, v.Spread) else p), p) for p in e.parts]
        found = joined(bound for bound, _ in each)
        most = sum(bound.most if isinstance(p, v.Spread) else 1 for bound, p in each)
        return Bound(found.low, found.high, most)

    def _loop(self, loop: v.Loop) -> float:
        """Binds the variable of a loop; returns the most members."""
        source = self.bound(loop.source)
        self.scope = {**self.scope, loop.var: Bound(source.low, source.high)}
        self._all(loop.tests)
        return source.most

    def collect(self, e: v.Collect) -> Bound:
        before = self.scope
        most: float = 1
        for loop in e.loops:
            more = self._loop(loop)
            most = most * more if most and more else 0
        found = self.bound(e.each)
        self.scope = before
        return Bound(found.low, found.high, most)

    def exists(self, e: v.Exists) -> Bound:
        before = self.scope
        self._loop(e.loop)
        self.scope = before
        return TEST

    def call(self, e: v.Call) -> Bound:
        keyed = isinstance(e.args[1], v.Key) if len(e.args) > 1 else False
        args = [self.bound(arg) for arg in e.args if not isinstance(arg, v.Key)]
        for key in (arg for arg in e.args if isinstance(arg, v.Key)):
            before, found = self.scope, args[0] if keyed else NOTHING
            self.scope = {**before, key.var: Bound(found.low, found.high)}
            self.bound(key.body)
            self.scope = before
        return of_primitive(e.name, args, self.ids, self._of_cells(0, len(self.cells) - 1))

    def invoke(self, e: v.Invoke) -> Bound:
        made = self.functions[e.function]
        for name, arg in zip(made.takes, e.args, strict=True):
            self._grow(self.takes, (made.name, name), self.bound(arg))
        return self.gives.get(made.name, NOTHING)


_RULES: dict[type[v.Value], Callable[[_Analysis, Any], Bound]] = {
    v.Const: lambda _, e: of_constant(e.value),
    v.Var: lambda a, e: a.scope.get(e.name, NOTHING),
    v.Register: lambda a, e: a._register(e.index),
    v.Table: _Analysis.table,
    v.State: lambda a, e: NOTHING,
    v.Zones: lambda a, e: NOTHING,
    v.Cell: _Analysis.cell,
    v.Zone: _Analysis.zone,
    v.Entry: _Analysis.entry,
    v.Arith: _Analysis.arith,
    v.Compare: lambda a, e: a._test(e.left, e.right),
    v.Between: lambda a, e: a._test(e.of),
    v.In: lambda a, e: a._test(e.item, e.set),
    v.And: lambda a, e: a._test(*e.tests),
    v.Or: lambda a, e: a._test(*e.tests),
    v.Not: lambda a, e: a._test(e.of),
    v.Else: lambda a, e: a._all((e.value, e.other)),
    v.Select: lambda a, e: (a.bound(e.test), a._all((e.then, e.other)))[1],
    v.Items: _Analysis.items,
    v.Collect: _Analysis.collect,
    v.Exists: _Analysis.exists,
    v.Call: _Analysis.call,
    v.Query: lambda a, e: Bound(0, inf) if e.name == "open_windows" else a._test(*e.args),
    v.Invoke: _Analysis.invoke,
    v.AsIf: lambda a, e: (a._all((e.cell, e.value)), a.bound(e.body))[1],
    v.Caching: lambda a, e: a.bound(e.body),
    v.Counted: lambda a, e: a.bound(e.source),
    v.Observed: lambda a, e: a.bound(e.test),
    v.Reached: lambda a, e: TEST,
}
