"""The cells of a grid: a1, b1, ... row by row from the bottom.

Owns the ids of cells and which are neighbours. Knows nothing of what fields cells have.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.model import Board, Grid, Kind, Thing, grid_fields
from cardwright.pack.builder import PackBuilder
from cardwright.pack.sections import MAX_DEFINITIONS, Entry

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _cell_id(column: int, row: int, grid: Grid) -> str:
    """Column 3, row 2 is `c2`; in grids wider than the alphabet it is `c3r2`."""
    if grid.width <= len(_LETTERS):
        return f"{_LETTERS[column - 1]}{row}"
    return f"c{column}r{row}"


def add_grid(kind: Kind, entry: Entry, builder: PackBuilder) -> None:
    """Declare the cells of a kind's grid, before anything refers to them."""
    node = entry.node.get("grid")
    if node is None:
        return
    numbers = [node.number(key) for key in ("width", "height", "neighbours")]
    width, height, neighbours = (number or 0 for number in numbers)
    if not builder.may_be(kind.name, "place"):
        builder.error("CW345", "only places can have a grid", node.key_span)
    elif _count_cells(builder) + width * height > MAX_DEFINITIONS:
        message = f"a game can have at most {MAX_DEFINITIONS:,} definitions, including grid cells"
        builder.error("CW303", message, node.key_span)
        builder.mark_incomplete("things")
    elif width and height and neighbours:
        kind.grid = Grid(width, height, neighbours)
        kind.fields.update(grid_fields(kind.name))
        _declare_cells(kind, kind.grid, entry.node.pack, builder.board)
    else:
        builder.mark_incomplete("things")


def _count_cells(builder: PackBuilder) -> int:
    grids = (kind.grid for kind in builder.board.kinds.values())
    return sum(grid.width * grid.height for grid in grids if grid)


def _declare_cells(kind: Kind, grid: Grid, pack: str, board: Board) -> None:
    """Declare a thing for each cell, with its column, row and neighbours."""
    cells = board.things.setdefault(kind.name, {})
    for row in range(1, grid.height + 1):
        for column in range(1, grid.width + 1):
            name = _cell_id(column, row, grid)
            cell = Thing(name, kind.name, title=name, pack=pack, span=kind.span)
            near = tuple(_neighbours(column, row, grid))
            cell.values = {"column": column, "row": row, "neighbours": near}
            cells[name] = cell


def _neighbours(column: int, row: int, grid: Grid) -> Iterator[str]:
    """The ids of the neighbours, in the order of all cells."""
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if (down, right) == (0, 0) or (grid.neighbours == 4 and down and right):
                continue
            x, y = column + right, row + down
            if 1 <= x <= grid.width and 1 <= y <= grid.height:
                yield _cell_id(x, y, grid)
