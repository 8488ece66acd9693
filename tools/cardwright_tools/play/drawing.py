"""Draws the board as text for one player: players, places with what is on them, zones.

Draws any game from its declarations: kinds of places that hold pieces or have state become
tables, grids are drawn as grids. Shows what the player may see, and nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from textwrap import wrap

from cardwright.board.layout import SEATS
from cardwright.board.model import Field
from cardwright.board.types import FLAG
from cardwright.program import board_tables
from cardwright.runtime import naming, visibility
from cardwright.runtime.game import Game
from cardwright.runtime.naming import HIDDEN, as_title, own_title, title
from cardwright.source.printable import printable
from cardwright_tools.output import format_table, table_fits
from cardwright_tools.play.facts import (
    counted,
    facts,
    facts_by_name,
    facts_in_play,
    printed_facts,
    score,
    score_name,
)

SHOWN_CARDS = 8  # of a zone that is not your own
Standing = dict[int, list[int]]  # things, by where they are


def draw_board(game: Game, player: int, width: int) -> list[list[str]]:
    """The position as this player sees it, in tables."""
    parts = [_facts_of_game(game, player), _loose_dice(game, player), _zones(game, player, width)]
    grids = _grids(game, player)
    for kind in _place_kinds(game):
        if game.program.board.kinds[kind].grid:
            if kind in grids:
                parts += [_grid(game, kind, player), _on_cells(game, kind, player, width)]
        else:
            parts.append(_places(game, kind, player, width))
    parts.append(_players(game, player, width))
    return [part for part in parts if part]


def _facts_of_game(game: Game, player: int) -> list[str]:
    """The game's own state, where it differs from the start."""
    cells = game.program.board.state.values()
    said = [words for f in cells if (words := describe_cell(game, f, 0, player))]
    return [" · ".join(said)] if said else []


def _loose_dice(game: Game, player: int) -> list[str]:
    """Nobody's dice, where they need no place: on the table, with their faces."""
    dice = [i for i in sorted(game.program.layout.always_there("die"))
            if not game.s[i] and not visibility.owner(game, i)]  # fmt: skip
    return [f"Dice: {'; '.join(group_pieces(game, dice, player))}"] if dice else []


def describe_cell(game: Game, found: Field, item: int, player: int) -> str:
    """`round 3`, `damaged`; "" if the player may not see it or it is as at the start."""
    layout = game.program.layout
    at = layout.cells.get((found.kind, found.name))
    if (
        at is None
        or found.is_kept_for_rules
        or not visibility.shows_cell(game, found, item, player)
    ):
        return ""
    if told := counted(game, found, item, player):
        return f"{found.name} {told}"
    value = game.s[at + item]
    if value == layout.start[at + item]:
        return ""
    if found.type == FLAG:
        return found.name if value else f"not {found.name}"
    words = _value(game, found, value, player)
    return words if _is_face(game, found) else f"{found.name} {words}"


def _is_face(game: Game, found: Field) -> bool:
    """Whether it is what a die shows, which needs no name."""
    return found.name == "face" and game.program.board.is_a(found.kind, "die")


def _value(game: Game, found: Field, value: int, player: int) -> str:
    """A value of state; of a thing that the player can't see only that there is one."""
    if found.type.base != "thing" or not value:
        return naming.value(game.program, found.type, value, title)
    return naming.title_of(game, value) if visibility.sees(game, value, player) else HIDDEN


# ------------------------------------------------------------------------------- places


def _place_kinds(game: Game) -> list[str]:
    """Kinds of places that can hold pieces, or that have state of their own."""
    model = game.program.board
    homes = {home for kind in model.kinds for home in model.lives_on(kind)} - {"place"}
    homes |= {k.name for k in model.kinds.values() if any(not f.printed for f in k.fields.values())}
    found = [k for k in model.kinds if model.root(k) == "place" and k != "place"]
    found = [k for k in found if any(model.is_a(k, home) for home in homes)]
    return [k for k in found if any(i.kind == k for i in game.program.layout.items)]


def _places(game: Game, kind: str, player: int, width: int) -> list[str]:
    standing, absent = _standing(game, player), _homes_of_the_absent(game)
    rows, columns = [], list[dict[str, str]]()
    for place in game.program.layout.kind(kind):
        state = " ".join(
            filter(None, (describe_cell(game, f, place, player) for f in _cells(game, place)))
        )
        there, told, on_it = _there(game, place, player, standing)
        if game.program.layout.items[place].name in absent and not (state or there):
            continue
        rows.append([title(game.program, place), facts(game, place, player), state, there, on_it])
        columns.append(told)
    names = dict.fromkeys(name for told in columns for name in told)
    heads = [as_title(kind), "", "", "there", *names, "on it"]
    filled = ([*row[:4], *(told.get(name, "") for name in names), row[4]]
              for row, told in zip(rows, columns, strict=True))  # fmt: skip
    return _kept_columns(heads, [*filled], width)


def _kept_columns(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """A table without the columns that are empty."""
    kept = [n for n in range(len(heads)) if n == 0 or any(row[n] for row in rows)]
    return _table([heads[n] for n in kept], [[row[n] for n in kept] for row in rows], width)


def _homes_of_the_absent(game: Game) -> set[str]:
    """The things that only players who don't take part have printed."""
    board, layout = game.program.board, game.program.layout
    seated = {layout.items[player].name for player in layout.kind("player")}
    fields = [f.name for f in board.fields("player").values() if f.type.base == "thing"]
    named: dict[bool, set[str]] = {True: set(), False: set()}
    for one in board.things.get("player", {}).values():
        values = (one.values.get(name) for name in fields)
        named[one.id in seated] |= {value for value in values if isinstance(value, str)}
    return named[False] - named[True]


def _there(
    game: Game, place: int, player: int, standing: Standing
) -> tuple[str, dict[str, str], str]:
    """What is on a place; what is printed on the one piece there that has a definition of its own,
    if there is one, and what is on that."""
    there = standing.get(place, [])
    items = game.program.layout.items
    named = [i for i in there if items[i].thing is not None]
    named = [i for i in named if not visibility.is_back(game, i, player)]
    told = facts_by_name(game, named[0], player) if len(named) == 1 else {}
    if not told:
        return "; ".join(group_pieces(game, there, player, standing)), {}, ""
    others = [i for i in there if i not in named]
    on_it = group_pieces(game, standing.get(named[0], []), player, standing)
    found = [*group_pieces(game, named, player, {}), *group_pieces(game, others, player, standing)]
    return "; ".join(found), told, "; ".join(on_it)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """A table; where its columns don't fit side by side, each row as a paragraph."""
    if table_fits(heads, rows, width):
        return format_table(heads, rows, width)
    return [line for row in rows for line in _paragraph(heads, row, width)]


def _paragraph(heads: Sequence[str], row: Sequence[str], width: int) -> list[str]:
    found = [*zip(heads, row, strict=True)][1:]
    said = [f"{head}: {cell}" if head else cell for head, cell in found if cell]
    text = printable(" · ".join(said))
    body = wrap(
        text, width, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
    )
    return [printable(row[0]), *body]


def _cells(game: Game, item: int) -> list[Field]:
    fields = game.program.board.fields(game.program.layout.form(game.s, item).kind).values()
    return [f for f in fields if not f.printed]


def _standing(game: Game, player: int) -> Standing:
    """The things that the player sees, by location."""
    found: Standing = {}
    for item in game.program.layout.items[1:]:
        place = game.s[item.id] if visibility.can_be_hidden(game.program, item.id) else 0
        back = place and visibility.is_back(game, item.id, player)
        if back or (place and visibility.sees(game, item.id, player)):
            found.setdefault(place, []).append(item.id)
    return {place: _seen_first(game, items, player) for place, items in found.items()}


def _seen_first(game: Game, items: Sequence[int], player: int) -> list[int]:
    """Things in their own order, but backs last and by what they show: their order tells, too."""
    seen = [i for i in items if not visibility.is_back(game, i, player)]
    backs = [i for i in items if i not in seen]
    shown = lambda i: (visibility.owner(game, i), visibility.back_of(game, i))  # noqa: E731
    return [*seen, *sorted(backs, key=shown)]


def group_pieces(
    game: Game, items: Sequence[int], player: int, standing: Standing | None = None
) -> list[str]:
    """`un: 3 miners, cart (damaged) with 2 ores`: alike pieces of one owner are counted together.

    What stands on a piece is told with it.
    """
    standing = _standing(game, player) if standing is None else standing
    owners: dict[int, Counter[str]] = {}
    for item in _seen_first(game, items, player):
        kind = game.program.layout.items[item].kind
        if back := _back(game, item, player):
            owners.setdefault(visibility.owner(game, item), Counter())[back] += 1
            continue
        word = own_title(game.program, item) if _is_named(game, item) else kind
        word += naming.as_other(game, item) + _marks(game, item, player)
        if held := standing.get(item):
            word += f" with {'; '.join(group_pieces(game, held, player, standing))}"
        owners.setdefault(visibility.owner(game, item), Counter())[word] += 1
    return [_group(game, owner, words) for owner, words in sorted(owners.items())]


def _marks(game: Game, item: int, player: int) -> str:
    """` (damaged, power 4, swift)`: its state, and where it is not as its definition says."""
    state = (describe_cell(game, f, item, player) for f in _cells(game, item))
    said = [words for words in (*state, *facts_in_play(game, item, player)) if words]
    return f" ({', '.join(said)})" if said else ""


def _is_named(game: Game, item: int) -> bool:
    found = game.program.layout.items[item]
    return found.thing is not None or found.name == found.kind


def _group(game: Game, owner: int, words: Counter[str]) -> str:
    said = ", ".join(_many(game, count, word) for word, count in words.items())
    return f"{naming.name(game.program, owner)}: {said}" if owner else said


def _many(game: Game, number: int, word: str) -> str:
    """`miner`, `3 miners`, `3 carts (damaged)`."""
    if number == 1:
        return word
    kind, mark, marks = word.partition(" (")
    found = game.program.board.kinds.get(kind)
    return f"{number} {found.plural if found else kind}{mark}{marks}"


def _grid(game: Game, kind: str, player: int) -> list[str]:
    """Cells in their columns and rows, the first row at the bottom, each with what is on it.

    Of hexagons, the even rows are half a cell further east; a column's name is below its first row.
    """
    grid, cells = board_tables.cells(game.program.layout, kind)
    standing = _standing(game, player)
    said = {cell: _short(game, standing.get(place, [])) for cell, place in cells.items()}
    columns = range(1, grid.width + 1)
    names = [grid.column_name(column) for column in columns]
    room, half = max(map(len, (*names, *said.values()))), 0
    if grid.neighbours == 6:
        room |= 1  # so that half a cell and its gap is a whole number
        half = (room + 1) // 2
    rows = [
        _grid_line(grid.row_name(row), [said.get((column, row), "") for column in columns], room,
                   0 if row % 2 else half)
        for row in range(grid.height, 0, -1)
    ]  # fmt: skip
    return [*rows, _grid_line("", names, room, 0)]


def _grids(game: Game, player: int) -> set[str]:
    """The grids that are drawn: those with something on them, or all if there is none."""
    standing = _standing(game, player)
    grids = {k.name for k in game.program.board.kinds.values() if k.grid}
    used = {k for k in grids if any(place in standing for place in game.program.layout.kind(k))}
    return used or grids


def _on_cells(game: Game, kind: str, player: int, width: int) -> list[str]:
    """What is on the cells, if more than a mark: things that have a name, or carry some."""
    standing, items = _standing(game, player), game.program.layout.items
    places = [place for place in game.program.layout.kind(kind) if place in standing]
    named = [p for p in places if any(items[i].thing or i in standing for i in standing[p])]
    rows = [
        [title(game.program, p), "; ".join(group_pieces(game, standing[p], player, standing))]
        for p in named
    ]
    return _table([as_title(kind), "on it"], rows, width) if rows else []


def _grid_line(head: str, words: Sequence[str], room: int, shift: int) -> str:
    line = " ".join(f"{word:^{room}}" for word in words)
    return printable(f"{head:>4}  {' ' * shift}{line}".rstrip())


def _short(game: Game, items: Sequence[int]) -> str:
    words = [naming.name(game.program, visibility.owner(game, i) or i) for i in items]
    return ",".join(words) or "."


# ---------------------------------------------------------------------------- one thing


def facts_of(game: Game, item: int, player: int) -> str:
    """What is printed on a thing; of a place also its state, the edges there and what is on it; of
    a piece that is the only one of its kind, its state and where it is."""
    layout, board = game.program.layout, game.program.board
    said, kind = [printed_facts(game, item)], layout.items[item].kind
    if kind and board.root(kind) == "place":
        said += [describe_cell(game, f, item, player) for f in _cells(game, item)]
        touching = [e for e, ends in enumerate(board_tables.ends(layout, kind)) if item in ends]
        said += [", ".join(title(game.program, edge) for edge in touching)]
        said += group_pieces(game, _standing(game, player).get(item, []), player)
    elif kind and layout.items[item].name == kind and visibility.sees(game, item, player):
        said += [describe_cell(game, f, item, player) for f in _cells(game, item)]
        if game.s[item] or item not in layout.always_there(kind):
            said.append(naming.whereabouts(game, item, own_title))
    return " · ".join(filter(None, said))


# -------------------------------------------------------------------------------- zones


def _zones(game: Game, player: int, width: int) -> list[str]:
    """Shared zones; ordered ones with one card per line."""
    layout = game.program.layout
    rows = []
    for index, (zone, owner) in enumerate(layout.zones):
        if not owner and zone.name != SEATS and game.z[index]:
            name = title(game.program, layout.zone_first + index)
            rows.append([name, _held(game, index, player)])
    return format_table(["Zone", "in it"], rows, width) if rows else []


def _held(game: Game, index: int, player: int) -> str:
    zone, owner = game.program.layout.zones[index]
    items = game.z[index]
    if not visibility.sees_inside(zone, owner, player):
        return str(len(items)) if visibility.counts_inside(zone, owner, player) else HIDDEN
    if len(items) > SHOWN_CARDS and owner != player:
        shown = _listed(game, items[:SHOWN_CARDS], zone.ordered, player, owner)
        return f"{len(items)}: {shown} ..."
    return _listed(game, items, zone.ordered, player, owner)


def _listed(game: Game, items: Sequence[int], ordered: bool, player: int, owner: int) -> str:
    names = _only_faces(game, items, player) or _names(game, items, ordered, player, owner)
    if ordered and len(names) > 1:
        names = [f"{place}. {name}" for place, name in enumerate(names, 1)]
    return ", ".join(names)


def _names(game: Game, items: Sequence[int], ordered: bool, player: int, owner: int) -> list[str]:
    own = f"{naming.name(game.program, owner)}: " if owner else ""
    alike = [item for item in items if naming.nameless(game.program, item) and not ordered]
    names = [_held_thing(game, item, player) for item in items if item not in alike]
    names += group_pieces(game, alike, player)
    return [words.removeprefix(own) for words in names]


def _only_faces(game: Game, items: Sequence[int], player: int) -> list[str]:
    """The faces of dice of one kind and owner, if they differ in nothing else."""
    alike = {(game.program.layout.items[i].kind, visibility.owner(game, i)) for i in items}
    if len(alike) != 1 or not game.program.board.is_a(min(alike)[0], "die"):
        return []
    told = [[w for f in _cells(game, i) if (w := describe_cell(game, f, i, player))] for i in items]
    shown = [game.s[game.program.faces[i]] for i in items if i in game.program.faces]
    alone = all(shown) and all(len(words) == 1 for words in told)
    return [words[0] for words in told] if alone and len(shown) == len(items) else []


def _held_thing(game: Game, item: int, player: int) -> str:
    """A card, an effect, or a piece in its place of an order, with its state."""
    if naming.nameless(game.program, item):
        return group_pieces(game, [item], player)[0]
    if game.program.effect_row(item) is not None:
        return naming.effect_title(game, item, player)
    return naming.title(game.program, item, game) + _marks(game, item, player)


# ------------------------------------------------------------------------------ players


def _players(game: Game, player: int, width: int) -> list[str]:
    """Each player's score, counters, pieces left and zones, in the order of the seats."""
    layout, model = game.program.layout, game.program.board
    seats = game.z[layout.zone_id(SEATS) - layout.zone_first]
    columns = _columns(f for f in model.fields("player").values() if not f.printed)
    zones = [i for i, (zone, _) in enumerate(layout.zones) if zone.each_player]
    names, scored = list(dict.fromkeys(layout.zones[i][0].name for i in zones)), score_name(game)
    rows = [
        [("> " if one == player else "  ") + title(game.program, one),
         score(game, one, player) if scored else "",
         *(_counters(game, cells, one, player) for cells in columns.values()),
         _dice(game, one, player),
         _left(game, one, player),
         *(_own(game, one, name, player) for name in names)]
        for one in seats
    ]  # fmt: skip
    titles = [model.zones[name].title or name for name in names]
    heads = ["Player", scored, *columns, "dice", "in supply", *titles]
    return _kept_columns(heads, rows, width)


def _columns(cells: Iterable[Field]) -> dict[str, list[Field]]:
    """By the head of a column: its cells, which are several of a state with `per`."""
    found: dict[str, list[Field]] = {}
    for cell in cells:
        found.setdefault(cell.family or cell.name, []).append(cell)
    return found


def _counters(game: Game, cells: Sequence[Field], one: int, player: int) -> str:
    """A counter; of a state with `per` those that are not 0, as `york 3, hull 1`."""
    if not cells[0].family:
        return _counter(game, cells[0], one, player)
    said = ((cell.key, _counter(game, cell, one, player)) for cell in cells)
    return ", ".join(f"{key} {words}" for key, words in said if words not in ("", "0"))


def _counter(game: Game, found: Field, one: int, player: int) -> str:
    at = game.program.layout.cells[("player", found.name)]
    if not visibility.shows_cell(game, found, one, player):
        return ""
    value = game.s[at + one]
    if told := counted(game, found, one, player):
        return told
    if not value and found.type.base != "number":
        return ""
    return _value(game, found, value, player)


def _dice(game: Game, one: int, player: int) -> str:
    """The dice that a player has in no place, with their faces."""
    mine = [i for i in game.program.layout.kind("die")
            if not game.s[i] and visibility.owner(game, i) == one]  # fmt: skip
    said = [words.partition(": ")[2] for words in group_pieces(game, mine, player)]
    return "; ".join(said)


def _left(game: Game, one: int, player: int) -> str:
    """The pieces of a player that are in their supply, without those that need no place.

    Of what lies face down there, only the backs.
    """
    layout = game.program.layout
    pieces = [i for i in layout.kind("piece") if i not in layout.always_there("piece")]
    left = [i for i in pieces if not game.s[i] and visibility.owner(game, i) == one]
    left = _seen_first(game, left, player)
    counts = Counter(_back(game, i, player) or layout.items[i].kind for i in left)
    return ", ".join(_many(game, number, kind) for kind, number in counts.items())


def _back(game: Game, item: int, player: int) -> str:
    """What a player sees of a thing that lies face down for them; "" if they see its face."""
    hidden = visibility.is_back(game, item, player)
    return f"{visibility.back_of(game, item)} (face down)" if hidden else ""


def _own(game: Game, one: int, name: str, player: int) -> str:
    index = game.program.layout.zone_id(name, one) - game.program.layout.zone_first
    return _held(game, index, player) if game.z[index] else ""
