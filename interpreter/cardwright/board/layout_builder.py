"""Makes the layout of a game: numbers its things, and allocates the cells of its state.

Which rows there are, and in which order, is decided here; `layout` answers questions about them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardwright.board import face_down
from cardwright.board.declarations import LASTING, LISTS, Field, Thing, Zone
from cardwright.board.layout import SEATS, Item, Layout, mask_of
from cardwright.board.model import Board
from cardwright.board.transformations import Change, possible_kinds


def build_layout(
    board: Board, players: tuple[str, ...], changes: Iterable[Change] = (), size: int = 0
) -> Layout:
    """The layout of a game of these players (ids of things of kind `player`).

    `size` is the number of players that the game is for, if it differs from their number; `changes`
    are the kinds whose things may become others.
    """
    layout = Layout(board, players, size or len(players))
    layout.items.append(Item(0, "", "nothing"))
    for kind, name, thing, owner in _rows(board, layout):
        item = Item(len(layout.items), kind, name, thing, owner)
        layout.items.append(item)
        if name == kind:
            layout.by_name[(kind, kind)] = item.id
        if thing is not None:
            layout.by_name.setdefault((kind, thing.id), item.id)
    layout.designs = tuple(_designs(layout.items))
    layout.becomes = possible_kinds(board, changes)
    layout._changing = frozenset(layout.becomes).union(*layout.becomes.values())
    _allocate_cells(layout)
    _number_lists(layout)
    for item in (layout.items[id] for id in layout.kind("thing")):
        if item.thing is not None:
            layout._copies.setdefault((item.kind, item.thing.id), []).append(item.id)
    layout.face_down = face_down.made(board, [i.kind for i in layout.items], layout.cells)
    return layout


def _number_lists(layout: Layout) -> None:
    """Numbers the lists that follow those of zones and of changed things."""
    number = len(layout.zones) + bool(layout.forms)
    if any(_lies_or_is_in_zone(layout.board, kind) for kind in layout.board.kinds):
        layout.placed, number = number, number + 1
    effects = layout.kind(LASTING) if LASTING in layout.board.kinds else ()
    if len(effects) > _MANY_EFFECTS:
        layout.in_effect, layout._first_effect = number, min(effects)


_MANY_EFFECTS = 6  # fewer are found one by one


def _lies_or_is_in_zone(board: Board, kind: str) -> bool:
    """Whether things of a kind are sometimes in zones, such as decks, and sometimes on the
    table.
    """
    holds = (zone.holds for zone in board.zones.values())
    in_zones = any(board.related(kind, h) for h in holds if h in board.kinds)
    return bool(board.lives_on(kind)) and in_zones


def _designs(items: Sequence[Item]) -> Iterator[int]:
    """The first thing of the same definition, or of the same kind if it has none, for each id."""
    first: dict[tuple[str, str], int] = {}
    for item in items:
        named = item.thing.id if item.thing else "" if item.kind else item.name
        yield first.setdefault((item.kind, named), item.id)


_Row = tuple[str, str, Thing | None, int]


def _rows(board: Board, layout: Layout) -> Iterator[_Row]:
    yield from _defined_rows(board, "player")
    yield from _defined_rows(board, "place")
    yield from _zone_rows(board, layout)
    yield from _defined_rows(board, "card")
    yield from _piece_rows(board)
    yield from _defined_rows(board, LASTING)
    yield from _defined_rows(board, LISTS)


def _defined_rows(board: Board, root: str) -> Iterator[_Row]:
    for kind in board.below(root):
        yield from _token_rows(board, kind)
        yield from _thing_rows(board, kind)


def _token_rows(board: Board, kind: str) -> Iterator[_Row]:
    """The tokens of a kind without definitions; other tokens are copies of definitions."""
    for index in range(0 if board.things.get(kind) else board.kinds[kind].token):
        yield kind, f"{kind} {index + 1}", None, 0


def _thing_rows(board: Board, kind: str) -> Iterator[_Row]:
    for thing in board.things.get(kind, {}).values():
        for copy, owner in enumerate(board.dealt.get((kind, thing.id), (0,) * thing.copies)):
            name = thing.id if thing.copies == 1 else f"{thing.id}#{copy + 1}"
            yield kind, name, thing, owner


def _zone_rows(board: Board, layout: Layout) -> Iterator[_Row]:
    layout.zone_first = len(layout.items)
    everybody = list(board.things.get("player", {}).values())
    seats = Zone(SEATS, "player", ordered=True)
    for zone in (seats, *board.zones.values()):
        owners = range(1, len(everybody) + 1) if zone.each_player else (0,)
        for owner in owners:
            layout.zones.append((zone, owner))
            name = f"{zone.name} of {everybody[owner - 1].id}" if owner else zone.name
            yield "", name, None, owner


_BASES = ("die", "piece")  # a pack may use these without declaring kinds below them


def _piece_rows(board: Board) -> Iterator[_Row]:
    kinds = (k for k in board.kinds.values() if k.parent in _BASES and k.name not in _BASES)
    families = [board.below(kind.name) for kind in kinds]
    everybody = list(board.things.get("player", {}).values())
    for leaves in [*families, *((base,) for base in _BASES)]:
        for owner, player in enumerate(everybody, 1):
            for leaf in leaves:
                count = player.pieces.get(leaf, board.kinds[leaf].each_player)
                for index in range(count):
                    yield leaf, f"{player.id} {leaf} {index + 1}", None, owner
        for leaf in leaves:
            for index in range(board.pieces.get(leaf, 0)):
                yield leaf, leaf if board.pieces[leaf] == 1 else f"{leaf} {index + 1}", None, 0
            yield from _token_rows(board, leaf)
            yield from _thing_rows(board, leaf)


def _allocate_cells(layout: Layout) -> None:
    start = [0] * layout.count + [item.owner for item in layout.items]
    if layout.becomes:
        layout.forms = len(start)
        start += layout.designs
    for name, found in layout.board.state.items():
        layout.cells[("", name)] = len(start)
        layout.ranges[("", name)] = (len(start), len(start) + 1)
        start.append(_initial_value(layout, found))
    last = {item.kind: item.id for item in layout.items}
    first = {item.kind: item.id for item in reversed(layout.items)}
    for kind in layout.board.kinds.values():
        kinds = [k for k in first if k and layout.may_be(k, kind.name)]
        ids = [*map(first.__getitem__, kinds), *map(last.__getitem__, kinds)]
        for found in kind.fields.values():
            if not found.printed:
                low, high = min(ids, default=0), max(ids, default=0)  # there may be none
                layout.cells[(kind.name, found.name)] = len(start) - low
                layout.ranges[(kind.name, found.name)] = (len(start), len(start) + high - low + 1)
                start += [_initial_value(layout, found)] * (high - low + 1)
    layout.start = start


def _initial_value(layout: Layout, found: Field) -> int:
    value = layout.number(found.start, found) if found.start is not None else 0
    if isinstance(value, tuple):
        return mask_of(value, layout.members(found.type))
    return value if isinstance(value, int) else 0
