"""The makeup of a kind's things, in English: tokens, grids, faces of dice, edges, room.

Covers everything that is neither a field nor a rule of the kind. Knows nothing about single things.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardwright.board.declarations import Field, Kind
from cardwright.board.model import Board
from cardwright.checked_packs import CheckedPacks
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.declared import Capacity
from cardwright.language.english.expressions import Phrases
from cardwright.language.english.noun_phrases import The
from cardwright.language.front_end.english_rules import english_of
from cardwright.language.inflection import listed, spaced

_NEIGHBOURS = {
    4: "those beside it",
    6: "the six around it",
    8: "the eight around it, diagonally too",
}


def kind_fact_lines(rules: CheckedPacks, kind: Kind) -> Iterator[str]:
    """Everything about the kind as a whole, one fact per line."""
    board = rules.declared.board
    if number := board.pieces.get(kind.name):
        yield f"{number} of them, without an owner."
    if kind.token:
        yield f"Tokens: they are created in play, at most {kind.token} at once."
    if kind.joins:
        length = f", and is as long as its {spaced(kind.length)} says" if kind.length else ""
        yield f"Each joins two {spaced(board.kinds[kind.joins].plural)}{length}."
    if kind.grid is not None:
        yield from _grid(kind, board)
    if (face := kind.fields.get("face")) is not None and face.faces:
        yield f"Faces: {_faces(face, board)}."
    for held, capacity, left in _rooms(rules, kind.name):
        yield f"Room for {spaced(board.kinds[held].plural)}: {_room(rules, capacity, left)}."


def _grid(kind: Kind, board: Board) -> Iterator[str]:
    grid = kind.grid
    assert grid is not None
    near = _NEIGHBOURS[grid.neighbours]
    yield f"A grid of {grid.width} columns and {grid.height} rows; next to each cell are {near}."
    left = grid.width * grid.height - len(board.things.get(kind.name, {}))
    if left:
        yield f"{left} of its cells are left out."
    if grid.directions:
        words = ", ".join(map(spaced, board.enums[grid.directions].values))
        yield f"Its directions ({spaced(grid.directions)}) are {words}."


def _faces(face: Field, board: Board) -> str:
    if face.type.base == "number":
        low, high = face.faces[0], face.faces[-1]
        in_order = face.faces == tuple(range(low, high + 1)) and high > low
        return f"{low} to {high}" if in_order else ", ".join(map(str, face.faces))
    words = board.enums[face.type.of].values
    return ", ".join(spaced(words[number - 1]) for number in face.faces)


def _rooms(rules: CheckedPacks, kind: str) -> Iterator[tuple[str, Capacity, core.Arith]]:
    """What such things have room for, with the expression for the room that is left."""
    for name, declared in rules.declared.definitions.items():
        if not declared.capacities or name not in rules.checked.functions:
            continue
        left: Expr = rules.checked.functions[name].body
        for capacity in declared.capacities:
            several = isinstance(left, core.Cond) and len(declared.capacities) > 1
            own = left.then if isinstance(left, core.Cond) and several else left
            if capacity.of == kind and isinstance(own, core.Arith):
                yield capacity.holds, capacity, own
            left = left.other if isinstance(left, core.Cond) and several else left


def _room(rules: CheckedPacks, capacity: Capacity, left: core.Arith) -> str:
    """`the stalls of the stable, by the bulk of each`."""
    most = english_of(rules.checked).sentence(left.left, parameters=[The(spaced(capacity.of))])
    if not isinstance(left.right, core.Reduce):
        return most
    phrases = Phrases(rules.declared, {}).bound(left.right.var, f"each {spaced(capacity.holds)}")
    return f"{most}, by {phrases(left.right.body)}"


def seats_line(players: int, seats: Sequence[str]) -> str:
    return f"With {players} player{'s' if players > 1 else ''}: {listed(list(map(spaced, seats)))}."
