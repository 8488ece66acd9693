"""Statements as blocks: control flow, and what needs no reactions."""

from __future__ import annotations

import ast
from functools import reduce

from cardwright.backends.python.block_builder import BlockBuilder, Emitters
from cardwright.backends.python.changes import emit_change
from cardwright.backends.python.moves import emit_move
from cardwright.backends.python.nodes import Node, all_of, call, call_game, const, index, name, plus
from cardwright.backends.python.questions import emit_at_once, emit_choice, emit_menu, emit_one_of
from cardwright.board.model import Field
from cardwright.board.types import FLAG
from cardwright.language import core
from cardwright.language.active import SILENCED
from cardwright.language.core import Block, Expr


def _let(out: BlockBuilder, s: core.Let) -> None:
    out.store(s.reg, out.emit(s.value), s)


def _for_each(out: BlockBuilder, s: core.ForEach) -> None:
    items, at = out.register(s.source.type.base == "thing"), out.register()
    head, body, done = out.new_block(s), out.new_block(s), out.new_block(s)
    out.store(items, out.emit(s.source), s)
    out.store(at, const(0), s)
    out.probe(s, "none", unless=out.slot(items))
    out.goto(head, s)
    out.enter(head)
    more = ast.Compare(out.slot(at), [ast.Lt()], [call("len", out.slot(items))])
    out.branch(more, body, done, s)
    out.enter(body)
    out.probe(s, "some")
    out.store(s.reg, index(out.slot(items), out.slot(at)), s)
    out.store(at, plus(out.slot(at), 1), s)
    _loop(out, s.body, head, done, s)


def _loop(out: BlockBuilder, body: Block, head: int, done: int, at: core.Stmt) -> None:
    out.loops.append(done)
    out.block(body)
    out.loops.pop()
    out.goto(head, at)
    out.enter(done)


def _repeat(out: BlockBuilder, s: core.Repeat) -> None:
    left = out.register()
    head, body, done = out.new_block(s), out.new_block(s), out.new_block(s)
    out.store(left, out.emit(s.number), s)
    out.probe(s, "none", unless=ast.Compare(out.slot(left), [ast.Gt()], [const(0)]))
    out.goto(head, s)
    out.enter(head)
    out.branch(ast.Compare(out.slot(left), [ast.Gt()], [const(0)]), body, done, s)
    out.enter(body)
    out.probe(s, "some")
    out.store(left, plus(out.slot(left), -1), s)
    _loop(out, s.body, head, done, s)


def _if(out: BlockBuilder, s: core.If) -> None:
    then, other, done = out.new_block(s), out.new_block(s), out.new_block(s)
    out.branch(out.emit(s.test), then, other, s)
    for block, statements in ((then, s.then), (other, s.other)):
        out.enter(block)
        out.block(statements)
        out.goto(done, s)
    out.enter(done)


def _do(out: BlockBuilder, s: core.CallRule) -> None:
    values = [out.emit(s.you), *(out.emit(a) for a in s.args)]
    if not s.needed:
        out.call_routine(out.program.rule(s.rule), values, s)
        return
    run, done = out.new_block(s), out.new_block(s)
    out.branch(all_of([out.emit(a) for a in s.needed]), run, done, s)
    out.enter(run)
    out.call_routine(out.program.rule(s.rule), values, s)
    out.goto(done, s)
    out.enter(done)


def _perform(out: BlockBuilder, s: core.Perform) -> None:
    of = s.of
    if SILENCED in out.program.checked.functions:
        silenced = core.Call(FLAG, s.span, SILENCED, (s.of,))
        of = core.Cond(s.of.type.maybe(), s.span, silenced, core.none(s.span), s.of)
    out.push_frame("perform", [const(s.slot), out.emit(of), out.emit(s.you)], s)


def _stop(out: BlockBuilder, s: core.Break) -> None:
    out.goto(out.loops[-1], s)
    out.return_then(out.new_block(s), s)


def _end_game(out: BlockBuilder, s: core.EndGame) -> None:
    if s.said is not None:
        _say(out, s.said)
    out.call_game("finish", [ast.Constant(s.said.text.words if s.said else "")], s)
    out.return_then(out.new_block(s), s)


def _cancel(out: BlockBuilder, s: core.Cancel) -> None:
    """Cancels the event before which the nearest window is open, if any."""
    about = out.register(True)
    out.store(about, call_game("cancel"), s)
    nothing = ast.Compare(out.slot(about), [ast.Lt()], [const(0)])
    done, cancelled = out.new_block(s), out.new_block(s)
    out.branch(nothing, done, cancelled, s)
    out.enter(cancelled)
    item = out.slot(about)
    out.log("cancel", [item, index(name("s"), item), out.emit(s.actor)], s)
    out.goto(done, s)
    out.enter(done)


def _begin(out: BlockBuilder, s: core.Begin) -> None:
    values = ast.Tuple([out.emit(value) for value in s.values], ast.Load())
    point = out.log_point("begin", s)
    begun = call_game("begin", const(s.effect), values, out.emit(s.actor), const(point))
    out.store(s.result, begun, s)


def _end(out: BlockBuilder, s: core.End) -> None:
    point = out.log_point("end", s)
    out.call_game("end", [out.emit(s.item), const(point)], s)


def _become(out: BlockBuilder, s: core.Become) -> None:
    form = const(0) if s.form is None else out.emit(s.form)
    point = out.log_point("become", s)
    out.call_game("become", [out.emit(s.item), form, out.emit(s.actor), const(point)], s)
    out.lapse(s)


def _shuffle(out: BlockBuilder, s: core.Shuffle) -> None:
    out.call_game("shuffle", [out.emit(s.zone)], s)
    out.log("shuffle", [out.emit(s.zone)], s)
    out.lapse(s)


def _roll(out: BlockBuilder, s: core.Roll) -> None:
    one = len(s.faces) == 1
    rolled = [_rolled(out, s, found, one) for found in s.faces]  # 0: dice of several kinds
    face = reduce(lambda a, b: ast.BinOp(a, ast.Add(), b), rolled)
    where = index(name("s"), out.emit(s.die))
    out.log("roll", [out.emit(s.die), where, face, out.emit(s.actor)], s)
    out.lapse(s)


def _rolled(out: BlockBuilder, s: core.Roll, found: Field, always: bool) -> Node:
    """Rolls the die if it has such faces."""
    die, constants = out.emit(s.die), out.code.constants
    if not always:
        die = call("if_member", die, name(constants.members(found.kind)))
    cell = constants.layout.cells[(found.kind, found.name)]
    return call_game("roll", die, const(cell), const(found.faces))


def _reveal(out: BlockBuilder, s: core.Reveal) -> None:
    whose = out.slot(0)  # *you*, unless the text names somebody else
    if isinstance(s.item, core.Get):
        whose = out.emit(s.item.of) if s.item.of else const(0)
    out.log("reveal", [out.emit(s.item), whose], s, detail=_kind_of(s.item))


def _say(out: BlockBuilder, s: core.Say) -> None:
    actor = [out.emit(s.actor)] if s.actor is not None else []
    said: list[Node] = []
    for value in s.text.values:  # what it is, and where a thing is
        where = index(name("s"), out.emit(value)) if value.type.is_thing else const(0)
        said += [out.emit(value), where]
    out.log("say", [*actor, *said], s)


def _kind_of(expr: Expr) -> str:
    return f"{expr.type.base}:{expr.type.of}"


EMITTERS: Emitters = {
    core.Let: _let, core.Choose: emit_choice,
    core.ForEach: _for_each, core.Repeat: _repeat,
    core.If: _if, core.OneOf: emit_one_of, core.CallRule: _do,
    core.Perform: _perform, core.OpenMenu: emit_menu,
    core.Cancel: _cancel,
    core.AtOnce: emit_at_once,
    core.Break: _stop, core.EndGame: _end_game, core.Move: emit_move,
    core.Assign: emit_change, core.Shuffle: _shuffle,
    core.Become: _become,
    core.Begin: _begin, core.End: _end,
    core.Roll: _roll, core.Reveal: _reveal, core.Say: _say,
}  # fmt: skip
