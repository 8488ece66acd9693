"""Networks: places joined by edges, and the work to find the longest path in one.

The search takes or leaves edge after edge, in `frontier_order`: of the edges already decided, only
the places that later edges still touch matter. Knows nothing about state.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardwright.board.declarations import BETWEEN
from cardwright.board.model import Board

Ends = tuple[object, object]
MOST_SWEPT = 1_000  # edges; if there are more, they stay in their own order
MOST_OPEN = 8
"""From this many open places on, their number says nothing that the number of edges does not."""
_PARTITIONS = (1, 1, 2, 5, 15, 52, 203, 877, 4_140, 21_147)


def frontier_order(edges: Mapping[int, Ends]) -> tuple[list[int], int]:
    """The edges in an order in which few places are open at a time, and the most that are open.

    A place is open from the first of its edges to the last.
    """
    if len(edges) > MOST_SWEPT:
        return list(edges), len(edges)
    touching: dict[object, set[int]] = {}
    for edge, places in edges.items():
        for place in places:
            touching.setdefault(place, set()).add(edge)
    order: list[int] = []
    left, most = dict.fromkeys(edges), 0
    opened: dict[object, None] = {}
    while left:
        following = min(left, key=lambda edge: _new_places(edges[edge], opened, touching))
        del left[following]
        order.append(following)
        for place in edges[following]:
            touching[place].discard(following)
            opened[place] = None
        most = max(most, len(opened))
        opened = {place: None for place in opened if touching[place]}
    return order, most


def _new_places(
    places: Ends, opened: Mapping[object, object], touching: Mapping[object, set[int]]
) -> tuple[int, int]:
    """How many more places would be open with this edge; among equals, one that touches open
    ones.
    """
    more = sum(place not in opened for place in places)
    fewer = sum(len(touching[place]) == 1 for place in places)
    return more - fewer, more


def path_work(edges: int, open_places: int) -> int:
    """The most steps of a search for the longest path among this many edges."""
    states: int = 2 ** min(edges, 60)
    if open_places < MOST_OPEN:
        states = min(states, 3 * _PARTITIONS[open_places + 1] * 2**open_places)
    return 4 * edges * states


def frontier_positions(board: Board, kind: str) -> tuple[dict[tuple[str, str], int], int]:
    """The index of each edge of a kind in `frontier_order`, and the most open places."""
    things = [
        thing for below in board.below(kind) for thing in board.things.get(below, {}).values()
    ]
    joined: dict[int, Ends] = {}
    for number, thing in enumerate(things):
        match thing.values.get(BETWEEN):
            case (one, other):
                joined[number] = (one, other)
    order, most = frontier_order(joined)
    names = ((things[number].kind, things[number].id) for number in order)
    return {name: place for place, name in enumerate(names)}, most
