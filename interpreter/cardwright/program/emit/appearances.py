"""Which things look alike: by their kind, their owner, their place and their state."""

from __future__ import annotations

from cardwright.board.model import Field
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
        if item.thing is not None:  # a token's copies are as alike as pieces
            alike = len(kinds) + program.layout.designs[item.id]
        program.appearances.append((alike, tuple(cells)))


def _limits_of_things(program: Program) -> dict[int, list[int]]:
    """By thing: the cells that tell who has used its options, as offsets."""
    found: dict[int, list[int]] = {}
    rows = (row for rows in program.menus.values() for row in rows)
    for row in (row for row in rows if row.this and row.limit_cell >= 0):
        cells = range(row.limit_cell + 1, row.limit_cell + 1 + program.player_count)
        found.setdefault(row.this, []).extend(cell - row.this for cell in cells)
    return found


def _cells_of(program: Program, kind: str) -> list[Field]:
    """The state of a kind, and of what its things may become."""
    kinds = (kind, *sorted(program.layout.becomes.get(kind, frozenset()) - {kind}))
    found = {(f.kind, f.name): f for k in kinds for f in program.board.fields(k).values()}
    return [f for f in found.values() if not f.printed]
