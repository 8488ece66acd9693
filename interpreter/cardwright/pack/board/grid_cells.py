"""The cells of a grid: a1, b1, ... row by row from the bottom.

Responsible for the ids of cells and which are neighbours. Knows nothing about the fields of cells.
"""

from __future__ import annotations

from cardwright.board.built_in import grid_fields
from cardwright.board.declarations import Enum, Kind, Thing
from cardwright.board.grid import Cell, Grid
from cardwright.board.model import Board
from cardwright.pack.board.type_names import declare_type
from cardwright.pack.builder import PackBuilder
from cardwright.pack.sections import MAX_DEFINITIONS, Entry
from cardwright.pack.validation.yaml_node import YamlNode


def _cell_id(cell: Cell, grid: Grid) -> str:
    """Column 3, row 2 is `c2`; in grids wider than the alphabet it is `c3r2`."""
    column, row = cell
    return grid.column_name(column) + grid.row_name(row)


def add_grid(kind: Kind, entry: Entry, builder: PackBuilder) -> None:
    """Declares the cells of a kind's grid, before anything refers to them."""
    node = entry.node.get("grid")
    if not entry.is_complete:
        builder.mark_incomplete("types")  # it may declare an enum of directions
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
        kind.grid = Grid(width, height, neighbours, node.text("directions"))
        kind.fields.update(grid_fields(kind.name))
        _declare_cells(kind, kind.grid, _left_out(node, kind.grid, builder), entry, builder.board)
        if directions := node.get("directions"):
            _declare_directions(directions, kind.grid, builder)
    else:
        builder.mark_incomplete("things")


def _count_cells(builder: PackBuilder) -> int:
    grids = (kind.grid for kind in builder.board.kinds.values())
    return sum(grid.width * grid.height for grid in grids if grid)


def _left_out(node: YamlNode, grid: Grid, builder: PackBuilder) -> set[str]:
    """The ids of the cells that the board does not have."""
    known = [_cell_id(cell, grid) for cell in grid.cells()]
    for item in node.elements_of("without"):
        if item.word not in known:
            message = f"the grid has no cell `{item.word}`"
            builder.error("CW343", message, item.span, f"its cells are {known[0]} to {known[-1]}")
    return {item.word for item in node.elements_of("without")}


def _declare_cells(kind: Kind, grid: Grid, left_out: set[str], entry: Entry, board: Board) -> None:
    """Declares a thing for each cell, with its column, row and neighbours."""
    cells = board.things.setdefault(kind.name, {})
    ids = {cell: id for cell in grid.cells() if (id := _cell_id(cell, grid)) not in left_out}
    for (column, row), name in ids.items():
        cell = Thing(name, kind.name, title=name, pack=entry.node.pack, span=kind.span)
        near = {grid.step((column, row), direction) for direction in grid.compass}
        beside = tuple(ids[cell] for cell in sorted(near, key=_reading_order) if cell in ids)
        cell.values = {"column": column, "row": row, "neighbours": beside}
        cells[name] = cell


def _declare_directions(node: YamlNode, grid: Grid, builder: PackBuilder) -> None:
    """Declares the enum of a grid's directions, which several grids may share."""
    enums, name = builder.board.enums, node.word
    grids = [kind.grid for kind in builder.board.kinds.values() if kind.grid]
    shared = [other for other in grids if other.directions == name and other is not grid]
    if any(other.neighbours == grid.neighbours for other in shared):
        return
    if declare_type(name, node.span, "enum", builder, "choose another name for the directions"):
        enums[name] = Enum(name, grid.compass, node.span)


def _reading_order(cell: Cell) -> Cell:
    """A sort key for row by row, the order in which cells are declared."""
    return cell[1], cell[0]
