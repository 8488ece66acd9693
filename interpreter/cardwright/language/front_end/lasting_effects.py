"""Lasting effects: when they end."""

from __future__ import annotations

from cardwright.board.declarations import BEGUN_ANEW, Field
from cardwright.board.types import FLAG
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.declared import Ability, LastingEffect
from cardwright.language.front_end.checked import CheckedAbility
from cardwright.language.front_end.scopes import bearer_scope, bind_taken, event_scope
from cardwright.language.front_end.session import Keys, Session
from cardwright.language.registry.ability import Hook
from cardwright.language.resolve.declarations.events import duration_of


def check_lasting(lasting: LastingEffect, session: Session) -> None:
    """Checks its end: an event, or a condition that no longer holds."""
    keys, scope = Keys(session.context), bearer_scope(lasting.thing, session.context)
    test = keys.check(session.condition, lasting.condition, scope)
    if test is not None:
        session.checked.conditions[lasting.thing.id] = test
    if lasting.until is not None:
        keys.check(_until, lasting.until, session)
    keys.end()


def _until(until: Ability, session: Session) -> None:
    """The ability that ends its bearer: after all others or before them, depending on the timing of
    its event.

    Thus it is in effect for things that happen at the end of a turn, but no longer for those at the
    start.
    """
    before, event, yours = duration_of(until, session.context)
    scope, span = event_scope(until, event, session.context), until.pattern
    takes = 5 + bind_taken(event, scope)
    this, actor, you = (scope.names[name] for name in ("this", "actor", "you"))
    test: Expr | None = core.Compare(FLAG, span, "==", actor, you) if yours else None
    abilities = session.checked.abilities

    def ability(hook: Hook, does: core.Stmt, test: Expr | None) -> CheckedAbility:
        name = f"{until.bearer.id}/until" if until.bearer else "until"
        routine = core.Routine(name, takes, scope.allocator.registers, (does,), span, (does,))
        return CheckedAbility(hook, event, routine, test, until)

    if begun := _begun_anew(until, session):
        mark = core.Assign(span, "set", begun, this, "=", core.Lit(FLAG, span, 1), actor)
        abilities.insert(0, ability("before", mark, test))
        assert test is not None
        test = core.Logic(FLAG, span, "and", test, core.Get(FLAG, span, begun, this))
    found = ability("before" if before else "after", core.End(span, this, actor), test)
    abilities.insert(0 if before else len(abilities), found)


def _begun_anew(until: Ability, session: Session) -> Field | None:
    """The flag that the next run has begun, for an effect that lasts until its end."""
    kind = until.bearer.kind if until.bearer else ""
    return session.context.board.kinds[kind].fields.get(BEGUN_ANEW) if kind else None
