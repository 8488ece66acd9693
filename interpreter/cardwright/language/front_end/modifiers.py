"""Modifiers: of definitions, of printed fields, and of keywords."""

from __future__ import annotations

from cardwright.board.declarations import Field
from cardwright.board.types import NUMBER, Type, thing
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.declared import Ability, Definition
from cardwright.language.front_end.scopes import bind_carrier, bind_possible_names
from cardwright.language.front_end.session import Keys, Session
from cardwright.language.keyword_effects import keyword_modifiers
from cardwright.language.lower.expressions import Expressions
from cardwright.language.resolve.declarations.modifier_targets import (
    field_of,
    function_of,
    names_field,
)
from cardwright.language.resolve.diagnostics.modifier_errors import no_definition
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Context, RegisterAllocator, Scope
from cardwright.language.resolve.values import require_divisor
from cardwright.language.syntax import ast
from cardwright.source.records import dataclass
from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class _Target:
    """What a modifier changes, with the names that its texts know. `printed`: the field with this
    `kind`, if it is one."""

    function: core.Function
    scope: Scope
    lowered: Expressions
    printed: Field | None = None
    kind: str = ""


def check_modifier(ability: Ability, session: Session) -> None:
    keys = Keys(session.context)
    target = keys.check(_target, ability, session)
    if target is None:
        _of_unknown(ability, keys, session)
        return
    bind_carrier(target.scope, ability)
    test = keys.check(session.condition, ability.condition, target.scope, target.lowered)
    value = keys.check(_modified_value, ability, target, session)
    keys.end()
    if value is not None and ability.operation is not None:
        made = core.Modifier(ability, ability.operation, test, value, target.printed, target.kind)
        session.checked.modifiers.setdefault(target.function.name, []).append(made)


def _of_unknown(ability: Ability, keys: Keys, session: Session) -> None:
    """Checks the texts of a modifier of something that is not known."""
    scope = Scope(session.context, RegisterAllocator())
    bind_carrier(scope, ability)
    bind_possible_names(scope)
    keys.check(session.condition, ability.condition, scope)
    if ability.body is not None:
        keys.check(session.expression, ability.body, scope, None)
    keys.end()


def _target(ability: Ability, session: Session) -> _Target | None:
    """What a modifier changes; None if that has an error. Raises CheckError."""
    if names_field(ability, session.context):
        return _field(ability, session)
    declared = _modified(ability.pattern, session.context)
    function = session.definitions.resolve(declared.name)
    if function is None:
        return None
    scope = Scope(session.context, RegisterAllocator())
    for parameter, type in zip(declared.takes, function.takes, strict=True):
        var = core.Var(type.maybe(), parameter.span, scope.allocator.variable())
        scope.names[parameter.name] = var
    return _Target(function, scope, session.lowered)


def _field(ability: Ability, session: Session) -> _Target:
    """A printed field; in the texts of its modifier, it has its printed value."""
    found, kind = field_of(ability, session.context)
    function = session.checked.functions[function_of(found)]
    scope = Scope(session.context, RegisterAllocator())
    scope.names[kind] = core.Var(thing(kind), ability.pattern, scope.allocator.variable())
    return _Target(function, scope, session.lowered.without(found), found, kind)


def modified_function(ability: Ability, context: Context) -> str:
    """The name of the function that a modifier changes. Raises CheckError if there is none."""
    if names_field(ability, context):
        return function_of(field_of(ability, context)[0])
    return _modified(ability.pattern, context).name


def _modified(pattern: Span, context: Context) -> Definition:
    """The modified definition, given by name alone or with parameters."""
    known, node = context.declared.definitions, context.parser.property(pattern)
    name = node.name.text
    declared = known.get(name)
    if declared is None:
        raise no_definition(name, pattern, context)
    if odd := _odd_parameter(node, declared):
        takes = ", ".join(f"`{p.name}`" for p in declared.takes) or "nothing"
        message = f"`{declared.name}` takes {takes}"
        raise CheckError("CW226", message, odd, f"write `modify: {declared.signature}`")
    return declared


def _modified_value(ability: Ability, target: _Target, session: Session) -> Expr | None:
    assert ability.body is not None
    expected = target.function.body.type
    found = session.expression(ability.body, target.scope, expected.one(), target.lowered)
    if found is None or expected.base == "unknown":  # what is wrong with it has been reported
        return None
    assert ability.operation is not None
    if ability.operation.arithmetic and expected != NUMBER:
        message = (
            f"`{ability.operation.name}` is for numbers; `{target.function.name}` is {expected}"
        )
        raise CheckError("CW227", message, ability.body, "use `set`")
    require_divisor(ability.operation.arithmetic, found)
    if found.type.base not in (expected.base, "none") or not _fits(found.type, expected):
        raise CheckError("CW220", f"expected {expected}, found {found.type}", ability.body)
    return found


def check_keywords(ability: Ability, session: Session) -> None:
    """Grants, losses and silence; variable 0 is the thing that has the keyword."""
    scope = Scope(session.context, RegisterAllocator())
    scope.allocator.variable()
    bind_carrier(scope, ability)
    for name, modifier in keyword_modifiers(ability, scope, session.lowered):
        session.checked.modifiers.setdefault(name, []).append(modifier)


def _odd_parameter(
    node: ast.PropertyText | ast.UnreadProperty, declared: Definition
) -> Span | None:
    """The first parameter of a modifier that differs from its definition's."""
    if isinstance(node, ast.UnreadProperty):
        return node.unexpected
    names, expected = [p.name for p in node.parameters], [p.name for p in declared.takes]
    if not names or [name.text for name in names] == expected:
        return None
    odd = (name.span for at, name in enumerate(names) if name.text not in expected[at : at + 1])
    return next(odd, node.span)


def _fits(found: Type, expected: Type) -> bool:
    """Whether the modified value is still single, or still a set."""
    return found.many == expected.many
