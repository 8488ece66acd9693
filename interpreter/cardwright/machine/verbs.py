"""Verbs with what other definitions hang on them: prohibitions, replacements, triggers.

A verb nobody reacts to is one call in its block. Otherwise: what is forbidden does not
happen; the first replacement that holds runs instead; triggers run after (or before) it.
"""

from __future__ import annotations

import ast

from cardwright.board.types import FLAG, NUMBER, thing
from cardwright.language import core
from cardwright.language.checker import CheckedAbility
from cardwright.machine.emit import Node, call, const, index, name, plus
from cardwright.machine.lower import Lowerer


def lower_act(low: Lowerer, s: core.Act) -> None:
    replacements = low.program.abilities("instead of", s.verb, s.kind)
    before = low.program.abilities("when", s.verb, s.kind, before=True)
    after = low.program.abilities("when", s.verb, s.kind, before=False)
    forbids = low.program.abilities("forbid", s.verb, s.kind)
    if s.verb == "place":
        _place(low, s, replacements, before, after)
        return
    if not (replacements or before or after or forbids):
        _moved(low, s, low.emit(s.item), None if s.to is None else low.emit(s.to))
        return
    item, there, actor = _fixed(low, s)
    done = low.new(s)
    if forbids:
        allowed = low.new(s)
        reg = core.Reg(thing(s.kind), s.span, item)
        who = core.Reg(thing("player"), s.span, actor)
        banned = core.Forbidden(FLAG, s.span, s.verb, reg, who, s.kind)
        low._branch(low.emit(banned), done, allowed, s)
        low.start(allowed)
    _replaced(low, s, replacements, item, there, actor, done)
    _triggered(low, s, before, item, there, actor)
    _moved(low, s, low.slot(item), low.slot(there) if s.to is not None else None)
    _triggered(low, s, after, item, there, actor)
    low.goto(done, s)
    low.start(done)


def _fixed(low: Lowerer, s: core.Act) -> tuple[int, int, int]:
    """The item, the place and the actor, worked out once, in registers."""
    item, there, actor = low.register(), low.register(), low.register()
    low.store(item, low.emit(s.item), s)
    where = low.emit(s.to) if s.to is not None else index(name("s"), low.slot(item))
    low.store(there, where, s)
    low.store(actor, low.emit(s.actor), s)
    return item, there, actor


def _place(
    low: Lowerer,
    s: core.Act,
    replacements: list[CheckedAbility],
    before: list[CheckedAbility],
    after: list[CheckedAbility],
) -> None:
    """A piece from supply: replacements are asked first, while there is no piece yet."""
    assert s.to is not None
    item, there, actor = low.register(), low.register(), low.register()
    low.store(item, const(0), s)
    low.store(there, low.emit(s.to), s)
    low.store(actor, low.emit(s.actor), s)
    done, placed = low.new(s), low.new(s)
    _replaced(low, s, replacements, item, there, actor, done)
    one = core.Lit(NUMBER, s.span, 1)
    who = core.Reg(thing("player"), s.span, actor)
    low.choose(core.Choose(s.span, item, who, s.item, one, one, False))
    low._branch(low.slot(item), placed, done, s)
    low.start(placed)
    _triggered(low, s, before, item, there, actor)
    _moved(low, s, low.slot(item), low.slot(there))
    _triggered(low, s, after, item, there, actor)
    low.goto(done, s)
    low.start(done)


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


def _arguments(low: Lowerer, this: int, owner: Node, regs: tuple[int, int, int]) -> list[Node]:
    item, there, actor = regs
    you = ast.BoolOp(ast.Or(), [owner, low.slot(actor)]) if this else owner
    return [low.slot(actor), const(this), low.slot(item), low.slot(there), you]


def _replaced(
    low: Lowerer,
    s: core.Act,
    replacements: list[CheckedAbility],
    item: int,
    there: int,
    actor: int,
    done: int,
) -> None:
    for ability in replacements:
        routine = low.program.ability_routine(ability)
        for this in low.program.bearers(ability):
            instead, go_on = low.new(s), low.new(s)
            holds = _holds(low, ability, this, (item, there, actor), routine)
            low._branch(holds, instead, go_on, s)
            low.start(instead)
            owner = low.program.owner_node(ability, this)
            low._call(routine, _arguments(low, this, owner, (item, there, actor)), s)
            low.goto(done, s)
            low.start(go_on)


def _holds(
    low: Lowerer,
    ability: CheckedAbility,
    this: int,
    regs: tuple[int, int, int],
    routine: int | None,
) -> Node:
    """Whether an ability applies: its bearer counts, its kind fits, its condition holds."""
    tests: list[Node] = []
    if this:
        tests.append(low.program.active_node(ability, this))
    fits = low.program.fits_node(ability, low.slot(regs[0]))
    if fits is not None:
        tests.append(fits)
    if ability.test is not None:
        owner = low.program.owner_node(ability, this)
        function = low.program.ability_test(ability)
        args = [name("s"), name("z"), *_arguments(low, this, owner, regs)]
        tests.append(call(function, *args))
    if routine is not None:
        running = ast.Call(ast.Attribute(name("g"), "running", ast.Load()), [const(routine)], [])
        tests.append(ast.UnaryOp(ast.Not(), running))
    if not tests:
        return ast.Constant(True)
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)


def _triggered(
    low: Lowerer,
    s: core.Stmt,
    triggers: list[CheckedAbility],
    item: int,
    there: int,
    actor: int,
) -> None:
    for ability in triggers:
        routine = low.program.ability_routine(ability)
        for this in low.program.bearers(ability):
            react, go_on = low.new(s), low.new(s)
            holds = _holds(low, ability, this, (item, there, actor), None)
            low._branch(holds, react, go_on, s)
            low.start(react)
            owner = low.program.owner_node(ability, this)
            low._call(routine, _arguments(low, this, owner, (item, there, actor)), s)
            low.goto(go_on, s)
            low.start(go_on)


def lower_change(low: Lowerer, s: core.Change) -> None:
    cell = _cell(low, s)
    if cell is None:
        return
    value = low.emit(s.value)
    limits = [const(s.field.low), const(s.field.high)]
    item = low.emit(s.of) if s.of is not None else const(0)
    where = index(name("s"), item) if s.of is not None else const(0)
    # The change happens inside the note, so that its value is worked out once, before it.
    change = ast.Attribute(name("g"), "change", ast.Load())
    changed = ast.Call(change, [const(s.op), cell, value, *limits], [])
    notes = [item, where, low.emit(s.actor), changed]
    if s.field.type.is_thing:
        notes.append(call("held", name("s"), cell))
    low.note(s.verb, notes, s, _described(s))
    triggers = low.program.abilities("when", f"change {s.field.name}", s.field.kind, before=False)
    if triggers:
        regs = (low.register(), low.register(), low.register())
        low.store(regs[0], item, s)
        low.store(regs[1], const(0), s)
        low.store(regs[2], low.emit(s.actor), s)
        _triggered(low, s, triggers, *regs)


def _described(s: core.Change) -> str:
    return f"{s.op}|{s.field.kind}|{s.field.name}"


def _cell(low: Lowerer, s: core.Change) -> Node | None:
    cells = low.program.layout.cells
    if s.of is None:
        return const(cells[("", s.field.name)])
    offset = cells.get((s.field.kind, s.field.name))
    if offset is None:
        return None
    of = low.emit.safe(s.of, s.field.kind)
    if not s.of.type.optional and s.of.type.of != "thing":
        return plus(of, offset)
    return call("cell", of, const(offset))


def lower_rule_events(low: Lowerer, s: core.Stmt, rule: str, before: bool) -> None:
    """Triggers before or after a rule; its actor is whoever performs the rule."""
    triggers = low.program.abilities("when", f"rule {rule}", "", before=before)
    if triggers:
        regs = (low.register(), low.register(), 0)
        low.store(regs[0], const(0), s)
        low.store(regs[1], const(0), s)
        _triggered(low, s, triggers, *regs)
