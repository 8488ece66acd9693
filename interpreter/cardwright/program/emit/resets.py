"""State that a thing has only in play: it is reset when the thing moves out of it.

In play is where its abilities count, as `active in` and `active on` of its kind say; `active while`
is asked by abilities alone. A thing that has become one of another kind is no longer in play as
what it was.
"""

from __future__ import annotations

from cardwright.board.model import Field
from cardwright.language import core
from cardwright.language.active import active_places
from cardwright.program.emit.block_builder import BlockBuilder
from cardwright.program.emit.value_emitter import form
from cardwright.program.linker import active_zone
from cardwright.program.program import Program
from cardwright.program.values import (
    Between,
    Cell,
    Compare,
    Const,
    In,
    Not,
    Table,
    Value,
    all_of,
    any_of,
    plus,
)


def emit_resets_out_of_play(out: BlockBuilder, s: core.Move, item: Value) -> None:
    """Resets what the thing that has just moved keeps only in play."""
    program, layout = out.program, out.program.layout
    for kind, fields in _kept_in_play(program, s.kind).items():
        cell = kind, fields[0].name
        start, end = (at - layout.cells[cell] for at in layout.ranges[cell])
        having = Between(start, item, end - 1)
        with out.only_if(all_of([having, Not(_is_in_play(program, kind, item))]), s):
            for found in fields:
                first = layout.cells[(kind, found.name)]
                value = layout.start[layout.ranges[(kind, found.name)][0]]
                out.do("reset", [plus(item, first), plus(item, first + 1), Const(value)], s)


def _kept_in_play(program: Program, moved: str) -> dict[str, list[Field]]:
    """By kind, the state that is reset out of play, of the things that may be moved."""
    board, found = program.board, dict[str, list[Field]]()
    for kind in board.kinds.values():
        if moved in board.kinds and board.root(moved) != board.root(kind.name):
            continue
        fields = [f for f in kind.fields.values() if f.in_play_only]
        there = [f for f in fields if (kind.name, f.name) in program.layout.ranges]
        if there:
            found[kind.name] = there
    return found


def _is_in_play(program: Program, kind: str, item: Value) -> Value:
    """Whether a thing is of this kind, where abilities of such things count."""
    looks, alike = form(program.layout, item, kind), dict[tuple[str, tuple[str, ...]], set[int]]()
    for one in program.board.below(kind):
        key = active_zone(program.board, one), active_places(program.board, one)
        those = {thing.id for thing in program.layout.items if thing.kind == one}
        alike.setdefault(key, set()).update(those)
    tests = [(In(looks, _table(program, those)), key) for key, those in alike.items() if those]
    ways = [all_of([is_one, _is_active_place(program, *key, Cell(item))]) for is_one, key in tests]
    return any_of(ways)


def _is_active_place(program: Program, zone: str, places: tuple[str, ...], where: Value) -> Value:
    tests: list[Value] = [In(where, Table(program.constants.members(place))) for place in places]
    if zone:
        low, high = program.zone_range(zone)
        tests.append(Between(low, where, high))
    return any_of(tests) if tests else Compare("!=", where, Const(0))


def _table(program: Program, those: set[int]) -> Table:
    fixed = frozenset(those)
    return Table(program.constants.add(("in play", fixed), lambda: fixed))
