"""Triggers, replacements and prohibitions; the prohibition on exceeding a capacity."""

from __future__ import annotations

from cardwright.board.types import FLAG
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.declared import Ability, Capacity
from cardwright.language.front_end.checked import CheckedAbility
from cardwright.language.front_end.modifiers import check_keywords, check_modifier
from cardwright.language.front_end.placement import forbid_arrival
from cardwright.language.front_end.routines import filled_routine
from cardwright.language.front_end.scopes import (
    bind_given,
    bind_taken,
    event_scope,
    unknown_event_scope,
    user_of,
)
from cardwright.language.front_end.session import Keys, Session
from cardwright.language.front_end.windows import checked_window, window_routine
from cardwright.language.lower.expressions import unused
from cardwright.language.registry.ability import Hook
from cardwright.language.resolve.counters.capacities import exceeds_capacity
from cardwright.language.resolve.declarations.events import event_of, names_one_rule
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.vocabulary.abilities import ABILITIES
from cardwright.language.vocabulary.verbs.place import MOVEMENT as PLACING


def check_ability(ability: Ability, session: Session) -> None:
    if ability.kind.changes_keywords:
        check_keywords(ability, session)
    elif ability.kind.modifies:
        check_modifier(ability, session)
    else:
        _event(ability, session)


def _event(ability: Ability, session: Session) -> None:
    keys = Keys(session.context)
    timed = keys.check(event_of, ability, session.context)
    if timed is None:
        _of_unknown_event(ability, keys, session)
        return
    scope = event_scope(ability, timed.event, session.context)
    takes = 5 + bind_taken(timed.event, scope)
    bind_given(scope, ability.bearer)
    test = keys.check(_condition, ability, scope, session)
    scope.allocator.keeps_source = ability.window is None
    registers = scope.allocator.registers
    empty = core.Routine(core.routine_name(ability), takes, registers, (), ability.span,
                         origin=ability)  # fmt: skip
    routine, used, span = empty, ability.used, ability.span
    if (body := ability.body) is not None:
        made = keys.check(filled_routine, ability, scope, takes, body, span, session, used)
        routine = made or empty
        if used is not None:
            left = unused(used, user_of(scope), ability.span)
            test = left if test is None else core.Logic(FLAG, left.span, "and", left, test)
    if ability.window is not None:
        made = keys.check(window_routine, ability, ability.window, scope, empty, timed, session)
        routine = made or empty
    keys.end()
    hook: Hook = ability.kind.hook or ("before" if timed.before else "after")
    found = CheckedAbility(hook, timed.event, routine, test, ability)
    session.checked.abilities.append(found)


def _of_unknown_event(ability: Ability, keys: Keys, session: Session) -> None:
    """Checks the other keys of an ability whose event has an error. Raises AlreadyReported."""
    scope, context = unknown_event_scope(ability, session.context), session.context
    context.lacks_rule = names_one_rule(ability)
    try:
        _check_keys(ability, scope, keys, session)
    finally:
        context.lacks_rule = False
    keys.end()


def _check_keys(ability: Ability, scope: Scope, keys: Keys, session: Session) -> None:
    """Checks what an ability says besides its event."""
    keys.check(session.condition, ability.condition, scope)
    if (body := ability.body) is not None:
        keys.check(filled_routine, ability, scope, 0, body, ability.span, session)
    if ability.window is not None:
        keys.check(checked_window, ability, ability.window, scope, session)


def _condition(ability: Ability, scope: Scope, session: Session) -> Expr | None:
    test = session.condition(ability.condition, scope)
    if ability.kind.hook == "forbid" and test is not None:
        _asks_no_prohibition(test)
    return test


def _asks_no_prohibition(test: Expr) -> None:
    for expr in core.inside(test):
        if isinstance(expr, core.Forbidden):
            message = "a prohibition can't depend on what prohibitions allow"
            help = "write the condition without `removable` or `movable`"
            raise CheckError("CW232", message, expr.span, help)


def check_capacity(capacity: Capacity, session: Session) -> None:
    """Forbids placing or moving things where there is no room for them."""
    if session.definitions.resolve(f"{capacity.holds}-room") is None:
        return
    kind, span = ABILITIES["forbid"], capacity.span
    declared = Ability(kind, span, span, pack=capacity.pack, implied=True)
    scope = event_scope(declared, core.action(PLACING, capacity.holds), session.context)
    test = session.lowered(
        exceeds_capacity(capacity, scope.names["it"], scope.names["there"], scope)
    )
    empty = core.Routine(kind.key, 5, scope.allocator.registers, (), span)
    forbid_arrival(capacity.holds, empty, test, declared, session)
