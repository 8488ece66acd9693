"""The names in scope in each sort of text: *you*, *this*, *it*, and parameters."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.board.declarations import Thing
from cardwright.board.types import PLAYER, UNKNOWN, Type, enum, thing
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.declared import Ability, Declared, Parameter
from cardwright.language.registry.movement import To
from cardwright.language.resolve.error_recovery import unnamed_kinds
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.names import type_of
from cardwright.language.resolve.scope import Context, RegisterAllocator, Scope, refuse_taken_name
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.source.text import NOWHERE


def bearer_scope(bearer: Thing | None, context: Context) -> Scope:
    scope = Scope(context, RegisterAllocator())
    scope.bind_register("you", PLAYER, NOWHERE)
    scope.bind_register("this", thing(bearer.kind if bearer else "thing"), NOWHERE)
    if bearer is None:
        del scope.names["this"]
    bind_given(scope, bearer)
    return scope


def bind_parameters(takes: Sequence[Parameter], scope: Scope) -> None:
    """Binds the parameters of a rule or a menu: an argument can't be none unless declared optional.

    With none for such an argument, the rule is not run, and the menu is not opened.
    """
    for parameter in takes:
        type = type_of(parameter, scope)
        refuse_taken_name(parameter.name, type, parameter.span, scope.context.board)
        required = type.base == "thing" and not parameter.optional
        type = type if required else type.maybe()
        reg = scope.bind_register(parameter.name, type, parameter.span)
        scope.required |= {reg.index} if required else set()


def bind_possible_names(scope: Scope) -> None:
    """Binds all names that an unknown event, menu or definition may introduce, with an unknown
    type: those of parameters, and the kinds by which things are called."""
    declared = scope.context.declared
    takes = [
        *(rule.takes for rule in declared.rules.values()),
        *(menu.takes for menu in declared.menus.values()),
        *(definition.takes for definition in declared.definitions.values()),
    ]
    parameters = (parameter.name for some in takes for parameter in some)
    for name in (*parameters, *unnamed_kinds(scope)):
        if name not in scope.names:
            scope.bind_register(name, UNKNOWN, NOWHERE)


def unknown_event_scope(ability: Ability, context: Context) -> Scope:
    """The names in an ability whose event has an error."""
    scope = bearer_scope(ability.bearer, context)
    scope.bind_register("actor", PLAYER, ability.span)
    for name in ("it", "there"):
        scope.bind_register(name, UNKNOWN, ability.span)
    bind_possible_names(scope)
    return scope


def event_scope(ability: Ability, event: core.Event, context: Context) -> Scope:
    scope = Scope(context, RegisterAllocator())
    span, kind = ability.span, event.kind
    actor = scope.bind_register("actor", PLAYER, span)
    scope.bind_register("this", thing(ability.bearer.kind if ability.bearer else "thing"), span)
    placing = ability.kind.hook == "instead" and kind  # there is no piece yet
    it_type = enum(kind) if kind in context.board.enums else thing(kind or "thing")
    it = scope.bind_register("it", it_type.maybe() if placing else it_type, span)
    scope.bind_register("there", _there(event, context), span)
    scope.bind_register("you", PLAYER, span)
    if kind:
        scope.names[kind] = it
    if event.chooses or event.sort == "change":
        _unbind_what_has_no_place(kind, scope)
    scope.names["you"] = _whose(ability.bearer, scope, actor)
    if ability.bearer is None:
        del scope.names["this"]
    return scope


def _whose(bearer: Thing | None, scope: Scope, nobody: Expr) -> Expr:
    """*You* of an ability: the player who carries it, or the owner of the thing that does.

    For a thing without an owner, it is the player who acts.
    """
    board = scope.context.board
    if bearer is None or board.root(bearer.kind) == "place":
        return nobody
    return scope.names["this" if bearer.kind == "player" else "you"]


def _there(event: core.Event, context: Context) -> Type:
    """The type of *there*: where a thing goes, or the player who gets it."""
    if VERBS.to(event.verb) is To.PLAYER:
        return PLAYER
    places = context.board.lives_on(event.kind) if event.kind else ()
    return thing(places[0] if len(places) == 1 else "thing").maybe()


def _unbind_what_has_no_place(kind: str, scope: Scope) -> None:
    """Unbinds *there* for a change of a place or a player, and *it* for one of the game's own
    state.
    """
    if not kind:
        del scope.names["it"]
    board = scope.context.board
    if not kind or kind in board.enums or board.root(kind) in ("place", "player"):
        del scope.names["there"]


def bind_taken(event: core.Event, scope: Scope) -> int:
    """Binds the parameters of the rule, or of the option's menu, that is the event; returns their
    number.
    """
    if event.sort not in ("rule", "option"):
        return 0
    declared, name = scope.context.declared, event.name
    del scope.names["it"], scope.names["there"]
    takes = declared.rules[name].takes if event.sort == "rule" else taken_by_menus(name, declared)
    for parameter in takes:
        type = type_of(parameter, scope).maybe()
        scope.bind_register(parameter.name, type, parameter.span)
    return len(takes)


def taken_by_menus(option: str, declared: Declared) -> tuple[Parameter, ...]:
    """The parameters of an option's menu; for several menus, those that all of them have."""
    menus = [declared.menus.get(o.menu) for o in declared.options if o.id == option]
    found = [menu.takes for menu in menus if menu is not None]
    return tuple(found[0]) if found and all(takes == found[0] for takes in found) else ()


def bind_given(scope: Scope, bearer: Thing | None) -> None:
    """Binds the arguments of a lasting effect, which are state of *this*, by name.

    Raises CheckError for a name that has another meaning there.
    """
    lasting = scope.context.declared.lasting.get(bearer.kind) if bearer else None
    for parameter in lasting.takes if lasting else ():
        name = parameter.name
        cell = scope.context.board.field(bearer.kind, name) if bearer else None
        if name in scope.names:
            message = f"`{name}` has two meanings in an ability of this effect"
            help = "give what the effect takes another name, as in `target: KIND`"
            raise CheckError("CW235", message, parameter.span, help)
        if cell is not None:
            scope.names[name] = core.Get(cell.type, parameter.span, cell, scope.names["this"])


def bind_carrier(scope: Scope, ability: Ability) -> None:
    """Binds *you* and *this* of a modifier, which follow its definition's parameters."""
    _, you = scope.with_variable((), PLAYER.maybe(), ability.span)
    _, this = scope.with_variable((), thing("thing"), ability.span)
    if ability.bearer:
        this = core.Var(thing(ability.bearer.kind), ability.span, this.index)
        scope.names |= {"you": you, "this": this}
        scope.names["you"] = _whose(ability.bearer, scope, you)
        bind_given(scope, ability.bearer)


def user_of(scope: Scope) -> Expr:
    """The thing that records the use of an effect: its bearer or, for the pack's own, the
    player.
    """
    return scope.names.get("this") or scope.names["you"]
