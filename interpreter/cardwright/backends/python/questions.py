"""Statements that ask: choices, `choose one`, menus, and the order of what reacts."""

from __future__ import annotations

import ast

from cardwright.backends.python.bearers import active_bearers
from cardwright.backends.python.block_builder import BlockBuilder
from cardwright.backends.python.code import unlinked
from cardwright.backends.python.nodes import FRAME, all_of, call, call_game, const, name
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.declared import Menu
from cardwright.program.decision_points import (
    Batch,
    BranchPoint,
    ChoiceLimit,
    ChoicePoint,
    MenuPoint,
    TriggerPoint,
)
from cardwright.program.logged_choices import is_unlogged


def emit_choice(out: BlockBuilder, s: core.Choose) -> None:
    things = s.source.type.base == "thing"
    source, chosen, low, high = (out.register(things and n < 2) for n in range(4))
    out.store(source, out.emit(s.source), s)
    out.store(chosen, const(()), s)
    out.store(low, out.emit(s.low), s)
    out.store(high, const(-1) if s.high is None else out.emit(s.high), s)
    limits = tuple(_limit_of(out, limit) for limit in s.limits)
    point = ChoicePoint(
        len(out.code.points), s.span, out.routine.name, s.source.type.one(), unlinked,
        FRAME + source, FRAME + chosen, FRAME + low, FRAME + high, FRAME + s.reg,
        s.many, s.again, s.secret, s.random, _offers_alike(out, s.source), (), s,
    )  # fmt: skip
    point.spent = FRAME + s.spent if s.spent is not None else -1
    point.ordered = s.ordered
    if s.needed is not None:
        needed = out.register()
        out.store(needed, out.emit(s.needed), s)
        point.needed = FRAME + needed
    point.offers, point.unlogged = s.source, is_unlogged(s, out.routine.body)
    out.code.point(point)
    out.link_function(point, "chooser", out.test(s.chooser))
    _fill_limits(out, point, limits)
    point.ask, point.done = out.new_block(s), out.new_block(s)
    out.goto(point.ask, s)
    out.enter(point.ask)
    out.add(ast.Return(out.ask("choose", point.index)), s)
    out.enter(point.done)


def _offers_alike(out: BlockBuilder, source: Expr) -> bool:
    board = out.program.board
    of = source.type.of
    if source.type.base != "thing":
        return False
    return of == "thing" or board.root(of) in ("piece", "card")


def _limit_of(out: BlockBuilder, limit: core.Limit) -> tuple[str, str, bool]:
    arguments, parts = ("s", "z", "f", f"v{limit.var}"), (limit.number, limit.key)
    number, key = (out.code.function(arguments, out.emit(e), e.span, e) for e in parts)
    return number, key, limit.implied


def _fill_limits(
    out: BlockBuilder, point: ChoicePoint, limits: tuple[tuple[str, str, bool], ...]
) -> None:
    def fill(names: dict[str, object]) -> None:
        made = [ChoiceLimit(names[n], names[k], v) for n, k, v in limits]  # type: ignore[arg-type]
        point.limits = tuple(made)

    out.code.fixups.append(fill)


def emit_one_of(out: BlockBuilder, s: core.OneOf) -> None:
    point = BranchPoint(
        len(out.code.points), s.span, out.routine.name, unlinked,
        tuple(b.id for b in s.branches), tuple(None for _ in s.branches), s,
        tuple(s.label if isinstance(s.origin, hir.May) else b.label for b in s.branches),
    )  # fmt: skip
    out.code.point(point)
    out.link_function(point, "chooser", out.test(s.chooser))
    tests = [_offered(out, branch) for branch in s.branches]
    _fill_tests(out, point, tests)
    ask, done = out.new_block(s), out.new_block(s)
    out.goto(ask, s)
    out.enter(ask)
    out.add(ast.Return(out.ask("choose_branch", point.index)), s)
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
    return out.code.function(("s", "z", "f"), body, tests[0].span, tests[0])


def _fill_tests(out: BlockBuilder, point: BranchPoint, tests: list[str | None]) -> None:
    def fill(names: dict[str, object]) -> None:
        point.tests = tuple(names[t] if t else None for t in tests)  # type: ignore[misc]

    out.code.fixups.append(fill)


def emit_menu(out: BlockBuilder, s: core.OpenMenu) -> None:
    menu = out.program.checked.declared.menus[s.menu]
    point = MenuPoint(
        len(out.code.points), s.span, out.routine.name, menu, unlinked,
        s.other is not None,
        s.always,
    )  # fmt: skip
    out.code.point(point)
    out.link_function(point, "chooser", out.test(s.chooser))
    point.rows = out.program.menu_rows(s.menu)
    _fill_arguments(out, point, s)
    ask, point.done = out.new_block(s), out.new_block(s)
    point.passed = out.new_block(s) if s.other is not None else point.done
    out.goto(ask, s)
    out.enter(ask)
    out.add(ast.Return(out.ask("open", point.index)), s)
    if s.other is not None:
        out.enter(point.passed)
        out.block(s.other)
        out.goto(point.done, s)
    out.enter(point.done)


def _fill_arguments(out: BlockBuilder, point: MenuPoint, s: core.OpenMenu) -> None:
    args, needed = [out.test(e) for e in s.args], [out.test(e) for e in s.needed]

    def fill(names: dict[str, object]) -> None:
        point.arguments = tuple(names[test] for test in args)  # type: ignore[misc]
        point.needed = tuple(names[test] for test in needed)  # type: ignore[misc]

    out.code.fixups.append(fill)


def emit_at_once(out: BlockBuilder, s: core.AtOnce) -> None:
    """A block that happens together; then what reacts to it, one ability after the other."""
    batch = Batch(out.register(), out.register(), out.register(), out.register(True))
    program, opened = out.program, out.slot(batch.open)
    program.batches.setdefault(out.number, []).append(batch)
    out.store(batch.open, call_game("first_batch"), s)
    active = call(active_bearers(program), name("s"), name("z"))
    out.store(batch.active, ast.IfExp(opened, active, const(())), s)
    out.store(batch.routines, const(()), s)
    out.store(batch.ids, const(()), s)
    out.block(s.body)
    out.store(batch.open, const(0), s)
    out.lapse(s)
    point = _trigger_point(out, s, batch)
    ask, point.done = out.new_block(s), out.new_block(s)
    out.goto(ask, s)
    out.enter(ask)
    out.add(ast.Return(out.ask("next_trigger", point.index)), s)
    out.enter(point.done)


def _trigger_point(out: BlockBuilder, s: core.AtOnce, batch: Batch) -> TriggerPoint:
    menu = Menu("triggers", "What happens first?", s.span)
    point = TriggerPoint(len(out.code.points), s.span, out.routine.name, menu, unlinked,
                         False, False, waiting=batch)  # fmt: skip
    out.code.point(point)
    chooser = s.chooser if s.chooser is not None else core.none(s.span)
    out.link_function(point, "chooser", out.test(chooser))
    out.program.trigger_points.append(point)
    return point
