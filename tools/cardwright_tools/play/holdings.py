"""The contents of zones and the possessions of players, as tables for one player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from cardwright.board.declarations import Field
from cardwright.board.layout import SEATS
from cardwright.runtime import naming, visibility
from cardwright.runtime.game import Game
from cardwright.runtime.naming import HIDDEN, title
from cardwright_tools.output import format_table
from cardwright_tools.play.facts import counted, score, score_name
from cardwright_tools.play.tables import filled_columns
from cardwright_tools.play.things import (
    backs_last,
    count_phrase,
    describe_cell,
    group_pieces,
    marks_of,
    state_cells,
    value_words,
    visible_back,
)

SHOWN_CARDS = 8  # the most of a zone that is not your own


def zone_lines(game: Game, player: int, width: int) -> list[str]:
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
    alike = [item for item in items if naming.is_counted_piece(game.program, item) and not ordered]
    names = [_held_thing(game, item, player) for item in items if item not in alike]
    names += group_pieces(game, alike, player)
    return [words.removeprefix(own) for words in names]


def _only_faces(game: Game, items: Sequence[int], player: int) -> list[str]:
    """The faces of dice of one kind and owner, if they differ in nothing else."""
    alike = {(game.program.layout.items[i].kind, visibility.owner(game, i)) for i in items}
    if len(alike) != 1 or not game.program.board.is_a(min(alike)[0], "die"):
        return []
    states = [
        [words for f in state_cells(game, i) if (words := describe_cell(game, f, i, player))]
        for i in items
    ]
    shown = [game.s[game.program.faces[i]] for i in items if i in game.program.faces]
    alone = all(shown) and all(len(words) == 1 for words in states)
    return [words[0] for words in states] if alone and len(shown) == len(items) else []


def _held_thing(game: Game, item: int, player: int) -> str:
    """A card, an effect, or a piece at its position in an order, with its state."""
    if naming.is_counted_piece(game.program, item):
        return group_pieces(game, [item], player)[0]
    if game.program.effect_row(item) is not None:
        return naming.effect_title(game, item, player)
    return naming.title(game.program, item, game) + marks_of(game, item, player)


def player_lines(game: Game, player: int, width: int) -> list[str]:
    """Each player's score, counters, pieces left and zones, in the order of the seats."""
    layout, model = game.program.layout, game.program.board
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
        for one in game.seats
    ]  # fmt: skip
    titles = [model.zones[name].title or name for name in names]
    heads = ["Player", scored, *columns, "dice", "in supply", *titles]
    return filled_columns(heads, rows, width)


def _columns(cells: Iterable[Field]) -> dict[str, list[Field]]:
    """The columns by heading, each with its cells; a state with `per` has several."""
    found: dict[str, list[Field]] = {}
    for cell in cells:
        found.setdefault(cell.family or cell.name, []).append(cell)
    return found


def _counters(game: Game, cells: Sequence[Field], one: int, player: int) -> str:
    """A counter; for a state with `per`, the values that are not 0, as in `york 3, hull 1`."""
    if not cells[0].family:
        return _counter(game, cells[0], one, player)
    said = ((cell.key, _counter(game, cell, one, player)) for cell in cells)
    return ", ".join(f"{key} {words}" for key, words in said if words not in ("", "0"))


def _counter(game: Game, found: Field, one: int, player: int) -> str:
    at = game.program.layout.cells[("player", found.name)]
    if not visibility.shows_cell(game, found, one, player):
        return ""
    value = game.s[at + one]
    if number := counted(game, found, one, player):
        return number
    if not value and found.type.base != "number":
        return ""
    return value_words(game, found, value, player)


def _dice(game: Game, one: int, player: int) -> str:
    """A player's dice that are in no place, with their faces."""
    mine = [i for i in game.program.layout.kind("die")
            if not game.s[i] and visibility.owner(game, i) == one]  # fmt: skip
    said = [words.partition(": ")[2] for words in group_pieces(game, mine, player)]
    return "; ".join(said)


def _left(game: Game, one: int, player: int) -> str:
    """The pieces in a player's supply, except those that need no place; face-down pieces only
    show their backs."""
    layout = game.program.layout
    pieces = [i for i in layout.kind("piece") if i not in layout.always_there("piece")]
    left = [i for i in pieces if not game.s[i] and visibility.owner(game, i) == one]
    left = backs_last(game, left, player)
    counts = Counter(visible_back(game, i, player) or layout.items[i].kind for i in left)
    return ", ".join(count_phrase(game, number, kind) for kind, number in counts.items())


def _own(game: Game, one: int, name: str, player: int) -> str:
    index = game.program.layout.zone_id(name, one) - game.program.layout.zone_first
    return _held(game, index, player) if game.z[index] else ""
