"""Verbs with what other definitions hang on them: prohibitions, replacements, triggers.

A verb nobody reacts to is one call in its block. Otherwise: what is forbidden does not
happen; the first replacement that holds runs instead; triggers run after (or before) it.
"""

from __future__ import annotations

import ast

from cardwright.board.types import FLAG, NUMBER, thing
from cardwright.language import core
from cardwright.language.checker import CheckedAbility
from cardwright.language.core import Expr
from cardwright.language.payments import payable, shared
from cardwright.machine.emit import Node, call, const, index, name, plus
from cardwright.machine.lower import Lowerer
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Happening:
    """Registers of what happens: the thing, the place, the actor, and what a rule takes."""

    item: int
    there: int
    actor: int
    takes: tuple[int, ...] = ()


def _happening(low: Lowerer) -> Happening:
    return Happening(low.register(True), low.register(True), low.register(True))


def lower_act(low: Lowerer, s: core.Act) -> None:
    replacements = low.program.abilities("instead of", s.verb, s.kind)
    before = low.program.abilities("when", s.verb, s.kind, before=True)
    after = low.program.abilities("when", s.verb, s.kind, before=False)
    forbids = low.program.abilities("forbid", s.verb, s.kind)
    if s.verb == "place":
        _place(low, s, replacements, before, after)
        return
    if not (replacements or before or after or forbids):
        _moved(low, s, low.emit(s.item), None if s.to is None else _goal(low, s.to))
        return
    what = _fixed(low, s)
    done = low.new(s)
    if s.verb == "move":  # nowhere to go is no move, and nothing hears of it
        goal = low.new(s)
        low._branch(low.slot(what.there), goal, done, s)
        low.start(goal)
    if forbids:
        allowed = low.new(s)
        reg = core.Reg(thing(s.kind), s.span, what.item)
        who = core.Reg(thing("player"), s.span, what.actor)
        banned = core.Forbidden(FLAG, s.span, s.verb, reg, who, s.kind)
        low._branch(low.emit(banned), done, allowed, s)
        low.start(allowed)
    _replaced(low, s, replacements, what, done)
    _triggered(low, s, before, what)
    _moved(low, s, low.slot(what.item), low.slot(what.there) if s.to is not None else None)
    _triggered(low, s, after, what)
    low.goto(done, s)
    low.start(done)


def _fixed(low: Lowerer, s: core.Act) -> Happening:
    """The item, the place and the actor, worked out once, in registers."""
    what = _happening(low)
    low.store(what.item, low.emit(s.item), s)
    where = _goal(low, s.to) if s.to is not None else index(name("s"), low.slot(what.item))
    low.store(what.there, where, s)
    low.store(what.actor, low.emit(s.actor), s)
    return what


def _place(
    low: Lowerer,
    s: core.Act,
    replacements: list[CheckedAbility],
    before: list[CheckedAbility],
    after: list[CheckedAbility],
) -> None:
    """A piece from supply: replacements are asked first, while there is no piece yet."""
    assert s.to is not None
    what = _happening(low)
    low.store(what.item, const(0), s)
    low.store(what.there, _goal(low, s.to), s)
    low.store(what.actor, low.emit(s.actor), s)
    goal, done, placed = low.new(s), low.new(s), low.new(s)
    low._branch(low.slot(what.there), goal, done, s)
    low.start(goal)
    _replaced(low, s, replacements, what, done)
    one = core.Lit(NUMBER, s.span, 1)
    who = core.Reg(thing("player"), s.span, what.actor)
    low.choose(core.Choose(s.span, what.item, who, s.item, one, one, False))
    low._branch(low.slot(what.item), placed, done, s)
    low.start(placed)
    _triggered(low, s, before, what)
    _moved(low, s, low.slot(what.item), low.slot(what.there))
    _triggered(low, s, after, what)
    low.goto(done, s)
    low.start(done)


def _goal(low: Lowerer, to: Expr) -> Node:
    """Where something goes: nowhere, when that is out of the game."""
    board, tables = low.program.board, low.program.tables
    kind = to.type.of if to.type.of in board.kinds else "place"
    if to.type.base != "thing" or not tables.may_go(kind):
        return low.emit(to)
    return call("unless_gone", name("s"), low.emit(to), name(tables.gone()))


def _moved(low: Lowerer, s: core.Act, item: Node, to: Node | None) -> None:
    if s.verb == "give":
        assert to is not None
        low.note("give", [item, index(name("s"), item), to, low.emit(s.actor)], s)
        low.method("give", [item, to], s)
        return
    where = to if to is not None else const(0)
    low.note(s.verb, [item, index(name("s"), item), where, low.emit(s.actor)], s)
    method = "move" if s.verb == "remove" else "put"
    low.method(method, [item, where, ast.Constant(s.bottom)], s)


def _replaced(
    low: Lowerer, s: core.Stmt, replacements: list[CheckedAbility], what: Happening, done: int
) -> None:
    """The first replacement that holds is all that happens; none applies inside itself."""
    for ability in replacements:
        running = ast.Attribute(name("g"), "running", ast.Load())
        routine = low.program.ability_routine(ability)
        free = ast.UnaryOp(ast.Not(), ast.Call(running, [const(routine)], []))
        _run_where_it_holds(low, s, ability, what, free, done)


def _triggered(low: Lowerer, s: core.Stmt, triggers: list[CheckedAbility], what: Happening) -> None:
    for ability in triggers:
        _run_where_it_holds(low, s, ability, what, None, None)


def _run_where_it_holds(
    low: Lowerer,
    s: core.Stmt,
    ability: CheckedAbility,
    what: Happening,
    also: Node | None,
    done: int | None,
) -> None:
    """Runs an ability of each of its bearers that counts, then goes on, or is `done`."""
    for this in low.program.bearers(ability):
        run, go_on = low.new(s), low.new(s)
        tests = [*_tests(low, ability, this, what), *([also] if also is not None else [])]
        low._branch(_all(tests), run, go_on, s)
        low.start(run)
        arguments = _arguments(low, ability, this, what)
        low._call(low.program.ability_routine(ability), arguments, s)
        low.goto(go_on if done is None else done, s)
        low.start(go_on)


def _arguments(low: Lowerer, ability: CheckedAbility, this: int, what: Happening) -> list[Node]:
    owner = low.program.owner_node(ability, this)
    actor, item, there = (low.slot(reg) for reg in (what.actor, what.item, what.there))
    you = ast.BoolOp(ast.Or(), [owner, actor]) if this else owner
    return [actor, const(this), item, there, you, *(low.slot(reg) for reg in what.takes)]


def _tests(low: Lowerer, ability: CheckedAbility, this: int, what: Happening) -> list[Node]:
    """Whether an ability applies: its bearer counts, its kind fits, its condition holds."""
    tests: list[Node] = []
    if this:
        tests.append(low.program.active_node(ability, this))
    fits = low.program.fits_node(ability, low.slot(what.item))
    if fits is not None:
        tests.append(fits)
    if ability.test is not None:
        args = [name("s"), name("z"), *_arguments(low, ability, this, what)]
        tests.append(call(low.program.ability_test(ability), *args))
    return tests


def _all(tests: list[Node]) -> Node:
    if not tests:
        return ast.Constant(True)
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)


def lower_change(low: Lowerer, s: core.Change) -> None:
    """A payment or a loss may be shared out over what stands in for its counter."""
    if s.verb not in ("pay", "lose") or not low.program.board.stand_ins(s.field):
        _changed(low, s)
        return
    pays, done = low.new(s), low.new(s)
    if s.op == "pay":
        low._branch(low.emit(payable(s, low.program.board)), pays, done, s)
    else:
        low.goto(pays, s)
    low.start(pays)
    before, rest = shared(s, low.program.board, low.register)
    low.block(before)
    _changed(low, rest)
    low.goto(done, s)
    low.start(done)


def _changed(low: Lowerer, s: core.Change) -> None:
    cell = _cell(low, s)
    value = low.emit(s.value)
    limits = [const(s.field.low), const(s.field.high)]
    item = low.emit(s.of) if s.of is not None else const(0)
    actor = low.emit(s.actor)
    triggers = low.program.abilities("when", f"change {s.field.name}", s.field.kind, before=False)
    takes_out = s.of is not None and low.program.tables.takes_out(s.field)
    if triggers or takes_out:
        # What is changed is worked out once: the change may be what it looks at.
        item, cell, actor = (_held(low, node, s) for node in (item, cell, actor))
        before = _held(low, index(name("s"), cell), s)
    where = index(name("s"), item) if s.of is not None else const(0)
    # The change happens inside the note, so that its value is worked out once, before it.
    change = ast.Attribute(name("g"), "change", ast.Load())
    changed = ast.Call(change, [const(s.op), cell, value, *limits], [])
    notes = [item, where, actor, changed]
    if s.field.type.is_thing:
        notes.append(call("held", name("s"), cell))
    low.note(s.verb, notes, s, _described(s))
    if takes_out:
        vacate = call("vacate", name("s"), item, name(low.program.tables.gone()))
        low.add(ast.Expr(vacate), s)
    if triggers:
        react, done = low.new(s), low.new(s)
        differs = ast.Compare(index(name("s"), cell), [ast.NotEq()], [before])
        low._branch(differs, react, done, s)
        low.start(react)
        what = _happening(low)
        low.store(what.item, item, s)
        low.store(what.there, const(0), s)
        low.store(what.actor, actor, s)
        _triggered(low, s, triggers, what)
        low.goto(done, s)
        low.start(done)


def _held(low: Lowerer, value: Node, s: core.Stmt) -> Node:
    """A value in a register of its own."""
    reg = low.register()
    low.store(reg, value, s)
    return low.slot(reg)


def _described(s: core.Change) -> str:
    return f"{s.op}|{s.field.kind}|{s.field.name}"


def _cell(low: Lowerer, s: core.Change) -> Node:
    cells = low.program.layout.cells
    if s.of is None:
        return const(cells[("", s.field.name)])
    offset = cells[(s.field.kind, s.field.name)]
    of = low.emit.safe(s.of, s.field.kind)
    if not s.of.type.optional and s.of.type.of != "thing":
        return plus(of, offset)
    return call("cell", of, const(offset))


def lower_rule(low: Lowerer, rule: str, routine: core.Routine) -> None:
    """A rule with what hangs on it; its actor is whoever performs it."""
    at = core.Stop(routine.span)
    what = Happening(low.register(True), low.register(True), 0, tuple(range(1, routine.takes)))
    replacements = low.program.abilities("instead of", f"rule {rule}", "")
    done = low.new(at)
    _replaced(low, at, replacements, what, done)
    _triggered(low, at, low.program.abilities("when", f"rule {rule}", "", before=True), what)
    low.block(routine.body)
    _triggered(low, at, low.program.abilities("when", f"rule {rule}", "", before=False), what)
    low.goto(done, at)
    low.start(done)
