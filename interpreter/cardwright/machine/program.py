"""A program: one game's rules, for one set of players, compiled and ready to be stepped.

Everything that can be worked out before play is worked out here: printed facts and domains
become constants, definitions with their modifiers become Python functions, effects become
blocks. Building takes a moment; a game of it starts at once.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import field

from cardwright.board.layout import Layout, lay_out
from cardwright.board.model import Board
from cardwright.language import core
from cardwright.language.checker import Checked, CheckedAbility, CheckedOption
from cardwright.language.payments import payable
from cardwright.machine import helpers
from cardwright.machine.coverage import MarkingEmitter, Marks
from cardwright.machine.emit import (
    FRAME,
    Emitter,
    Node,
    call,
    const,
    function_name,
    index,
    name,
)  # fmt: skip
from cardwright.machine.lower import Code, Lowerer
from cardwright.machine.sites import OptionRow, Site
from cardwright.machine.tables import Tables
from cardwright.machine.verbs import lower_rule
from cardwright.source.records import dataclass
from cardwright.source.text import Span

BlockFunction = Callable[..., object]


@dataclass(slots=True)
class Entry:
    """Where a routine begins, and how many registers its frame has."""

    name: str
    block: int
    registers: int
    span: Span
    routine: core.Routine | None = None
    things: set[int] = field(default_factory=set)  # registers that no text names and that hold ids


@dataclass(slots=True)
class Program:
    checked: Checked
    layout: Layout
    tables: Tables
    code: Code
    entries: list[Entry] = field(default_factory=list)
    blocks: list[BlockFunction] = field(default_factory=list)
    names: dict[str, object] = field(default_factory=dict)
    effects: dict[str, list[int]] = field(default_factory=dict)
    menus: dict[str, list[OptionRow]] = field(default_factory=dict)
    winners: Callable[..., object] | None = None
    looks: list[tuple[int, tuple[int, ...]] | None] = field(default_factory=list)
    cards: frozenset[int] = frozenset()
    owners: int = 0  # where the owners of things begin in the state
    compiled: int = 0  # how many functions are compiled
    marks: Marks | None = None  # a program built with them notes what runs
    memo: dict[str, object] = field(default_factory=dict)  # what clients work out once
    _numbers: dict[object, int] = field(default_factory=dict)
    _waiting: list[tuple[int, core.Routine, str]] = field(default_factory=list)
    _tests: dict[int, str] = field(default_factory=dict)

    @property
    def board(self) -> Board:
        return self.layout.board

    @property
    def _everybody(self) -> int:
        return len(self.layout.board.things.get("player", {}))

    @property
    def sites(self) -> list[Site]:
        return self.code.sites

    def emitter(self, registers: Callable[[int], Node] | None = None) -> Emitter:
        if self.marks is None:
            return Emitter(self.tables, registers)
        return MarkingEmitter(self.tables, self.marks, registers)

    # --------------------------------------------------------------------- routines

    def routine(self, key: object, routine: core.Routine, rule: str = "") -> int:
        """The number of a routine; it is lowered when its turn comes."""
        if key not in self._numbers:
            number = len(self.entries)
            self._numbers[key] = number
            made = Entry(routine.name, -1, routine.registers, routine.span, routine)
            self.entries.append(made)
            self._waiting.append((number, routine, rule))
        return self._numbers[key]

    def rule(self, rule: str) -> int:
        return self.routine(("rule", rule), self.checked.rules[rule], rule)

    def lower_all(self) -> None:
        while self._waiting:
            number, routine, rule = self._waiting.pop()
            self._lower(number, routine, rule)

    def _lower(self, number: int, routine: core.Routine, rule: str) -> None:
        low = Lowerer(self.code, routine, number, self)
        first = low.new(routine)
        low.start(first)
        low.mark(routine, "runs")
        at = core.Stop(routine.span)
        if rule:
            lower_rule(low, rule, routine)
            self._resets(low, rule, at)
        else:
            low.block(routine.body)
        low.method("leave", [], at)
        self.entries[number].block = first
        self.entries[number].registers = low.registers
        self.entries[number].things = low.things

    def _resets(self, low: Lowerer, rule: str, at: core.Stmt) -> None:
        """What starts anew after this rule: cells that say so, and options' limits."""
        fields = [f for k in self.layout.board.kinds.values() for f in k.fields.values()]
        for found in (*fields, *self.layout.board.state.values()):
            if found.resets == rule and (found.kind, found.name) in self.layout.ranges:
                start, end = self.layout.ranges[(found.kind, found.name)]
                value = self.layout.start[start]
                low.method("reset", [const(start), const(end), const(value)], at)
        for rows in self.menus.values():
            for row in rows:
                if row.declared.limit == rule:
                    start = row.limit_cell + 1
                    end = start + self._everybody
                    low.method("reset", [const(start), const(end), const(0)], at)

    # -------------------------------------------------------------------- abilities

    def abilities(self, type: str, verb: str, kind: str, before: bool = False) -> list[
        CheckedAbility
    ]:  # fmt: skip
        found = [a for a in self.checked.abilities if a.type == type and a.verb == verb]
        if type == "when":
            found = [a for a in found if a.before == before]
        board = self.layout.board
        return [
            a
            for a in found
            if not a.kind or not kind or kind == "thing" or a.kind == kind
            or board.is_a(kind, a.kind) or board.is_a(a.kind, kind)
        ]  # fmt: skip

    def ability_routine(self, ability: CheckedAbility) -> int:
        return self.routine(("ability", id(ability)), ability.routine)

    def bearers(self, ability: CheckedAbility) -> tuple[int, ...]:
        """The things that carry it; 0 stands for the pack itself."""
        if ability.bearer is None:
            return (0,)
        return self.copies(ability.bearer.kind, ability.bearer.id)

    def copies(self, kind: str, id: str) -> tuple[int, ...]:
        items = (self.layout.items[i] for i in self.layout.kind(kind))
        return tuple(i.id for i in items if i.thing and i.kind == kind and i.thing.id == id)

    def active_zone(self, this: int) -> str:
        board = self.layout.board
        for kind in board.ancestors(self.layout.items[this].kind):
            if board.kinds[kind].active_in:
                return board.kinds[kind].active_in
        return ""

    def active_node(self, ability: CheckedAbility, this: int) -> Node:
        return self.active(this)

    def active(self, this: int) -> Node:
        """Whether the abilities of a thing count now."""
        if self._always_there(this):
            return ast.Constant(True)
        zone = self.active_zone(this)
        where = index(name("s"), const(this))
        if not zone:
            return ast.Compare(where, [ast.NotEq()], [const(0)])
        low, high = self._zone_range(zone)
        return ast.Compare(const(low), [ast.LtE(), ast.LtE()], [where, const(high)])

    def _zone_range(self, zone: str) -> tuple[int, int]:
        ids = [
            self.layout.zone_first + n
            for n, (z, _) in enumerate(self.layout.zones)
            if z.name == zone
        ]
        return min(ids), max(ids)

    def owner_node(self, ability: CheckedAbility, this: int) -> Node:
        """*you* of an ability: 0 for the pack's own, whose you is the actor."""
        return self.owner(this)

    def owner(self, this: int) -> Node:
        if not this:
            return const(0)
        if self.layout.items[this].kind == "player":
            return const(this)
        return index(name("s"), const(self.layout.owner + this))

    def _always_there(self, this: int) -> bool:
        board, kind = self.layout.board, self.layout.items[this].kind
        return board.root(kind) in ("player", "place") and not self.active_zone(this)

    def is_active(self, s: Sequence[int], this: int) -> bool:
        """What `active` emits, worked out now."""
        if self._always_there(this):
            return True
        zone = self.active_zone(this)
        if not zone:
            return bool(s[this])
        low, high = self._zone_range(zone)
        return s[this] in range(low, high + 1)

    def owner_of(self, s: Sequence[int], this: int) -> int:
        if not this or self.layout.items[this].kind == "player":
            return this
        return s[self.layout.owner + this]

    def fits_node(self, ability: CheckedAbility, item: Node) -> Node | None:
        if not ability.kind or ability.verb.startswith(("rule ", "change ")):
            return None
        if ability.verb == "place" and ability.type == "instead of":
            return None
        members = name(self.tables.members(ability.kind))
        return ast.Compare(item, [ast.In()], [members])

    def ability_test(self, ability: CheckedAbility) -> str:
        """A function of (s, z, actor, this, it, there, you) and of what a rule takes."""
        key = id(ability)
        if key not in self._tests:
            assert ability.test is not None
            emit = self.emitter(lambda i: name(f"a{i}"))
            test = ability.test
            args = ["s", "z", *(f"a{i}" for i in range(ability.routine.takes))]
            made = self.code.function(args, emit(test), test.span, test)
            self._tests[key] = made
        return self._tests[key]

    def prohibitions(self) -> None:
        """One function (s, z, actor, it) for each prohibition, by verb."""
        for ability in self.checked.abilities:
            if ability.type == "forbid":
                table = self.tables.values.setdefault(f"forbids {ability.verb}", {})
                assert isinstance(table, dict)
                table[self._prohibition(ability)] = ability.kind

    def _prohibition(self, ability: CheckedAbility) -> str:
        tests: list[Node] = []
        for this in self.bearers(ability):
            parts: list[Node] = [self.active(this)] if this else []
            members = name(self.tables.members(ability.kind))
            parts.append(ast.Compare(name("item"), [ast.In()], [members]))
            if ability.test is not None:
                there = index(name("s"), name("item"))
                args = [name("actor"), const(this), name("item"), there, self.owner(this)]
                function = self.ability_test(ability)
                parts.append(call(function, name("s"), name("z"), *args))
            if self.marks is not None:
                parts += self.marks.noted(ability, "forbids")
            tests.append(parts[0] if len(parts) == 1 else ast.BoolOp(ast.And(), parts))
        tests = tests or [ast.Constant(False)]
        body = ast.BoolOp(ast.Or(), tests) if len(tests) > 1 else tests[0]
        at = core.Stop(ability.span)
        return self.code.function(("s", "z", "actor", "item"), body, ability.span, at)

    # ------------------------------------------------------------------- what is alike

    def alike(self, options: Sequence[int]) -> Callable[[list[int], int], tuple[int, ...]]:
        """How a thing looks: its kind, owner, place and cells; named things are themselves."""
        return self._look

    def _look(self, s: list[int], item: int) -> tuple[int, ...]:
        look = self.looks[item]
        if look is None:
            return (item,)
        return (look[0], s[item], s[self.owners + item], *[s[c + item] for c in look[1]])

    def all_looks(self) -> None:
        kinds = list(self.layout.board.kinds)
        for item in self.layout.items:
            if item.thing is not None or not item.kind or item.id in self.cards:
                self.looks.append(None)
                continue
            fields = self.layout.board.fields(item.kind).values()
            cells = [self.layout.cells[(f.kind, f.name)] for f in fields if not f.printed]
            self.looks.append((kinds.index(item.kind), tuple(cells)))

    # ------------------------------------------------------------------ definitions

    def definitions(self) -> None:
        for function in self.checked.functions.values():
            self._definition(function)

    def _definition(self, function: core.Function) -> None:
        """`x = base`, then each modifier in order of its operation, then `return x`."""
        emit = self.emitter()
        body: list[ast.stmt] = []
        modifiers = sorted(
            self.checked.modifiers.get(function.name, ()), key=lambda m: _ORDER.index(m.op)
        )
        if not modifiers:
            body = [ast.Return(emit(function.body))]
        else:
            body = [ast.Assign([ast.Name("x", ast.Store())], emit(function.body))]
            for modifier in modifiers:
                body += self._modifier(modifier, function)
            body.append(ast.Return(name("x")))
        if self.marks is not None:
            body[:0] = self.marks.noting(function, "used")
        args = ["s", "z", *(f"v{i}" for i in range(len(function.takes)))]
        made = ast.FunctionDef(
            function_name(function.name),
            ast.arguments([], [ast.arg(a) for a in args], None, [], [], None, []),
            body,
            [],
        )
        self.code.functions.append((made, function.span))

    def _modifier(self, modifier: core.Modifier, function: core.Function) -> list[ast.stmt]:
        count, emit = len(function.takes), self.emitter()  # its variables are its own
        value = _APPLIED[modifier.op](emit(modifier.value))
        apply: list[ast.stmt] = [ast.Assign([ast.Name("x", ast.Store())], value)]
        if self.marks is not None:
            apply[:0] = self.marks.noting(modifier, "applies")
        if modifier.test is not None:
            apply = [ast.If(emit(modifier.test), apply, [])]
        if not modifier.bearer:
            return apply
        done: list[ast.stmt] = []
        for this in self.copies(*modifier.bearer.split("/", 1)):
            bound: list[ast.stmt] = [
                ast.Assign([ast.Name(f"v{count}", ast.Store())], self.owner(this)),
                ast.Assign([ast.Name(f"v{count + 1}", ast.Store())], const(this)),
            ]
            done.append(ast.If(self.active(this), [*bound, *apply], []))
        return done

    # ------------------------------------------------------------------------ menus

    def all_menus(self) -> None:
        for option in self.checked.options:
            rows = self.menus.setdefault(option.declared.menu, [])
            bearer = option.declared.bearer
            things = self.copies(bearer.kind, bearer.id) if bearer else (0,)
            rows += [self._row(option, this) for this in things]

    def menu_rows(self, menu: str) -> list[OptionRow]:
        return self.menus.setdefault(menu, [])

    def _row(self, option: CheckedOption, this: int) -> OptionRow:
        number = self.routine(("option", id(option)), option.routine)
        cell = -1
        if option.limit:
            cell = len(self.layout.start) - 1  # the first player's id is 1
            self.layout.start.extend([0] * self._everybody)
        row = OptionRow(option.declared, this, None, None, cell, 0, 0, number)
        emit = self.emitter(lambda i: name(f"a{i}"))
        tests = [self._held_by_chooser(this)] if this else []
        if option.test is not None:
            tests.append(emit(option.test))
        if tests:
            body = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
            self._fill(row, "test", body, option.declared.span)
        if option.cost is not None:
            test = emit(payable(option.cost, self.board))
            self._fill(row, "payable", test, option.declared.span)
        return row

    def _held_by_chooser(self, this: int) -> Node:
        owners = ast.Tuple([name("a0"), const(0)], ast.Load())
        mine = ast.Compare(self.owner(this), [ast.In()], [owners])
        return ast.BoolOp(ast.And(), [self.active(this), mine])

    def _fill(self, row: OptionRow, attribute: str, body: Node, span: Span) -> None:
        made = self.code.function(("s", "z", "a0", "a1"), body, span, core.Stop(span))
        self.code.late.append(lambda names: setattr(row, attribute, names[made]))

    # ---------------------------------------------------------------------- effects

    def all_effects(self) -> None:
        for (kind, id, slot), routine in self.checked.effects.items():
            table = self.effects.setdefault(slot, [-1] * self.layout.count)
            number = self.routine(("effect", kind, id, slot), routine)
            for item in self.layout.items:
                if item.thing and item.kind == kind and item.thing.id == id:
                    table[item.id] = number

    def winners_function(self) -> None:
        if self.checked.winners is not None:
            expr = self.checked.winners
            body = self.emitter()(expr)
            made = self.code.function(("s", "z"), body, expr.span, expr)
            self.code.late.append(lambda names: setattr(self, "winners", names[made]))


_ORDER = ("set", "add", "multiply", "at least", "at most")


def _combined(operation: Callable[[Node, Node], Node]) -> Callable[[Node], Node]:
    return lambda value: operation(name("x"), value)


_APPLIED: dict[str, Callable[[Node], Node]] = {
    "set": lambda value: value,
    "add": _combined(lambda x, v: ast.BinOp(x, ast.Add(), v)),
    "multiply": _combined(lambda x, v: call("product", x, v)),
    "at least": _combined(lambda x, v: call("max", x, v)),
    "at most": _combined(lambda x, v: call("min", x, v)),
}


def build(checked: Checked, players: tuple[str, ...], marks: Marks | None = None) -> Program:
    """Compiles a checked game for these players; `checked` must be free of errors.

    With `marks`, which are those of `checked`, games of the program note there what runs.
    """
    layout = lay_out(checked.declared.board, players)
    tables = Tables(layout)
    tables.given = given_kinds(checked)
    program = Program(checked, layout, tables, Code(tables), marks=marks)
    tables.values |= marks.values() if marks is not None else {}
    program.cards = frozenset(layout.kind("card"))
    program.owners = layout.owner
    program.all_looks()
    program.prohibitions()
    program.definitions()
    program.winners_function()
    program.all_menus()
    program.all_effects()
    program.rule(checked.declared.main)
    program.lower_all()
    _compile(program)
    for rows in program.menus.values():
        for row in rows:
            entry = program.entries[row.routine]
            row.entry, row.registers = entry.block, entry.registers
    return program


def add_effect(program: Program, routine: core.Routine) -> int:
    """Compiles one more routine, one that no pack has, and returns the number of its entry."""
    number = program.routine(("added", len(program.entries)), routine)
    program.lower_all()
    _compile(program)
    return number


def given_kinds(checked: Checked) -> frozenset[str]:
    """The kinds whose things can get another owner."""
    routines = [
        *checked.rules.values(),
        *checked.effects.values(),
        *(o.routine for o in checked.options),
        *(a.routine for a in checked.abilities),
    ]
    acts = (s for r in routines for s in core.statements(r.body) if isinstance(s, core.Act))
    cards = set(checked.declared.board.below("card"))
    return frozenset(a.kind for a in acts if a.verb == "give") | cards


def _compile(program: Program) -> None:
    """What is new: functions and blocks of one YAML file become one module of that file's name."""
    code, names, first = program.code, program.names, len(program.blocks)
    modules: dict[str, list[ast.stmt]] = {}
    for function, span in code.functions[program.compiled :]:
        modules.setdefault(span.source.name, []).append(function)
    new = zip(code.blocks[first:], code.spans[first:], strict=True)
    for number, (body, span) in enumerate(new, first):
        modules.setdefault(span.source.name, []).append(_block(number, body))
    names |= {n: getattr(helpers, n) for n in dir(helpers) if not n.startswith("_")}
    names |= program.tables.values
    for file, functions in modules.items():
        tree = ast.fix_missing_locations(ast.Module(functions, []))
        exec(compile(tree, file or "<pack>", "exec"), names)  # our own ast, never a pack's text
    program.compiled = len(code.functions)
    program.blocks += [names[f"b{i}"] for i in range(first, len(code.blocks))]  # type: ignore[misc]
    for fill in code.late:
        fill(names)
    code.late.clear()


def _block(number: int, body: list[ast.stmt]) -> ast.FunctionDef:
    args = ast.arguments([], [ast.arg(a) for a in "gszf"], None, [], [], None, [])
    return ast.FunctionDef(f"b{number}", args, body or [ast.Pass()], [])


__all__ = ["FRAME", "Entry", "Program", "add_effect", "build"]
