"""The graph of a program: which blocks follow which, and the parts of an operation or a value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from cardwright.language.graph_walks import reachable
from cardwright.program import operations as op
from cardwright.program import values as v
from cardwright.program.decision_points import (
    BranchPoint,
    ChoicePoint,
    LogPoint,
    MenuPoint,
    Point,
    TriggerPoint,
)
from cardwright.program.program import EntryPoint, Program

Part = op.Operation | v.Value | v.Loop


_NAMES: dict[type[object], tuple[str, ...]] = {}


def _names(kind: type[object]) -> tuple[str, ...]:
    if kind not in _NAMES:
        slots: tuple[str, ...] = getattr(kind, "__slots__", ())
        _NAMES[kind] = tuple(name for name in slots if name != "span")
    return _NAMES[kind]


def children(part: Part) -> Iterator[Part]:
    """The operations, values and loops that a part consists of."""
    for name in _names(type(part)):
        found = getattr(part, name)
        if isinstance(found, Part):
            yield found
        elif isinstance(found, list | tuple):
            yield from (one for one in found if isinstance(one, Part))


def inside(part: Part) -> Iterator[Part]:
    """A part and everything inside it."""
    yield part
    for child in children(part):
        yield from inside(child)


def successors(program: Program, block: int) -> tuple[int, ...]:
    """The blocks of the same routine that may follow this one."""
    match program.code.blocks[block][-1:]:
        case [op.Goto(block=then)]:
            return (then,)
        case [op.Branch(yes=yes, no=no)]:
            return yes, no
        case [op.Run(after=after) as run]:
            return after, *_cancelled(program, run)
        case [op.Ask(point=point)]:
            return after_point(program.points[point])
    return ()


def _cancelled(program: Program, run: op.Run) -> Iterator[int]:
    """Where this routine continues if the window that it opens cancels its event."""
    match run.args:
        case [v.Const(value=int(routine)), v.Items(parts=[*_, v.Const(value=int(block))]), *_]:
            window = program.windows.get(routine)
            if window is not None and window.resume_block is not None and block:
                yield block
        case _:
            pass


def after_point(point: Point) -> tuple[int, ...]:
    match point:
        case ChoicePoint():
            return point.ask, point.done
        case BranchPoint():
            return *point.blocks, point.after
        case TriggerPoint():
            return (point.done,)
        case MenuPoint():
            return point.done, point.passed
        case LogPoint():
            return ()


def final_target(program: Program, block: int) -> int:
    """The block itself or, if it only jumps to another, the block at the end of the jumps."""
    passed = set[int]()
    while block not in passed:
        passed.add(block)
        match program.code.blocks[block]:
            case [op.Goto(block=then)]:
                block = then
    return block


def block_leaders(program: Program, first: int = 0) -> frozenset[int]:
    """The blocks, from `first` on, that ask, that more than one other leads to, or that something
    other than a block leads to: a routine, an answer, or the end of another routine.
    """
    ways, begun = Counter[int](), {entry.block for entry in program.entries}
    for number in range(first, len(program.code.blocks)):
        after = successors(program, number)
        straight = [final_target(program, then) for then in after]
        match program.code.blocks[number]:
            case [op.Goto()]:
                pass
            case [*_, op.Goto() | op.Branch()]:
                ways.update(straight)
            case [*_, last]:
                begun.update(after, straight, (number,) if isinstance(last, op.Ask) else ())
    return frozenset(begun.union(block for block, others in ways.items() if others > 1))


def routine_blocks(program: Program, entry: EntryPoint) -> list[int]:
    """The reachable blocks of a routine, its first block first."""
    return [*reachable((entry.block,), lambda block: successors(program, block))]


def all_inside(parts: Iterable[Part]) -> Iterator[Part]:
    for part in parts:
        yield from inside(part)
