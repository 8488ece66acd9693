"""Definitions with their modifiers, and prohibitions, as functions."""

from __future__ import annotations

from cardwright.language import core
from cardwright.language.front_end.checked import CheckedAbility
from cardwright.program.control_flow import inside
from cardwright.program.emit.bearers import (
    ability_test,
    active_as,
    active_bearers_of,
    active_test,
    changed,
    of_kind,
    owner_of,
    owner_of_node,
)
from cardwright.program.emit.instrumentation import probe, probe_test
from cardwright.program.emit.value_emitter import function_name, joined
from cardwright.program.operations import ForEach, Function, Operation, Return, Set, When
from cardwright.program.program import Program
from cardwright.program.values import Const, Else, Exists, Invoke, Loop, Value, Var, all_of, any_of


def emit_definitions(program: Program) -> None:
    for function in program.checked.functions.values():
        _emit_definition(program, function)


def _emit_definition(program: Program, function: core.Function) -> None:
    """`x = base`, then each modifier in order of its operation, then `return x`."""
    emit = program.emitter()
    emit.for_definition(function.name)
    body: list[Operation] = []
    modifiers = program.modifiers(function.name)
    if not modifiers:
        body = [Return(emit(function.body))]
    else:
        body = [Set(Var("x"), emit(function.body))]
        for modifier in modifiers:
            body += _emit_modifier(program, modifier, function)
        body.append(Return(Var("x", function.body.type.many)))
    body[:0] = probe(program.coverage, function, "used")
    takes = tuple(f"v{i}" for i in range(len(function.takes)))
    name, span = function_name(function.name), function.span
    made = Function(name, takes, body, span, many=function.body.type.many)
    metering = program.constants.metering
    if function.name in metering.counting:
        made.steps = metering.of_definition(function.name)
    program.code.functions.append(made)


def _emit_modifier(
    program: Program, modifier: core.Modifier, function: core.Function
) -> list[Operation]:
    count, emit = len(function.takes), program.emitter()  # its variables are its own
    emit.for_definition(function.name)
    value, arithmetic = emit(modifier.value), modifier.operation.arithmetic
    if arithmetic:
        value = joined(arithmetic, Var("x"), value)
    apply: list[Operation] = [Set(Var("x"), value)]
    apply[:0] = probe(program.coverage, modifier, "applies")
    if modifier.test is not None:
        apply = [When(emit(modifier.test), apply)]
    if modifier.of_kind:
        apply = [When(of_kind(program, Var("v0"), modifier.of_kind), apply)]
    if modifier.bearer is None:
        return apply
    done = _modified_by_bearers(program, modifier, count, apply)
    if program.copied(modifier.bearer):
        done.append(_modified_by_copies(program, modifier, count, apply))
    return done


def _modified_by_bearers(
    program: Program, modifier: core.Modifier, count: int, apply: list[Operation]
) -> list[Operation]:
    """The modifier once for each of its bearers for which it counts."""
    bearers, you, this = program.bearers(modifier), Var(f"v{count}"), Var(f"v{count + 1}")
    if (loop := active_bearers_of(program, modifier.declared, bearers, this.name)) is not None:
        bound = Set(you, owner_of_node(program, this))
        return [ForEach(this.name, loop.source, [When(all_of(loop.tests), [bound, *apply])])]
    program.code.repeat(len(bearers) * sum(1 for one in apply for _ in inside(one)))
    done: list[Operation] = []
    for bearer in bearers:
        given = Set(you, owner_of(program, bearer)), Set(this, Const(bearer))
        done.append(When(active_test(program, bearer, modifier.declared), [*given, *apply]))
    return done


def _modified_by_copies(
    program: Program, modifier: core.Modifier, count: int, apply: list[Operation]
) -> Operation:
    """The modifier once for each thing that has become a copy of its bearer."""
    assert modifier.bearer is not None
    this = Var(f"v{count + 1}")
    bound = Set(Var(f"v{count}"), owner_of_node(program, this))
    active = active_as(program, modifier.bearer, this, modifier.declared)
    once = When(active, [bound, *apply])
    return ForEach(this.name, changed(program), [once])


def emit_prohibitions(program: Program) -> None:
    """One function (s, z, actor, it, there, arguments of a rule) for each prohibition."""
    for ability in program.checked.abilities:
        if ability.hook == "forbid":
            table = program.constants.forbids.setdefault(ability.event.of_any_kind, {})
            function = _emit_prohibition(program, ability)
            table[function] = ability.event.kind, ability.asks_where, ability.declared.implied


def _emit_prohibition(program: Program, ability: CheckedAbility) -> str:
    tests = _bans_of_bearers(program, ability)
    if ability.bearer and program.copied(ability.bearer):
        this_, active = Var("t"), [active_as(program, ability.bearer, Var("t"), ability.declared)]
        parts = [*active, *_bans(program, ability, this_, owner_of_node(program, this_))]
        tests.append(Exists(Loop("t", changed(program), parts)))
    body = any_of(tests)
    takes = ("actor", "item", "there", *_taken(ability))
    return program.code.function(takes, body, ability.span)


def _bans_of_bearers(program: Program, ability: CheckedAbility) -> list[Value]:
    """The prohibition by each of its bearers."""
    bearers, t = program.bearers(ability), Var("t")
    if (loop := active_bearers_of(program, ability.declared, bearers, "t")) is not None:
        bans = _bans(program, ability, t, owner_of_node(program, t))
        return [Exists(Loop("t", loop.source, [*loop.tests, *bans]))]
    tests: list[Value] = []
    for this in bearers:
        active = [active_test(program, this, ability.declared)] if this else []
        bans = _bans(program, ability, Const(this), owner_of(program, this))
        tests.append(all_of([*active, *bans]))
        program.code.repeat(sum(1 for _ in inside(tests[-1])))
    return tests


def _bans(program: Program, ability: CheckedAbility, this: Value, owner: Value) -> list[Value]:
    """The conditions under which a prohibition of an active thing holds."""
    kind = ability.event.kind
    of_things = kind in program.board.kinds
    parts = [of_kind(program, Var("item"), kind)] if of_things else []
    if ability.test is not None:
        taken = map(Var, _taken(ability))
        actor = Var("actor")
        event = (this, Var("item"), Var("there"), Else(owner, actor), *taken)
        parts.append(Invoke(ability_test(program, ability), [actor, *event]))
    return [*parts, *probe_test(program.coverage, ability, "forbids")]


def _taken(ability: CheckedAbility) -> list[str]:
    """The names of a forbidden rule's arguments, in the function of the prohibition."""
    return [f"a{register}" for register in range(5, ability.routine.takes)]
