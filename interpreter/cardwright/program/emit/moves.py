"""Moves of things, with prohibitions and reactions.

An event without reactions is one call in its block. Otherwise: a forbidden event does not happen,
the first replacement that applies runs instead, and triggers run before or after it.
"""

from __future__ import annotations

from cardwright.board.declarations import TOP
from cardwright.board.types import FLAG, NUMBER, Type, thing
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.front_end.checked import CheckedAbility
from cardwright.language.registry.movement import From, To
from cardwright.program import values as v
from cardwright.program.emit.bearers import active_as, active_test, resets_design_out_of_play
from cardwright.program.emit.block_builder import BlockBuilder
from cardwright.program.emit.questions import emit_choice
from cardwright.program.emit.reactions import (
    About,
    Own,
    Reacting,
    emit_replacements,
    emit_triggers,
    new_event,
    reacting_to,
)
from cardwright.program.emit.resets import emit_resets_out_of_play


def emit_move(out: BlockBuilder, s: core.Move) -> None:
    if isinstance(s.to, core.ZoneOf) and out.program.layout.is_missing(s.to.zone):
        return  # nothing goes to a place that is none
    reacting = reacting_to(out.program, s.event)
    if s.movement.to is To.NOWHERE and s.result is not None:
        _emit_target(out, s, s.result, reacting)
    elif s.movement.takes is From.SUPPLY:
        _emit_place(out, s, reacting)
    elif reacting.any or _forgets(out, s):
        _emit_event(out, s, reacting)
    else:
        _emit_unnoticed(out, s)


def _forgets(out: BlockBuilder, s: core.Move) -> bool:
    """Whether a lasting effect may be about the removed thing."""
    return s.movement.to is To.SUPPLY and bool(out.program.lasting)


def _emit_unnoticed(out: BlockBuilder, s: core.Move) -> None:
    item = out.emit(s.item)
    to = None if s.to is None else _destination(out, s.to)
    if (moves := _leaves(out, s, item, to)) is None:
        _move_itself(out, s, item, to)
    else:
        with out.only_if(moves, s):
            _move_itself(out, s, item, to)


def _emit_event(out: BlockBuilder, s: core.Move, reacting: Reacting) -> None:
    what = _event(out, s)
    done = out.new_block(s)
    if s.movement.to is To.PLACE:  # without a destination there is no move, and nothing reacts
        _go_on_if(out, out.slot(what.there), done, s)
    to = out.slot(what.there) if s.to is not None else None
    if (moves := _leaves(out, s, out.slot(what.item), to)) is not None:
        _go_on_if(out, moves, done, s)
    if reacting.forbid:
        _unless_forbidden(out, s, what, done)
    emit_replacements(out, s, reacting.instead, what, done)
    emit_triggers(out, s, reacting.before, what, done)
    own = _leaving(out, s, reacting.after, what) if s.movement.to is To.SUPPLY else None
    _move_itself(out, s, out.slot(what.item), to, late=bool(reacting.after))
    emit_triggers(out, s, reacting.after, what, own=own)
    if reacting.after and s.movement.goes and resets_design_out_of_play(out.program, s.kind):
        out.do("leave_play", [out.slot(what.item)], s)
    if _forgets(out, s):  # last, so that a lasting effect can react to the end of its subject
        out.do("forget", [out.slot(what.item)], s)
    out.goto(done, s)
    out.enter(done)


def _go_on_if(out: BlockBuilder, test: v.Value, done: int, s: core.Stmt) -> None:
    then = out.new_block(s)
    out.branch(test, then, done, s)
    out.enter(then)


def _leaving(out: BlockBuilder, s: core.Move, after: list[CheckedAbility], what: About) -> Own:
    """For a thing that may leave: whether it does, and its abilities count, so that they may react
    to it.
    """
    board, items, own = out.program.board, out.program.layout.items, Own()
    for ability in after:
        for this in out.program.bearers(ability):
            kind = items[this].kind if this else ""
            if kind and board.root(kind) in ("card", "piece") and board.related(kind, s.kind):
                active = active_test(out.program, this, ability.declared)
                leaves = v.Compare("==", out.slot(what.item), v.Const(this))
                reg = out.register()
                out.store(reg, v.all_of([leaves, active]), s)
                own[id(ability), this] = out.slot(reg)
        if ability.bearer is not None and out.program.copied(ability.bearer):
            reg, item = out.register(), out.slot(what.item)
            out.store(reg, active_as(out.program, ability.bearer, item, ability.declared), s)
            own[id(ability), 0] = out.slot(reg)
    return own


def _unless_forbidden(out: BlockBuilder, s: core.Move, what: About, done: int) -> None:
    allowed = out.new_block(s)
    reg = core.Reg(thing(s.kind), s.span, what.item)
    who = core.Reg(thing("player"), s.span, what.actor)
    to = core.Reg(s.to.type, s.span, what.there) if s.to is not None else None
    banned = core.Forbidden(FLAG, s.span, s.event, reg, who, to, fits=s.fits)
    out.branch(out.emit(banned), done, allowed, s)
    out.enter(allowed)


def _emit_target(out: BlockBuilder, s: core.Move, result: int, reacting: Reacting) -> None:
    """Targets a thing; the result is none if that was forbidden, or replaced without a new target.

    The target of a replacement reaches the replaced statement by a cell of the state.
    """
    what, cell = _event(out, s), out.program.targeted
    done, targets, replaced = out.new_block(s), out.new_block(s), out.new_block(s)
    out.store(result, v.Const(0), s)
    out.branch(out.slot(what.item), targets, done, s)
    out.enter(targets)
    if reacting.forbid:
        _unless_forbidden(out, s, what, done)
    if reacting.instead:
        out.store_state(cell, v.Const(0), s)
    emit_replacements(out, s, reacting.instead, what, replaced)
    emit_triggers(out, s, reacting.before, what, done)
    _move_itself(out, s, out.slot(what.item), out.slot(what.there))
    emit_triggers(out, s, reacting.after, what)
    out.store(result, out.slot(what.item), s)
    out.goto(done, s)
    out.enter(replaced)
    if reacting.instead:
        out.store(result, v.Cell(v.Const(cell)), s)
    out.goto(done, s)
    out.enter(done)
    if cell:
        replacements = out.program.replacements(s.event.of_any_kind)
        inside = v.Query("any_running", [v.Const(replacements)])
        out.store_state(cell, v.Select(inside, out.slot(result), v.Const(0)), s)


def _leaves(out: BlockBuilder, s: core.Move, item: v.Value, to: v.Value | None) -> v.Value | None:
    """Whether a thing leaves its place; None if it always does.

    Things in supply can't be removed, and nothing is moved to where it already is, except in an
    ordered zone: there it changes the order. Nothing is moved onto a thing that it carries.
    """
    placed: v.Value = v.Compare("!=", v.Cell(item), v.Const(0))
    tests = [placed] if s.movement.takes is From.BOARD else []
    if s.movement.to is To.PLACE and to is not None and s.to is not None:
        comes = _comes(out, s.to.type, item, to)
        tests += [comes] if comes is not None else []
    return v.all_of(tests) if tests else None


def _comes(out: BlockBuilder, where: Type, item: v.Value, to: v.Value) -> v.Value | None:
    """Whether a thing comes there from elsewhere; None if that does not matter."""
    board, layout = out.program.board, out.program.layout
    elsewhere: v.Value = v.Compare("!=", v.Cell(item), to)
    if out.program.stacks:
        circle = v.call("carries", v.STATE, item, to)
        elsewhere = v.all_of([elsewhere, v.Not(circle)])
    if where.base == "zone":
        zone = board.zones.get(where.of)
        return elsewhere if zone is not None and not zone.ordered else None
    if where.of in board.kinds and board.root(where.of) != "zone":
        return elsewhere
    return v.any_of([elsewhere, v.Between(layout.zone_first, to, layout.zone_end - 1)])


def _event(out: BlockBuilder, s: core.Move) -> About:
    """The item, the place and the actor, each computed once because a reaction may change the
    state.
    """
    what = new_event(out)
    out.store(what.item, out.emit(s.item), s)
    where = _destination(out, s.to) if s.to is not None else v.Cell(out.slot(what.item))
    out.store(what.there, where, s)
    out.store(what.actor, out.emit(s.actor), s)
    return what


def _emit_place(out: BlockBuilder, s: core.Move, reacting: Reacting) -> None:
    """Places a piece from supply: replacements come first, before a piece is taken.

    They replace nothing if prohibitions leave no piece.
    """
    assert s.to is not None
    what = new_event(out)
    out.store(what.item, v.Const(0), s)
    out.store(what.there, _destination(out, s.to), s)
    out.store(what.actor, out.emit(s.actor), s)
    has_place, done, placed = out.new_block(s), out.new_block(s), out.new_block(s)
    out.branch(out.slot(what.there), has_place, done, s)
    out.enter(has_place)
    if reacting.forbid and isinstance(s.item, core.Filter):
        allowed = out.new_block(s)
        out.branch(out.emit(_all_forbidden(s.item)), done, allowed, s)
        out.enter(allowed)
    emit_replacements(out, s, reacting.instead, what, done)
    one = core.Lit(NUMBER, s.span, 1)
    who = core.Reg(thing("player"), s.span, what.actor)
    emit_choice(out, core.Choose(s.span, what.item, who, s.item, one, one, False))
    if s.movement.creates:
        out.do("need_token", [out.slot(what.item), v.Const(s.item.type.of)], s)
    out.branch(out.slot(what.item), placed, done, s)
    out.enter(placed)
    emit_triggers(out, s, reacting.before, what, done)
    _move_itself(out, s, out.slot(what.item), out.slot(what.there))
    if s.result is not None:
        out.store(s.result, out.slot(what.item), s)
    emit_triggers(out, s, reacting.after, what)
    out.goto(done, s)
    out.enter(done)


def _all_forbidden(allowed: core.Filter) -> Expr:
    """Whether there are things, but prohibitions exclude all of them."""
    span = allowed.span
    some, left = (core.Exists(FLAG, span, e) for e in (allowed.source, allowed))
    return core.Logic(FLAG, span, "and", some, core.Not(FLAG, span, left))


def _destination(out: BlockBuilder, to: Expr) -> v.Value:
    """The destination; none if it is out of the game."""
    board, constants = out.program.board, out.program.constants
    kind = to.type.of if to.type.of in board.kinds else "place"
    if to.type.base != "thing" or not constants.can_leave_game(kind):
        return out.emit(to)
    return v.call("if_in_game", v.STATE, out.emit(to), v.Table(constants.gone()))


def _move_itself(
    out: BlockBuilder, s: core.Move, item: v.Value, to: v.Value | None, *, late: bool = False
) -> None:
    where, movement = to if to is not None else v.Const(0), s.movement
    start = where if movement.to is To.NOWHERE else v.Cell(item)
    if movement.creates:
        owner = out.emit(s.owner if s.owner is not None else s.actor)
        form = v.Const(0) if s.form is None else out.emit(s.form)
        out.do("make_token", [item, owner, form], s)
    out.log([item, start, where, out.emit(s.actor)], s)
    if movement.goes:
        _goes(out, s, item, where, late=late)
    elif movement.to is To.PLAYER:
        out.do("give", [item, where], s)
    if not s.half and movement.to is not To.NOWHERE:
        out.lapse(s)


def _goes(out: BlockBuilder, s: core.Move, item: v.Value, where: v.Value, *, late: bool) -> None:
    method = "move" if s.movement.to is To.SUPPLY else "put"
    at = v.Const(TOP) if s.at is None else out.emit(s.at)
    out.do(method, [item, where, at], s)
    if resets_design_out_of_play(out.program, s.kind):
        out.do("leave_sight" if late else "leave_play", [item], s)
    if out.program.board.face_fields(s.kind):
        out.do("rest", [item], s)
    emit_resets_out_of_play(out, s, item)
