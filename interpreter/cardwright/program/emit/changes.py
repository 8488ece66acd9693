"""Changes of cells, with their reactions."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.board.declarations import Field
from cardwright.board.types import FLAG
from cardwright.language import core
from cardwright.language.front_end.checked import CheckedAbility
from cardwright.language.lower.payments import payable, shared
from cardwright.program.emit.bearers import resets_design_out_of_play
from cardwright.program.emit.block_builder import BlockBuilder
from cardwright.program.emit.reactions import emit_triggers, new_event
from cardwright.program.emit.resets import emit_reset_postponement
from cardwright.program.secret_changes import SecretChange, secret_change
from cardwright.program.values import STATE, Cell, Compare, Const, Table, Value, call, plus


def emit_change(out: BlockBuilder, s: core.Assign) -> None:
    """A change of a cell; a payment or loss may be divided over several counters."""
    if not (s.op == "pay" or s.splits) or not out.program.board.substitutes(s.field):
        _change_itself(out, s)
        return
    pays, done = out.new_block(s), out.new_block(s)
    if s.op == "pay":
        out.branch(out.emit(payable(s, out.program.board)), pays, done, s)
    else:
        out.goto(pays, s)
    out.enter(pays)
    before, rest = shared(s, out.program.board, out.register)
    for part in before:  # substituted counters are not replaced again: the player chose them
        if isinstance(part, core.Assign):
            _change_itself(out, part)
        else:
            out.block((part,))
    _change_itself(out, rest)
    out.goto(done, s)
    out.enter(done)


def _turns_face(out: BlockBuilder, found: Field) -> bool:
    """Whether this is a flag that turns things face up or down."""
    kinds = out.program.board.kinds.values()
    flags = (name for k in kinds for name in (k.face_down_when, k.hides_when))
    return found.type == FLAG and bool(found.kind) and found.name in flags


def _change_itself(out: BlockBuilder, s: core.Assign) -> None:
    value = out.emit(s.value)
    item = out.emit.of_kind(s.of, s.field.kind) if s.of is not None else Const(0)
    actor = out.emit(s.actor)
    triggers = out.program.abilities("after", s.event)
    removes_place = s.of is not None and out.program.constants.removes_place(s.field)
    secret = s.field.seen_by == "owner" and not out.program.board.is_a(s.field.kind, "player")
    turns = _turns_face(out, s.field)
    if triggers or removes_place or secret or turns:
        item = _in_register(out, item, s)
        cell, actor = (_in_register(out, v, s) for v in (_cell_index(out, s, item), actor))
        before = _in_register(out, Cell(cell), s)
        if turns:
            value = _in_register(out, value, s)
            out.do("note_flip", [cell, value], s)
    else:
        # Calculated once, before the change, which may depend on it.
        item = out.once(item, s)
        cell = _cell_index(out, s, item)
    where = Cell(item) if s.of is not None else Const(0)
    about = [item, out.once(where, s), out.once(actor, s)]
    _log_change(out, s, cell, value, about, secret=secret)
    emit_reset_postponement(out, s, item)
    if removes_place:
        _vacate(out, s, item)
    out.lapse(s)
    if triggers:
        _react(out, s, triggers, Compare("!=", Cell(cell), before), (item, where, actor))


def _log_change(
    out: BlockBuilder, s: core.Assign, cell: Value, value: Value, about: Sequence[Value],
    *, secret: bool,
) -> None:  # fmt: skip
    """Changes the cell, and logs its new value."""
    if s.field.type.many:
        members = Table(out.program.constants.storable_members(s.field.type))
        value = out.once(call("mask_of", value, members), s)
    made = secret_change(s, out.secret & out.offered.keys(), out.program)
    captured = _captured(out, s, made) if made is not None else ()
    entry = [*about, _changed(out, s, cell, value), *captured]
    if s.field.hides_members:  # all stated members, even if nothing changes
        entry.append(value)
    if s.field.type.is_thing:
        entry.append(call("place_of_named", STATE, cell))
    if secret:
        entry.append(Cell(plus(about[0], out.program.layout.owner)))
    if s.partner is not None:
        entry.append(out.emit(s.partner))
    out.log(entry, s, made)


def _react(
    out: BlockBuilder,
    s: core.Assign,
    triggers: list[CheckedAbility],
    differs: Value,
    about: tuple[Value, Value, Value],
) -> None:
    """Reactions to the change, if there is one; `about`: the thing, its place, and the actor."""
    react, done = out.new_block(s), out.new_block(s)
    out.branch(differs, react, done, s)
    out.enter(react)
    what = new_event(out)
    for register, one in zip((what.item, what.there, what.actor), about, strict=True):
        out.store(register, one, s)
    emit_triggers(out, s, triggers, what)
    out.goto(done, s)
    out.enter(done)


def _captured(out: BlockBuilder, s: core.Assign, made: SecretChange) -> list[Value]:
    """The values, besides a secret choice, that determine the new value of a hidden number."""
    values = [out.once(out.emit(part), s) for part in made.captured]
    return [*values, *(out.slot(out.offered[reg.index], many=True) for reg in made.registers)]


def _changed(out: BlockBuilder, s: core.Assign, cell: Value, value: Value) -> Value:
    """The call that changes a cell; its value is the new one."""
    if s.field.type.many:
        return out.result("change_set", [Const(s.op), cell, value], s)
    limits = Const(s.field.low), Const(s.field.high)
    return out.result("change", [Const(s.op), cell, value, *limits], s)


def _vacate(out: BlockBuilder, s: core.Assign, item: Value) -> None:
    """Things on a place that is out of the game leave it."""
    program, gone = out.program, Table(out.program.constants.gone())
    noticed = program.lasting or program.faces or resets_design_out_of_play(program, "thing")
    out.do("vacate" if noticed else "empty", [item, gone], s)


def _in_register(out: BlockBuilder, value: Value, s: core.Stmt) -> Value:
    """A value in a register of its own."""
    reg = out.register()
    out.store(reg, value, s)
    return out.slot(reg)


def _cell_index(out: BlockBuilder, s: core.Assign, of: Value) -> Value:
    cells = out.program.layout.cells
    if s.of is None:
        return Const(cells[("", s.field.name)])
    offset = cells[(s.field.kind, s.field.name)]
    if not s.of.type.optional and out.program.layout.stays(s.of.type.of, s.field.kind):
        return plus(of, offset)
    return call("cell_index", of, Const(offset))
