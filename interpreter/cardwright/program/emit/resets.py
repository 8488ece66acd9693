"""State that a thing has only in play, or only until its owner's next turn is over.

The former is reset when the thing moves out of play.

In play is where its abilities apply, by `active in` and `active on` of its kind; `active while`
only affects abilities. A thing that has become one of another kind is no longer in play as its
former kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cardwright.board.declarations import Field
from cardwright.language import core
from cardwright.language.active import active_places
from cardwright.program import values as v
from cardwright.program.emit.bearers import owner_of_node
from cardwright.program.emit.block_builder import BlockBuilder
from cardwright.program.emit.value_emitter import form
from cardwright.program.linker import zone_range
from cardwright.program.program import Program


def emit_resets_out_of_play(out: BlockBuilder, s: core.Move, item: v.Value) -> None:
    """Resets the state that the moved thing has only in play."""
    program, layout = out.program, out.program.layout
    for kind, fields in _reset_out_of_play(program, s.kind).items():
        cell = kind, fields[0].name
        start, end = (at - layout.cells[cell] for at in layout.ranges[cell])
        having = v.Between(start, item, end - 1)
        with out.only_if(v.all_of([having, v.Not(_is_in_play(program, kind, item))]), s):
            for found in fields:
                first = layout.cells[(kind, found.name)]
                value = layout.start[layout.ranges[(kind, found.name)][0]]
                out.do("reset", [v.plus(item, first), v.plus(item, first + 1), v.Const(value)], s)


def _reset_out_of_play(program: Program, moved: str) -> dict[str, list[Field]]:
    """The state that is reset out of play, by kind, for the things that may be moved."""
    board, found = program.board, dict[str, list[Field]]()
    for kind in board.kinds.values():
        if moved in board.kinds and board.root(moved) != board.root(kind.name):
            continue
        fields = [f for f in kind.fields.values() if f.in_play_only]
        there = [f for f in fields if (kind.name, f.name) in program.layout.ranges]
        if there:
            found[kind.name] = there
    return found


def emit_next_begun(out: BlockBuilder, rule: str, at: core.Stmt) -> None:
    """Marks the state that is reset when the run by its owner that begins now is over."""
    for found in _own(out.program, rule):
        if found.due:
            with _each_own(out, found, at) as thing:
                _fill(out, thing, out.program.layout.cells[(found.kind, found.due)], 1, at)


def emit_own_resets(out: BlockBuilder, rule: str, at: core.Stmt) -> None:
    """Resets the state of the player who has run the rule, and of that player's things."""
    layout = out.program.layout
    for found in _own(out.program, rule):
        value = layout.start[layout.ranges[(found.kind, found.name)][0]]
        with _each_own(out, found, at) as thing:
            cell = layout.cells[(found.kind, found.name)]
            if not found.due:
                _fill(out, thing, cell, value, at)
                continue
            due = layout.cells[(found.kind, found.due)]
            with out.only_if(v.Compare("!=", v.Cell(v.plus(thing, due)), v.Const(0)), at):
                _fill(out, thing, cell, value, at)
                _fill(out, thing, due, 0, at)


def emit_reset_postponement(out: BlockBuilder, s: core.Assign, item: v.Value) -> None:
    """Makes changed state wait for a run that has not begun yet."""
    if s.field.due:
        _fill(out, item, out.program.layout.cells[(s.field.kind, s.field.due)], 0, s)


def _own(program: Program, rule: str) -> list[Field]:
    own = [f for f in program.board.every_field() if f.resets == rule and f.resets_own]
    return [f for f in own if (f.kind, f.name) in program.layout.ranges]


def _fill(out: BlockBuilder, thing: v.Value, offset: int, value: int, at: core.Stmt) -> None:
    out.do("reset", [v.plus(thing, offset), v.plus(thing, offset + 1), v.Const(value)], at)


@contextmanager
def _each_own(out: BlockBuilder, found: Field, at: core.Stmt) -> Iterator[v.Value]:
    """The things with this state of the player who runs the rule; that player, if it is a player's
    state.
    """
    layout = out.program.layout
    if out.program.board.is_a(found.kind, "player"):
        yield out.slot(0)
        return
    start, end = (
        n - layout.cells[(found.kind, found.name)] for n in layout.ranges[(found.kind, found.name)]
    )
    thing = out.register(True)
    out.store(thing, v.Const(start), at)
    head, body, mine, next, after = (out.new_block(at) for _ in range(5))
    out.goto(head, at)
    out.enter(head)
    out.branch(v.Compare("<", out.slot(thing), v.Const(end)), body, after, at)
    out.enter(body)
    owner = owner_of_node(out.program, out.slot(thing))
    out.branch(v.Compare("==", owner, out.slot(0)), mine, next, at)
    out.enter(mine)
    yield out.slot(thing)
    out.goto(next, at)
    out.enter(next)
    out.store(thing, v.plus(out.slot(thing), 1), at)
    out.goto(head, at)
    out.enter(after)


def _is_in_play(program: Program, kind: str, item: v.Value) -> v.Value:
    """Whether a thing is of this kind, and where abilities of such things count."""
    looks, alike = form(program.layout, item, kind), dict[tuple[str, tuple[str, ...]], set[int]]()
    for one in program.board.below(kind):
        key = program.board.active_zone(one), active_places(program.board, one)
        those = {thing.id for thing in program.layout.items if thing.kind == one}
        alike.setdefault(key, set()).update(those)
    tests = [(v.In(looks, _table(program, those)), key) for key, those in alike.items() if those]
    ways = [
        v.all_of([is_one, _is_active_place(program, *key, v.Cell(item))]) for is_one, key in tests
    ]
    return v.any_of(ways)


def _is_active_place(
    program: Program, zone: str, places: tuple[str, ...], where: v.Value
) -> v.Value:
    tests: list[v.Value] = [
        v.In(where, v.Table(program.constants.members(place))) for place in places
    ]
    if zone:
        low, high = zone_range(program.layout, zone)
        tests.append(v.Between(low, where, high))
    return v.any_of(tests) if tests else v.Compare("!=", where, v.Const(0))


def _table(program: Program, those: set[int]) -> v.Table:
    fixed = frozenset(those)
    return v.Table(program.constants.add(("in play", fixed), lambda: fixed))
