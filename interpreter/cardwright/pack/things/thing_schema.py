"""The schema of the entries of a kind: which keys they have, with the types of their values."""

from __future__ import annotations

from cardwright.board.declarations import LISTS, Value
from cardwright.board.model import Board
from cardwright.board.types import UNKNOWN
from cardwright.pack.board.kinds import in_grid, may_have_unread_fields, printed_names, slots
from cardwright.pack.builder import PackBuilder
from cardwright.pack.forms.form_schemas import inline_schema, type_schema
from cardwright.pack.things.families import EACH
from cardwright.pack.validation.value_types import Json, Schema
from cardwright.pack.values import printed_schema

PRINTED = type_schema("effect or printed", inline_schema)
"""The schema of an effect printed on a thing."""


def _field(board: Board, kind: str, name: str) -> Json:
    found = board.field(kind, name)
    return printed_schema(found.type, board) if found and found.type != UNKNOWN else {}


def is_required(board: Board, kind: str, name: str) -> bool:
    found = board.field(kind, name)
    shared: Value = board.value(kind, name)
    return found is not None and found.required and shared is None


def thing_schema(kind: str, whole: bool, builder: PackBuilder) -> Schema:
    board = builder.board
    made = dict(inline_schema("list" if board.root(kind) == LISTS else "thing"))
    common = made["properties"]
    assert isinstance(common, dict)
    left_out = {EACH} | ({"pieces"} if kind != "player" else set())
    named = board.keywords_of(kind) or builder.is_incomplete("keywords")
    left_out |= {"keywords"} if not named else set()
    left_out |= {"id", "abilities", "options", "lasting"} if not whole else set()
    properties = {key: common[key] for key in common if key not in left_out}
    properties |= dict.fromkeys(slots(board, kind), PRINTED)
    properties |= {name: _field(board, kind, name) for name in printed_names(board, kind)}
    names = [name for name in printed_names(board, kind) if is_required(board, kind, name)]
    needed: list[Json] = ["id", "cards"] if board.root(kind) == LISTS else ["id"]
    if not in_grid(board, kind):
        needed += ["provenance", *names]
    made |= {"properties": properties, "required": needed if whole else []}
    return made | {"additionalProperties": may_have_unread_fields(board, kind, builder)}
