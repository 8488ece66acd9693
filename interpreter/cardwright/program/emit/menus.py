"""Menus and their options: when each is offered, and what it costs."""

from __future__ import annotations

from cardwright.language.front_end.checked import CheckedOption
from cardwright.program.decision_points import OptionRow
from cardwright.program.emit.bearers import active_as, active_test, owner_of
from cardwright.program.linker import active_lists
from cardwright.program.program import Program
from cardwright.program.values import And, Const, In, Items, Value, Var, all_of


def collect_menus(program: Program) -> None:
    for option in program.checked.options:
        rows = program.menus.setdefault(option.declared.menu, [])
        bearer = option.declared.bearer
        carriers = program.carriers(bearer)
        if bearer and program.copied(bearer):
            others = (i for i in program.layout.possible(bearer.kind) if i not in carriers)
            carriers += tuple(others)
        rows += [_option_row(program, option, this) for this in carriers]


def _option_row(program: Program, option: CheckedOption, this: int) -> OptionRow:
    carrier = option.declared.bearer.kind if option.declared.bearer else ""
    number = program.routine(("option", id(option)), option.routine, carrier=carrier)
    cell = -1
    if option.limit:
        cell = len(program.layout.start) - 1  # the first player's id is 1
        program.layout.start.extend([0] * program.player_count)
    row = OptionRow(option.declared, this, None, None, option.limit, cell, 0, 0, number)
    emit = program.emitter(lambda i: Var(f"a{i}"))
    tests = [_held_by_chooser(program, option, this)] if this else []
    if option.test is not None:
        tests.append(emit(option.test))
    if option.able is not None:
        tests.append(emit(option.able))
    if tests:
        _link_test(program, row, "test", all_of(tests), option)
    if this:
        row.where = _where_offered(program, option, this)
    if option.cost is not None:
        test = emit(option.cost.test)
        _link_test(program, row, "payable", test, option)
    return row


def _where_offered(program: Program, option: CheckedOption, this: int) -> tuple[int, ...] | None:
    """The lists of which the thing is in one while it offers an option; None if in any or none."""
    bearer, layout = option.declared.bearer, program.layout
    kinds: set[str] = {layout.items[this].kind}
    if bearer is not None and program.copied(bearer):
        kinds.update(program.board.below(bearer.kind) if bearer.each else (bearer.kind,))
    found = [active_lists(layout, kind) for kind in kinds]
    return None if None in found else tuple({n for lists in found for n in lists or ()})


def _held_by_chooser(program: Program, option: CheckedOption, this: int) -> Value:
    owners = Items([Var("a0"), Const(0)])
    mine = In(owner_of(program, this), owners)
    return And([_offers(program, option, this), mine])


def _offers(program: Program, option: CheckedOption, this: int) -> Value:
    bearer = option.declared.bearer
    if bearer is None or not program.copied(bearer):
        return active_test(program, this, option.declared)
    return active_as(program, bearer, Const(this), option.declared)


def _link_test(
    program: Program, row: OptionRow, attribute: str, body: Value, option: CheckedOption
) -> None:
    span, takes = option.declared.span, option.routine.takes
    made = program.code.function([f"a{i}" for i in range(takes)], body, span)
    program.code.link(row, attribute, made)
