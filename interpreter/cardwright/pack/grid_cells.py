"""The cells of a grid: a1, b1, ... row by row from the bottom.

Owns the ids of cells and which cells are neighbours. Knows nothing of YAML.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.model import Board, Grid, Kind, Thing

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def cell_id(column: int, row: int, grid: Grid) -> str:
    """Column 3, row 2 is `c2`; in grids wider than the alphabet it is `c3r2`."""
    if grid.width <= len(LETTERS):
        return f"{LETTERS[column - 1]}{row}"
    return f"c{column}r{row}"


def declare_cells(kind: Kind, pack: str, board: Board) -> None:
    """Declare a thing for each cell, with its column, row and neighbours."""
    grid = kind.grid
    assert grid is not None
    cells = board.things.setdefault(kind.name, {})
    for row in range(1, grid.height + 1):
        for column in range(1, grid.width + 1):
            name = cell_id(column, row, grid)
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
                yield cell_id(x, y, grid)
