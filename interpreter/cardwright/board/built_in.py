"""What every game has before a pack declares anything: root kinds, and fields that kinds get.

Responsible for these kinds and fields. Does not know when a pack asks for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from cardwright.board.declarations import (
    BETWEEN,
    IN_EFFECT,
    LASTING,
    LISTS,
    ROOTS,
    RUNNER,
    SOURCE,
    Field,
    Kind,
)
from cardwright.board.model import Board, plural
from cardwright.board.types import NUMBER, PLAYER, TEXT, Type, thing


def root_kinds() -> dict[str, Kind]:
    """The kinds that every pack starts with: player, place, zone, piece, card, die."""
    return {**{name: _root(name) for name in ROOTS}, "die": Kind("die", "piece", "dice")}


def lasting_root() -> Kind:
    """The root kind of all lasting effects: each one counts while it is in effect."""
    return _root(LASTING, active_in=IN_EFFECT)


def _root(name: str, active_in: str = "") -> Kind:
    order = Field("order", NUMBER, name, printed=True, default=0)
    title = Field("title", TEXT, name, printed=True, default="")
    fields = {"order": order, "title": title}
    return Kind(name, "", plural(name), fields=fields, active_in=active_in)


SOURCE_CELL = Field(SOURCE, thing("thing").maybe(), is_internal=True)
"""The thing whose text is being carried out; a state of those games that ask for it."""


def add_source(board: Board) -> None:
    """Adds the state for *source*: the source of the game itself, and that of each lasting effect's
    origin.
    """
    board.state[SOURCE] = SOURCE_CELL
    if LASTING in board.kinds:
        fields = board.kinds[LASTING].fields
        fields[SOURCE] = replace(SOURCE_CELL, kind=LASTING)


def runner_cell(rule: str) -> Field:
    """The player who runs a rule, or none; only games that need this state have it."""
    return Field(f"{RUNNER} {rule}", PLAYER.maybe(), logged=False, is_internal=True)


def add_runners(board: Board, rules: Iterable[str]) -> None:
    for rule in sorted(rules):
        cell = runner_cell(rule)
        board.state[cell.name] = cell


def remove_asked_state(board: Board) -> None:
    """Removes what `add_source` and `add_runners` added: other texts may ask for less."""
    for name in [name for name in board.state if name.startswith(f"{RUNNER} ")]:
        del board.state[name]
    board.state.pop(SOURCE, None)
    if LASTING in board.kinds:
        board.kinds[LASTING].fields.pop(SOURCE, None)


def list_root() -> Kind:
    """The root kind of the lists that players bring."""
    return _root(LISTS)


def grid_fields(kind: str) -> Mapping[str, Field]:
    """The printed fields of a cell: column and row from 1, and its neighbours."""
    number = {n: Field(n, NUMBER, kind, printed=True, default=0) for n in ("column", "row")}
    near = Field("neighbours", thing(kind).set(), kind, printed=True, default=())
    return {**number, "neighbours": near}


def between_field(kind: str, joins: str) -> Field:
    """The printed field of an edge."""
    return Field(BETWEEN, thing(joins).set(), kind, printed=True, required=True)


def face_field(kind: str, type: Type, faces: tuple[int, ...]) -> Field:
    """The face of a die: 0 is none, as in supply, except for dice that have a side with 0."""
    low, high = (min(faces), max(faces)) if type == NUMBER else (None, None)
    return Field("face", type.maybe(), kind, start=0, low=low, high=high, faces=faces)
