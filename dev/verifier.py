"""Checks that a program is well formed, whatever emitted it and whatever will run it.

Each block ends once, at its end, with targets that exist, and belongs to one routine; primitives,
functions, tables and points exist and are used as they are declared; a register always holds a
number or always a set; it is set on every path to where it is read. Nothing here runs a program.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, get_args

from cardwright.program import operations as op
from cardwright.program import primitives
from cardwright.program import values as v
from cardwright.program.control_flow import all_inside, routine_blocks, successors
from cardwright.program.decision_points import BranchPoint, ChoicePoint, MenuPoint, TriggerPoint
from cardwright.program.program import EntryPoint, Program
from cardwright.program.shapes import taken
from cardwright.program.values import Shape
from dev.value_shapes import Shapes

_ASKED = {
    "choose": ChoicePoint, "choose_branch": BranchPoint, "open": MenuPoint,
    "next_trigger": TriggerPoint,
}  # fmt: skip
_ENDS = get_args(op.END_OF_BLOCK)


def verify(program: Program) -> list[str]:
    """The faults of a program, each with its block or function."""
    return _Verifier(program).run()


class _Verifier(Shapes):
    def __init__(self, program: Program) -> None:
        functions = {made.name: made for made in program.code.functions}
        super().__init__(program.constants.values, functions)
        self.program = program
        self.many: dict[int, bool] = {}  # by register of the routine: whether it holds a set
        self.links: dict[int, list[str]] = {}  # by point: the functions of its frame
        for link in program.code.links:
            names = (link.functions,) if isinstance(link.functions, str) else link.functions
            self.links.setdefault(id(link.of), []).extend(name for name in names if name)

    def run(self) -> list[str]:
        for made in self.functions.values():
            self._function(made)
        for number, body in enumerate(self.program.code.blocks):
            self._block(number, body)
        owners: dict[int, str] = {}
        for entry in self.program.entries if not self.errors else ():
            self._routine(entry, owners)
        return self.errors

    # ------------------------------------------------------------------ functions and blocks

    def _function(self, made: op.Function) -> None:
        self.here, self.scope = made.name, taken(made)
        self._operations(made.body, made)
        if not made.body or not isinstance(made.body[-1], op.Return):
            self.wrong("it returns nothing")
        parts = {type(part) for part in all_inside(made.body)}
        if v.Register in parts and not made.framed:
            self.wrong("it reads a register and has no frame")
        if v.Query in parts:
            self.wrong("it asks what runs, and is not part of it")

    def _block(self, number: int, body: Sequence[op.Operation]) -> None:
        self.here, self.scope = f"b{number}", {}
        ends = [at for at, part in enumerate(body) if isinstance(part, _ENDS)]
        if ends != [len(body) - 1]:
            self.wrong("it does not end once, at its end")
            return
        self._operations(body, None)
        for then in successors(self.program, number):
            if not 0 <= then < len(self.program.code.blocks):
                self.wrong(f"it goes on at b{then}, which does not exist")

    def _operations(self, body: Iterable[op.Operation], within: op.Function | None) -> None:
        for operation in body:
            match operation:
                case op.When():
                    self.expect(operation.test, "number")
                    with self.scoped():
                        self._operations(operation.body, within)
                case op.ForEach():
                    self.expect(operation.source, "set")
                    with self.scoped(operation.var):
                        self._operations(operation.body, within)
                case op.Return():
                    if within is None:
                        self.wrong("a block returns a value")
                    else:
                        self.expect(operation.value, "set" if within.many else "number")
                case _:
                    self._operation(operation)

    def _operation(self, o: op.Operation) -> None:
        match o:
            case op.Set():
                self._assign(o.target, self.shape(o.value))
            case op.SetCell():
                self.expect(o.value, "number")
            case op.Log():
                self._point(o.point)
                self.items(v.Items(o.args))
            case op.Branch():
                self.expect(o.test, "number")
            case op.Do():
                found = self.call(o.effect, o.args, primitives.EFFECTS)
                if o.into is not None:
                    self._assign(o.into, found)
            case op.Run():
                self.call(o.effect, o.args, primitives.RUNS)
                self._pushed(o)
            case op.Leave():
                self.call(o.effect, o.args, primitives.LEAVES)
            case op.Ask():
                self._point(o.point, _ASKED.get(o.effect))
            case _:
                pass

    def _point(self, number: int, kind: type[object] | None = None) -> None:
        points = self.program.points
        if not 0 <= number < len(points) or (kind and not isinstance(points[number], kind)):
            self.wrong(f"there is no such point as {number}")

    def _pushed(self, o: op.Run) -> None:
        """Checks that a routine is pushed with its arguments."""
        if o.effect == "perform":
            return
        match o.args:
            case [v.Const(value=int(routine)), v.Items(parts=parts), *_]:
                entry = self.program.entries[routine]
                if len(parts) != entry.routine.takes:
                    self.wrong(f"`{entry.name}` takes {entry.routine.takes}, not {len(parts)}")
            case _:
                self.wrong("what is pushed is not known")

    def _assign(self, target: v.Register | v.Var, found: Shape) -> None:
        if found not in ("number", "set"):
            self.wrong(f"{_name(target)} can't hold {found}")
        if isinstance(target, v.Var):
            before = self.scope.setdefault(target.name, found)
            if before != found:
                self.wrong(f"{target.name} is {before}, and {found}")

    # ----------------------------------------------------------------------------- routines

    def _routine(self, entry: EntryPoint, owners: dict[int, str]) -> None:
        self.here = f"routine {entry.name}"
        blocks = routine_blocks(self.program, entry)
        for block in blocks:
            owner = owners.setdefault(block, entry.name)
            if owner != entry.name:
                self.wrong(f"b{block} belongs to {owner} too")
        self._registers(entry, blocks)
        self._set_before(entry, blocks)

    def _registers(self, entry: EntryPoint, blocks: Sequence[int]) -> None:
        """Checks that each register is always a number or always a set, and fits in the frame."""
        many = self.many = {}
        for block in blocks:
            targets: list[v.Value] = []
            for part in self._parts(block):
                if isinstance(part, op.Set) and isinstance(part.target, v.Register):
                    self.scope = _every_name(block, self)
                    found = self.shape(part.value) == "set"
                    self._same(entry, many, part.target.index, found)
                    targets.append(part.target)
                elif isinstance(part, v.Register) and not any(part is one for one in targets):
                    self._same(entry, many, part.index, part.many)
            for index, found in _of_point(self.program, block):
                self._same(entry, many, index, found)

    def _same(self, entry: EntryPoint, many: dict[int, bool], index: int, found: bool) -> None:
        if not 0 <= index < entry.registers:
            self.wrong(f"r{index} is not in its frame of {entry.registers}")
        if many.setdefault(index, found) != found:
            self.wrong(f"r{index} is a number and a set")

    def _parts(self, block: int) -> Iterator[Any]:
        """Everything that runs in a block, with its question's functions, but not its targets."""
        body = self.program.code.blocks[block]
        yield from all_inside(body)
        for name in self._asked(body[-1]):
            yield from all_inside(self.functions[name].body)

    def _asked(self, end: op.Operation) -> Iterator[str]:
        if isinstance(end, op.Ask):
            point = self.program.points[end.point]
            limits = point.limits if isinstance(point, ChoicePoint) else ()
            for of in (point, *limits):
                yield from (n for n in self.links.get(id(of), ()) if self.functions[n].framed)

    def _set_before(self, entry: EntryPoint, blocks: Sequence[int]) -> None:
        """Checks that registers are set on every path to their reads; parameters are set at
        first."""
        takes = entry.routine.takes
        known: dict[int, frozenset[int]] = {entry.block: frozenset(range(takes))}
        waiting = [entry.block]
        while waiting:
            block = waiting.pop()
            after = known[block] | self._sets(block)
            for then in successors(self.program, block):
                both = known[then] & after if then in known else after
                if known.get(then) != both:
                    known[then] = both
                    waiting.append(then)
        for block in blocks:
            missing = {i for i in self._reads(block, known[block]) if self.many.get(i)}
            if missing:
                self.wrong(f"b{block} reads {', '.join(f'r{i}' for i in sorted(missing))} unset")

    def _sets(self, block: int) -> frozenset[int]:
        body, found = self.program.code.blocks[block], set[int]()
        for part in body:
            target = part.target if isinstance(part, op.Set) else None
            target = part.into if isinstance(part, op.Do) else target
            found |= {target.index} if isinstance(target, v.Register) else set()
        if isinstance(body[-1], op.Ask):
            point = self.program.points[body[-1].point]
            if isinstance(point, ChoicePoint):
                found.add(point.result - op.FRAME)
        return frozenset(found)

    def _reads(self, block: int, known: frozenset[int]) -> set[int]:
        missing, held = set[int](), set(known)
        for part in self.program.code.blocks[block]:
            missing |= set(_read(part)) - held
            target = part.target if isinstance(part, op.Set) else None
            target = part.into if isinstance(part, op.Do) else target
            held |= {target.index} if isinstance(target, v.Register) else set()
        end = self.program.code.blocks[block][-1]
        for name in self._asked(end):
            missing |= {r for part in self.functions[name].body for r in _read(part)} - held
        read = {i for i, _ in _of_point(self.program, block)} - self._sets(block)
        return missing | (read - held)


def _every_name(block: int, of: _Verifier) -> dict[str, Shape]:
    """The local names of a block, after its last operation."""
    names: dict[str, Shape] = {}
    for part in all_inside(of.program.code.blocks[block]):
        if isinstance(part, op.Do) and isinstance(part.into, v.Var):
            names[part.into.name] = "number"
        elif isinstance(part, op.Set) and isinstance(part.target, v.Var):
            of.scope = names
            names[part.target.name] = of.shape(part.value)
    return names


def _read(part: op.Operation) -> Iterator[int]:
    """The registers that an operation reads."""
    written = [part.target] if isinstance(part, op.Set) else []
    written += [part.into] if isinstance(part, op.Do) and part.into is not None else []
    for found in all_inside((part,)):
        if isinstance(found, v.Register) and not any(found is one for one in written):
            yield found.index


def _of_point(program: Program, block: int) -> Iterator[tuple[int, bool]]:
    """The registers of the question that a block asks, and whether each is a set."""
    end = program.code.blocks[block][-1]
    point = program.points[end.point] if isinstance(end, op.Ask) else None
    if isinstance(point, ChoicePoint):
        yield from ((at - op.FRAME, True) for at in (point.source, point.chosen))
        yield from ((at - op.FRAME, False) for at in (point.low, point.high))
        yield point.result - op.FRAME, point.many
        if point.needed >= 0:
            yield point.needed - op.FRAME, False
        if point.spent >= 0:
            yield point.spent - op.FRAME, True
    elif isinstance(point, TriggerPoint):
        waiting = point.waiting
        yield waiting.open, False
        yield from ((at, True) for at in (waiting.active, waiting.routines, waiting.ids))


def _name(target: v.Register | v.Var) -> str:
    return target.name if isinstance(target, v.Var) else f"r{target.index}"
