"""Events: moves, changes and rules, with the abilities that react to them.

An event without reactions is one call in its block. Otherwise: a forbidden event does not happen,
the first replacement that applies runs instead, and triggers run before or after it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager

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
from cardwright.backends.python.statements import BlockBuilder
from cardwright.board.model import TOP, Board, Field, face_fields
from cardwright.board.types import FLAG, NUMBER, thing
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import CheckedAbility
from cardwright.language.lower.payments import payable, shared
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """The registers of an event: the thing, the place, the actor, and the arguments of a rule."""

    item: int
    there: int
    actor: int
    takes: tuple[int, ...] = ()


def _new_event(out: BlockBuilder) -> Event:
    return Event(out.register(True), out.register(True), out.register(True))


def emit_move(out: BlockBuilder, s: core.Move) -> None:
    if isinstance(s.to, core.ZoneOf) and out.program.layout.is_missing(s.to.zone):
        return  # nothing goes where nothing is
    replacements = out.program.abilities("instead", s.verb, s.kind)
    before = out.program.abilities("before", s.verb, s.kind)
    after = out.program.abilities("after", s.verb, s.kind)
    forbids = out.program.abilities("forbid", s.verb, s.kind)
    if s.verb == "target":
        _emit_target(out, s, replacements, before, after, forbids=bool(forbids))
        return
    if s.verb in ("place", "create"):
        _emit_place(out, s, replacements, before, after, forbids=bool(forbids))
        return
    forgets = s.verb == "remove" and bool(out.program.lasting)
    if not (replacements or before or after or forbids or forgets):
        item = out.emit(s.item)
        to = None if s.to is None else _destination(out, s.to)
        if (moves := _leaves(out, s, item, to)) is None:
            _move_itself(out, s, item, to)
        else:
            with out.only_if(moves, s):
                _move_itself(out, s, item, to)
        return
    what = _event(out, s)
    done = out.new_block(s)
    if s.verb == "move":  # nowhere to go is no move, and nothing hears of it
        has_place = out.new_block(s)
        out.branch(out.slot(what.there), has_place, done, s)
        out.enter(has_place)
    to = out.slot(what.there) if s.to is not None else None
    if (moves := _leaves(out, s, out.slot(what.item), to)) is not None:
        leaves = out.new_block(s)
        out.branch(moves, leaves, done, s)
        out.enter(leaves)
    if forbids:
        _unless_forbidden(out, s, what, done)
    _emit_replacements(out, s, replacements, what, done)
    _emit_triggers(out, s, before, what, done)
    own = _leaving(out, s, after, what) if s.verb == "remove" else None
    to = out.slot(what.there) if s.to is not None else None
    _move_itself(out, s, out.slot(what.item), to, late=bool(after))
    _emit_triggers(out, s, after, what, own=own)
    if after and _goes(s) and out.program.forgets_design(s.kind):
        out.call_game("leave_play", [out.slot(what.item)], s)
    if forgets:  # last, so that what lasts may react to the end of what it is about
        out.call_game("forget", [out.slot(what.item)], s)
    out.goto(done, s)
    out.enter(done)


Own = dict[tuple[int, int], Node]
"""By ability and by the thing that carries it: whether it is this thing that has left, with it.

0 stands for a thing that has become another."""


def _leaving(out: BlockBuilder, s: core.Move, after: list[CheckedAbility], what: Event) -> Own:
    """Of what may leave: whether it does, and its abilities count, so that they may react to it."""
    board, items, own = out.program.board, out.program.layout.items, Own()
    for ability in after:
        for this in out.program.bearers(ability):
            kind = items[this].kind if this else ""
            if kind and board.root(kind) in ("card", "piece") and _may_be(board, kind, s.kind):
                active = out.program.active_test(this, ability.declared)
                leaves = ast.Compare(out.slot(what.item), [ast.Eq()], [const(this)])
                reg = out.register()
                out.store(reg, all_of([leaves, active]), s)
                own[id(ability), this] = out.slot(reg)
        if ability.bearer is not None and out.program.copied(ability.bearer):
            reg, item = out.register(), out.slot(what.item)
            out.store(reg, out.program.active_as(ability.bearer, item, ability.declared), s)
            own[id(ability), 0] = out.slot(reg)
    return own


def _may_be(board: Board, kind: str, other: str) -> bool:
    return board.is_a(kind, other) or board.is_a(other, kind)


def _unless_forbidden(out: BlockBuilder, s: core.Move, what: Event, done: int) -> None:
    allowed = out.new_block(s)
    reg = core.Reg(thing(s.kind), s.span, what.item)
    who = core.Reg(thing("player"), s.span, what.actor)
    there = core.Reg(s.to.type, s.span, what.there) if s.to is not None else None
    banned = core.Forbidden(FLAG, s.span, s.verb, reg, who, s.kind, there)
    out.branch(out.emit(banned), done, allowed, s)
    out.enter(allowed)


def _emit_target(
    out: BlockBuilder,
    s: core.Move,
    replacements: list[CheckedAbility],
    before: list[CheckedAbility],
    after: list[CheckedAbility],
    *,
    forbids: bool,
) -> None:
    """Targets a thing; `result` is none if that was forbidden or replaced by nothing.

    What a replacement targets reaches the statement that was replaced by a cell of the state.
    """
    assert s.result is not None
    what, cell = _event(out, s), out.program.targeted
    done, targets, replaced = out.new_block(s), out.new_block(s), out.new_block(s)
    out.store(s.result, const(0), s)
    out.branch(out.slot(what.item), targets, done, s)
    out.enter(targets)
    if forbids:
        _unless_forbidden(out, s, what, done)
    if replacements:
        out.store_state(cell, const(0), s)
    _emit_replacements(out, s, replacements, what, replaced)
    _emit_triggers(out, s, before, what, done)
    _move_itself(out, s, out.slot(what.item), out.slot(what.there))
    _emit_triggers(out, s, after, what)
    out.store(s.result, out.slot(what.item), s)
    out.goto(done, s)
    out.enter(replaced)
    if replacements:
        out.store(s.result, index(name("s"), const(cell)), s)
    out.goto(done, s)
    out.enter(done)
    if cell:
        inside = call_game("any_running", const(out.program.redirections()))
        out.store_state(cell, ast.IfExp(inside, out.slot(s.result), const(0)), s)


def _leaves(out: BlockBuilder, s: core.Move, item: Node, to: Node | None) -> Node | None:
    """Whether a thing leaves where it is; None if it does so in any case.

    What is in supply is not removed, and nothing is moved to where it is already, except in an
    ordered zone: there it changes the order. Nothing is moved onto what it carries.
    """
    here = index(name("s"), item)
    if s.verb == "remove":
        return ast.Compare(here, [ast.NotEq()], [const(0)])
    if s.verb != "move" or to is None or s.to is None:
        return None
    board, layout = out.program.board, out.program.layout
    elsewhere: Node = ast.Compare(here, [ast.NotEq()], [to])
    if out.program.stacks:
        circle = call("carries", name("s"), item, to)
        elsewhere = all_of([elsewhere, ast.UnaryOp(ast.Not(), circle)])
    if s.to.type.base == "zone":
        zone = board.zones.get(s.to.type.of)
        return elsewhere if zone is not None and not zone.ordered else None
    if s.to.type.of in board.kinds and board.root(s.to.type.of) != "zone":
        return elsewhere
    in_zone = ast.Compare(to, [ast.GtE()], [const(layout.zone_first)])
    return any_of([elsewhere, in_zone])


def _event(out: BlockBuilder, s: core.Move) -> Event:
    """The item, the place and the actor, each computed once since a reaction may change the
    state."""
    what = _new_event(out)
    out.store(what.item, out.emit(s.item), s)
    where = _destination(out, s.to) if s.to is not None else index(name("s"), out.slot(what.item))
    out.store(what.there, where, s)
    out.store(what.actor, out.emit(s.actor), s)
    return what


def _emit_place(
    out: BlockBuilder,
    s: core.Move,
    replacements: list[CheckedAbility],
    before: list[CheckedAbility],
    after: list[CheckedAbility],
    *,
    forbids: bool,
) -> None:
    """Places a piece from supply: replacements come first, before a piece is taken.

    They replace nothing where prohibitions leave no piece.
    """
    assert s.to is not None
    what = _new_event(out)
    out.store(what.item, const(0), s)
    out.store(what.there, _destination(out, s.to), s)
    out.store(what.actor, out.emit(s.actor), s)
    has_place, done, placed = out.new_block(s), out.new_block(s), out.new_block(s)
    out.branch(out.slot(what.there), has_place, done, s)
    out.enter(has_place)
    if forbids and isinstance(s.item, core.Filter):
        allowed = out.new_block(s)
        out.branch(out.emit(_all_forbidden(s.item)), done, allowed, s)
        out.enter(allowed)
    _emit_replacements(out, s, replacements, what, done)
    one = core.Lit(NUMBER, s.span, 1)
    who = core.Reg(thing("player"), s.span, what.actor)
    out.choose(core.Choose(s.span, what.item, who, s.item, one, one, False))
    out.branch(out.slot(what.item), placed, done, s)
    if s.verb == "create":
        out.call_game("need_token", [out.slot(what.item), const(s.item.type.of)], s)
    out.enter(placed)
    _emit_triggers(out, s, before, what, done)
    _move_itself(out, s, out.slot(what.item), out.slot(what.there))
    if s.result is not None:
        out.store(s.result, out.slot(what.item), s)
    _emit_triggers(out, s, after, what)
    out.goto(done, s)
    out.enter(done)


def _all_forbidden(allowed: core.Filter) -> Expr:
    """Whether there are things, but none of those that prohibitions leave."""
    span = allowed.span
    some, left = (core.Exists(FLAG, span, e) for e in (allowed.source, allowed))
    return core.Logic(FLAG, span, "and", some, core.Not(FLAG, span, left))


def _destination(out: BlockBuilder, to: Expr) -> Node:
    """The destination; none if it is out of the game."""
    board, constants = out.program.board, out.program.constants
    kind = to.type.of if to.type.of in board.kinds else "place"
    if to.type.base != "thing" or not constants.can_leave_game(kind):
        return out.emit(to)
    return call("if_in_game", name("s"), out.emit(to), name(constants.gone()))


def _goes(s: core.Move) -> bool:
    return s.verb not in ("give", "target", "replace")


def _move_itself(
    out: BlockBuilder, s: core.Move, item: Node, to: Node | None, *, late: bool = False
) -> None:
    if s.verb == "give":
        assert to is not None
        out.log("give", [item, index(name("s"), item), to, out.emit(s.actor)], s)
        out.call_game("give", [item, to], s)
        out.lapse(s)
        return
    where = to if to is not None else const(0)
    if s.verb in ("target", "replace"):
        out.log(s.verb, [item, where, where, out.emit(s.actor)], s)
        return
    if s.verb == "create":
        owner = out.emit(s.owner if s.owner is not None else s.actor)
        form = const(0) if s.form is None else out.emit(s.form)
        out.call_game("make_token", [item, owner, form], s)
    out.log(s.verb, [item, index(name("s"), item), where, out.emit(s.actor)], s)
    method = "move" if s.verb == "remove" else "put"
    at = const(TOP) if s.at is None else out.emit(s.at)
    out.call_game(method, [item, where, at], s)
    if out.program.forgets_design(s.kind):
        out.call_game("leave_sight" if late else "leave_play", [item], s)
    if face_fields(out.program.board, s.kind):
        out.call_game("rest", [item], s)
    if not s.half:
        out.lapse(s)


def _emit_replacements(
    out: BlockBuilder,
    s: core.Stmt,
    replacements: list[CheckedAbility],
    what: Event,
    done: int,
) -> None:
    """Only the first replacement that applies happens; none applies inside itself."""
    for ability in replacements:
        routine = out.program.ability_routine(ability)
        free = ast.UnaryOp(ast.Not(), call_game("running", const(routine)))
        _emit_ability(out, s, ability, what, free, done)


def _emit_triggers(
    out: BlockBuilder,
    s: core.Stmt,
    triggers: list[CheckedAbility],
    what: Event,
    cancelled: int = 0,
    own: Own | None = None,
) -> None:
    """`cancelled` is the block where it goes on if the event is cancelled; `own` is the thing
    that has left, if its abilities counted."""
    for ability in triggers:
        _emit_ability(out, s, ability, what, None, None, cancelled, own)


@dataclass(frozen=True, slots=True)
class Bearer:
    """A thing that carries an ability, or 0 for the pack; `active`: whether it does so now."""

    this: Node
    you: Node | None
    active: Node | None


def _emit_ability(
    out: BlockBuilder,
    s: core.Stmt,
    ability: CheckedAbility,
    what: Event,
    also: Node | None,
    done: int | None,
    cancelled: int = 0,
    own: Own | None = None,
) -> None:
    """Runs an ability for each of its active bearers, then continues, or jumps to `done`."""
    program = out.program
    for this in program.bearers(ability):
        active = program.active_test(this, ability.declared) if this else None
        if own is not None and (left := own.get((id(ability), this))) is not None:
            active = any_of([active, left] if active is not None else [left])
        bearer = Bearer(const(this), program.owner(this) if this else None, active)
        _emit_of(out, s, ability, bearer, what, also, done, cancelled)
    if ability.bearer is not None and program.copied(ability.bearer):
        with _each_changed(out, s) as this_one:
            active = program.active_as(ability.bearer, this_one, ability.declared)
            if own is not None:
                is_it = ast.Compare(this_one, [ast.Eq()], [out.slot(what.item)])
                active = any_of([active, all_of([is_it, own[id(ability), 0]])])
            bearer = Bearer(this_one, program.owner_of_node(this_one), active)
            _emit_of(out, s, ability, bearer, what, also, done, cancelled)


@contextmanager
def _each_changed(out: BlockBuilder, s: core.Stmt) -> Iterator[Node]:
    """A loop over the things that have become others, which gives the register of each."""
    those, at, reg = out.register(True), out.register(), out.register(True)
    head, body, after = (out.new_block(s) for _ in range(3))
    out.store(those, call("tuple", out.program.changed()), s)
    out.store(at, const(0), s)
    out.goto(head, s)
    out.enter(head)
    more = ast.Compare(out.slot(at), [ast.Lt()], [call("len", out.slot(those))])
    out.branch(more, body, after, s)
    out.enter(body)
    out.store(reg, index(out.slot(those), out.slot(at)), s)
    out.store(at, plus(out.slot(at), 1), s)
    yield out.slot(reg)
    out.goto(head, s)
    out.enter(after)


def _emit_of(
    out: BlockBuilder,
    s: core.Stmt,
    ability: CheckedAbility,
    bearer: Bearer,
    what: Event,
    also: Node | None,
    done: int | None,
    cancelled: int,
) -> None:
    run, go_on = out.new_block(s), out.new_block(s)
    tests = [*_conditions(out, ability, bearer, what), *([also] if also is not None else [])]
    out.branch(all_of(tests), run, go_on, s)
    out.enter(run)
    arguments = _arguments(out, bearer, what)
    window = ability.routine.window
    if window is not None and window.goes_on is not None:
        arguments.append(const(cancelled))
    _run_ability(out, s, ability, arguments)
    out.goto(go_on if done is None else done, s)
    out.enter(go_on)


def _run_ability(
    out: BlockBuilder, s: core.Stmt, ability: CheckedAbility, arguments: list[Node]
) -> None:
    """What reacts after an event waits while something happens all at once."""
    routine = out.program.ability_routine(ability)
    if ability.hook != "after" or not out.program.at_once:
        out.call_routine(routine, arguments, s)
        return
    limited = const(int(ability.declared.used is not None))
    out.push_frame("react", [const(routine), ast.Tuple(arguments, ast.Load()), limited], s)


def _arguments(out: BlockBuilder, bearer: Bearer, what: Event) -> list[Node]:
    actor, item, there = (out.slot(reg) for reg in (what.actor, what.item, what.there))
    you = const(0) if bearer.you is None else ast.BoolOp(ast.Or(), [bearer.you, actor])
    return [actor, bearer.this, item, there, you, *(out.slot(reg) for reg in what.takes)]


def _conditions(
    out: BlockBuilder, ability: CheckedAbility, bearer: Bearer, what: Event
) -> list[Node]:
    """Whether an ability applies: its bearer is active, its kind matches, its condition holds."""
    tests = [bearer.active] if bearer.active is not None else []
    if tests and ability.hook == "after" and out.program.at_once:
        row = out.program.bearer_row(ability, bearer.this)
        if row is not None:
            tests = [any_of([*tests, call_game("was_active", row, bearer.this)])]
    fits = out.program.kind_test(ability, out.slot(what.item))
    if fits is not None:
        tests.append(fits)
    if ability.test is not None:
        args = [name("s"), name("z"), *_arguments(out, bearer, what)]
        tests.append(call(out.program.ability_test(ability), *args))
    return tests


def emit_change(out: BlockBuilder, s: core.Assign) -> None:
    """A change of a cell; a payment or loss may be split over several counters."""
    shares = s.op == "pay" or s.verb == "lose"
    if not shares or not out.program.board.stand_ins(s.field):
        _change_itself(out, s)
        return
    pays, done = out.new_block(s), out.new_block(s)
    if s.op == "pay":
        out.branch(out.emit(payable(s, out.program.board)), pays, done, s)
    else:
        out.goto(pays, s)
    out.enter(pays)
    before, rest = shared(s, out.program.board, out.register)
    out.block(before)
    _change_itself(out, rest)
    out.goto(done, s)
    out.enter(done)


def _turns(out: BlockBuilder, found: Field) -> bool:
    """Whether this is a flag that turns things face up or down."""
    kinds = out.program.board.kinds.values()
    flags = (name for k in kinds for name in (k.face_down_when, k.hides_when))
    return found.type == FLAG and bool(found.kind) and found.name in flags


def _change_itself(out: BlockBuilder, s: core.Assign) -> None:
    cell = _cell_index(out, s)
    value = out.emit(s.value)
    limits = [const(s.field.low), const(s.field.high)]
    item = out.emit.of_kind(s.of, s.field.kind) if s.of is not None else const(0)
    actor = out.emit(s.actor)
    triggers = out.program.abilities("after", f"change {s.field.state}", s.field.kind)
    removes_place = s.of is not None and out.program.constants.removes_place(s.field)
    secret = s.field.seen_by == "owner" and not out.program.board.is_a(s.field.kind, "player")
    turns = _turns(out, s.field)
    if triggers or removes_place or secret or turns:
        # What is changed is worked out once: the change may be what it looks at.
        item, cell, actor = (_in_register(out, node, s) for node in (item, cell, actor))
        before = _in_register(out, index(name("s"), cell), s)
    if turns:
        value = _in_register(out, value, s)
        out.call_game("note_flip", [cell, value], s)
    where = index(name("s"), item) if s.of is not None else const(0)
    # The change happens inside the log entry, so that its value is worked out once, before it.
    changed = call_game("change", const(s.op), cell, value, *limits)
    if s.field.type.many:
        members = name(out.program.constants.kept_in(s.field.type))
        changed = call_game("change_set", const(s.op), cell, call("mask_of", value, members))
    entry = [item, where, actor, changed]
    if s.field.type.is_thing:
        entry.append(call("place_of_named", name("s"), cell))
    if secret:
        entry.append(index(name("s"), plus(item, out.program.layout.owner)))
    if s.partner is not None:
        entry.append(out.emit(s.partner))
    out.log(s.verb, entry, s, _change_detail(s))
    if removes_place:
        gone = name(out.program.constants.gone())
        changes = out.program.lasting or out.program.forgets_design("thing")
        if changes or out.program.faces:
            out.call_game("vacate", [item, gone], s)
        else:
            out.add(ast.Expr(call("vacate", name("s"), item, gone)), s)
    out.lapse(s)
    if triggers:
        react, done = out.new_block(s), out.new_block(s)
        differs = ast.Compare(index(name("s"), cell), [ast.NotEq()], [before])
        out.branch(differs, react, done, s)
        out.enter(react)
        what = _new_event(out)
        out.store(what.item, item, s)
        out.store(what.there, where, s)
        out.store(what.actor, actor, s)
        _emit_triggers(out, s, triggers, what)
        out.goto(done, s)
        out.enter(done)


def _in_register(out: BlockBuilder, value: Node, s: core.Stmt) -> Node:
    """A value in a register of its own."""
    reg = out.register()
    out.store(reg, value, s)
    return out.slot(reg)


def _change_detail(s: core.Assign) -> str:
    return f"{s.op}|{s.field.kind}|{s.field.name}"


def _cell_index(out: BlockBuilder, s: core.Assign) -> Node:
    cells = out.program.layout.cells
    if s.of is None:
        return const(cells[("", s.field.name)])
    offset = cells[(s.field.kind, s.field.name)]
    of = out.emit.of_kind(s.of, s.field.kind)
    if not s.of.type.optional and out.program.layout.stays(s.of.type.of, s.field.kind):
        return plus(of, offset)
    return call("cell_index", of, const(offset))


def emit_rule(out: BlockBuilder, rule: str, routine: core.Routine) -> None:
    """A rule with its reactions; its actor is the player who performs it."""
    at = core.Break(routine.span)
    what = Event(out.register(True), out.register(True), 0, tuple(range(1, routine.takes)))
    replacements = out.program.abilities("instead", f"rule {rule}", "")
    done = out.new_block(at)
    if out.program.abilities("forbid", f"rule {rule}", ""):
        allowed = out.new_block(at)
        actor, *taken = (core.Reg(NUMBER, at.span, reg) for reg in range(routine.takes))
        none = core.none(at.span)
        banned = core.Forbidden(FLAG, at.span, f"rule {rule}", none, actor, "", None, (*taken,))
        out.branch(out.emit(banned), done, allowed, at)
        out.enter(allowed)
    _emit_replacements(out, at, replacements, what, done)
    _emit_triggers(out, at, out.program.abilities("before", f"rule {rule}", ""), what, done)
    out.block(routine.body)
    _emit_triggers(out, at, out.program.abilities("after", f"rule {rule}", ""), what)
    out.goto(done, at)
    out.enter(done)
