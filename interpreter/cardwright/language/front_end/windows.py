"""Windows, in which players reply to an event."""

from __future__ import annotations

from dataclasses import replace

from cardwright.board.declarations import Field
from cardwright.board.types import FLAG, PLAYER
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.declared import Ability, Menu, Parameter, Window
from cardwright.language.front_end.options import known_menu
from cardwright.language.front_end.session import Keys, Session
from cardwright.language.inflection import listed
from cardwright.language.lower.statements import Lowering
from cardwright.language.lower.windows import window_block
from cardwright.language.resolve.declarations.events import TimedEvent
from cardwright.language.resolve.diagnostics.known_names import given_names
from cardwright.language.resolve.diagnostics.undeclared_words import resolved
from cardwright.language.resolve.dispatch import expression
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.names import type_of
from cardwright.language.resolve.nouns.things import checked_argument
from cardwright.language.resolve.scope import Scope
from cardwright.language.resolve.texts import read_expression
from cardwright.source.spelling import did_you_mean
from cardwright.source.text import Span


def window_routine(
    ability: Ability,
    window: Window,
    scope: Scope,
    empty: core.Routine,
    timed: TimedEvent,
    session: Session,
) -> core.Routine:
    """The routine of a window; its last argument is where a cancelled event continues."""
    allocator = scope.allocator
    resume = allocator.register() if timed.before else None
    cancelled = allocator.register()
    made = checked_window(ability, window, scope, session)
    taken = [scope.names[p] for p in scope.names if p not in ("you", "this", "there", "actor")]
    registers = (e for e in taken if isinstance(e, core.Reg) and e.type.is_thing)
    about = (e.index for e in registers if e.type.one() != PLAYER)
    actor = scope.names.get("actor")
    acts = actor.index if isinstance(actor, core.Reg) else None
    frame = core.WindowFrame(cancelled, resume, next(about, None), acts, timed.words, window.deep)
    lowered = Lowering(session.lowered, allocator).block((made,))[0]
    assert isinstance(lowered, hir.Window)
    body = window_block(lowered, allocator, cancelled)
    takes = empty.takes + timed.before
    return replace(empty, takes=takes, registers=allocator.registers, body=body, hir=(made,),
                   window=frame)  # fmt: skip


def checked_window(ability: Ability, window: Window, scope: Scope, session: Session) -> hir.Window:
    """The keys of a window. Raises CheckError."""
    keys, span, actor = Keys(session.context), ability.span, scope.names["actor"]
    inner = scope.inner()
    inner.subject = actor  # so that `other players` are those other than the one who acts
    menu = keys.check(known_menu, window.menu, window.menu_span, session.context)
    asks = keys.check(_players, window.asks, inner) or _all_but(actor, scope, span)
    first = keys.check(_players, window.first, inner, one=True)
    first = first or core.After(PLAYER.maybe(), span, actor)
    named = [keys.check(_named, name, key, value, inner) for name, key, value in window.names]
    takes = menu.takes if menu is not None else ()
    args = [keys.check(_given, parameter, menu, window, inner) for parameter in takes if menu]
    keys.end()
    cells, values = zip(*filter(None, named), strict=True) if named else ((), ())
    return hir.Window(span, window.menu, asks, first, cells, values, window.most,
                      window.always, actor, tuple(filter(None, args)))  # fmt: skip


def _given(parameter: Parameter, menu: Menu, window: Window, scope: Scope) -> Expr:
    """The argument of a menu, which the event has under the same name."""
    found, span = scope.names.get(parameter.name), window.menu_span
    if found is None:
        message = f"`{menu.name}` takes `{parameter.name}`, which this event does not have"
        known = listed([f"`{name}`" for name in given_names(scope)], "or")
        help = f"in `takes` of the menu, call it {known}" if known else "remove it from the menu"
        raise CheckError("CW218", message, span, help)
    expected = type_of(parameter, scope)
    return checked_argument(replace(found, span=span), expected, span, scope)


def _players(text: Span | None, scope: Scope, *, one: bool = False) -> Expr | None:
    node = read_expression(text, scope.context) if text else None
    if node is None:
        return None
    found = resolved(expression, node, scope, PLAYER)
    if found.type.one() != PLAYER or (one and found.type.many):
        expected = "a player" if one else "players"
        raise CheckError("CW220", f"expected {expected}, found {found.type}", found.span)
    if one or found.type.many:
        return found
    return core.SetOf(PLAYER.set(), found.span, (found,))


def _named(name: str, key: Span, value: Span, scope: Scope) -> tuple[Field, Expr]:
    """A state of the game, and its value while a window is open."""
    state = scope.context.board.state
    if name not in state:
        raise CheckError("CW211", f"the game has no state `{name}`", key,
                         did_you_mean(name, state) or "declare it under `state`")  # fmt: skip
    node, expected = read_expression(value, scope.context), state[name].type
    if node is None:
        return state[name], core.none(value)
    found = resolved(expression, node, scope, expected)
    return state[name], checked_argument(found, expected, value, scope)


def _all_but(player: Expr, scope: Scope, span: Span) -> Expr:
    everybody = core.Domain(PLAYER.set(), span, "player")
    _, var = scope.with_variable((), PLAYER, span)
    test = core.Compare(FLAG, span, "!=", var, player)
    return core.Filter(PLAYER.set(), span, var.index, everybody, test)
