"""What the log reveals at each point of a program: moves, changes, and entries that reveal nothing
hidden.
"""

from __future__ import annotations

from collections.abc import Iterable

from cardwright.language import core
from cardwright.language.registry.movement import To
from cardwright.program.decision_points import LogPoint, Point
from cardwright.program.program import Program
from cardwright.runtime.origins import Key, origins

NOTHING, MIXES, ITEM, UNKNOWN = range(4)
"""What the entries of a point reveal to whoever reads them, see `revealed`."""


def revealed(program: Program) -> dict[int, int]:
    """By point, what its entries reveal to readers: nothing, that a zone is shuffled, something if
    the thing in it is out of sight, or something that depends on the entry.
    """
    known = program.memo.setdefault("revealed", {})
    assert isinstance(known, dict)
    for point in range(len(known), len(program.points)):
        known[point] = _at(program, program.points[point])
    return known


def _at(program: Program, site: Point) -> int:
    if not isinstance(site, LogPoint):
        return UNKNOWN if site.secret else NOTHING
    if changes(site):
        found = site.change.field
        hidden = found.seen_by != "all" or found.full_name in origins(program).rolled
        return UNKNOWN if hidden or found.type.is_thing else ITEM
    match site.statement:
        case core.Move():
            return UNKNOWN if site.to is To.NOWHERE else ITEM
        case core.Say():
            return NOTHING
        case core.Shuffle():
            return MIXES
    return UNKNOWN


def moves(site: LogPoint) -> bool:
    """Whether something moves elsewhere."""
    return site.to is To.PLACE or site.to is To.SUPPLY


def changes(site: LogPoint) -> bool:
    return isinstance(site.statement, core.Assign)


def facts_of(program: Program, picked: Iterable[Key], item: int) -> dict[Key, object]:
    """The facts by which something was picked, as printed on a thing."""
    layout, kinds = program.layout, program.board.kinds
    return {
        (kind, name): layout.printed_on(layout.items[item], kinds[kind].fields[name])
        for kind, name in picked
    }


def picked_by(program: Program, site: LogPoint) -> frozenset[Key] | None:
    """The printed facts by which the moving thing was picked; None if nobody picked it."""
    item = site.statement.item if isinstance(site.statement, core.Move) else None
    register = item.index if isinstance(item, core.Reg) else -1
    return origins(program).picking.get((site.entry, register))
