"""The schema of scenario files; for a single pack, with its players, places, zones and counters."""

from __future__ import annotations

from typing import cast

from cardwright.board.model import Board
from cardwright.pack.forms.form_schemas import DIALECT
from cardwright.pack.validation.value_types import TYPES, Json, Schema

DOCS = {
    "scenario": "What it shows, in a sentence.",
    "provenance": "Where the fact comes from.",
    "given": "The position; the board is empty except for what is listed here.",
    "as": "The player who is *you*.",
    "do": "An effect, or a rule with its arguments.",
    "perform": "A printed effect, as in `event of some-card`.",
    "answers": "The answers in order, by name.",
    "expect": "What must be true afterwards.",
    "steps": "A list of steps, each with as, do or perform, answers, expect.",
}
STEP = ("as", "do", "perform", "answers", "expect")
_SETTINGS = {
    "players": "Who plays, in seat order, or how many.",
    "seed": "The seed for randomness.",
    "modules": "Modules that are turned on.",
    "decks": "Who brings which deck: its id, or what would be in a file.",
    "set-up": "yes: start with the game's own setup.",
}
_EXPECTED = {
    "asked": "Who is asked at the end; `nobody`.",
    "offers": "These are among the answers.",
    "offers only": "These are the answers.",
    "refuses": "No answer has these words.",
    "log": "Words that are in a line of the log.",
    "log without": "Words that are in no line of the log.",
    "scores": "The score of each player.",
    "winners": "Who has won.",
    "over": "yes: the game is over.",
    "error": "The game stops with this error.",
    "seen by": "What a player's view or log has.",
    "legal decks": "Decks that are legal: ids, or what would be in a file.",
    "illegal decks": "Decks that are not, each after words from the message about it.",
    "hidden from": "What no player's view or log has.",
}


def scenario_schema(board: Board | None = None) -> Schema:
    """The schema; with a board, editors offer its names but accept any others."""
    step = _mapping(_keys(STEP, board))
    keys = _keys(("scenario", "provenance", "given", *STEP), board)
    keys["steps"] = {"type": "array", "title": "a list", "items": step}
    keys["steps"] |= {"description": DOCS["steps"]}
    one = _mapping(keys) | {"required": ["scenario"]}
    made: Schema = {"$schema": DIALECT, "type": "array", "title": "a list"}
    return made | {"description": "A file of scenarios.", "items": one}


def _mapping(properties: dict[str, Schema]) -> Schema:
    inner = cast("dict[str, Json]", properties)
    return {"type": "object", "title": "a mapping", "properties": inner,
            "additionalProperties": False}  # fmt: skip


def _keys(names: tuple[str, ...], board: Board | None) -> dict[str, Schema]:
    shapes: dict[str, Schema] = {
        **dict.fromkeys(("scenario", "provenance"), TYPES["text"]),
        **dict.fromkeys(("do", "perform"), TYPES["effect"]),
        "as": _player(board),
        "given": _open(_SETTINGS, board),
        "expect": _open(_EXPECTED, board),
        "answers": {"type": ["array", "string", "integer", "boolean"], "title": "a list"},
    }
    return {name: shapes[name] | {"description": DOCS[name]} for name in names}


def _player(board: Board | None) -> Schema:
    made: Schema = {"type": "string", "title": "a player"}
    players = [*board.things.get("player", {})] if board else []
    return made | ({"enum": cast(Json, players)} if players else {})


def _open(docs: dict[str, str], board: Board | None) -> Schema:
    """A mapping with known keys that editors offer, and any others: names and expressions."""
    offered = dict.fromkeys(_names(board), "") | docs if board else docs
    properties: dict[str, Json] = {
        name: {"description": doc} if doc else {} for name, doc in offered.items()
    }
    return {"type": "object", "title": "a mapping", "properties": properties}


def _names(board: Board) -> list[str]:
    places = [id for kind in board.below("place") for id in board.things.get(kind, {})]
    cells = [field.name for field in board.every_field() if not field.printed]
    return list(dict.fromkeys([*places, *board.zones, *board.state, *cells]))
