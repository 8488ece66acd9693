"""A program as text, for developers: its routines, functions, decision points and tables, and the
meanings of its numbers.

Defines the notation, which is never read back; `docs/program.md` explains it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from cardwright.program import operations as op
from cardwright.program import values as v
from cardwright.program.bounds import Bound
from cardwright.program.control_flow import routine_blocks
from cardwright.program.decision_points import (
    BranchPoint,
    ChoicePoint,
    LogPoint,
    MenuPoint,
    Point,
)
from cardwright.program.program import EntryPoint, Program
from cardwright.source.text import Span

_WIDEST = 60  # of the values of a table
Bounds = Mapping[int, Mapping[int, Bound]]


def listing(program: Program, routine: str = "", bounds: Bounds | None = None) -> Iterator[str]:
    """The lines of a program, or of its routines with this name, with the bounds of registers."""
    for number, entry in enumerate(program.entries):
        if routine in ("", entry.name):
            yield from _routine(program, number, entry, bounds)
    if routine:
        return
    for made in program.code.functions:
        yield from _function(made)
    tables = program.constants.values.items()
    yield from (f"table {name} = {_short(value)}" for name, value in tables)
    yield from _legend(program)


def _legend(program: Program) -> Iterator[str]:
    """The meanings of the numbers of the state, zones, things and log entries."""
    layout = program.layout
    names = [item.name for item in layout.items]
    yield from ("", "s[x]: place of x", f"s[x + {layout.owner}]: owner of x")
    if layout.forms:
        yield f"s[x + {layout.forms}]: form of x"
    for (kind, name), at in layout.cells.items():
        yield f"s[x + {at}]: {name} of {kind} x" if kind else f"s[{at}]: {name}"
    yield from (f"z[{at}]: {names[layout.zone_first + at]}" for at in range(len(layout.zones)))
    yield from (f"thing {id}: {name}" for id, name in enumerate(names))
    yield from (f"log {p.index}: {p.verb}" for p in program.points if isinstance(p, LogPoint))


def _short(value: object) -> str:
    words = repr(value)
    return words if len(words) <= _WIDEST else f"{words[: _WIDEST - 3]}..."


def _routine(
    program: Program, number: int, entry: EntryPoint, bounds: Bounds | None
) -> Iterator[str]:
    takes = entry.routine.takes
    yield f"routine {number} {entry.name}: takes {takes} of {entry.registers} registers"
    if bounds is not None:
        yield from (f"  r{r}: {bound}" for r, bound in sorted(bounds[number].items()))
    for block in sorted(routine_blocks(program, entry)):
        yield f"  b{block}:{_place(program.code.spans[block])}"
        yield from (f"    {line}" for line in _operations(program.code.blocks[block]))
        match program.code.blocks[block][-1]:
            case op.Ask(point=at):
                yield f"      {_point(program.points[at])}"
    yield ""


def _place(span: Span) -> str:
    return f"  ; {span.source.name}:{span.lines[0]}" if span.source.name else ""


def _function(made: op.Function) -> Iterator[str]:
    framed = " of the frame" if made.framed else ""
    head = f"function {made.name}({', '.join(made.takes)}){framed}:{_place(made.span)}"
    yield head
    yield from (f"  spend {made.steps}",) if made.steps else ()
    yield from (f"  {line}" for line in _operations(made.body))
    yield ""


def _point(point: Point) -> str:
    match point:
        case ChoicePoint():
            at = (point.source, point.chosen, point.low, point.high)
            source, chosen, low, high = (f"r{position - op.FRAME}" for position in at)
            result = f"-> r{point.result - op.FRAME}, b{point.done}"
            return f"of {source}, {low} to {high}, chosen in {chosen} {result}"
        case BranchPoint():
            ways = zip(point.ids, point.blocks, strict=True)
            return f"{', '.join(f'{id} b{block}' for id, block in ways)}, none b{point.after}"
        case MenuPoint():
            return f"menu {point.menu.name}: done b{point.done}, passed b{point.passed}"
    return point.verb


# ----------------------------------------------------------------------------- operations


def _operations(operations: Iterable[op.Operation]) -> Iterator[str]:
    for operation in operations:
        yield from _OPERATIONS[type(operation)](operation)


def _when(o: op.When) -> Iterator[str]:
    yield f"when {text(o.test)}:"
    yield from (f"  {line}" for line in _operations(o.body))


def _for_each(o: op.ForEach) -> Iterator[str]:
    yield f"for {o.var} in {text(o.source)}:"
    yield from (f"  {line}" for line in _operations(o.body))


def _do(o: op.Do) -> Iterator[str]:
    into = "" if o.into is None else f"{text(o.into)} = "
    yield f"{into}do {o.effect}({_texts(o.args)})"


_OPERATIONS: dict[type[op.Operation], Callable[[Any], Iterable[str]]] = {
    op.Set: lambda o: (f"{text(o.target)} = {text(o.value)}",),
    op.SetCell: lambda o: (f"s[{o.cell}] = {text(o.value)}",),
    op.Do: _do,
    op.Log: lambda o: (f"log {o.point} ({_texts(o.args)})",),
    op.When: _when,
    op.ForEach: _for_each,
    op.Spend: lambda o: (f"spend {o.steps}",),
    op.Hit: lambda o: (f"hit {o.number}",),
    op.Goto: lambda o: (f"goto b{o.block}",),
    op.Branch: lambda o: (f"branch {text(o.test)} ? b{o.yes} : b{o.no}",),
    op.Run: lambda o: (f"run {o.effect}({_texts(o.args)}) then b{o.after}",),
    op.Ask: lambda o: (f"ask {o.effect} {o.point}",),
    op.Leave: lambda o: (f"{o.effect}({_texts(o.args)})",),
    op.Return: lambda o: (f"return {text(o.value)}",),
}


# --------------------------------------------------------------------------------- values


def text(value: v.Value) -> str:
    return _VALUES[type(value)](value)


def _texts(values: Iterable[v.Value]) -> str:
    return ", ".join(map(text, values))


def _joined(word: str, values: Iterable[v.Value]) -> str:
    return f"({f' {word} '.join(map(text, values))})"


def _loop(loop: v.Loop) -> str:
    tests = "".join(f" if {text(test)}" for test in loop.tests)
    return f"for {loop.var} in {text(loop.source)}{tests}"


_VALUES: dict[type[v.Value], Callable[[Any], str]] = {
    v.Const: lambda e: repr(e.value),
    v.Var: lambda e: e.name,
    v.Register: lambda e: f"r{e.index}",
    v.Table: lambda e: e.name,
    v.State: lambda _: "s",
    v.Zones: lambda _: "z",
    v.Cell: lambda e: f"s[{text(e.at)}]",
    v.Zone: lambda e: f"z[{text(e.at)}]",
    v.Entry: lambda e: f"{text(e.of)}[{text(e.at)}]",
    v.Arith: lambda e: _joined(e.op, (e.left, e.right)),
    v.Compare: lambda e: _joined(e.op, (e.left, e.right)),
    v.Between: lambda e: f"({e.low} <= {text(e.of)} <= {e.high})",
    v.In: lambda e: _joined("not in" if e.absent else "in", (e.item, e.set)),
    v.And: lambda e: _joined("and", e.tests),
    v.Or: lambda e: _joined("or", e.tests),
    v.Not: lambda e: f"not {text(e.of)}",
    v.Else: lambda e: _joined("else", (e.value, e.other)),
    v.Select: lambda e: f"({text(e.test)} ? {text(e.then)} : {text(e.other)})",
    v.Spread: lambda e: f"*{text(e.of)}",
    v.Items: lambda e: f"[{_texts(e.parts)}]",
    v.Collect: lambda e: f"[{text(e.each)} {' '.join(map(_loop, e.loops))}]",
    v.Exists: lambda e: f"any({_loop(e.loop)})",
    v.Key: lambda e: f"{e.var} => {text(e.body)}",
    v.Call: lambda e: f"{e.name}({_texts(e.args)})",
    v.Query: lambda e: f"{e.name}?({_texts(e.args)})",
    v.Invoke: lambda e: f"{e.function}({_texts(e.args)})",
    v.AsIf: lambda e: f"with s[{text(e.cell)}] = {text(e.value)}: {text(e.body)}",
    v.Caching: lambda e: f"caching({text(e.body)})",
    v.Counted: lambda e: f"counted({text(e.source)}, {e.weight})",
    v.Observed: lambda e: f"observed({text(e.test)}, {e.true}, {e.false})",
    v.Reached: lambda e: f"reached({e.number})",
}
