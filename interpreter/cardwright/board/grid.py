"""The geometry of grids: their columns, rows and directions, and where each step leads.

Row 1 is in the south, column 1 in the west. With six neighbours, cells are hexagons in rows, and
the even rows are half a cell further east. Knows nothing about things or state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardwright.source.records import dataclass

Cell = tuple[int, int]
"""Column and row, from 1."""

_COMPASS = {
    "north": (0, 1), "north-east": (1, 1), "east": (1, 0), "south-east": (1, -1),
    "south": (0, -1), "south-west": (-1, -1), "west": (-1, 0), "north-west": (-1, 1),
}  # fmt: skip
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_STRAIGHT = ("north", "east", "south", "west")
_HEXAGONAL = ("north-east", "east", "south-east", "south-west", "west", "north-west")


@dataclass(frozen=True, slots=True)
class Grid:
    """`directions` is the enum of the grid's directions, or "" if the pack has no word for them."""

    width: int
    height: int
    neighbours: int
    directions: str = ""

    @property
    def compass(self) -> tuple[str, ...]:
        """The directions of its steps, clockwise."""
        return {4: _STRAIGHT, 6: _HEXAGONAL}.get(self.neighbours, tuple(_COMPASS))

    @property
    def axes(self) -> tuple[tuple[str, str], ...]:
        """Each direction of a straight line and its opposite; diagonals are straight lines too."""
        compass = self.compass if self.neighbours == 6 else tuple(_COMPASS)
        half = len(compass) // 2
        return tuple(zip(compass[:half], compass[half:], strict=True))

    def column_name(self, column: int) -> str:
        return _LETTERS[column - 1] if self._lettered else f"c{column}"

    def row_name(self, row: int) -> str:
        return str(row) if self._lettered else f"r{row}"

    @property
    def _lettered(self) -> bool:
        """Whether the alphabet has enough letters for the columns."""
        return self.width <= len(_LETTERS)

    def cells(self) -> Iterator[Cell]:
        """All cells, row by row."""
        rows, columns = range(1, self.height + 1), range(1, self.width + 1)
        return ((column, row) for row in rows for column in columns)

    def step(self, cell: Cell, direction: str) -> Cell:
        """The cell that a step leads to, which may be off the board."""
        column, row = cell
        right, up = _COMPASS[direction]
        if self.neighbours == 6 and up:
            right = (right > 0) - (row % 2)  # the even rows are half a cell further east
        return column + right, row + up


def ray(grid: Grid, cell: Cell, direction: str, at: Mapping[Cell, int]) -> tuple[int, ...]:
    """The ids (from `at`) of the cells in a direction, up to the edge."""
    found = []
    while (cell := grid.step(cell, direction)) in at:
        found.append(at[cell])
    return tuple(found)
