"""Builds the blocks of one routine, operation by operation. Knows no statement by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import get_args

from cardwright.language import core
from cardwright.language.analysis.metering import BLOCK, FEW, LINE, VALUE
from cardwright.language.core import Block, Expr
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.program import operations as op
from cardwright.program.decision_points import LogPoint
from cardwright.program.emit.instrumentation import probe
from cardwright.program.program import Program
from cardwright.program.secret_changes import SecretChange, secret_choices
from cardwright.program.values import Const, Items, Not, Register, Value, Var

_ENDS = get_args(op.END_OF_BLOCK)
_STEPS: Mapping[type[op.Operation], int] = {op.Log: LINE}


class BlockBuilder:
    """Emits the blocks of one routine; `program` has the rules, effects, menus and abilities.

    `emitters` are the functions that emit each class of statements.
    """

    def __init__(
        self, program: Program, routine: core.Routine, number: int, emitters: Emitters
    ) -> None:
        self.program, self.routine, self.number = program, routine, number
        self.code, self.emitters = program.code, emitters
        self.emit = program.emitter()
        self.registers = routine.registers
        self.things: set[int] = set()  # registers of our own that hold ids
        self.secret = secret_choices(routine)
        self.offered: dict[int, int] = {}  # by register of a choice, the register of the candidates
        self.current = 0
        self.spent = op.Spend(0)
        self.loops: list[int] = []
        self.locals = 0

    # ------------------------------------------------------------------------- registers

    def register(self, things: bool = False) -> int:
        self.registers += 1
        if things:
            self.things.add(self.registers - 1)
        return self.registers - 1

    def slot(self, reg: int, many: bool = False) -> Value:
        return Register(reg, many)

    def local(self) -> Var:
        """A name for a number that is needed again in this block, and nowhere else."""
        self.locals += 1
        return Var(f"t{self.locals}")

    def once(self, value: Value, at: core.Stmt) -> Value:
        """A value that is calculated now, though it is used later in this block."""
        if isinstance(value, Const | Var | Register):
            return value
        name = self.local()
        self.add(op.Set(name, value), at)
        return name

    # ------------------------------------------------------------------------- operations

    def add(self, operation: op.Operation, at: core.Stmt) -> None:
        block = self.code.blocks[self.current]
        assert not (block and isinstance(block[-1], _ENDS)), "the block has ended"
        operation.span, operation.statement = at.span, at
        block.append(operation)
        self.spent.steps += self.emit.work + _STEPS.get(type(operation), 0)
        self.emit.work = 0

    @contextmanager
    def spending(self, at: core.Stmt) -> Iterator[None]:
        """Within this context, the added operations are counted as a whole, here: nothing jumps
        into them, and they have no loop that does not count its own rounds.
        """
        before, self.spent = self.spent, op.Spend(0)
        self.add(self.spent, at)
        yield
        self.spent = before

    def store(self, reg: int, value: Value, at: core.Stmt) -> None:
        self.add(op.Set(Register(reg), value), at)

    def store_state(self, cell: int, value: Value, at: core.Stmt) -> None:
        self.add(op.SetCell(cell, value), at)

    def do(self, effect: str, args: Sequence[Value], at: core.Stmt) -> None:
        self.add(op.Do(effect, args), at)

    def result(self, effect: str, args: Sequence[Value], at: core.Stmt) -> Value:
        """Runs an effect now, and returns its result for this block."""
        name = self.local()
        self.add(op.Do(effect, args, name), at)
        return name

    @contextmanager
    def only_if(self, test: Value, at: core.Stmt) -> Iterator[None]:
        """Operations added within this context run only if the test holds; they may not begin a new
        block.
        """
        before = self.code.blocks[self.current]
        inner: list[op.Operation] = []
        self.code.blocks[self.current] = inner
        yield
        self.code.blocks[self.current] = before
        self.add(op.When(test, inner), at)

    def lapse(self, s: core.Stmt) -> None:
        """Ends effects that last only while a condition holds; after each change of the state."""
        if self.program.checked.conditions:
            self.do("lapse", [], s)

    def log(
        self, args: list[Value], at: core.Stmt, secret_change: SecretChange | None = None
    ) -> None:
        self.add(op.Log(self.log_point(at, secret_change), args), at)
        self.spent.steps += VALUE * max(0, len(args) - FEW)

    def log_point(self, at: core.Stmt, secret_change: SecretChange | None = None) -> int:
        number, name = len(self.code.points), self.routine.name
        point = LogPoint(number, at.span, name, _verb_of(at), at, self.number)
        point.secret_change = secret_change
        return self.code.point(point)

    def probe(self, node: object, mark: str, unless: Value | None = None) -> None:
        """Records a hit of a point, if the program is built with coverage."""
        hit = probe(self.program.coverage, node, mark)
        if hit and unless is not None:
            hit = [op.When(Not(unless), hit)]
        self.code.blocks[self.current] += hit

    # ----------------------------------------------------------------------------- blocks

    def new_block(self, at: core.Stmt | core.Routine) -> int:
        self.spent.steps += BLOCK
        return self.code.block(at.span)

    def enter(self, block: int) -> None:
        self.current = block

    def goto(self, block: int, at: core.Stmt) -> None:
        self.add(op.Goto(block), at)

    def branch(self, test: Value, yes: int, no: int, at: core.Stmt) -> None:
        self.add(op.Branch(test, yes, no), at)

    def run(self, effect: str, args: list[Value], at: core.Stmt) -> None:
        """Pushes a frame; this routine continues in a new block."""
        after = self.new_block(at)
        self.add(op.Run(effect, args, after), at)
        self.enter(after)

    def call_routine(self, routine: int, values: list[Value], at: core.Stmt) -> None:
        self.run("push", [Const(routine), Items(values)], at)

    def ask(self, effect: str, point: int, at: core.Stmt) -> None:
        self.add(op.Ask(effect, point), at)

    def leave(self, effect: str, args: Sequence[Value], at: core.Stmt) -> None:
        self.add(op.Leave(effect, args), at)

    def block(self, statements: Block) -> None:
        for statement in statements:
            self.probe(statement, "runs")
            self.emitters[type(statement)](self, statement)

    # -------------------------------------------------------------------------- functions

    def test(self, expr: Expr) -> str:
        """A function of the frame."""
        many = expr.type.many
        return self.code.function((), self.emit(expr), expr.span, framed=True, many=many)


Emitters = Mapping[type[core.Stmt], Callable[..., None]]


def _verb_of(s: core.Stmt) -> str:
    """The verb that the log uses for a statement of the core."""
    match s:
        case core.Move():
            return s.movement.verb
        case core.Assign():
            return s.verb
    own = VERBS.by_statement.get(type(s))
    return own.name if own is not None else type(s).__name__.lower()
