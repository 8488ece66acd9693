"""Reactions to an event: the abilities of a hook, for each of their bearers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cardwright.language import core
from cardwright.language.front_end.checked import CheckedAbility
from cardwright.language.registry.ability import Hook
from cardwright.program import values as v
from cardwright.program.emit.bearers import (
    ability_test,
    active_as,
    active_test,
    bearer_row,
    changed,
    kind_test,
    owner_of,
    owner_of_node,
)
from cardwright.program.emit.block_builder import BlockBuilder
from cardwright.program.linker import LinkedRules
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class About:
    """The registers for the subject of an event: thing, place, actor, and the arguments of a
    rule.
    """

    item: int
    there: int
    actor: int
    takes: tuple[int, ...] = ()


def new_event(out: BlockBuilder) -> About:
    return About(out.register(True), out.register(True), out.register(True))


@dataclass(frozen=True, slots=True)
class Reacting:
    """The abilities that may react to an event, by hook."""

    instead: list[CheckedAbility]
    before: list[CheckedAbility]
    after: list[CheckedAbility]
    forbid: list[CheckedAbility]

    @property
    def any(self) -> bool:
        return bool(self.instead or self.before or self.after or self.forbid)


def reacting_to(program: LinkedRules, event: core.Event) -> Reacting:
    hooks: tuple[Hook, ...] = ("instead", "before", "after", "forbid")
    return Reacting(*(program.abilities(hook, event) for hook in hooks))


Own = dict[tuple[int, int], v.Value]
"""By ability and by the thing that carries it: whether it is this thing that has left, with it.

0 stands for a thing that has become another."""


@dataclass(frozen=True, slots=True)
class Bearer:
    """A thing that carries an ability, or 0 for the pack; `active`: whether it does so now."""

    this: v.Value
    you: v.Value | None
    active: v.Value | None


def emit_replacements(
    out: BlockBuilder, s: core.Stmt, replacements: list[CheckedAbility], what: About, done: int
) -> None:
    """Only the first replacement that applies happens; none applies inside itself."""
    for ability in replacements:
        routine = out.program.ability_routine(ability)
        free = v.Not(v.Query("running", [v.Const(routine)]))
        _emit_ability(out, s, ability, what, free, done)


def emit_triggers(
    out: BlockBuilder,
    s: core.Stmt,
    triggers: list[CheckedAbility],
    what: About,
    cancelled: int = 0,
    own: Own | None = None,
) -> None:
    """`cancelled` is the block where it continues if the event is cancelled; `own` is the thing
    that has left, if its abilities counted.
    """
    for ability in triggers:
        _emit_ability(out, s, ability, what, None, None, cancelled, own)


def _emit_ability(
    out: BlockBuilder,
    s: core.Stmt,
    ability: CheckedAbility,
    what: About,
    also: v.Value | None,
    done: int | None,
    cancelled: int = 0,
    own: Own | None = None,
) -> None:
    """Runs an ability for each of its active bearers, then continues, or jumps to `done`."""
    program = out.program
    for this in program.bearers(ability):
        active = active_test(program, this, ability.declared) if this else None
        if own is not None and (left := own.get((id(ability), this))) is not None:
            active = v.any_of([active, left] if active is not None else [left])
        bearer = Bearer(v.Const(this), owner_of(program, this) if this else None, active)
        _emit_of(out, s, ability, bearer, what, also, done, cancelled)
    if ability.bearer is not None and program.copied(ability.bearer):
        with _each_changed(out, s) as this_one:
            active = active_as(program, ability.bearer, this_one, ability.declared)
            if own is not None:
                is_it = v.Compare("==", this_one, out.slot(what.item))
                active = v.any_of([active, v.all_of([is_it, own[id(ability), 0]])])
            bearer = Bearer(this_one, owner_of_node(program, this_one), active)
            _emit_of(out, s, ability, bearer, what, also, done, cancelled)


@contextmanager
def _each_changed(out: BlockBuilder, s: core.Stmt) -> Iterator[v.Value]:
    """A loop over the things that have become others; yields the register of each."""
    those, at, reg = out.register(True), out.register(), out.register(True)
    head, body, after = (out.new_block(s) for _ in range(3))
    out.store(those, v.call("fixed", changed(out.program)), s)
    out.store(at, v.Const(0), s)
    out.goto(head, s)
    out.enter(head)
    more = v.Compare("<", out.slot(at), v.call("count", out.slot(those, many=True)))
    out.branch(more, body, after, s)
    out.enter(body)
    out.store(reg, v.Entry(out.slot(those, many=True), out.slot(at)), s)
    out.store(at, v.plus(out.slot(at), 1), s)
    with out.spending(s):
        yield out.slot(reg)
    out.goto(head, s)
    out.enter(after)


def _emit_of(
    out: BlockBuilder,
    s: core.Stmt,
    ability: CheckedAbility,
    bearer: Bearer,
    what: About,
    also: v.Value | None,
    done: int | None,
    cancelled: int,
) -> None:
    run, go_on = out.new_block(s), out.new_block(s)
    tests = [*_conditions(out, ability, bearer, what), *([also] if also is not None else [])]
    out.branch(v.all_of(tests), run, go_on, s)
    out.enter(run)
    arguments = _arguments(out, bearer, what)
    window = ability.routine.window
    if window is not None and window.resume_block is not None:
        arguments.append(v.Const(cancelled))
    _run_ability(out, s, ability, arguments)
    out.goto(go_on if done is None else done, s)
    out.enter(go_on)


def _run_ability(
    out: BlockBuilder, s: core.Stmt, ability: CheckedAbility, arguments: list[v.Value]
) -> None:
    """A reaction after an event waits during an `all at once` block."""
    routine = out.program.ability_routine(ability)
    if ability.hook != "after" or not out.program.at_once:
        out.call_routine(routine, arguments, s)
        return
    limited = v.Const(int(ability.declared.used is not None))
    out.run("react", [v.Const(routine), v.Items(arguments), limited], s)


def _arguments(out: BlockBuilder, bearer: Bearer, what: About) -> list[v.Value]:
    actor, item, there = (out.slot(reg) for reg in (what.actor, what.item, what.there))
    you = v.Const(0) if bearer.you is None else v.Else(bearer.you, actor)
    return [actor, bearer.this, item, there, you, *(out.slot(reg) for reg in what.takes)]


def _conditions(
    out: BlockBuilder, ability: CheckedAbility, bearer: Bearer, what: About
) -> list[v.Value]:
    """The conditions that an ability applies: its bearer is active, its kind matches, its condition
    holds.
    """
    tests = [bearer.active] if bearer.active is not None else []
    if tests and ability.hook == "after" and out.program.at_once:
        row = bearer_row(out.program, ability, bearer.this)
        if row is not None:
            tests = [v.any_of([*tests, v.Query("was_active", [row, bearer.this])])]
    fits = kind_test(out.program, ability, out.slot(what.item))
    if fits is not None:
        tests.append(fits)
    if ability.test is not None:
        args = _arguments(out, bearer, what)
        tests.append(v.Invoke(ability_test(out.program, ability), args))
    return tests
