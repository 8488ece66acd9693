"""Options of menus: when they are offered, what they cost, and what they do."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from cardwright.board.types import FLAG
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.declared import Menu, Option
from cardwright.language.front_end.checked import CheckedCost, CheckedOption
from cardwright.language.front_end.routines import filled_routine, payment_of, rule_of
from cardwright.language.front_end.scopes import (
    bearer_scope,
    bind_parameters,
    bind_possible_names,
    taken_by_menus,
)
from cardwright.language.front_end.session import Keys, Session
from cardwright.language.lower.payments import payable
from cardwright.language.lower.statements import Lowering
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Context, RegisterAllocator, Scope
from cardwright.source.spelling import did_you_mean
from cardwright.source.text import Span


def check_option(option: Option, session: Session) -> None:
    keys, scope = Keys(session.context), bearer_scope(option.bearer, session.context)
    takes = _bind_menu(option, scope, keys)
    test = keys.check(session.condition, option.condition, scope)
    paid, cost = keys.check(_cost, option.cost, scope, session) or ((), None)
    body, span = option.body, option.span
    routine = keys.check(filled_routine, option, scope, 2 + takes, body, span, session)
    limit = keys.check(_limit, option, session.context)
    keys.end()
    assert routine is not None
    test = _unless_forbidden(option, _with_rules(test, routine, session), scope, session)
    if cost is not None:
        registers = scope.allocator.registers
        routine = replace(routine, body=(*paid, *routine.body), registers=registers)
    session.checked.options.append(CheckedOption(option, test, cost, limit or "", routine))


def _bind_menu(option: Option, scope: Scope, keys: Keys) -> int:
    """Binds what the menu of an option takes; returns the number of parameters."""
    place = option.menu_span or option.span
    menu = keys.check(known_menu, option.menu, place, scope.context)
    if menu is None:
        bind_possible_names(scope)
        return 0
    bind_parameters(menu.takes, scope)
    return len(menu.takes)


def _with_rules(test: Expr | None, routine: core.Routine, session: Session) -> Expr | None:
    """The condition of an option, including that some rule in it is not forbidden."""
    possible = Lowering(session.lowered, RegisterAllocator()).runnable(routine.hir)
    if test is None or possible is None:
        return test or possible
    return core.Logic(FLAG, test.span, "and", test, possible)


def _unless_forbidden(
    option: Option, test: Expr | None, scope: Scope, session: Session
) -> Expr | None:
    """The condition of an option, including that no prohibition applies to it."""
    use = core.Event("option", option.id)
    if not session.lowered.forbids(use):
        return test
    you, span = scope.names["you"], option.span
    takes = taken_by_menus(option.id, session.context.declared)
    args = tuple(scope.names[parameter.name] for parameter in takes)
    banned = core.Forbidden(FLAG, span, use, core.none(span), you, None, args)
    free = core.Not(FLAG, span, banned)
    return free if test is None else core.Logic(FLAG, test.span, "and", test, free)


def known_menu(menu: str, span: Span, context: Context) -> Menu:
    menus = context.declared.menus
    if menu not in menus:
        raise CheckError("CW211", f"there is no menu `{menu}`", span, _named_menu(menu, menus))
    return menus[menu]


def _named_menu(menu: str, menus: Collection[str]) -> str:
    """Help for `replies with it` instead of `replies`, which gets what the event knows by name."""
    name = menu.removeprefix("open ").split(" with ")[0]
    if name == menu or name not in menus:
        return did_you_mean(menu, menus) or "declare it under `menus`"
    given = "; what it takes is what the event has under the same names" if " with " in menu else ""
    return f"write only `{name}`{given}"


def _limit(option: Option, context: Context) -> str:
    """The rule during which the option can be used once; "" if there is no limit."""
    if option.limit is None:
        return ""
    return rule_of(option.limit, context)


def _cost(
    text: Span | None, scope: Scope, session: Session
) -> tuple[core.Block, CheckedCost | None]:
    """The statements for a cost such as `1 cp`, which means `pay 1 cp`, and the cost."""
    said = payment_of(text, scope, session) if text is not None else None
    if said is None:
        return (), None
    low = Lowering(session.lowered, scope.allocator)
    if isinstance(said, core.Assign):
        able = payable(low.expr.inside(said), low.board)
    else:
        able = said.can_change(low)
    return low.block((said,)), CheckedCost(said, able)
