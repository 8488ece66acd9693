"""Which things look alike: by their kind, their owner, their place and their state; and which may
be out of sight.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.board.declarations import Field
from cardwright.board.face_down import may_be_face_down
from cardwright.board.layout import Layout
from cardwright.board.model import Board
from cardwright.program.program import Program


def index_appearances(program: Program) -> None:
    """The kind and cells that make up each thing's appearance; None for unique things."""
    kinds = list(program.layout.board.kinds)
    limits = _limits_of_things(program)
    for item in program.layout.items:
        token = bool(item.kind) and program.board.token_of(item.kind)
        unique = item.thing is not None or not item.kind or item.id in program.cards
        if unique and not token:
            program.appearances.append(None)
            continue
        cells = [program.layout.cells[(f.kind, f.name)] for f in _cells_of(program, item.kind)]
        if program.layout.forms:
            cells.append(program.layout.forms)
        cells += limits.get(item.id, ())
        alike = kinds.index(item.kind)
        if item.thing is not None:  # copies of a token are as alike as pieces
            alike = len(kinds) + program.layout.designs[item.id]
        program.appearances.append((alike, tuple(cells)))


def hidden_things(layout: Layout) -> Iterator[int]:
    """The things that may be where not everybody sees them: in a zone, face down, or on such a
    thing.
    """
    board = layout.board
    holds = {zone.holds for zone, _ in layout.zones if zone.seen_by != "all"}
    if not holds and layout.face_down is None:
        return
    kinds = {k for k in board.kinds if board.root(k) not in ("player", "place")}
    hidden = {k for k in kinds if may_be_face_down(board, k) or _is_among(board, k, holds)}
    if layout.forms:
        hidden = kinds
    while more := {k for k in kinds - hidden if _may_be_on(board, k, hidden)}:
        hidden |= more
    yield from (item.id for item in layout.items if item.kind in hidden)


def _may_be_on(board: Board, kind: str, others: set[str]) -> bool:
    on = board.lives_on(kind)
    return any(_is_among(board, k, others) for k in on) if on else board.needs_place(kind)


def _is_among(board: Board, kind: str, others: set[str]) -> bool:
    """Whether things of a kind may be of one of the others; `thing` means any."""
    near = {*board.ancestors(kind), *board.below(kind), "thing"} if kind in board.kinds else {kind}
    return bool(near & others)


def _limits_of_things(program: Program) -> dict[int, list[int]]:
    """By thing: the cells that record who has used its options, as offsets."""
    found: dict[int, list[int]] = {}
    rows = (row for rows in program.menus.values() for row in rows)
    for row in (row for row in rows if row.this and row.limit_cell >= 0):
        cells = range(row.limit_cell + 1, row.limit_cell + 1 + program.player_count)
        found.setdefault(row.this, []).extend(cell - row.this for cell in cells)
    return found


def _cells_of(program: Program, kind: str) -> list[Field]:
    """The state of a kind, and of the kinds that its things may become."""
    kinds = (kind, *sorted(program.layout.becomes.get(kind, frozenset()) - {kind}))
    found = {(f.kind, f.name): f for k in kinds for f in program.board.fields(k).values()}
    return [f for f in found.values() if not f.printed]
