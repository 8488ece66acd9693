"""Statements as blocks: small Python functions `b(g, s, z, f)` that a game runs one by one.

A block runs until something may ask, call or loop; then it writes the number of the next block
into the frame (`f[0]`) and returns. All local state is in the frame, so a game can be copied
between any two blocks. Owns control flow; `events` owns reactions of abilities.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from functools import reduce
from typing import TYPE_CHECKING

from cardwright.backends.python.expressions import FRAME
from cardwright.backends.python.instrumentation import probe_statement
from cardwright.backends.python.nodes import (
    Node,
    all_of,
    call,
    call_game,
    const,
    function,
    index,
    located,
    name,
    plus,
)
from cardwright.board.model import Field
from cardwright.board.types import FLAG
from cardwright.language import core
from cardwright.language.active import SILENCED
from cardwright.language.core import Block, Expr
from cardwright.language.declared import Menu
from cardwright.program.constants import Constants
from cardwright.program.decision_points import (
    Batch,
    BranchPoint,
    ChoiceLimit,
    ChoicePoint,
    LogPoint,
    MenuPoint,
    Point,
    TriggerPoint,
)
from cardwright.source.records import dataclass
from cardwright.source.text import Span

if TYPE_CHECKING:
    from cardwright.backends.python.program import Program


@dataclass(slots=True)
class Code:
    """The blocks of a program under construction: the ast of each, and its file."""

    constants: Constants
    blocks: list[list[ast.stmt]] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    functions: list[tuple[ast.FunctionDef, Span]] = field(default_factory=list)
    points: list[Point] = field(default_factory=list)
    fixups: list[Callable[[dict[str, object]], None]] = field(default_factory=list)

    def block(self, span: Span) -> int:
        self.blocks.append([])
        self.spans.append(span)
        return len(self.blocks) - 1

    def point(self, point: Point) -> int:
        self.points.append(point)
        return point.index

    def function(self, args: Sequence[str], body: Node, span: Span, at: core.Stmt | Expr) -> str:
        """A function of the program; returns the name it will have."""
        returned = located(ast.Return(body), at)
        made = located(function(f"F{len(self.functions)}", args, [returned]), at)
        self.functions.append((made, span))
        return made.name


class BlockBuilder:
    """Emits the blocks of one routine; `program` has the rules, effects, menus and abilities."""

    def __init__(self, code: Code, routine: core.Routine, number: int, program: Program) -> None:
        self.code, self.routine, self.number, self.program = code, routine, number, program
        self.emit = program.emitter()
        self.registers = routine.registers
        self.things: set[int] = set()  # registers of our own that hold ids
        self.current = 0
        self.loops: list[int] = []

    # ------------------------------------------------------------ blocks and registers

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

    # -------------------------------------------------------------------- statements

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
            _EMITTERS[type(statement)](self, statement)

    def let(self, s: core.Let) -> None:
        self.store(s.reg, self.emit(s.value), s)

    def choose(self, s: core.Choose) -> None:
        things = s.source.type.base == "thing"
        source, chosen, low, high = (self.register(things and n < 2) for n in range(4))
        self.store(source, self.emit(s.source), s)
        self.store(chosen, const(()), s)
        self.store(low, self.emit(s.low), s)
        self.store(high, const(-1) if s.high is None else self.emit(s.high), s)
        limits = tuple(self._limit(limit) for limit in s.limits)
        point = ChoicePoint(
            len(self.code.points), s.span, self.routine.name, s.source.type.one(), _unlinked,
            FRAME + source, FRAME + chosen, FRAME + low, FRAME + high, FRAME + s.reg,
            s.many, s.again, s.secret, s.random, self._offers_alike(s.source), (), s,
        )  # fmt: skip
        point.spent = FRAME + s.spent if s.spent is not None else -1
        point.ordered = s.ordered
        if s.needed is not None:
            needed = self.register()
            self.store(needed, self.emit(s.needed), s)
            point.needed = FRAME + needed
        point.offers = s.source
        self.code.point(point)
        self.link_function(point, "chooser", self.test(s.chooser))
        self._fill_limits(point, limits)
        point.ask, point.done = self.new_block(s), self.new_block(s)
        self.goto(point.ask, s)
        self.enter(point.ask)
        self.add(ast.Return(self._ask("choose", point.index)), s)
        self.enter(point.done)

    def _offers_alike(self, source: Expr) -> bool:
        board = self.program.board
        of = source.type.of
        if source.type.base != "thing":
            return False
        return of == "thing" or board.root(of) in ("piece", "card")

    def _limit(self, limit: core.Limit) -> tuple[str, str, bool]:
        arguments, parts = ("s", "z", "f", f"v{limit.var}"), (limit.number, limit.key)
        number, key = (self.code.function(arguments, self.emit(e), e.span, e) for e in parts)
        return number, key, limit.implied

    def _fill_limits(self, point: ChoicePoint, limits: tuple[tuple[str, str, bool], ...]) -> None:
        def fill(names: dict[str, object]) -> None:
            made = [ChoiceLimit(names[n], names[k], v) for n, k, v in limits]  # type: ignore[arg-type]
            point.limits = tuple(made)

        self.code.fixups.append(fill)

    def _ask(self, method: str, point: int) -> Node:
        return call_game(method, name("s"), name("z"), name("f"), const(point))

    def for_each(self, s: core.ForEach) -> None:
        items, at = self.register(s.source.type.base == "thing"), self.register()
        head, body, done = self.new_block(s), self.new_block(s), self.new_block(s)
        self.store(items, self.emit(s.source), s)
        self.store(at, const(0), s)
        self.probe(s, "none", unless=self.slot(items))
        self.goto(head, s)
        self.enter(head)
        more = ast.Compare(self.slot(at), [ast.Lt()], [call("len", self.slot(items))])
        self.branch(more, body, done, s)
        self.enter(body)
        self.probe(s, "some")
        self.store(s.reg, index(self.slot(items), self.slot(at)), s)
        self.store(at, plus(self.slot(at), 1), s)
        self._loop(s.body, head, done, s)

    def _loop(self, body: Block, head: int, done: int, at: core.Stmt) -> None:
        self.loops.append(done)
        self.block(body)
        self.loops.pop()
        self.goto(head, at)
        self.enter(done)

    def repeat(self, s: core.Repeat) -> None:
        left = self.register()
        head, body, done = self.new_block(s), self.new_block(s), self.new_block(s)
        self.store(left, self.emit(s.number), s)
        self.probe(s, "none", unless=ast.Compare(self.slot(left), [ast.Gt()], [const(0)]))
        self.goto(head, s)
        self.enter(head)
        self.branch(ast.Compare(self.slot(left), [ast.Gt()], [const(0)]), body, done, s)
        self.enter(body)
        self.probe(s, "some")
        self.store(left, plus(self.slot(left), -1), s)
        self._loop(s.body, head, done, s)

    def if_(self, s: core.If) -> None:
        then, other, done = self.new_block(s), self.new_block(s), self.new_block(s)
        self.branch(self.emit(s.test), then, other, s)
        for block, statements in ((then, s.then), (other, s.other)):
            self.enter(block)
            self.block(statements)
            self.goto(done, s)
        self.enter(done)

    def one_of(self, s: core.OneOf) -> None:
        point = BranchPoint(
            len(self.code.points), s.span, self.routine.name, _unlinked,
            tuple(b.id for b in s.branches), tuple(None for _ in s.branches), s,
        )  # fmt: skip
        self.code.point(point)
        self.link_function(point, "chooser", self.test(s.chooser))
        tests = [self.test(b.test) if b.test is not None else None for b in s.branches]
        self._fill_tests(point, tests)
        ask, done = self.new_block(s), self.new_block(s)
        self.goto(ask, s)
        self.enter(ask)
        self.add(ast.Return(self._ask("choose_branch", point.index)), s)
        point.blocks = tuple(self.new_block(s) for _ in s.branches)
        point.after = done
        for block, branch in zip(point.blocks, s.branches, strict=True):
            self.enter(block)
            self.probe(branch, "taken")
            self.block(branch.body)
            self.goto(done, s)
        self.enter(done)

    def _fill_tests(self, point: BranchPoint, tests: list[str | None]) -> None:
        def fill(names: dict[str, object]) -> None:
            point.tests = tuple(names[t] if t else None for t in tests)  # type: ignore[misc]

        self.code.fixups.append(fill)

    def do(self, s: core.CallRule) -> None:
        values = [self.emit(s.you), *(self.emit(a) for a in s.args)]
        if not s.needed:
            self.call_routine(self.program.rule(s.rule), values, s)
            return
        run, done = self.new_block(s), self.new_block(s)
        self.branch(all_of([self.emit(a) for a in s.needed]), run, done, s)
        self.enter(run)
        self.call_routine(self.program.rule(s.rule), values, s)
        self.goto(done, s)
        self.enter(done)

    def call_routine(self, routine: int, values: list[Node], at: core.Stmt) -> None:
        self.push_frame("push", [const(routine), ast.Tuple(values, ast.Load())], at)

    def perform(self, s: core.Perform) -> None:
        of = s.of
        if SILENCED in self.program.checked.functions:
            silenced = core.Call(FLAG, s.span, SILENCED, (s.of,))
            of = core.Cond(s.of.type.maybe(), s.span, silenced, core.none(s.span), s.of)
        self.push_frame("perform", [const(s.slot), self.emit(of), self.emit(s.you)], s)

    def push_frame(self, method: str, args: list[Node], at: core.Stmt) -> None:
        """Pushes a frame; this routine continues in a new block."""
        after = self.new_block(at)
        self.goto(after, at)
        self.call_game(method, args, at)
        self.return_then(after, at)

    def return_then(self, after: int, at: core.Stmt) -> None:
        self.add(ast.Return(const(None)), at)
        self.enter(after)

    def open(self, s: core.OpenMenu) -> None:
        menu = self.program.checked.declared.menus[s.menu]
        point = MenuPoint(
            len(self.code.points), s.span, self.routine.name, menu, _unlinked,
            s.other is not None,
            s.always,
        )  # fmt: skip
        self.code.point(point)
        self.link_function(point, "chooser", self.test(s.chooser))
        point.rows = self.program.menu_rows(s.menu)
        self._fill_arguments(point, s)
        ask, point.done = self.new_block(s), self.new_block(s)
        point.passed = self.new_block(s) if s.other is not None else point.done
        self.goto(ask, s)
        self.enter(ask)
        self.add(ast.Return(self._ask("open", point.index)), s)
        if s.other is not None:
            self.enter(point.passed)
            self.block(s.other)
            self.goto(point.done, s)
        self.enter(point.done)

    def _fill_arguments(self, point: MenuPoint, s: core.OpenMenu) -> None:
        args, needed = [self.test(e) for e in s.args], [self.test(e) for e in s.needed]

        def fill(names: dict[str, object]) -> None:
            point.arguments = tuple(names[test] for test in args)  # type: ignore[misc]
            point.needed = tuple(names[test] for test in needed)  # type: ignore[misc]

        self.code.fixups.append(fill)

    def stop(self, s: core.Break) -> None:
        self.goto(self.loops[-1], s)
        self.return_then(self.new_block(s), s)

    def end(self, s: core.EndGame) -> None:
        self.call_game("finish", [], s)
        self.return_then(self.new_block(s), s)

    def at_once(self, s: core.AtOnce) -> None:
        """A block that happens together; then what reacts to it, one ability after the other."""
        batch = Batch(self.register(), self.register(), self.register(), self.register(True))
        program, opened = self.program, self.slot(batch.open)
        program.batches.setdefault(self.number, []).append(batch)
        self.store(batch.open, call_game("first_batch"), s)
        active = call(program.active_bearers(), name("s"), name("z"))
        self.store(batch.active, ast.IfExp(opened, active, const(())), s)
        self.store(batch.routines, const(()), s)
        self.store(batch.ids, const(()), s)
        self.block(s.body)
        self.store(batch.open, const(0), s)
        self.lapse(s)
        point = self._trigger_point(s, batch)
        ask, point.done = self.new_block(s), self.new_block(s)
        self.goto(ask, s)
        self.enter(ask)
        self.add(ast.Return(self._ask("next_trigger", point.index)), s)
        self.enter(point.done)

    def _trigger_point(self, s: core.AtOnce, batch: Batch) -> TriggerPoint:
        menu = Menu("triggers", "What happens first?", s.span)
        point = TriggerPoint(len(self.code.points), s.span, self.routine.name, menu, _unlinked,
                             False, False, waiting=batch)  # fmt: skip
        self.code.point(point)
        chooser = s.chooser if s.chooser is not None else core.none(s.span)
        self.link_function(point, "chooser", self.test(chooser))
        self.program.trigger_points.append(point)
        return point

    def cancel(self, s: core.Cancel) -> None:
        """Cancels the event before which the nearest window is open, if any."""
        about = self.register(True)
        self.store(about, call_game("cancel"), s)
        nothing = ast.Compare(self.slot(about), [ast.Lt()], [const(0)])
        done, told = self.new_block(s), self.new_block(s)
        self.branch(nothing, done, told, s)
        self.enter(told)
        item = self.slot(about)
        self.log("cancel", [item, index(name("s"), item), self.emit(s.actor)], s)
        self.goto(done, s)
        self.enter(done)

    # -------------------------------------------------------------------------- verbs

    def act(self, s: core.Move) -> None:
        from cardwright.backends.python.events import emit_move

        emit_move(self, s)

    def change(self, s: core.Assign) -> None:
        from cardwright.backends.python.events import emit_change

        emit_change(self, s)

    def begin(self, s: core.Begin) -> None:
        values = ast.Tuple([self.emit(value) for value in s.values], ast.Load())
        point = self._log_point("begin", s)
        begun = call_game("begin", const(s.effect), values, self.emit(s.actor), const(point))
        self.store(s.result, begun, s)

    def end_effect(self, s: core.End) -> None:
        point = self._log_point("end", s)
        self.call_game("end", [self.emit(s.item), const(point)], s)

    def become(self, s: core.Become) -> None:
        form = const(0) if s.form is None else self.emit(s.form)
        point = self._log_point("become", s)
        self.call_game("become", [self.emit(s.item), form, self.emit(s.actor), const(point)], s)
        self.lapse(s)

    def lapse(self, s: core.Stmt) -> None:
        """After each change of the state: ends what lasts only while a condition holds."""
        if self.program.checked.conditions:
            self.call_game("lapse", [], s)

    def shuffle(self, s: core.Shuffle) -> None:
        self.call_game("shuffle", [self.emit(s.zone)], s)
        self.log("shuffle", [self.emit(s.zone)], s)
        self.lapse(s)

    def roll(self, s: core.Roll) -> None:
        one = len(s.faces) == 1
        rolled = [self._rolled(s, found, one) for found in s.faces]  # of all but one kind: 0
        face = reduce(lambda a, b: ast.BinOp(a, ast.Add(), b), rolled)
        where = index(name("s"), self.emit(s.die))
        self.log("roll", [self.emit(s.die), where, face, self.emit(s.actor)], s)
        self.lapse(s)

    def _rolled(self, s: core.Roll, found: Field, always: bool) -> Node:
        """Rolls the die if it has such faces."""
        die, constants = self.emit(s.die), self.code.constants
        if not always:
            die = call("if_member", die, name(constants.members(found.kind)))
        cell = constants.layout.cells[(found.kind, found.name)]
        return call_game("roll", die, const(cell), const(found.faces))

    def reveal(self, s: core.Reveal) -> None:
        whose = self.slot(0)  # *you*, unless the text says whose it is
        if isinstance(s.item, core.Get):
            whose = self.emit(s.item.of) if s.item.of else const(0)
        self.log("reveal", [self.emit(s.item), whose], s, detail=_kind_of(s.item))

    def say(self, s: core.Say) -> None:
        actor = [self.emit(s.actor)] if s.actor is not None else []
        self.log("say", actor, s, detail=s.text)

    def call_game(self, method: str, args: list[Node], at: core.Stmt) -> None:
        self.add(ast.Expr(call_game(method, *args)), at)

    def log(self, verb: str, args: list[Node], at: core.Stmt, detail: str = "") -> None:
        """A log entry: a link to the one before, its point and its numbers.

        A linked list, since games that were copied share what was before.
        """
        point = self._log_point(verb, at, detail)
        entry = ast.Tuple([const(point), *args], ast.Load())
        log = ast.Attribute(name("g"), "log", ast.Load())
        linked = ast.Tuple([log, entry], ast.Load())
        target = ast.Attribute(name("g"), "log", ast.Store())
        self.add(ast.Assign([target], linked), at)

    def _log_point(self, verb: str, at: core.Stmt, detail: str = "") -> int:
        number = len(self.code.points)
        return self.code.point(LogPoint(number, at.span, self.routine.name, verb, at, detail))


def _kind_of(expr: Expr) -> str:
    return f"{expr.type.base}:{expr.type.of}"


def _unlinked(*_: object) -> int:
    raise AssertionError("a point was used before its program was made")


_EMITTERS: dict[type[core.Stmt], Callable[..., None]] = {
    core.Let: BlockBuilder.let, core.Choose: BlockBuilder.choose,
    core.ForEach: BlockBuilder.for_each, core.Repeat: BlockBuilder.repeat,
    core.If: BlockBuilder.if_, core.OneOf: BlockBuilder.one_of, core.CallRule: BlockBuilder.do,
    core.Perform: BlockBuilder.perform, core.OpenMenu: BlockBuilder.open,
    core.Cancel: BlockBuilder.cancel,
    core.AtOnce: BlockBuilder.at_once,
    core.Break: BlockBuilder.stop, core.EndGame: BlockBuilder.end, core.Move: BlockBuilder.act,
    core.Assign: BlockBuilder.change, core.Shuffle: BlockBuilder.shuffle,
    core.Become: BlockBuilder.become,
    core.Begin: BlockBuilder.begin, core.End: BlockBuilder.end_effect,
    core.Roll: BlockBuilder.roll, core.Reveal: BlockBuilder.reveal, core.Say: BlockBuilder.say,
}  # fmt: skip
