"""Blocks: small Python functions `b(g, s, z, f)` that a game runs one by one.

A block runs until something may ask, call or loop; then it writes the number of the next block
into the frame (`f[0]`) and returns. All local state is in the frame, so a game can be copied
between any two blocks. Knows no statement by name.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from cardwright.backends.python.instrumentation import probe_statement
from cardwright.backends.python.nodes import FRAME, Node, call_game, const, index, located, name
from cardwright.backends.python.program import Program
from cardwright.language import core
from cardwright.language.core import Block, Expr
from cardwright.program.decision_points import LogPoint


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
        self.current = 0
        self.loops: list[int] = []

    def register(self, things: bool = False) -> int:
        self.registers += 1
        if things:
            self.things.add(self.registers - 1)
        return self.registers - 1

    def slot(self, reg: int) -> Node:
        return index(name("f"), const(FRAME + reg))

    def add(self, statement: ast.stmt, at: core.Stmt) -> None:
        self.code.blocks[self.current].append(located(statement, at))

    def store(self, reg: int, value: Node, at: core.Stmt) -> None:
        self._set(FRAME + reg, value, at)

    def store_state(self, cell: int, value: Node, at: core.Stmt) -> None:
        """Sets a cell that is no author's: without reactions, and without a line in the log."""
        target = ast.Subscript(name("s"), const(cell), ast.Store())
        self.add(ast.Assign([target], value), at)

    @contextmanager
    def only_if(self, test: Node, at: core.Stmt) -> Iterator[None]:
        """What is added meanwhile runs only if the test holds; it may not begin a new block."""
        before = self.code.blocks[self.current]
        inner: list[ast.stmt] = []
        self.code.blocks[self.current] = inner
        yield
        self.code.blocks[self.current] = before
        self.add(ast.If(test, inner, []), at)

    def goto(self, block: int, at: core.Stmt) -> None:
        self._set(0, const(block), at)

    def branch(self, test: Node, yes: int, no: int, at: core.Stmt) -> None:
        self._set(0, ast.IfExp(test, const(yes), const(no)), at)

    def _set(self, position: int, value: Node, at: core.Stmt) -> None:
        target = ast.Subscript(name("f"), const(position), ast.Store())
        self.add(ast.Assign([target], value), at)

    def new_block(self, at: core.Stmt | core.Routine) -> int:
        return self.code.block(at.span)

    def enter(self, block: int) -> None:
        self.current = block

    def test(self, expr: Expr) -> str:
        """A function (s, z, f) of the frame."""
        return self.code.function(("s", "z", "f"), self.emit(expr), expr.span, expr)

    def link_function(self, point: object, attribute: str, function: str) -> None:
        """Sets an attribute to a function once it is compiled; until then it is only a name."""

        def fill(names: dict[str, object]) -> None:
            setattr(point, attribute, names[function])

        self.code.fixups.append(fill)

    def probe(self, node: object, mark: str, unless: Node | None = None) -> None:
        """Records a hit of a point, if the program is built with coverage."""
        if self.program.coverage is not None:
            self._probe(probe_statement(self.program.coverage, node, mark), unless)

    def _probe(self, probe_statement: list[ast.stmt], unless: Node | None) -> None:
        if probe_statement and unless is not None:
            probe_statement = [ast.If(ast.UnaryOp(ast.Not(), unless), probe_statement, [])]
        self.code.blocks[self.current] += probe_statement

    def block(self, statements: Block) -> None:
        for statement in statements:
            self.probe(statement, "runs")
            self.emitters[type(statement)](self, statement)

    def call_routine(self, routine: int, values: list[Node], at: core.Stmt) -> None:
        self.push_frame("push", [const(routine), ast.Tuple(values, ast.Load())], at)

    def push_frame(self, method: str, args: list[Node], at: core.Stmt) -> None:
        """Pushes a frame; this routine continues in a new block."""
        after = self.new_block(at)
        self.goto(after, at)
        self.call_game(method, args, at)
        self.return_then(after, at)

    def return_then(self, after: int, at: core.Stmt) -> None:
        self.add(ast.Return(const(None)), at)
        self.enter(after)

    def lapse(self, s: core.Stmt) -> None:
        """After each change of the state: ends what lasts only while a condition holds."""
        if self.program.checked.conditions:
            self.call_game("lapse", [], s)

    def call_game(self, method: str, args: list[Node], at: core.Stmt) -> None:
        self.add(ast.Expr(call_game(method, *args)), at)

    def log(self, verb: str, args: list[Node], at: core.Stmt, detail: str = "") -> None:
        """A log entry: a link to the one before, its point and its numbers.

        A linked list, since games that were copied share what was before.
        """
        point = self.log_point(verb, at, detail)
        entry = ast.Tuple([const(point), *args], ast.Load())
        log = ast.Attribute(name("g"), "log", ast.Load())
        linked = ast.Tuple([log, entry], ast.Load())
        target = ast.Attribute(name("g"), "log", ast.Store())
        self.add(ast.Assign([target], linked), at)

    def log_point(self, verb: str, at: core.Stmt, detail: str = "") -> int:
        number = len(self.code.points)
        return self.code.point(LogPoint(number, at.span, self.routine.name, verb, at, detail))

    def ask(self, method: str, point: int) -> Node:
        return call_game(method, name("s"), name("z"), name("f"), const(point))


Emitters = Mapping[type[core.Stmt], Callable[..., None]]
