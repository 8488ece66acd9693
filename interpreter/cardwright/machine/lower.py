"""Statements as blocks: small Python functions `b(g, s, z, f)` that the machine steps through.

A block runs until something may ask, call or loop; then it writes the next position into the
frame (`f[0]`) and returns. All that lasts is in the frame, so a game can be copied between
any two blocks. Owns control flow; verbs with abilities attached are in `verbs.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from cardwright.language import core
from cardwright.language.core import Block, Expr
from cardwright.machine.emit import (
    FRAME,
    Node,
    call,
    const,
    index,
    name,
    place,
    plus,
)  # fmt: skip
from cardwright.machine.sites import (
    BranchSite,
    ChooseSite,
    LimitSite,
    MenuSite,
    NoteSite,
    Site,
)  # fmt: skip
from cardwright.machine.tables import Tables
from cardwright.source.records import dataclass
from cardwright.source.text import Span

if TYPE_CHECKING:
    from cardwright.machine.program import Program


@dataclass(slots=True)
class Code:
    """All blocks of a program while it is made: the ast of each, and its file."""

    tables: Tables
    blocks: list[list[ast.stmt]] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    functions: list[tuple[ast.FunctionDef, Span]] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    late: list[Callable[[dict[str, object]], None]] = field(default_factory=list)
    routines: list[str] = field(default_factory=list)

    def block(self, span: Span) -> int:
        self.blocks.append([])
        self.spans.append(span)
        return len(self.blocks) - 1

    def site(self, site: Site) -> int:
        self.sites.append(site)
        return site.index

    def function(self, args: Sequence[str], body: Node, span: Span, at: core.Stmt | Expr) -> str:
        """A function of the program; returns the name it will have."""
        name_ = f"F{len(self.functions)}"
        made = ast.FunctionDef(
            name_,
            ast.arguments([], [ast.arg(a) for a in args], None, [], [], None, []),
            [ast.Return(body)],
            [],
        )
        line, column, end_line, end_column = place(at)
        for node in (made, made.body[0]):
            node.lineno, node.col_offset = line, column
            node.end_lineno, node.end_col_offset = end_line, end_column
        self.functions.append((made, span))
        return name_


class Lowerer:
    """Lowers one routine; `program` tells of rules, effects, menus and abilities."""

    def __init__(self, code: Code, routine: core.Routine, number: int, program: Program) -> None:
        self.code, self.routine, self.number, self.program = code, routine, number, program
        self.emit = program.emitter()
        self.registers = routine.registers
        self.things: set[int] = set()  # registers of our own that hold ids
        self.current = 0
        self.loops: list[int] = []

    # ---------------------------------------------------------------- small things

    def register(self, things: bool = False) -> int:
        self.registers += 1
        if things:
            self.things.add(self.registers - 1)
        return self.registers - 1

    def slot(self, reg: int) -> Node:
        return index(name("f"), const(FRAME + reg))

    def add(self, statement: ast.stmt, at: core.Stmt) -> None:
        line, column, end_line, end_column = place(at)
        statement.lineno, statement.col_offset = line, column
        statement.end_lineno, statement.end_col_offset = end_line, end_column
        self.code.blocks[self.current].append(statement)

    def store(self, reg: int, value: Node, at: core.Stmt) -> None:
        target = ast.Subscript(name("f"), const(FRAME + reg), ast.Store())
        self.add(ast.Assign([target], value), at)

    def goto(self, block: int, at: core.Stmt) -> None:
        target = ast.Subscript(name("f"), const(0), ast.Store())
        self.add(ast.Assign([target], const(block)), at)

    def new(self, at: core.Stmt | core.Routine) -> int:
        return self.code.block(at.span)

    def start(self, block: int) -> None:
        self.current = block

    def test(self, expr: Expr) -> str:
        """A function (s, z, f) of the frame."""
        return self.code.function(("s", "z", "f"), self.emit(expr), expr.span, expr)

    def lookup(self, site: object, attribute: str, function: str) -> None:
        def fill(names: dict[str, object]) -> None:
            setattr(site, attribute, names[function])

        self.code.late.append(fill)

    # -------------------------------------------------------------------- statements

    def mark(self, node: object, mark: str, unless: Node | None = None) -> None:
        """Notes that a place has run, when the program is built for that."""
        if self.program.marks is not None:
            self._marked(self.program.marks.noting(node, mark), unless)

    def _marked(self, noting: list[ast.stmt], unless: Node | None) -> None:
        if noting and unless is not None:
            noting = [ast.If(ast.UnaryOp(ast.Not(), unless), noting, [])]
        self.code.blocks[self.current] += noting

    def block(self, statements: Block) -> None:
        for statement in statements:
            self.mark(statement, "runs")
            _RULES[type(statement)](self, statement)

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
        site = ChooseSite(
            len(self.code.sites), s.span, self.routine.name, s.source.type.one(), _never,
            FRAME + source, FRAME + chosen, FRAME + low, FRAME + high, FRAME + s.reg,
            s.many, s.again, s.secret, s.random, self._alike(s.source), (), s.label,
        )  # fmt: skip
        site.spent = FRAME + s.spent if s.spent is not None else -1
        site.offers = s.source
        self.code.site(site)
        self.lookup(site, "chooser", self.test(s.chooser))
        self._fill_limits(site, limits)
        site.ask, site.done = self.new(s), self.new(s)
        self.goto(site.ask, s)
        self.start(site.ask)
        self.add(ast.Return(self._runtime("choose", site.index)), s)
        self.start(site.done)

    def _alike(self, source: Expr) -> bool:
        board = self.program.board
        of = source.type.of
        if source.type.base != "thing":
            return False
        return of == "thing" or board.root(of) in ("piece", "card")

    def _limit(self, limit: core.Limit) -> tuple[str, str]:
        arguments = ("s", "z", "f", f"v{limit.var}")
        key = self.code.function(arguments, self.emit(limit.key), limit.key.span, limit.key)
        return self.test(limit.number), key

    def _fill_limits(self, site: ChooseSite, limits: tuple[tuple[str, str], ...]) -> None:
        def fill(names: dict[str, object]) -> None:
            made = [LimitSite(names[n], names[k]) for n, k in limits]  # type: ignore[arg-type]
            site.limits = tuple(made)

        self.code.late.append(fill)

    def _runtime(self, function: str, site: int) -> Node:
        args = [name(a) for a in ("s", "z", "f")]
        method = ast.Attribute(name("g"), function, ast.Load())
        return ast.Call(method, [*args, const(site)], [])

    def for_each(self, s: core.ForEach) -> None:
        items, at = self.register(s.source.type.base == "thing"), self.register()
        head, body, done = self.new(s), self.new(s), self.new(s)
        self.store(items, self.emit(s.source), s)
        self.store(at, const(0), s)
        self.mark(s, "none", unless=self.slot(items))
        self.goto(head, s)
        self.start(head)
        more = ast.Compare(self.slot(at), [ast.Lt()], [call("len", self.slot(items))])
        self._branch(more, body, done, s)
        self.start(body)
        self.mark(s, "some")
        self.store(s.reg, index(self.slot(items), self.slot(at)), s)
        self.store(at, plus(self.slot(at), 1), s)
        self._loop(s.body, head, done, s)

    def _loop(self, body: Block, head: int, done: int, at: core.Stmt) -> None:
        self.loops.append(done)
        self.block(body)
        self.loops.pop()
        self.goto(head, at)
        self.start(done)

    def _branch(self, test: Node, yes: int, no: int, at: core.Stmt) -> None:
        target = ast.Subscript(name("f"), const(0), ast.Store())
        self.add(ast.Assign([target], ast.IfExp(test, const(yes), const(no))), at)

    def repeat(self, s: core.Repeat) -> None:
        left = self.register()
        head, body, done = self.new(s), self.new(s), self.new(s)
        self.store(left, self.emit(s.number), s)
        self.mark(s, "none", unless=ast.Compare(self.slot(left), [ast.Gt()], [const(0)]))
        self.goto(head, s)
        self.start(head)
        self._branch(ast.Compare(self.slot(left), [ast.Gt()], [const(0)]), body, done, s)
        self.start(body)
        self.mark(s, "some")
        self.store(left, plus(self.slot(left), -1), s)
        self._loop(s.body, head, done, s)

    def if_(self, s: core.If) -> None:
        then, other, done = self.new(s), self.new(s), self.new(s)
        self._branch(self.emit(s.test), then, other, s)
        for block, statements in ((then, s.then), (other, s.other)):
            self.start(block)
            self.block(statements)
            self.goto(done, s)
        self.start(done)

    def one_of(self, s: core.OneOf) -> None:
        site = BranchSite(
            len(self.code.sites), s.span, self.routine.name, s.label, _never,
            tuple(b.id for b in s.branches), tuple(b.label for b in s.branches),
            tuple(None for _ in s.branches),
        )  # fmt: skip
        self.code.site(site)
        self.lookup(site, "chooser", self.test(s.chooser))
        tests = [self.test(b.test) if b.test is not None else None for b in s.branches]
        self._fill_tests(site, tests)
        ask, done = self.new(s), self.new(s)
        self.goto(ask, s)
        self.start(ask)
        self.add(ast.Return(self._runtime("choose_branch", site.index)), s)
        site.blocks = tuple(self.new(s) for _ in s.branches)
        site.after = done
        for block, branch in zip(site.blocks, s.branches, strict=True):
            self.start(block)
            self.mark(branch, "taken")
            self.block(branch.body)
            self.goto(done, s)
        self.start(done)

    def _fill_tests(self, site: BranchSite, tests: list[str | None]) -> None:
        def fill(names: dict[str, object]) -> None:
            site.tests = tuple(names[t] if t else None for t in tests)  # type: ignore[misc]

        self.code.late.append(fill)

    def do(self, s: core.Do) -> None:
        values = [self.emit(s.you), *(self.emit(a) for a in s.args)]
        self._call(self.program.rule(s.rule), values, s)

    def _call(self, routine: int, values: list[Node], at: core.Stmt) -> None:
        """Pushes a frame; the rest of this routine goes on in a new block."""
        after = self.new(at)
        self.goto(after, at)
        pushed = ast.Tuple(values, ast.Load())
        method = ast.Attribute(name("g"), "push", ast.Load())
        self.add(ast.Expr(ast.Call(method, [const(routine), pushed], [])), at)
        self.add(ast.Return(const(None)), at)
        self.start(after)

    def perform(self, s: core.Perform) -> None:
        after = self.new(s)
        self.goto(after, s)
        method = ast.Attribute(name("g"), "perform", ast.Load())
        args = [const(s.slot), self.emit(s.of), self.emit(s.you)]
        self.add(ast.Expr(ast.Call(method, args, [])), s)
        self.start_after(after, s)

    def start_after(self, after: int, at: core.Stmt) -> None:
        self.add(ast.Return(const(None)), at)
        self.start(after)

    def open(self, s: core.Open) -> None:
        menu = self.program.checked.declared.menus[s.menu]
        site = MenuSite(
            len(self.code.sites), s.span, self.routine.name, s.menu, menu.title, _never,
            s.other is not None,
        )  # fmt: skip
        self.code.site(site)
        self.lookup(site, "chooser", self.test(s.chooser))
        site.rows = self.program.menu_rows(s.menu)
        ask, site.done = self.new(s), self.new(s)
        site.passed = self.new(s) if s.other is not None else site.done
        self.goto(ask, s)
        self.start(ask)
        self.add(ast.Return(self._runtime("open", site.index)), s)
        if s.other is not None:
            self.start(site.passed)
            self.block(s.other)
            self.goto(site.done, s)
        self.start(site.done)

    def stop(self, s: core.Stop) -> None:
        self.goto(self.loops[-1], s)
        self.start_after(self.new(s), s)

    def end(self, s: core.End) -> None:
        method = ast.Attribute(name("g"), "finish", ast.Load())
        self.add(ast.Expr(ast.Call(method, [], [])), s)
        self.start_after(self.new(s), s)

    # -------------------------------------------------------------------------- verbs

    def act(self, s: core.Act) -> None:
        from cardwright.machine.verbs import lower_act

        lower_act(self, s)

    def change(self, s: core.Change) -> None:
        from cardwright.machine.verbs import lower_change

        lower_change(self, s)

    def shuffle(self, s: core.Shuffle) -> None:
        self.method("shuffle", [self.emit(s.zone)], s)
        self.note("shuffle", [self.emit(s.zone)], s)

    def roll(self, s: core.Roll) -> None:
        size = len(self.program.board.enums[s.field.type.of].values)
        item = self.emit(s.die)
        offset = const(self.code.tables.layout.cells[(s.field.kind, s.field.name)])
        self.method("roll", [item, offset, const(size)], s)
        face = index(name("s"), ast.BinOp(self.emit(s.die), ast.Add(), offset))
        self.note("roll", [self.emit(s.die), index(name("s"), self.emit(s.die)), face], s)

    def reveal(self, s: core.Reveal) -> None:
        self.note("reveal", [self.emit(s.item)], s, detail=_kind_of(s.item))

    def say(self, s: core.Say) -> None:
        actor = [self.emit(s.actor)] if s.actor is not None else []
        self.note("say", actor, s, detail=s.text)

    def method(self, method: str, args: list[Node], at: core.Stmt) -> None:
        found = ast.Attribute(name("g"), method, ast.Load())
        self.add(ast.Expr(ast.Call(found, args, [])), at)

    def note(self, verb: str, args: list[Node], at: core.Stmt, detail: str = "") -> None:
        """A log entry: a link to the one before, its site and its numbers."""
        site = NoteSite(len(self.code.sites), at.span, self.routine.name, verb, detail)
        self.code.site(site)
        entry = ast.Tuple([const(site.index), *args], ast.Load())
        log = ast.Attribute(name("g"), "log", ast.Load())
        linked = ast.Tuple([log, entry], ast.Load())
        target = ast.Attribute(name("g"), "log", ast.Store())
        self.add(ast.Assign([target], linked), at)


def _kind_of(expr: Expr) -> str:
    return f"{expr.type.base}:{expr.type.of}"


def _never(*_: object) -> int:
    raise AssertionError("a site was used before its program was made")


_RULES: dict[type[core.Stmt], Callable[..., None]] = {
    core.Let: Lowerer.let, core.Choose: Lowerer.choose, core.ForEach: Lowerer.for_each,
    core.Repeat: Lowerer.repeat, core.If: Lowerer.if_, core.OneOf: Lowerer.one_of,
    core.Do: Lowerer.do, core.Perform: Lowerer.perform, core.Open: Lowerer.open,
    core.Stop: Lowerer.stop, core.End: Lowerer.end, core.Act: Lowerer.act,
    core.Change: Lowerer.change, core.Shuffle: Lowerer.shuffle, core.Roll: Lowerer.roll,
    core.Reveal: Lowerer.reveal, core.Say: Lowerer.say,
}  # fmt: skip
