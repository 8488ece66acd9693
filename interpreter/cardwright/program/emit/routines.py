"""Rules, effects and abilities as routines, with the code that each kind adds around its body."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cardwright.board.declarations import LASTING, RUNNER, SOURCE
from cardwright.board.types import FLAG, NUMBER
from cardwright.language import core
from cardwright.language.declared import Ability, Option, as_id
from cardwright.language.front_end.checked import CheckedAbility
from cardwright.program.decision_points import OptionRow
from cardwright.program.emit.block_builder import BlockBuilder
from cardwright.program.emit.reactions import About, emit_replacements, emit_triggers, reacting_to
from cardwright.program.emit.resets import emit_next_begun, emit_own_resets
from cardwright.program.emit.statements import EMITTERS
from cardwright.program.program import Program
from cardwright.program.values import Cell, Compare, Const, Query, Select, Value, call, plus


def emit_routines(program: Program) -> None:
    while program.pending:
        _emit_routine(program, *program.pending.pop())


def _emit_routine(
    program: Program, number: int, routine: core.Routine, rule: str, bearer_kind: str | None
) -> None:
    out = BlockBuilder(program, routine, number, EMITTERS)
    first = out.new_block(routine)
    out.enter(first)
    out.probe(routine, "runs")
    at = core.Break(routine.span)
    with out.spending(at):
        _emit_body(program, out, number, routine, rule, bearer_kind, at)
    if routine.window is None or routine.window.resume_block is None:
        out.leave("leave", [], at)
    program.entries[number].block = first
    program.entries[number].registers = out.registers
    program.entries[number].things = out.things


def _emit_body(
    program: Program,
    out: BlockBuilder,
    number: int,
    routine: core.Routine,
    rule: str,
    bearer_kind: str | None,
    at: core.Stmt,
) -> None:
    if rule:
        rest = _same_run(out, rule, at)
        with _unless(out, rest, at):
            emit_next_begun(out, rule, at)
        emit_rule(out, rule, routine)
        with _unless(out, rest, at):
            _resets(program, out, rule, at)
            emit_own_resets(out, rule, at)
        out.lapse(at)
    elif routine.window is not None:
        _emit_window(program, out, number, routine, routine.window, at)
    elif bearer_kind is None:
        out.block(routine.body)
    else:
        _carried(program, out, routine, bearer_kind, at)


def _same_run(out: BlockBuilder, rule: str, at: core.Stmt) -> Value | None:
    """Whether a replacement runs the rule that it replaces, and both are one run; None if nothing
    replaces it.
    """
    replacements = out.program.replacements(core.Event("rule", rule))
    if not replacements:
        return None
    rest = out.register()
    out.store(rest, Query("same_run", [Const(replacements)]), at)
    return out.slot(rest)


@contextmanager
def _unless(out: BlockBuilder, test: Value | None, at: core.Stmt) -> Iterator[None]:
    """Operations added within this context run unless the test holds."""
    if test is None:
        yield
        return
    run, go_on = out.new_block(at), out.new_block(at)
    out.branch(test, go_on, run, at)
    out.enter(run)
    yield
    out.goto(go_on, at)
    out.enter(go_on)


def _emit_window(
    program: Program,
    out: BlockBuilder,
    number: int,
    routine: core.Routine,
    window: core.WindowFrame,
    at: core.Stmt,
) -> None:
    """A window, unless too many are open; its questions have a source of their own."""
    program.windows[number] = window
    opens, closed = out.new_block(at), out.new_block(at)
    many = Compare(">", Query("open_windows", []), Const(window.deep))
    out.branch(many, closed, opens, at)
    out.enter(opens)
    out.block(routine.body)
    out.goto(closed, at)
    out.enter(closed)
    if window.resume_block is not None:
        registers = (out.slot(reg) for reg in (window.cancelled, window.resume_block))
        out.leave("close_window", [*registers], at)


def _carried(
    program: Program, out: BlockBuilder, routine: core.Routine, bearer_kind: str, at: core.Stmt
) -> None:
    """A text of a thing, or of the pack: while it runs, the thing, or nothing, is the *source*."""
    cells = program.layout.cells
    if (cell := cells.get(("", SOURCE))) is None:
        out.block(routine.body)
        return
    before = out.register(True)
    out.store(before, Cell(Const(cell)), at)
    if routine.source is not None:  # already set if it has waited, see `at_once`
        kept = out.slot(routine.source)
        waited = call("max", kept, Const(0))
        out.store(routine.source, Select(kept, waited, out.slot(before)), at)
    this: Value = out.slot(1) if bearer_kind else Const(0)
    if bearer_kind and program.board.is_a(bearer_kind, LASTING):
        this = Cell(plus(this, cells[(LASTING, SOURCE)]))
    out.store_state(cell, this, at)
    out.block(routine.body)
    out.store_state(cell, out.slot(before), at)


def _resets(program: Program, out: BlockBuilder, rule: str, at: core.Stmt) -> None:
    """Resets state after this rule, adjacent cells together."""
    joined: list[tuple[int, int, int]] = []
    for start, end, value in _reset_after(program, rule):
        if joined and joined[-1][1:] == (start, value):
            start = joined.pop()[0]
        joined.append((start, end, value))
    for start, end, value in joined:
        out.do("reset", [Const(start), Const(end), Const(value)], at)


def _reset_after(program: Program, rule: str) -> Iterator[tuple[int, int, int]]:
    """Ranges of cells with their new value: those that declare it, and limits of options."""
    layout = program.layout
    for found in (*layout.board.every_field(), *layout.board.state.values()):
        if (
            found.resets == rule
            and not found.resets_own
            and (found.kind, found.name) in layout.ranges
        ):
            start, end = layout.ranges[(found.kind, found.name)]
            yield start, end, layout.start[start]
    for row in (row for rows in program.menus.values() for row in rows if row.limit == rule):
        yield row.limit_cell + 1, row.limit_cell + 1 + program.player_count, 0


def emit_trigger_rows(program: Program) -> None:
    """The texts of waiting abilities for players who choose which comes first."""
    after = [a for a in program.checked.abilities if a.hook == "after"]
    for ability in after if program.trigger_points else ():
        routine = program.ability_routine(ability)
        program.trigger_order[routine] = ability.declared.order
        for this in dict.fromkeys((0, *program.bearers(ability))):
            for point in program.trigger_points:
                point.found[routine, this] = len(point.rows)
                point.rows.append(_trigger_row(ability, this, routine))
    program.trigger_points.clear()
    emit_routines(program)


def emit_rule(out: BlockBuilder, rule: str, routine: core.Routine) -> None:
    """A rule with its reactions; its actor is the player who performs it."""
    at = core.Break(routine.span)
    what = About(out.register(True), out.register(True), 0, tuple(range(1, routine.takes)))
    event = core.Event("rule", rule)
    reacting = reacting_to(out.program, event)
    done = out.new_block(at)
    if reacting.forbid:
        allowed = out.new_block(at)
        actor, *taken = (core.Reg(NUMBER, at.span, reg) for reg in range(routine.takes))
        none = core.none(at.span)
        banned = core.Forbidden(FLAG, at.span, event, none, actor, None, (*taken,))
        out.branch(out.emit(banned), done, allowed, at)
        out.enter(allowed)
    emit_replacements(out, at, reacting.instead, what, done)
    emit_triggers(out, at, reacting.before, what, done)
    _running(out, rule, routine, at)
    emit_triggers(out, at, reacting.after, what)
    out.goto(done, at)
    out.enter(done)


def _running(out: BlockBuilder, rule: str, routine: core.Routine, at: core.Stmt) -> None:
    """The rule itself; if a text needs it, the state records who runs it."""
    cell = out.program.layout.cells.get(("", f"{RUNNER} {rule}"))
    if cell is None:
        out.block(routine.body)
        return
    before = out.register(True)
    out.store(before, Cell(Const(cell)), at)
    out.store_state(cell, out.slot(0), at)
    out.block(routine.body)
    out.store_state(cell, out.slot(before), at)


def _trigger_row(ability: CheckedAbility, this: int, routine: int) -> OptionRow:
    own = ability.declared
    id, words = _called(own, this)
    made = Option(id, "", words, own.body or own.span, own.span, bearer=own.bearer)
    return OptionRow(made, this, None, None, "", -1, 0, 0, routine if words else 0)


def _called(own: Ability, this: int) -> tuple[str, str]:
    """Its id, and its title for players; both empty without a title: it then has its bearer's
    name, so that several of one bearer are one.
    """
    if own.title:
        return as_id(own.title) or own.name, own.title
    if own.bearer is None:
        return own.name, " ".join(own.pattern.text.split())
    return (own.name, "") if this else (own.bearer.id, own.bearer.title)
