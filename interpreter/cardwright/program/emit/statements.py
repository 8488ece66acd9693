"""Statements as blocks: control flow, and statements without reactions."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from cardwright.board.declarations import Field
from cardwright.board.types import FLAG
from cardwright.language import core
from cardwright.language.active import SILENCED
from cardwright.language.analysis.metering import BLOCK
from cardwright.language.core import Block
from cardwright.program import values as v
from cardwright.program.emit.block_builder import BlockBuilder, Emitters
from cardwright.program.emit.changes import emit_change
from cardwright.program.emit.moves import emit_move
from cardwright.program.emit.questions import emit_at_once, emit_choice, emit_menu, emit_one_of
from cardwright.program.operations import Do


def _let(out: BlockBuilder, s: core.Let) -> None:
    out.store(s.reg, out.emit(s.value), s)


def _for_each(out: BlockBuilder, s: core.ForEach) -> None:
    items, at = out.register(s.source.type.base == "thing"), out.register()
    head, body, done = out.new_block(s), out.new_block(s), out.new_block(s)
    out.store(items, out.emit(s.source), s)
    out.store(at, v.Const(0), s)
    out.probe(s, "none", unless=v.call("some", out.slot(items, many=True)))
    out.goto(head, s)
    out.enter(head)
    more = v.Compare("<", out.slot(at), v.call("count", out.slot(items, many=True)))
    out.branch(more, body, done, s)
    out.enter(body)
    out.probe(s, "some")
    out.store(s.reg, v.Entry(out.slot(items, many=True), out.slot(at)), s)
    out.store(at, v.plus(out.slot(at), 1), s)
    _loop(out, s.body, head, done, s)


def _loop(out: BlockBuilder, body: Block, head: int, done: int, at: core.Stmt) -> None:
    out.loops.append(done)
    with out.spending(at):
        out.block(body)
        out.spent.steps = max(out.spent.steps, BLOCK)  # a round takes time, whatever it does
    out.loops.pop()
    out.goto(head, at)
    out.enter(done)


def _repeat(out: BlockBuilder, s: core.Repeat) -> None:
    left = out.register()
    head, body, done = out.new_block(s), out.new_block(s), out.new_block(s)
    out.store(left, out.emit(s.number), s)
    out.probe(s, "none", unless=v.Compare(">", out.slot(left), v.Const(0)))
    out.goto(head, s)
    out.enter(head)
    out.branch(v.Compare(">", out.slot(left), v.Const(0)), body, done, s)
    out.enter(body)
    out.probe(s, "some")
    out.store(left, v.plus(out.slot(left), -1), s)
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
    rule = out.program.rule(s.rule)
    _run_if_given(out, s.needed, lambda: out.call_routine(rule, values, s), s)


def _run_if_given(
    out: BlockBuilder, needed: tuple[core.Expr, ...], run: Callable[[], None], s: core.Stmt
) -> None:
    """Runs something unless one of the required values is none."""
    if not needed:
        run()
        return
    given, done = out.new_block(s), out.new_block(s)
    out.branch(v.all_of([out.emit(a) for a in needed]), given, done, s)
    out.enter(given)
    run()
    out.goto(done, s)
    out.enter(done)


def _perform(out: BlockBuilder, s: core.Perform) -> None:
    of = s.of
    if SILENCED in out.program.checked.functions:
        silenced = core.Call(FLAG, s.span, SILENCED, (s.of,))
        of = core.Cond(s.of.type.maybe(), s.span, silenced, core.none(s.span), s.of)
    values = [v.Const(s.slot), out.emit(of), out.emit(s.you)]
    if s.args:
        values.append(v.Items([out.emit(a) for a in s.args]))
    _run_if_given(out, s.needed, lambda: out.run("perform", values, s), s)


def _stop(out: BlockBuilder, s: core.Break) -> None:
    out.goto(out.loops[-1], s)
    out.enter(out.new_block(s))


def _end_game(out: BlockBuilder, s: core.EndGame) -> None:
    if s.said is not None:
        _say(out, s.said)
    out.leave("finish", [v.Const(s.said.text.words if s.said else "")], s)
    out.enter(out.new_block(s))


def _cancel(out: BlockBuilder, s: core.Cancel) -> None:
    """Cancels the event before which the innermost window is open, if any."""
    about = out.register(True)
    out.add(Do("cancel", [], v.Register(about)), s)
    nothing = v.Compare("<", out.slot(about), v.Const(0))
    done, cancelled = out.new_block(s), out.new_block(s)
    out.branch(nothing, done, cancelled, s)
    out.enter(cancelled)
    item = out.slot(about)
    out.log([item, v.Cell(item), out.emit(s.actor)], s)
    out.goto(done, s)
    out.enter(done)


def _begin(out: BlockBuilder, s: core.Begin) -> None:
    values = v.Items([out.emit(value) for value in s.values])
    point = out.log_point(s)
    args = [v.Const(s.effect), values, out.emit(s.actor), v.Const(point)]
    out.add(Do("begin", args, v.Register(s.result)), s)


def _end(out: BlockBuilder, s: core.End) -> None:
    point = out.log_point(s)
    out.do("end", [out.emit(s.item), v.Const(point)], s)


def _become(out: BlockBuilder, s: core.Become) -> None:
    form = v.Const(0) if s.form is None else out.emit(s.form)
    point = out.log_point(s)
    out.do("become", [out.emit(s.item), form, out.emit(s.actor), v.Const(point)], s)
    out.lapse(s)


def _shuffle(out: BlockBuilder, s: core.Shuffle) -> None:
    out.do("shuffle", [out.emit(s.zone)], s)
    out.log([out.emit(s.zone)], s)
    out.lapse(s)


def _roll(out: BlockBuilder, s: core.Roll) -> None:
    one = len(s.faces) == 1
    die = out.once(out.emit(s.die), s)
    where = out.once(v.Cell(die), s)
    rolled = [_rolled(out, s, die, found, one) for found in s.faces]  # 0: dice of several kinds
    face = reduce(lambda a, b: v.Arith("+", a, b), rolled)
    out.log([die, where, face, out.emit(s.actor)], s)
    out.lapse(s)


def _rolled(out: BlockBuilder, s: core.Roll, die: v.Value, found: Field, always: bool) -> v.Value:
    """Rolls the die if it has such faces."""
    constants = out.code.constants
    if not always:
        die = v.call("if_member", die, v.Table(constants.members(found.kind)))
    cell = constants.layout.cells[(found.kind, found.name)]
    return out.result("roll", [die, v.Const(cell), v.Const(found.faces)], s)


def _reveal(out: BlockBuilder, s: core.Reveal) -> None:
    whose = out.slot(0)  # *you*, unless the text names somebody else
    if isinstance(s.item, core.Get):
        whose = out.emit(s.item.of) if s.item.of else v.Const(0)
    out.log([out.emit(s.item), whose], s)


def _say(out: BlockBuilder, s: core.Say) -> None:
    actor = [out.emit(s.actor)] if s.actor is not None else []
    said: list[v.Value] = []
    for value in s.text.values:  # its value, and the place of a thing
        where = v.Cell(out.emit(value)) if value.type.is_thing else v.Const(0)
        said += [out.emit(value), where]
    out.log([*actor, *said], s)


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
