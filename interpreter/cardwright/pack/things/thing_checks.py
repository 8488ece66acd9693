"""Checks of things whose values are known: edges, grids, and values by number of players."""

from __future__ import annotations

from cardwright.board.declarations import BETWEEN, Kind, Thing
from cardwright.pack.board.kinds import printed_names
from cardwright.pack.builder import PackBuilder
from cardwright.pack.things.thing_schema import is_required
from cardwright.pack.validation.yaml_node import YamlNode


def check_player_counts(
    thing: Thing, node: YamlNode, numbers: frozenset[int], builder: PackBuilder
) -> None:
    """Checks that a value by number of players covers each number, or has a default."""
    board = builder.board
    expected = thing.players or sorted(numbers)
    for name in thing.by_players:
        item = node.get(name)
        whole = node.document.at(item.path) if item else None  # also what is not usable
        written = [*map(str, whole)] if isinstance(whole, dict) else []
        left = [number for number in expected if str(number) not in written]
        if item and left and is_required(board, thing.kind, name):
            message = f"`{name}` has no value for {left[0]} players"
            builder.error("CW347", message, item.key_span)


def check_ends(thing: Thing, node: YamlNode, builder: PackBuilder) -> None:
    """Checks that an edge is between two places."""
    item, joined = node.get(BETWEEN), thing.values.get(BETWEEN)
    written = item.value if item is not None else None
    if item is None or not isinstance(written, list):
        return
    if not builder.board.joined_by(thing.kind) or not isinstance(joined, tuple):
        return
    if len(joined) < len(written):
        return  # a place that is unknown is reported
    if len(written) != 2 or (len(joined) == 2 and joined[0] == joined[1]):
        message = f"`{thing.id}` must be between two different places"
        help = f"as in `{BETWEEN}: [york, hull]`"
        builder.error("CW322", message, item.span, help)


def check_length(thing: Thing, node: YamlNode, builder: PackBuilder) -> None:
    """Checks that the length of an edge is not negative."""
    length = builder.board.length_of(thing.kind)
    if length is None:
        return
    shared = builder.board.value(thing.kind, length.name)
    values = (
        thing.values.get(length.name, shared),
        *thing.by_players.get(length.name, {}).values(),
    )
    if any(isinstance(value, int) and value < 0 for value in values):
        item = node.get(length.name)
        place = item.span if item is not None else node.id_span
        message = f"`{thing.id}` is shorter than nothing"
        help = f"give it a `{length.name}` of 0 or more"
        builder.error("CW322", message, place, help)


def check_grid(kind: Kind, builder: PackBuilder) -> None:
    """Checks required fields of cells for which there is no entry."""
    board = builder.board
    for name in printed_names(board, kind.name):
        cells = board.things.get(kind.name, {}).values()
        lacking = [c.id for c in cells if c.values[name] is None and name not in c.by_players]
        field = board.field(kind.name, name)
        if field and lacking and is_required(board, kind.name, name):
            message = f"the cell `{lacking[0]}` has no `{name}`"
            help = "give the field a default or define every cell"
            builder.error("CW323", message, field.span, help)
