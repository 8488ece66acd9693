"""Definitions with their modifiers, and prohibitions, as functions."""

from __future__ import annotations

import ast

from cardwright.backends.python.bearers import (
    ability_test,
    active_as,
    active_test,
    changed,
    of_kind,
    owner_of,
    owner_of_node,
)
from cardwright.backends.python.instrumentation import probe_statement, probe_test
from cardwright.backends.python.nodes import Node, all_of, any_of, call, const, name
from cardwright.backends.python.nodes import function as python_function
from cardwright.backends.python.program import Program
from cardwright.backends.python.value_emitter import function_name, joined
from cardwright.language import core
from cardwright.language.front_end.checked import CheckedAbility


def emit_definitions(program: Program) -> None:
    for function in program.checked.functions.values():
        _emit_definition(program, function)


def _emit_definition(program: Program, function: core.Function) -> None:
    """`x = base`, then each modifier in order of its operation, then `return x`."""
    emit = program.emitter()
    emit.for_definition(function.name)
    body: list[ast.stmt] = []
    modifiers = program.modifiers(function.name)
    if not modifiers:
        body = [ast.Return(emit(function.body))]
    else:
        body = [ast.Assign([ast.Name("x", ast.Store())], emit(function.body))]
        for modifier in modifiers:
            body += _emit_modifier(program, modifier, function)
        body.append(ast.Return(name("x")))
    if program.coverage is not None:
        body[:0] = probe_statement(program.coverage, function, "used")
    args = ["s", "z", *(f"v{i}" for i in range(len(function.takes)))]
    made = python_function(function_name(function.name), args, body)
    program.code.functions.append((made, function.span))


def _emit_modifier(
    program: Program, modifier: core.Modifier, function: core.Function
) -> list[ast.stmt]:
    count, emit = len(function.takes), program.emitter()  # its variables are its own
    emit.for_definition(function.name)
    value, arithmetic = emit(modifier.value), modifier.operation.arithmetic
    if arithmetic:
        value = joined(arithmetic, name("x"), value)
    apply: list[ast.stmt] = [ast.Assign([ast.Name("x", ast.Store())], value)]
    if program.coverage is not None:
        apply[:0] = probe_statement(program.coverage, modifier, "applies")
    if modifier.test is not None:
        apply = [ast.If(emit(modifier.test), apply, [])]
    if modifier.of_kind:
        apply = [ast.If(of_kind(program, name("v0"), modifier.of_kind), apply, [])]
    if modifier.bearer is None:
        return apply
    done: list[ast.stmt] = []
    for this in program.bearers(modifier):
        bound: list[ast.stmt] = [
            ast.Assign([ast.Name(f"v{count}", ast.Store())], owner_of(program, this)),
            ast.Assign([ast.Name(f"v{count + 1}", ast.Store())], const(this)),
        ]
        done.append(ast.If(active_test(program, this, modifier.declared), [*bound, *apply], []))
    if program.copied(modifier.bearer):
        done.append(_modified_by_copies(program, modifier, count, apply))
    return done


def _modified_by_copies(
    program: Program, modifier: core.Modifier, count: int, apply: list[ast.stmt]
) -> ast.stmt:
    """The modifier once for each thing that has become a copy of its bearer."""
    assert modifier.bearer is not None
    this = ast.Name(f"v{count + 1}", ast.Store())
    bound = ast.Assign(
        [ast.Name(f"v{count}", ast.Store())], owner_of_node(program, name(f"v{count + 1}"))
    )
    active = active_as(program, modifier.bearer, name(f"v{count + 1}"), modifier.declared)
    once = ast.If(active, [bound, *apply], [])
    return ast.For(this, changed(program), [once], [])


def emit_prohibitions(program: Program) -> None:
    """One function (s, z, actor, it, there, what a rule takes) for each prohibition."""
    for ability in program.checked.abilities:
        if ability.hook == "forbid":
            table = program.constants.values.setdefault(f"forbids {ability.verb}", {})
            assert isinstance(table, dict)
            function = _emit_prohibition(program, ability)
            table[function] = ability.kind, ability.asks_where, ability.declared.implied


def _emit_prohibition(program: Program, ability: CheckedAbility) -> str:
    tests: list[Node] = []
    for this in program.bearers(ability):
        active = [active_test(program, this, ability.declared)] if this else []
        tests.append(
            all_of([*active, *_bans(program, ability, const(this), owner_of(program, this))])
        )
    if ability.bearer and program.copied(ability.bearer):
        this_, active = name("t"), [active_as(program, ability.bearer, name("t"), ability.declared)]
        parts = [*active, *_bans(program, ability, this_, owner_of_node(program, this_))]
        loop = ast.comprehension(ast.Name("t", ast.Store()), changed(program), parts, 0)
        tests.append(call("any", ast.GeneratorExp(ast.Constant(True), [loop])))
    body = any_of(tests)
    at = core.Break(ability.span)
    takes = ("s", "z", "actor", "item", "there", *_taken(ability))
    return program.code.function(takes, body, ability.span, at)


def _bans(program: Program, ability: CheckedAbility, this: Node, owner: Node) -> list[Node]:
    """The conditions under which a prohibition of an active thing holds."""
    of_things = ability.kind in program.board.kinds
    parts = [of_kind(program, name("item"), ability.kind)] if of_things else []
    if ability.test is not None:
        taken = map(name, _taken(ability))
        event = (this, name("item"), name("there"), owner, *taken)
        given = (name("s"), name("z"), name("actor"), *event)
        parts.append(call(ability_test(program, ability), *given))
    if program.coverage is not None:
        parts += probe_test(program.coverage, ability, "forbids")
    return parts


def _taken(ability: CheckedAbility) -> list[str]:
    """The names of what a forbidden rule takes, in the function of the prohibition."""
    return [f"a{register}" for register in range(5, ability.routine.takes)]
