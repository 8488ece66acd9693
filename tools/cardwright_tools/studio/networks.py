"""How networks are drawn: where their places are, and the lines that join them.

If a pack says where the places are, they are there; otherwise, they are laid out here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from cardwright import Rules
from cardwright.program import board_tables
from cardwright.runtime import naming
from cardwright.runtime.game import Game as Position
from cardwright_tools.studio.messages import Message
from cardwright_tools.studio.network_layout import MAX_POINTS, Point, positions

WIDE, HIGH = 160, 100
"""The size of a board that is laid out here."""
MARGIN, APART = 12, 7
"""Around a network; between edges that join the same places."""


def networks(rules: Rules, position: Position) -> Message:
    """`spots`: the middle of each place, by kind and id. `lines`: three points each, the second of
    which is the middle of an edge. `joins`: the titles of the ends of each edge. `size`: of the
    board, if the pack doesn't give one."""
    board, program = rules.declared.board, position.program
    spots: dict[str, Point] = {}
    joins: dict[str, list[str]] = {}
    lines: list[list[float]] = []
    laid_out = 0
    for kind in dict.fromkeys(one.joins for one in board.kinds.values() if one.joins):
        nodes, edges = _network(position, kind)
        if not edges or len(nodes) > MAX_POINTS:
            continue
        for edge, ends in edges.items():
            joins[_name(position, edge)] = [naming.title(program, one) for one in ends]
        said = _said(rules, position, nodes)
        if said and len(said) < len(nodes):
            continue  # those that the pack places are drawn, and no others
        at = said or _placed(nodes, edges, laid_out * HIGH)
        laid_out += not said
        middles = dict(_middles(edges, at))
        places = middles if said else {**at, **middles}
        spots |= {_name(position, one): spot for one, spot in places.items()}
        lines += ([*at[one], *middles[edge], *at[other]] for edge, (one, other) in edges.items())
    size = [WIDE, HIGH * laid_out] if laid_out else None
    return {"spots": spots, "lines": lines, "joins": joins, "size": size}


def _network(position: Position, kind: str) -> tuple[Sequence[int], Mapping[int, tuple[int, int]]]:
    """The places of a kind, and the two that each place that is an edge joins."""
    layout, board = position.program.layout, position.program.layout.board
    nodes = [*layout.kind(kind)]
    edges = {id: (ends[0], ends[1]) for id, ends in enumerate(board_tables.ends(layout, kind))
             if len(ends) == 2 and board.is_a(layout.items[id].kind, "place")}  # fmt: skip
    return nodes, edges


def _name(position: Position, id: int) -> str:
    return f"{position.program.layout.items[id].kind} {naming.own_id(position.program, id)}"


def _said(rules: Rules, position: Position, nodes: Sequence[int]) -> dict[int, Point]:
    """Where the pack says that places are."""
    look, found = rules.declared.look, {}
    for node in nodes:
        kind_and_id = _name(position, node)
        for name in (kind_and_id, kind_and_id.partition(" ")[2]):
            if name in look and (at := look[name].at):
                found[node] = (float(at[0]), float(at[1]))
                break
    return found


def _placed(
    nodes: Sequence[int], edges: Mapping[int, tuple[int, int]], top: float
) -> dict[int, Point]:
    number = {node: at for at, node in enumerate(nodes)}
    pairs = tuple((number[one], number[other]) for one, other in edges.values())
    wide, high = WIDE - 2 * MARGIN, HIGH - 2 * MARGIN
    return {node: (MARGIN + x * wide, top + MARGIN + y * high)
            for node, (x, y) in zip(nodes, positions(len(nodes), pairs), strict=True)}  # fmt: skip


def _middles(
    edges: Mapping[int, tuple[int, int]], at: Mapping[int, Point]
) -> Iterator[tuple[int, Point]]:
    """The middles of edges; of several edges between the same places, side by side."""
    before: Counter[frozenset[int]] = Counter()
    for edge, (one, other) in edges.items():
        shift = before[frozenset((one, other))] * APART
        before[frozenset((one, other))] += 1
        (x, y), (to_x, to_y) = at[one], at[other]
        yield edge, ((x + to_x) / 2, (y + to_y) / 2 + shift)
