"""Changes of cells, with what reacts to them."""

from __future__ import annotations

import ast

from cardwright.backends.python.bearers import forgets_design
from cardwright.backends.python.block_builder import BlockBuilder
from cardwright.backends.python.nodes import Node, call, call_game, const, index, name, plus
from cardwright.backends.python.reactions import emit_triggers, new_event
from cardwright.board.model import Field
from cardwright.board.types import FLAG
from cardwright.language import core
from cardwright.language.lower.payments import payable, shared


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
    for part in before:  # counters that stand in are not replaced again: the player chose them
        if isinstance(part, core.Assign):
            _change_itself(out, part)
        else:
            out.block((part,))
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
    entry = [item, where, actor, _changed(out, s, cell, value)]
    if s.field.type.is_thing:
        entry.append(call("place_of_named", name("s"), cell))
    if secret:
        entry.append(index(name("s"), plus(item, out.program.layout.owner)))
    if s.partner is not None:
        entry.append(out.emit(s.partner))
    out.log(s.verb, entry, s, _change_detail(s))
    if removes_place:
        _vacate(out, s, item)
    out.lapse(s)
    if triggers:
        react, done = out.new_block(s), out.new_block(s)
        differs = ast.Compare(index(name("s"), cell), [ast.NotEq()], [before])
        out.branch(differs, react, done, s)
        out.enter(react)
        what = new_event(out)
        out.store(what.item, item, s)
        out.store(what.there, where, s)
        out.store(what.actor, actor, s)
        emit_triggers(out, s, triggers, what)
        out.goto(done, s)
        out.enter(done)


def _changed(out: BlockBuilder, s: core.Assign, cell: Node, value: Node) -> Node:
    """The call that changes a cell; its value is the new one."""
    if s.field.type.many:
        members = name(out.program.constants.kept_in(s.field.type))
        return call_game("change_set", const(s.op), cell, call("mask_of", value, members))
    limits = const(s.field.low), const(s.field.high)
    return call_game("change", const(s.op), cell, value, *limits)


def _vacate(out: BlockBuilder, s: core.Assign, item: Node) -> None:
    """What is on a place that is out of the game leaves it."""
    program, gone = out.program, name(out.program.constants.gone())
    if program.lasting or program.faces or forgets_design(program, "thing"):
        out.call_game("vacate", [item, gone], s)
    else:
        out.add(ast.Expr(call("vacate", name("s"), item, gone)), s)


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
