"""A program: one game's rules, for one set of players, compiled to Python and ready to run.

Everything that can be computed before play is computed here: printed facts and domains
become constants, definitions with their modifiers become Python functions, effects become
blocks. Building takes a moment; a game of it starts at once.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import cast

from cardwright.backends import intrinsics, networks
from cardwright.backends.python.events import emit_rule
from cardwright.backends.python.expressions import FRAME, Emitter, form, function_name, joined
from cardwright.backends.python.instrumentation import (
    InstrumentedEmitter,
    helpers,
    probe_statement,
    probe_test,
)
from cardwright.backends.python.kept_values import Function, KeptValues
from cardwright.backends.python.nodes import (
    Node,
    all_of,
    any_of,
    call,
    call_game,
    const,
    index,
    name,
    plus,
)
from cardwright.backends.python.nodes import function as python_function
from cardwright.backends.python.statements import BlockBuilder, Code
from cardwright.board.becoming import Change
from cardwright.board.layout import build_layout
from cardwright.board.model import LASTING, SOURCE, Board, Field, Thing
from cardwright.board.types import thing
from cardwright.language import core
from cardwright.language.active import SILENCED, active_conditions
from cardwright.language.declared import Ability, Option
from cardwright.language.front_end.checked import Checked, CheckedAbility, CheckedOption
from cardwright.language.resolve.answers import CheckedAnswer
from cardwright.program.automata import AnswerRow, AutomatonRow, automata_of
from cardwright.program.constants import Constants
from cardwright.program.coverage import Coverage
from cardwright.program.decision_points import Batch, LogPoint, OptionRow, Point, TriggerPoint
from cardwright.program.dice import face_cells, resting_places
from cardwright.program.in_effect import EffectRow, effect_rows
from cardwright.program.linker import LinkedRules, active_zone
from cardwright.source.records import dataclass
from cardwright.source.text import NOWHERE, Span

BlockFunction = Callable[..., object]


@dataclass(slots=True)
class EntryPoint:
    """Where a routine begins, and how many registers its frame has."""

    name: str
    block: int
    registers: int
    span: Span
    routine: core.Routine | None = None
    things: set[int] = field(default_factory=set)  # registers that no text names and that hold ids


@dataclass(slots=True)
class Program(LinkedRules):
    constants: Constants
    code: Code
    entries: list[EntryPoint] = field(default_factory=list)
    blocks: list[BlockFunction] = field(default_factory=list)
    namespace: dict[str, object] = field(default_factory=dict)
    effects: dict[str, list[int]] = field(default_factory=dict)
    menus: dict[str, list[OptionRow]] = field(default_factory=dict)
    winners: Callable[..., object] | None = None
    appearances: list[tuple[int, tuple[int, ...]] | None] = field(default_factory=list)
    cards: frozenset[int] = frozenset()
    stacks: bool = False  # whether pieces are on pieces, which tells these apart
    follow_zones: frozenset[int] = frozenset()  # what belongs to the owner of the zone it is in
    windows: dict[int, core.WindowFrame] = field(default_factory=dict)  # by routine
    at_once: bool = False  # whether anything happens all at once
    batches: dict[int, list[Batch]] = field(default_factory=dict)  # by routine
    trigger_points: list[TriggerPoint] = field(default_factory=list)
    trigger_order: dict[int, int] = field(default_factory=dict)  # by routine
    targeted: int = 0  # the cell with what was targeted instead; 0 if nothing ever is
    owners: int = 0  # where the owners of things begin in the state
    kept: KeptValues = field(default_factory=KeptValues)
    compiled: int = 0  # how many functions are compiled
    lasting: dict[str, EffectRow] = field(default_factory=dict)  # by kind
    faces: dict[int, int] = field(default_factory=dict)  # by die, the cell of its face
    at_rest: frozenset[int] = frozenset()  # where dice have no face
    vanishing: int = -1
    automata: dict[int, AutomatonRow] = field(default_factory=dict)  # players who are not asked
    memo: dict[str, object] = field(default_factory=dict)  # what clients work out once
    _numbers: dict[object, int] = field(default_factory=dict)
    _pending: list[tuple[int, core.Routine, str, str | None]] = field(default_factory=list)
    _tests: dict[int, str] = field(default_factory=dict)

    @property
    def _player_count(self) -> int:
        return len(self.layout.board.things.get("player", {}))

    @property
    def points(self) -> list[Point]:
        return self.code.points

    def emitter(self, registers: Callable[[int], Node] | None = None) -> Emitter:
        if self.coverage is None:
            return Emitter(self.constants, registers)
        return InstrumentedEmitter(self.constants, self.coverage, registers)

    # --------------------------------------------------------------------- routines

    def routine(
        self, key: object, routine: core.Routine, rule: str = "", carrier: str | None = None
    ) -> int:
        """The number of a routine, which is emitted later so that routines can call each other.

        `carrier`: the kind of what carries its text, "" for the pack itself; None for what goes on
        with the text of whoever runs it, as rules do.
        """
        if key not in self._numbers:
            number = len(self.entries)
            self._numbers[key] = number
            made = EntryPoint(routine.name, -1, routine.registers, routine.span, routine)
            self.entries.append(made)
            self._pending.append((number, routine, rule, carrier))
        return self._numbers[key]

    def rule(self, rule: str) -> int:
        return self.routine(("rule", rule), self.checked.rules[rule], rule)

    def emit_routines(self) -> None:
        while self._pending:
            self._emit_routine(*self._pending.pop())

    def _emit_routine(
        self, number: int, routine: core.Routine, rule: str, carrier: str | None
    ) -> None:
        out = BlockBuilder(self.code, routine, number, self)
        first = out.new_block(routine)
        out.enter(first)
        out.probe(routine, "runs")
        at = core.Break(routine.span)
        if rule:
            emit_rule(out, rule, routine)
            self._resets(out, rule, at)
            out.lapse(at)
        elif routine.window is not None:
            self._window(out, number, routine, routine.window, at)
        elif carrier is None:
            out.block(routine.body)
        else:
            self._carried(out, routine, carrier, at)
        if routine.window is None or routine.window.goes_on is None:
            out.call_game("leave", [], at)
        self.entries[number].block = first
        self.entries[number].registers = out.registers
        self.entries[number].things = out.things

    def _window(
        self, out: BlockBuilder, number: int, routine: core.Routine, window: core.WindowFrame,
        at: core.Stmt,
    ) -> None:  # fmt: skip
        """A window, unless too many are open; what it asks for has a source of its own."""
        self.windows[number] = window
        opens, closed = out.new_block(at), out.new_block(at)
        many = ast.Compare(call_game("open_windows"), [ast.Gt()], [const(window.deep)])
        out.branch(many, closed, opens, at)
        out.enter(opens)
        out.block(routine.body)
        out.goto(closed, at)
        out.enter(closed)
        if window.goes_on is not None:
            registers = (out.slot(reg) for reg in (window.cancelled, window.goes_on))
            out.call_game("close_window", [*registers], at)

    def _carried(
        self, out: BlockBuilder, routine: core.Routine, carrier: str, at: core.Stmt
    ) -> None:
        """A text of a thing, or of the pack: meanwhile the thing is the *source*, or nothing is."""
        cells = self.layout.cells
        if (cell := cells.get(("", SOURCE))) is None:
            out.block(routine.body)
            return
        before = out.register(True)
        out.store(before, index(name("s"), const(cell)), at)
        if routine.source is not None:  # set already if it has waited, see `at_once`
            kept = out.slot(routine.source)
            waited = call("max", kept, const(0))
            out.store(routine.source, ast.IfExp(kept, waited, out.slot(before)), at)
        this: Node = out.slot(1) if carrier else const(0)
        if carrier and self.board.is_a(carrier, LASTING):
            this = index(name("s"), plus(this, cells[(LASTING, SOURCE)]))
        out.store_state(cell, this, at)
        out.block(routine.body)
        out.store_state(cell, out.slot(before), at)

    def _resets(self, out: BlockBuilder, rule: str, at: core.Stmt) -> None:
        """Emits what is reset after this rule: cells that declare it, and limits of options."""
        fields = [f for k in self.layout.board.kinds.values() for f in k.fields.values()]
        for found in (*fields, *self.layout.board.state.values()):
            if found.resets == rule and (found.kind, found.name) in self.layout.ranges:
                start, end = self.layout.ranges[(found.kind, found.name)]
                value = self.layout.start[start]
                out.call_game("reset", [const(start), const(end), const(value)], at)
        for rows in self.menus.values():
            for row in rows:
                if row.limit == rule:
                    start = row.limit_cell + 1
                    end = start + self._player_count
                    out.call_game("reset", [const(start), const(end), const(0)], at)

    # -------------------------------------------------------------------- abilities

    def ability_routine(self, ability: CheckedAbility) -> int:
        carrier = ability.bearer.kind if ability.bearer else ""
        return self.routine(("ability", id(ability)), ability.routine, carrier=carrier)

    def redirections(self) -> tuple[int, ...]:
        """The routines that run instead of targeting something."""
        found = (a for a in self.checked.abilities if (a.hook, a.verb) == ("instead", "target"))
        return tuple(self.ability_routine(ability) for ability in found)

    def active_bearers(self) -> str:
        """A function of (s, z): the rows of abilities that count now, of those that react after
        an event; see `bearer_row`."""
        if "active bearers" not in self.memo:
            rows: list[Node] = []
            for row, (ability, this) in enumerate(self._carried_after()):
                at = self._at(const(row), const(this))
                active = self.active_test(this, ability.declared)
                rows.append(ast.IfExp(active, at, const(-1)))
            rows += map(self._active_copies, self._copied_after())
            nowhere = core.Break(NOWHERE)
            found = ast.Tuple(rows, ast.Load())
            self.memo["active bearers"] = self.code.function(("s", "z"), found, NOWHERE, nowhere)
        return str(self.memo["active bearers"])

    def _active_copies(self, ability: CheckedAbility) -> Node:
        """The rows of an ability of those that have become others, and have it now."""
        assert ability.bearer is not None
        active = self.active_as(ability.bearer, name("t"), ability.declared)
        loop = ast.comprehension(ast.Name("t", ast.Store()), self.changed(), [active], 0)
        row = self._at(self._copy_row(ability, name("t")), name("t"))
        return ast.Starred(ast.ListComp(row, [loop]), ast.Load())

    def _at(self, row: Node, this: Node) -> Node:
        """A row, and where its thing is, as one number."""
        base = ast.BinOp(row, ast.Mult(), const(self.layout.count))
        return ast.BinOp(base, ast.Add(), index(name("s"), this))

    def bearer_row(self, ability: CheckedAbility, this: Node) -> Node | None:
        """The number of an ability of a thing, or of what has become another thing."""
        if not isinstance(this, ast.Constant):
            return self._copy_row(ability, this)
        if "bearer rows" not in self.memo:
            pairs = enumerate(self._carried_after())
            self.memo["bearer rows"] = {(id(a), this): row for row, (a, this) in pairs}
        rows = self.memo["bearer rows"]
        assert isinstance(rows, dict)
        row = rows.get((id(ability), this.value))
        return None if row is None else const(row)

    def _copy_row(self, ability: CheckedAbility, this: Node) -> Node:
        """After the rows of what things carry by themselves: one for each thing."""
        number = [id(one) for one in self._copied_after()].index(id(ability))
        return plus(this, len(self._carried_after()) + number * self.layout.count)

    def _carried_after(self) -> list[tuple[CheckedAbility, int]]:
        after = (a for a in self.checked.abilities if a.hook == "after")
        return [(a, this) for a in after for this in self.bearers(a) if this]

    def _copied_after(self) -> list[CheckedAbility]:
        after = (a for a in self.checked.abilities if a.hook == "after")
        return [a for a in after if a.bearer is not None and self.copied(a.bearer)]

    def emit_trigger_rows(self) -> None:
        """What players read of the abilities that wait, when they choose which comes first."""
        after = [a for a in self.checked.abilities if a.hook == "after"]
        for ability in after if self.trigger_points else ():
            routine = self.ability_routine(ability)
            self.trigger_order[routine] = ability.declared.order
            for this in dict.fromkeys((0, *self.bearers(ability))):
                for point in self.trigger_points:
                    point.found[routine, this] = len(point.rows)
                    point.rows.append(_trigger_row(ability, this, routine))
        self.trigger_points.clear()
        self.emit_routines()

    def active_test(self, this: int, carried: Ability | Option) -> Node:
        """Whether what a thing carries is active now, and is still its own."""
        kind, item = self.layout.items[this].kind, const(this)
        active = all_of(self._active_as(item, core.Lit(thing(kind), NOWHERE, this), carried))
        if not self.layout.changes(kind):
            return active
        return all_of([self._looks(item, frozenset((self.layout.designs[this],))), active])

    def active_as(self, bearer: Thing, this: Node, carried: Ability | Option) -> Node:
        """Whether a thing that has become another has what this definition, or kind, has."""
        designs = self.designs_of(bearer)
        ways = []
        for kind in self.board.below(bearer.kind) if bearer.each else (bearer.kind,):
            those = frozenset(d for d in designs if self.layout.items[d].kind == kind)
            item = core.Reg(thing(kind), NOWHERE, 0)
            ways.append(all_of([self._looks(this, those), *self._active_as(this, item, carried)]))
        return any_of(ways)

    def _looks(self, this: Node, designs: frozenset[int]) -> Node:
        now = index(name("s"), ast.BinOp(this, ast.Add(), const(self.layout.forms)))
        if len(designs) == 1:
            return ast.Compare(now, [ast.Eq()], [const(*designs)])
        return ast.Compare(now, [ast.In()], [name(self.constants.add(designs, lambda: designs))])

    def _active_as(self, this: Node, item: core.Expr, carried: Ability | Option) -> list[Node]:
        """Whether what a thing carries that looks like one of a kind is active."""
        emit, silences = self.emitter(lambda _: this), SILENCED in self.checked.functions
        conditions = active_conditions(self.board, item, carried, silences)
        return [self._in_place(item.type.of, this), *map(emit, conditions)]

    def _in_place(self, kind: str, this: Node) -> Node:
        if self.is_always_active(kind):
            return ast.Constant(True)
        zone, where = active_zone(self.board, kind), index(name("s"), this)
        if not zone:
            return ast.Compare(where, [ast.NotEq()], [const(0)])
        low, high = self.zone_range(zone)
        return ast.Compare(const(low), [ast.LtE(), ast.LtE()], [where, const(high)])

    def owner(self, this: int) -> Node:
        """*you* of an ability: 0 for the pack's own, where it is the actor."""
        if not this:
            return const(0)
        if self.layout.items[this].kind == "player":
            return const(this)
        return self.owner_of_node(const(this))

    def owner_of_node(self, this: Node) -> Node:
        return index(name("s"), ast.BinOp(this, ast.Add(), const(self.layout.owner)))

    def forgets_design(self, kind: str) -> bool:
        """Whether such things may be tokens, or others than they were, until they leave play."""
        return self.layout.changes(kind) or self.board.may_be_token(kind)

    def vanishing_point(self) -> int:
        """The log point of tokens that go where none can be."""
        nothing, number = core.none(NOWHERE), len(self.code.points)
        act = core.Move(NOWHERE, "remove", nothing, "thing", None, nothing)
        return self.code.point(LogPoint(number, NOWHERE, "", "remove", act, "vanishes"))

    def changed(self) -> Node:
        """The things that have become others."""
        return index(name("z"), const(len(self.layout.zones)))

    def kind_test(self, ability: CheckedAbility, item: Node) -> Node | None:
        if not ability.kind or ability.verb.startswith(("rule ", "change ")):
            return None
        if ability.verb in ("place", "create") and ability.hook == "instead":
            return None
        return self.of_kind(item, ability.kind)

    def of_kind(self, item: Node, kind: str) -> Node:
        looks = form(self.layout, item, kind)
        return ast.Compare(looks, [ast.In()], [name(self.constants.members(kind))])

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

    def emit_prohibitions(self) -> None:
        """One function (s, z, actor, it, there, what a rule takes) for each prohibition."""
        for ability in self.checked.abilities:
            if ability.hook == "forbid":
                table = self.constants.values.setdefault(f"forbids {ability.verb}", {})
                assert isinstance(table, dict)
                function = self._emit_prohibition(ability)
                table[function] = ability.kind, ability.asks_where

    def _emit_prohibition(self, ability: CheckedAbility) -> str:
        tests: list[Node] = []
        for this in self.bearers(ability):
            active = [self.active_test(this, ability.declared)] if this else []
            tests.append(all_of([*active, *self._bans(ability, const(this), self.owner(this))]))
        if ability.bearer and self.copied(ability.bearer):
            this_, active = name("t"), [self.active_as(ability.bearer, name("t"), ability.declared)]
            parts = [*active, *self._bans(ability, this_, self.owner_of_node(this_))]
            loop = ast.comprehension(ast.Name("t", ast.Store()), self.changed(), parts, 0)
            tests.append(call("any", ast.GeneratorExp(ast.Constant(True), [loop])))
        body = any_of(tests)
        at = core.Break(ability.span)
        takes = ("s", "z", "actor", "item", "there", *_taken(ability))
        return self.code.function(takes, body, ability.span, at)

    def _bans(self, ability: CheckedAbility, this: Node, owner: Node) -> list[Node]:
        """The conditions under which a prohibition of an active thing holds."""
        of_things = ability.kind in self.board.kinds
        parts = [self.of_kind(name("item"), ability.kind)] if of_things else []
        if ability.test is not None:
            taken = map(name, _taken(ability))
            event = (this, name("item"), name("there"), owner, *taken)
            given = (name("s"), name("z"), name("actor"), *event)
            parts.append(call(self.ability_test(ability), *given))
        if self.coverage is not None:
            parts += probe_test(self.coverage, ability, "forbids")
        return parts

    # ------------------------------------------------------------------------ symmetry

    def symmetry_key(self, s: list[int], item: int) -> tuple[int, ...]:
        """Equal for interchangeable things (same kind, owner, place, cells); unique for named
        ones."""
        look = self.appearances[item]
        if look is None:
            return (item,)
        return (look[0], s[item], s[self.owners + item], *[s[c + item] for c in look[1]])

    def index_appearances(self) -> None:
        """The kind and cells that make up each thing's appearance; None for unique things."""
        kinds = list(self.layout.board.kinds)
        limits = self._limits_of_things()
        for item in self.layout.items:
            token = bool(item.kind) and self.board.token_of(item.kind)
            unique = item.thing is not None or not item.kind or item.id in self.cards
            if unique and not token:
                self.appearances.append(None)
                continue
            cells = [self.layout.cells[(f.kind, f.name)] for f in self._cells_of(item.kind)]
            if self.layout.forms:
                cells.append(self.layout.forms)
            cells += limits.get(item.id, ())
            alike = kinds.index(item.kind)
            if item.thing is not None:  # a token's copies are as alike as pieces
                alike = len(kinds) + self.layout.designs[item.id]
            self.appearances.append((alike, tuple(cells)))

    def _limits_of_things(self) -> dict[int, list[int]]:
        """By thing: the cells that tell who has used its options, as offsets."""
        found: dict[int, list[int]] = {}
        rows = (row for rows in self.menus.values() for row in rows)
        for row in (row for row in rows if row.this and row.limit_cell >= 0):
            cells = range(row.limit_cell + 1, row.limit_cell + 1 + self._player_count)
            found.setdefault(row.this, []).extend(cell - row.this for cell in cells)
        return found

    def _cells_of(self, kind: str) -> list[Field]:
        """The state of a kind, and of what its things may become."""
        kinds = (kind, *sorted(self.layout.becomes.get(kind, frozenset()) - {kind}))
        found = {(f.kind, f.name): f for k in kinds for f in self.board.fields(k).values()}
        return [f for f in found.values() if not f.printed]

    # ------------------------------------------------------------------ definitions

    def emit_definitions(self) -> None:
        for function in self.checked.functions.values():
            self._emit_definition(function)

    def _emit_definition(self, function: core.Function) -> None:
        """`x = base`, then each modifier in order of its operation, then `return x`."""
        emit = self.emitter()
        body: list[ast.stmt] = []
        modifiers = self.modifiers(function.name)
        if not modifiers:
            body = [ast.Return(emit(function.body))]
        else:
            body = [ast.Assign([ast.Name("x", ast.Store())], emit(function.body))]
            for modifier in modifiers:
                body += self._emit_modifier(modifier, function)
            body.append(ast.Return(name("x")))
        if self.coverage is not None:
            body[:0] = probe_statement(self.coverage, function, "used")
        args = ["s", "z", *(f"v{i}" for i in range(len(function.takes)))]
        made = python_function(function_name(function.name), args, body)
        self.code.functions.append((made, function.span))

    def _emit_modifier(self, modifier: core.Modifier, function: core.Function) -> list[ast.stmt]:
        count, emit = len(function.takes), self.emitter()  # its variables are its own
        value, arithmetic = emit(modifier.value), modifier.operation.arithmetic
        if arithmetic:
            value = joined(arithmetic, name("x"), value)
        apply: list[ast.stmt] = [ast.Assign([ast.Name("x", ast.Store())], value)]
        if self.coverage is not None:
            apply[:0] = probe_statement(self.coverage, modifier, "applies")
        if modifier.test is not None:
            apply = [ast.If(emit(modifier.test), apply, [])]
        if modifier.of_kind:
            apply = [ast.If(self.of_kind(name("v0"), modifier.of_kind), apply, [])]
        if modifier.bearer is None:
            return apply
        done: list[ast.stmt] = []
        for this in self.bearers(modifier):
            bound: list[ast.stmt] = [
                ast.Assign([ast.Name(f"v{count}", ast.Store())], self.owner(this)),
                ast.Assign([ast.Name(f"v{count + 1}", ast.Store())], const(this)),
            ]
            done.append(ast.If(self.active_test(this, modifier.declared), [*bound, *apply], []))
        if self.copied(modifier.bearer):
            done.append(self._modified_by_copies(modifier, count, apply))
        return done

    def _modified_by_copies(
        self, modifier: core.Modifier, count: int, apply: list[ast.stmt]
    ) -> ast.stmt:
        """The modifier once for each thing that has become a copy of its bearer."""
        assert modifier.bearer is not None
        this = ast.Name(f"v{count + 1}", ast.Store())
        bound = ast.Assign(
            [ast.Name(f"v{count}", ast.Store())], self.owner_of_node(name(f"v{count + 1}"))
        )
        active = self.active_as(modifier.bearer, name(f"v{count + 1}"), modifier.declared)
        once = ast.If(active, [bound, *apply], [])
        return ast.For(this, self.changed(), [once], [])

    # ------------------------------------------------------------------------ menus

    def collect_menus(self) -> None:
        for option in self.checked.options:
            rows = self.menus.setdefault(option.declared.menu, [])
            bearer = option.declared.bearer
            carriers = self.carriers(bearer)
            if bearer and self.copied(bearer):
                others = (i for i in self.layout.possible(bearer.kind) if i not in carriers)
                carriers += tuple(others)
            rows += [self._option_row(option, this) for this in carriers]

    def menu_rows(self, menu: str) -> list[OptionRow]:
        return self.menus.setdefault(menu, [])

    def _option_row(self, option: CheckedOption, this: int) -> OptionRow:
        carrier = option.declared.bearer.kind if option.declared.bearer else ""
        number = self.routine(("option", id(option)), option.routine, carrier=carrier)
        cell = -1
        if option.limit:
            cell = len(self.layout.start) - 1  # the first player's id is 1
            self.layout.start.extend([0] * self._player_count)
        row = OptionRow(option.declared, this, None, None, option.limit, cell, 0, 0, number)
        emit = self.emitter(lambda i: name(f"a{i}"))
        tests = [self._held_by_chooser(option, this)] if this else []
        if option.test is not None:
            tests.append(emit(option.test))
        if tests:
            self._link_test(row, "test", all_of(tests), option)
        if option.cost is not None:
            test = emit(option.cost.test)
            self._link_test(row, "payable", test, option)
        return row

    def _held_by_chooser(self, option: CheckedOption, this: int) -> Node:
        owners = ast.Tuple([name("a0"), const(0)], ast.Load())
        mine = ast.Compare(self.owner(this), [ast.In()], [owners])
        return ast.BoolOp(ast.And(), [self._offers(option, this), mine])

    def _offers(self, option: CheckedOption, this: int) -> Node:
        bearer = option.declared.bearer
        if bearer is None or not self.copied(bearer):
            return self.active_test(this, option.declared)
        return self.active_as(bearer, const(this), option.declared)

    def _link_test(self, row: OptionRow, attribute: str, body: Node, option: CheckedOption) -> None:
        span, takes = option.declared.span, option.routine.takes
        args = ("s", "z", *(f"a{i}" for i in range(takes)))
        made = self.code.function(args, body, span, core.Break(span))
        self.code.fixups.append(lambda names: setattr(row, attribute, names[made]))

    # ------------------------------------------------------------- lasting effects

    def effect_row(self, item: int) -> EffectRow | None:
        """The row of a lasting effect; None of all other things."""
        return self.lasting.get(self.layout.items[item].kind)

    # -------------------------------------------------------------------- automata

    def collect_automata(self) -> None:
        for player, one in automata_of(self.checked, self.layout).items():
            rows = [self._answer_row(answer) for answer in one.answers]
            self.automata[player] = AutomatonRow(one, rows)

    def _answer_row(self, answer: CheckedAnswer) -> AnswerRow:
        row = AnswerRow(answer, [])
        emit, at = self.emitter(lambda i: name(f"a{i}")), core.Break(answer.span)
        for key in answer.keys:
            args = ("s", "z", "a0", "v0")
            made = self.code.function(args, emit(key.body), answer.span, at)
            sign = 1 if key.op == "highest" else -1
            self.code.fixups.append(
                lambda names, made=made, sign=sign: row.keys.append((names[made], sign))  # type: ignore[misc]
            )
        if answer.test is not None:
            test = self.code.function(("s", "z", "a0"), emit(answer.test), answer.span, at)
            self.code.fixups.append(lambda names: setattr(row, "test", names[test]))
        return row

    def collect_lasting(self) -> None:
        for row in effect_rows(self.checked.declared, self.layout):
            name, span = row.declared.thing.id, row.declared.span
            self.lasting[name] = row
            end = core.End(span, core.none(span), core.none(span))
            row.point = len(self.code.points)
            self.code.point(LogPoint(row.point, span, name, "end", end))
            if (test := self.checked.conditions.get(name)) is not None:
                self._link_condition(row, test)

    def _link_condition(self, row: EffectRow, test: core.Expr) -> None:
        emit = self.emitter(lambda i: name(f"a{i}"))
        made = self.code.function(("s", "z", "a0", "a1"), emit(test), test.span, test)
        self.code.fixups.append(lambda names: setattr(row, "holds", names[made]))

    # ---------------------------------------------------------------------- effects

    def collect_effects(self) -> None:
        for (kind, id, slot), routine in self.checked.effects.items():
            table = self.effects.setdefault(slot, [-1] * self.layout.count)
            number = self.routine(("effect", kind, id, slot), routine, carrier=kind)
            for item in self.layout.items:
                if item.thing and item.kind == kind and item.thing.id == id:
                    table[item.id] = number

    def emit_winners(self) -> None:
        if self.checked.winners is not None:
            expr = self.checked.winners
            body = self.emitter()(expr)
            made = self.code.function(("s", "z"), body, expr.span, expr)
            self.code.fixups.append(lambda names: setattr(self, "winners", names[made]))


def _taken(ability: CheckedAbility) -> list[str]:
    """The names of what a forbidden rule takes, in the function of the prohibition."""
    return [f"a{register}" for register in range(5, ability.routine.takes)]


def build(
    checked: Checked, players: tuple[str, ...], coverage: Coverage | None = None, size: int = 0
) -> Program:
    """Compiles a checked game for these players; `checked` must be free of errors.

    `size` is the number of players that it is for, if not that of all of them.

    With `coverage`, which is that of `checked`, games of the program record there what runs.
    """
    layout = build_layout(checked.declared.board, players, kinds_becoming(checked), size)
    constants = Constants(layout)
    constants.transferable = transferable_kinds(checked)
    program = Program(checked, layout, coverage, constants, Code(constants))
    constants.telling = program.telling
    replacements = (a for a in checked.abilities if a.hook == "instead")
    constants.replaced = frozenset((a.verb, a.kind) for a in replacements)
    constants.values |= helpers(coverage) if coverage is not None else {}
    program.cards = frozenset(layout.kind("card"))
    program.stacks = pieces_on_pieces(layout.board)
    program.follow_zones = program.cards.union(layout.kind(LASTING))
    program.owners = layout.owner
    program.faces, program.at_rest = face_cells(layout), resting_places(layout)
    if any(verb == "target" for verb, _ in constants.replaced):
        program.targeted = len(layout.start)
        layout.start.append(0)
    program.at_once = any(isinstance(s, core.AtOnce) for s in _statements(checked))
    program.emit_prohibitions()
    program.emit_definitions()
    program.emit_winners()
    program.collect_lasting()
    program.vanishing = program.vanishing_point()
    program.collect_automata()
    program.collect_menus()
    program.index_appearances()
    program.collect_effects()
    program.rule(checked.declared.main)
    program.emit_routines()
    program.emit_trigger_rows()
    _compile(program)
    for rows in program.menus.values():
        for row in rows:
            entry = program.entries[row.routine]
            row.entry, row.registers = entry.block, entry.registers
    return program


def _trigger_row(ability: CheckedAbility, this: int, routine: int) -> OptionRow:
    own = ability.declared
    title = own.title or (own.bearer.title if own.bearer else " ".join(own.pattern.text.split()))
    id = "-".join(re.findall("[a-z0-9]+", title.lower()))
    made = Option(id, "", title, own.body or own.span, own.span, bearer=own.bearer)
    return OptionRow(made, this, None, None, "", -1, 0, 0, routine)


def _keep_values(program: Program, compiled: set[str]) -> None:
    """Puts a memory in front of the definitions that say so."""
    names = program.namespace
    for definition in program.checked.declared.definitions.values():
        name = function_name(definition.name)
        if definition.kept and name in compiled:
            made = cast("Function", names[name])
            names[name] = program.kept.keep(name, made)


def add_effect(program: Program, routine: core.Routine) -> int:
    """Compiles an additional routine from outside the packs; returns its entry number."""
    number = program.routine(("added", len(program.entries)), routine)
    program.emit_routines()
    program.emit_trigger_rows()
    _compile(program)
    return number


def transferable_kinds(checked: Checked) -> frozenset[str]:
    """The kinds whose things can change their owner."""
    acts = (s for s in _statements(checked) if isinstance(s, core.Move))
    board = checked.declared.board
    changing = {*board.below("card"), *board.below(LASTING)}
    given = {a.kind for a in acts if a.verb == "give"}
    tokens = {kind for kind in board.kinds if board.token_of(kind)}
    return frozenset(given | tokens | changing)


def pieces_on_pieces(board: Board) -> bool:
    """Whether something lives on pieces."""
    on = (board.root(k) for kind in board.kinds for k in board.lives_on(kind))
    return any(root in ("piece", "card") for root in on)


def kinds_becoming(checked: Checked) -> frozenset[Change]:
    """The kinds whose things become others, each with what they become."""
    found = [
        (s.item.type.of, s.form.type.of)
        for s in _statements(checked)
        if isinstance(s, core.Become | core.Move) and s.form is not None
    ]
    return frozenset(found)


def _statements(checked: Checked) -> Iterator[core.Stmt]:
    routines = [
        *checked.rules.values(),
        *checked.effects.values(),
        *(o.routine for o in checked.options),
        *(a.routine for a in checked.abilities),
    ]
    return (s for r in routines for s in core.statements(r.body))


def _compile(program: Program) -> None:
    """Compiles new code; the functions and blocks of one YAML file become one module.

    The module has the file's name, so that a traceback shows the line of the pack.
    """
    code, names, first = program.code, program.namespace, len(program.blocks)
    modules: dict[str, list[ast.stmt]] = {}
    for function, span in code.functions[program.compiled :]:
        modules.setdefault(span.source.name, []).append(function)
    new = zip(code.blocks[first:], code.spans[first:], strict=True)
    for number, (body, span) in enumerate(new, first):
        block = python_function(f"b{number}", "gszf", body or [ast.Pass()])
        modules.setdefault(span.source.name, []).append(block)
    for module in (intrinsics, networks):
        names |= {n: getattr(module, n) for n in dir(module) if not n.startswith("_")}
    names |= program.constants.values
    for file, functions in modules.items():
        tree = ast.fix_missing_locations(ast.Module(functions, []))
        exec(compile(tree, file or "<pack>", "exec"), names)  # our own ast, never a pack's text
    _keep_values(program, {function.name for function, _ in code.functions[program.compiled :]})
    program.compiled = len(code.functions)
    program.blocks += [names[f"b{i}"] for i in range(first, len(code.blocks))]  # type: ignore[misc]
    for fill in code.fixups:
        fill(names)
    code.fixups.clear()


__all__ = ["FRAME", "EntryPoint", "Program", "add_effect", "build"]
