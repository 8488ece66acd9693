"""Statements that ask: choices, `choose one`, menus, and the order of reactions."""

from __future__ import annotations

from cardwright.language import core, hir
from cardwright.language.analysis.metering import LINE
from cardwright.language.core import Expr
from cardwright.language.declared import Menu
from cardwright.program.decision_points import (
    AtOnceSlots,
    BranchPoint,
    ChoiceLimit,
    ChoicePoint,
    MenuPoint,
    TriggerPoint,
)
from cardwright.program.emit.bearers import active_bearers
from cardwright.program.emit.block_builder import BlockBuilder
from cardwright.program.emit.code import unlinked
from cardwright.program.emit.set_emitter import filters, owned_by
from cardwright.program.logged_choices import is_branch_unlogged, is_unlogged
from cardwright.program.operations import FRAME
from cardwright.program.program import Program
from cardwright.program.values import Const, Invoke, Query, Select, all_of, call


def emit_choice(out: BlockBuilder, s: core.Choose) -> None:
    if _has_one_way(out, s):
        _emit_first(out, s)
    else:
        _emit_question(out, s)


def _emit_first(out: BlockBuilder, s: core.Choose) -> None:
    """Takes the first of several things that are all alike, if there is somebody to do so."""
    chooser, first = out.emit(s.chooser), call("first", out.emit.sized(s.source))
    out.store(s.reg, Select(chooser, first, Const(0)), s)
    out.spent.steps += LINE + out.program.constants.metering.costs.size(s.source)


def _has_one_way(out: BlockBuilder, s: core.Choose) -> bool:
    """Whether one of several things that are all alike is chosen, and no line of the log is about
    the choice itself.
    """
    plain = not (s.many or s.random or s.again or s.limits) and s.spent is None
    one = all(isinstance(n, core.Lit) and n.value == 1 for n in (s.low, s.high))
    alike = _offers_interchangeable(out, s.source) and _offers_one_sort(out.program, s.source)
    return plain and one and alike and not _is_unlogged(out, s)


def _is_unlogged(out: BlockBuilder, s: core.Choose) -> bool:
    return is_unlogged(s, out.routine.body, len(out.program.layout.players))


def _emit_question(out: BlockBuilder, s: core.Choose) -> None:
    things = s.source.type.base == "thing"
    source, chosen, low, high = (out.register(things and n < 2) for n in range(4))
    offers = out.emit(s.source)
    out.store(source, offers, s)
    out.offered[s.reg] = source
    out.store(chosen, Const(()), s)
    out.store(low, out.emit(s.low), s)
    out.store(high, Const(-1) if s.high is None else out.emit(s.high), s)
    limits = tuple(_limit_of(out, limit) for limit in s.limits)
    weight = 1 + out.emit.work
    point = ChoicePoint(
        len(out.code.points), s.span, out.routine.name, out.routine.scopes,
        s.source.type.one(), unlinked,
        FRAME + source, FRAME + chosen, FRAME + low, FRAME + high, FRAME + s.reg,
        s.many, s.again, s.secret, s.random, _offers_interchangeable(out, s.source), limits, s,
    )  # fmt: skip
    point.spent = FRAME + s.spent if s.spent is not None else -1
    point.ordered, point.weight, point.entry = s.ordered, weight, out.number
    if s.needed is not None:
        needed = out.register()
        out.store(needed, out.emit(s.needed), s)
        point.needed = FRAME + needed
    point.offers, point.unlogged = offers, _is_unlogged(out, s)
    out.code.point(point)
    out.code.link(point, "chooser", out.test(s.chooser))
    point.ask, point.done = out.new_block(s), out.new_block(s)
    out.goto(point.ask, s)
    out.enter(point.ask)
    out.spent.steps += LINE + out.program.constants.metering.costs.size(s.source) * weight
    out.ask("choose", point.index, s)
    out.enter(point.done)


def _offers_interchangeable(out: BlockBuilder, source: Expr) -> bool:
    board = out.program.board
    of = source.type.of
    if source.type.base != "thing":
        return False
    return of == "thing" or board.root(of) in ("piece", "card")


def _offers_one_sort(program: Program, source: Expr) -> bool:
    """Whether all candidates are in one player's supply, visible to everybody, and without a state
    of their own: the first stands for all.
    """
    chain = filters(source)
    domain = chain[-1].source if chain else source
    if not (isinstance(domain, core.Domain) and domain.supply):
        return False
    bound = {link.var for link in chain}
    owned = any(owned_by(test, bound) for link in chain for test in core.conjuncts(link.test))
    things = program.layout.possible(domain.kind)
    looks = {program.appearances[item] for item in things}
    unlike = program.hides | program.stacked_on
    return owned and len(looks) == 1 and unlike.isdisjoint(things) and not any(
        look is None or look[1] for look in looks
    )  # fmt: skip


def _limit_of(out: BlockBuilder, limit: core.Limit) -> ChoiceLimit:
    made = ChoiceLimit(unlinked, unlinked, limit.implied)
    for part, e in (("number", limit.number), ("key", limit.key)):
        takes = (f"v{limit.var}",)
        function = out.code.function(takes, out.emit(e), e.span, framed=True)
        out.code.link(made, part, function)
    return made


def emit_one_of(out: BlockBuilder, s: core.OneOf) -> None:
    point = BranchPoint(
        len(out.code.points), s.span, out.routine.name, out.routine.scopes, unlinked,
        tuple(b.id for b in s.branches), tuple(None for _ in s.branches), s,
        tuple(s.label if isinstance(s.origin, hir.May) else b.label for b in s.branches),
    )  # fmt: skip
    point.unlogged = is_branch_unlogged(s)
    out.code.point(point)
    out.code.link(point, "chooser", out.test(s.chooser))
    tests = tuple(_offered(out, branch) for branch in s.branches)
    out.code.link(point, "tests", tests)
    ask, done = out.new_block(s), out.new_block(s)
    out.goto(ask, s)
    out.enter(ask)
    out.ask("choose_branch", point.index, s)
    point.blocks = tuple(out.new_block(s) for _ in s.branches)
    point.after = done
    for block, branch in zip(point.blocks, s.branches, strict=True):
        out.enter(block)
        out.probe(branch, "taken")
        out.block(branch.body)
        out.goto(done, s)
    out.enter(done)


def _offered(out: BlockBuilder, branch: core.Branch) -> str | None:
    """The function that tests whether a branch is offered; None if it always is."""
    tests = [test for test in (branch.test, branch.able) if test is not None]
    if not tests:
        return None
    body = all_of([out.emit(test) for test in tests])
    return out.code.function((), body, tests[0].span, framed=True)


def emit_menu(out: BlockBuilder, s: core.OpenMenu) -> None:
    menu = out.program.checked.declared.menus[s.menu]
    point = MenuPoint(
        len(out.code.points), s.span, out.routine.name, out.routine.scopes, menu, unlinked,
        s.other is not None,
        s.always,
    )  # fmt: skip
    out.code.point(point)
    out.code.link(point, "chooser", out.test(s.chooser))
    point.rows = out.program.menu_rows(s.menu)
    out.code.link(point, "arguments", tuple(out.test(e) for e in s.args))
    out.code.link(point, "needed", tuple(out.test(e) for e in s.needed))
    ask, point.done = out.new_block(s), out.new_block(s)
    point.passed = out.new_block(s) if s.other is not None else point.done
    out.goto(ask, s)
    out.enter(ask)
    out.ask("open", point.index, s)
    if s.other is not None:
        out.enter(point.passed)
        out.block(s.other)
        out.goto(point.done, s)
    out.enter(point.done)


def emit_at_once(out: BlockBuilder, s: core.AtOnce) -> None:
    """A block that happens at the same time; then the reactions to it, one ability after the
    other.
    """
    batch = AtOnceSlots(out.register(), out.register(), out.register(), out.register(True))
    program, opened = out.program, out.slot(batch.open)
    program.batches.setdefault(out.number, []).append(batch)
    out.store(batch.open, Query("outside_at_once_blocks", []), s)
    active = Invoke(active_bearers(program), [])
    out.store(batch.active, Select(opened, active, Const(())), s)
    out.store(batch.routines, Const(()), s)
    out.store(batch.ids, Const(()), s)
    out.block(s.body)
    out.store(batch.open, Const(0), s)
    out.lapse(s)
    point = _trigger_point(out, s, batch)
    ask, point.done = out.new_block(s), out.new_block(s)
    out.goto(ask, s)
    out.enter(ask)
    out.ask("next_trigger", point.index, s)
    out.enter(point.done)


def _trigger_point(out: BlockBuilder, s: core.AtOnce, batch: AtOnceSlots) -> TriggerPoint:
    menu = Menu("triggers", "What happens first?", s.span)
    point = TriggerPoint(len(out.code.points), s.span, out.routine.name, out.routine.scopes, menu,
                         unlinked, False, False, waiting=batch)  # fmt: skip
    out.code.point(point)
    chooser = s.chooser if s.chooser is not None else core.none(s.span)
    out.code.link(point, "chooser", out.test(chooser))
    out.program.trigger_points.append(point)
    return point
