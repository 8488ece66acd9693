"""Tables of a board: where each place leads. Computed once for a layout, when first needed.

Responsible for the steps and rays of grids and ordered kinds, neighbours, and the ends of edges.
"""

from __future__ import annotations

from cardwright.board import network
from cardwright.board.declarations import BETWEEN
from cardwright.board.grid import Cell, Grid, ray
from cardwright.board.layout import Layout
from cardwright.source.memoized import memoized

Ids = tuple[int, ...]
AFTER, BEFORE = 1, 2
"""The directions of a row, as the values of an enum are those of a grid."""


@memoized
def rays(layout: Layout, kind: str) -> list[list[Ids]]:
    """By direction and id: the places in that direction, the nearest first; empty for none."""
    return (_grid_rays if layout.board.kinds[kind].grid else _row_rays)(layout, kind)


@memoized
def steps(layout: Layout, kind: str) -> list[list[int]]:
    """By direction and id: the place one step away, or 0."""
    return [[ids[0] if ids else 0 for ids in by_id] for by_id in rays(layout, kind)]


def _grid_rays(layout: Layout, kind: str) -> list[list[Ids]]:
    grid, at = cells(layout, kind)
    found: list[list[Ids]] = [[()] * layout.count]
    for way in grid.compass:
        found.append([()] * layout.count)
        for cell, id in at.items():
            found[-1][id] = ray(grid, cell, way, at)
    return found


def _row_rays(layout: Layout, kind: str) -> list[list[Ids]]:
    row = _row(layout, kind)
    found: list[list[Ids]] = [[()] * layout.count for _ in range(3)]
    for place, id in enumerate(row):
        found[AFTER][id] = tuple(row[place + 1 :])
        found[BEFORE][id] = tuple(reversed(row[:place]))
    return found


def _row(layout: Layout, kind: str) -> list[int]:
    """The ids of an ordered kind in their order; each copy has its own position."""
    order = layout.board.field(kind, "order")
    assert order is not None
    place = layout.printed(order)
    return sorted(layout.kind(kind), key=place.__getitem__)


@memoized
def lines(layout: Layout, kind: str) -> list[list[Ids]]:
    """For each cell, the rays along each axis of the grid: forth, then back."""
    grid, at = cells(layout, kind)
    found: list[list[Ids]] = [[] for _ in range(layout.count)]
    for cell, id in at.items():
        found[id] = [ray(grid, cell, way, at) for axis in grid.axes for way in axis]
    return found


def cells(layout: Layout, kind: str) -> tuple[Grid, dict[Cell, int]]:
    """The grid of a kind, and the ids of its cells by column and row."""
    grid = layout.board.kinds[kind].grid
    assert grid is not None
    items = [layout.items[id] for id in layout.kind(kind)]
    values = ((item.id, item.thing.values) for item in items if item.thing is not None)
    return grid, {(v["column"], v["row"]): id for id, v in values}  # type: ignore[misc]


@memoized
def near(layout: Layout, kind: str) -> list[Ids]:
    """By id: the places one step away, in a grid or along a row."""
    table = steps(layout, kind)
    around = ([by_id[id] for by_id in table if by_id[id]] for id in range(layout.count))
    return [tuple(sorted(found)) for found in around]


@memoized
def ends(layout: Layout, kind: str) -> list[Ids]:
    """By id: the two places of a kind that an edge joins."""
    found: list[Ids] = [()] * layout.count
    for edge in layout.board.edges(kind):
        for id in layout.kind(edge):
            between = layout.printed_on(layout.items[id], layout.board.kinds[edge].fields[BETWEEN])
            found[id] = between if isinstance(between, tuple) and len(between) == 2 else ()
    return found


@memoized
def lengths(layout: Layout, kind: str) -> list[int]:
    """By id: the lengths of the edges that join places of a kind; 1 if none is stated."""
    found = [1] * layout.count
    for edge in layout.board.edges(kind):
        if (length := layout.board.length_of(edge)) is not None:
            for id in layout.kind(edge):
                said = layout.printed_on(layout.items[id], length)
                found[id] = max(0, said) if isinstance(said, int) else 1
    return found


@memoized
def ranks(layout: Layout, kind: str) -> list[int]:
    """By id: the index of edges of a kind in an order that suits a search for a path."""
    order, _ = network.frontier_positions(layout.board, kind)
    things = (item.thing for item in layout.items)
    return [order.get((thing.kind, thing.id), 0) if thing else 0 for thing in things]


def unreachable_distance(layout: Layout, kind: str) -> int:
    """The distance of unreachable places: greater than any other."""
    if not layout.board.has_lengths(kind):
        return len(layout.kind(kind))
    edges = {id for edge in layout.board.edges(kind) for id in layout.kind(edge)}
    return 1 + sum(lengths(layout, kind)[id] for id in edges)
