"""Menus and their options: when each is offered, and its cost."""

from __future__ import annotations

from collections.abc import Iterable

from cardwright.language.front_end.checked import CheckedOption
from cardwright.program.decision_points import OptionRow
from cardwright.program.emit.bearers import active_as, active_test, owner_of, owner_of_node
from cardwright.program.linker import active_lists
from cardwright.program.program import Program
from cardwright.program.values import And, Const, In, Items, Value, Var, all_of

THIS = Var("a1")  # *you* is `a0`
HELD = 10  # the steps to test whether a thing is active, and who owns it


def collect_menus(program: Program) -> None:
    for option in program.checked.options:
        program.menus.setdefault(option.declared.menu, []).extend(_rows(program, option))


def _rows(program: Program, option: CheckedOption) -> list[OptionRow]:
    """An option's row for each thing that may offer it.

    Things that may become one of it test whether they offer it now, with one function for all of
    them.
    """
    bearer = option.declared.bearer
    own, weight = program.things_of(bearer), _weight(program, option)
    if bearer is None or not program.copied(bearer):
        return [_row(program, option, i, _tests(program, option, i), weight) for i in own]
    others = (i for i in program.layout.possible(bearer.kind) if i not in own)
    offers = active_as(program, bearer, THIS, option.declared)
    tests = _linked(program, option, [offers, _mine(owner_of_node(program, THIS))])
    return [_row(program, option, this, tests, weight) for this in (*own, *others)]


def _row(
    program: Program, option: CheckedOption, this: int, tests: dict[str, str], weight: int
) -> OptionRow:
    bearer_kind = option.declared.bearer.kind if option.declared.bearer else ""
    number = program.routine(("option", id(option)), option.routine, bearer_kind=bearer_kind)
    cell = -1
    if option.limit:
        cell = len(program.layout.start) - 1  # the first player's id is 1
        program.layout.start.extend([0] * program.player_count)
    row = OptionRow(option.declared, this, None, None, option.limit, cell, 0, 0, number)
    row.weight = weight
    for attribute, function in tests.items():
        program.code.link(row, attribute, function)
    if this:
        row.where = _where_offered(program, option, this)
        bearer = option.declared.bearer
        if bearer is not None and program.copied(bearer):
            row.designs = program.designs_of(bearer)
    return row


def _tests(program: Program, option: CheckedOption, this: int) -> dict[str, str]:
    """The functions that say whether one thing, or the pack itself, offers an option."""
    if not this:
        return _linked(program, option, [])
    active = active_test(program, this, option.declared)
    return _linked(program, option, [active, _mine(owner_of(program, this))])


def _weight(program: Program, option: CheckedOption) -> int:
    """The steps of all tests of each of its rows."""
    cost = None if option.cost is None else option.cost.test
    tests = [test for test in (option.test, option.able, cost) if test is not None]
    metering = program.constants.metering
    return HELD + sum(map(metering.counted, tests))


def _mine(owner: Value) -> Value:
    """Whether the thing that offers an option belongs to the player who is asked, or to nobody."""
    return In(owner, Items([Var("a0"), Const(0)]))


def _linked(program: Program, option: CheckedOption, held: list[Value]) -> dict[str, str]:
    """By attribute of the row: the functions for whether it is offered, and whether it can be
    paid.
    """
    emit = program.emitter(lambda i: Var(f"a{i}"))
    tests: list[Value] = [And(held)] if held else []
    tests += [emit(test) for test in (option.test, option.able) if test is not None]
    found = {"test": _function(program, option, all_of(tests))} if tests else {}
    if option.cost is not None:
        found["payable"] = _function(program, option, emit(option.cost.test))
    return found


def _function(program: Program, option: CheckedOption, body: Value) -> str:
    takes = [f"a{i}" for i in range(option.routine.takes)]
    return program.code.function(takes, body, option.declared.span)


def _where_offered(program: Program, option: CheckedOption, this: int) -> tuple[int, ...] | None:
    """The lists that the thing may be in while it offers an option; None if any or none."""
    bearer, layout = option.declared.bearer, program.layout
    kinds: Iterable[str] = (layout.items[this].kind,)
    if bearer is not None and program.copied(bearer):
        kinds = program.board.below(bearer.kind) if bearer.each else (bearer.kind,)
    found = [active_lists(layout, kind) for kind in kinds]
    return None if None in found else tuple({n for lists in found for n in lists or ()})
