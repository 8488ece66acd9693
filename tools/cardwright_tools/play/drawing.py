"""Draws the board as text for one player: players, places with what is on them, zones.

Draws any game from its declarations: kinds of places that hold pieces or have state become tables,
and grids are drawn as grids. Shows only what the player may see.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.board.types import thing
from cardwright.program import board_tables
from cardwright.runtime import naming, visibility
from cardwright.runtime.game import Game
from cardwright.runtime.naming import as_title, title
from cardwright.source.printable import printable
from cardwright_tools.play.facts import facts, facts_by_name
from cardwright_tools.play.holdings import player_lines, zone_lines
from cardwright_tools.play.tables import filled_columns, table
from cardwright_tools.play.things import (
    ThingsByPlace,
    describe_cell,
    group_pieces,
    state_cells,
    things_by_place,
)


def draw_board(game: Game, player: int, width: int) -> list[list[str]]:
    """The position as this player sees it, as tables."""
    parts = [
        _facts_of_game(game, player),
        _dice_off_board(game, player),
        zone_lines(game, player, width),
    ]
    grids = _grids(game, player)
    for kind in _place_kinds(game):
        if game.program.board.kinds[kind].grid:
            if kind in grids:
                parts += [_grid(game, kind, player), _on_cells(game, kind, player, width)]
        else:
            parts.append(_places(game, kind, player, width))
    parts.append(player_lines(game, player, width))
    return [part for part in parts if part]


def _facts_of_game(game: Game, player: int) -> list[str]:
    """The parts of the game's own state: numbers, and what differs from the start."""
    cells = game.program.board.state.values()
    said = [words for f in cells if (words := describe_cell(game, f, 0, player))]
    return [" · ".join(said)] if said else []


def _dice_off_board(game: Game, player: int) -> list[str]:
    """Dice without an owner or a place, as lying on the table, with their faces."""
    dice = [i for i in sorted(game.program.layout.always_there("die"))
            if not game.s[i] and not visibility.owner(game, i)]  # fmt: skip
    return [f"Dice: {'; '.join(group_pieces(game, dice, player))}"] if dice else []


def _place_kinds(game: Game) -> list[str]:
    """Kinds of places that can hold pieces, or that have state of their own."""
    model = game.program.board
    homes = {home for kind in model.kinds for home in model.lives_on(kind)} - {"place"}
    homes |= {k.name for k in model.kinds.values() if any(not f.printed for f in k.fields.values())}
    found = [k for k in model.kinds if model.root(k) == "place" and k != "place"]
    found = [k for k in found if any(model.is_a(k, home) for home in homes)]
    return [k for k in found if any(i.kind == k for i in game.program.layout.items)]


def _places(game: Game, kind: str, player: int, width: int) -> list[str]:
    by_place, absent = things_by_place(game, player), _homes_of_the_absent(game, kind)
    rows, columns = [], list[dict[str, str]]()
    for place in game.program.layout.kind(kind):
        state = " ".join(
            filter(None, (describe_cell(game, f, place, player) for f in state_cells(game, place)))
        )
        there, named_facts, on_it = _there(game, place, player, by_place)
        if game.program.layout.items[place].name in absent and not (state or there):
            continue
        rows.append([title(game.program, place), facts(game, place, player), state, there, on_it])
        columns.append(named_facts)
    names = dict.fromkeys(name for column in columns for name in column)
    heads = [as_title(kind), "", "", "there", *names, "on it"]
    filled = ([*row[:4], *(column.get(name, "") for name in names), row[4]]
              for row, column in zip(rows, columns, strict=True))  # fmt: skip
    return filled_columns(heads, [*filled], width)


def _homes_of_the_absent(game: Game, kind: str) -> set[str]:
    """If each place of a kind is the home of some player: those of players who don't take part."""
    board, layout = game.program.board, game.program.layout
    seated = {layout.items[player].name for player in layout.kind("player")}
    fields = [f.name for f in board.fields("player").values() if f.type == thing(kind)]
    named: dict[bool, set[str]] = {True: set(), False: set()}
    for one in board.things.get("player", {}).values():
        values = (one.values.get(name) for name in fields)
        named[one.id in seated] |= {value for value in values if isinstance(value, str)}
    homes, places = named[True] | named[False], {layout.items[p].name for p in layout.kind(kind)}
    return homes - named[True] if places <= homes else set()


def _there(
    game: Game, place: int, player: int, by_place: ThingsByPlace
) -> tuple[str, dict[str, str], str]:
    """The things on a place; the printed facts of the one piece there with a definition of its
    own, if there is exactly one, and the things on that piece."""
    there = by_place.get(place, [])
    items = game.program.layout.items
    named = [i for i in there if items[i].thing is not None]
    named = [i for i in named if not visibility.is_back(game, i, player)]
    named_facts = facts_by_name(game, named[0], player) if len(named) == 1 else {}
    if not named_facts:
        return "; ".join(group_pieces(game, there, player, by_place)), {}, ""
    others = [i for i in there if i not in named]
    on_it = group_pieces(game, by_place.get(named[0], []), player, by_place)
    found = [*group_pieces(game, named, player, {}), *group_pieces(game, others, player, by_place)]
    return "; ".join(found), named_facts, "; ".join(on_it)


def _grid(game: Game, kind: str, player: int) -> list[str]:
    """Cells in their columns and rows, the first row at the bottom, each with the things on it.

    On hexagonal grids, even rows are shifted right by half a cell, and the name of a column is
    below its first row.
    """
    grid, cells = board_tables.cells(game.program.layout, kind)
    by_place = things_by_place(game, player)
    said = {cell: _short(game, by_place.get(place, [])) for cell, place in cells.items()}
    columns = range(1, grid.width + 1)
    names = [grid.column_name(column) for column in columns]
    width, half = max(map(len, (*names, *said.values()))), 0
    if grid.neighbours == 6:
        width |= 1  # so that half of a cell with its gap is a whole number
        half = (width + 1) // 2
    rows = [
        _grid_line(grid.row_name(row), [said.get((column, row), "") for column in columns], width,
                   0 if row % 2 else half)
        for row in range(grid.height, 0, -1)
    ]  # fmt: skip
    return [*rows, _grid_line("", names, width, 0)]


def _grids(game: Game, player: int) -> set[str]:
    """The grids to draw: those with something on them, or all if there is none."""
    by_place = things_by_place(game, player)
    grids = {k.name for k in game.program.board.kinds.values() if k.grid}
    used = {k for k in grids if any(place in by_place for place in game.program.layout.kind(k))}
    return used or grids


def _on_cells(game: Game, kind: str, player: int, width: int) -> list[str]:
    """The things on the cells that have a name or carry others, so that a mark is too little."""
    by_place, items = things_by_place(game, player), game.program.layout.items
    places = [place for place in game.program.layout.kind(kind) if place in by_place]
    named = [p for p in places if any(items[i].thing or i in by_place for i in by_place[p])]
    rows = [
        [title(game.program, p), "; ".join(group_pieces(game, by_place[p], player, by_place))]
        for p in named
    ]
    return table([as_title(kind), "on it"], rows, width) if rows else []


def _short(game: Game, items: Sequence[int]) -> str:
    words = [naming.name(game.program, visibility.owner(game, i) or i) for i in items]
    return ",".join(words) or "."


def _grid_line(head: str, words: Sequence[str], width: int, shift: int) -> str:
    line = " ".join(f"{word:^{width}}" for word in words)
    return printable(f"{head:>4}  {' ' * shift}{line}".rstrip())
