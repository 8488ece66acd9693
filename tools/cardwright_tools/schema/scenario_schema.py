"""The schema of scenario files; for a single pack, with its players, places, zones and counters."""

from __future__ import annotations

from typing import cast

from cardwright.language.declared import Declared
from cardwright.pack.forms.form_schemas import DIALECT
from cardwright.pack.validation.value_types import TYPES, Json, Schema
from cardwright_tools.schema.position_schema import (
    answers,
    one_of,
    performed,
    players_of,
    position,
    several,
)

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
_QUESTION = ("asked", "offers", "offers only", "refuses")


def scenario_schema(declared: Declared | None = None) -> Schema:
    """The schema; for a game, editors offer its names but accept any others."""
    step = _mapping(_keys(STEP, declared))
    keys = _keys(("scenario", "provenance", "given", *STEP), declared)
    keys["steps"] = {"type": "array", "title": "a list", "items": step}
    keys["steps"] |= {"description": DOCS["steps"]}
    one = _mapping(keys) | {"required": ["scenario"]}
    made: Schema = {"$schema": DIALECT, "type": "array", "title": "a list"}
    return made | {"description": "A file of scenarios.", "items": one}


def _mapping(properties: dict[str, Schema]) -> Schema:
    inner = cast("dict[str, Json]", properties)
    return {"type": "object", "title": "a mapping", "properties": inner,
            "additionalProperties": False}  # fmt: skip


def _keys(names: tuple[str, ...], declared: Declared | None) -> dict[str, Schema]:
    shapes: dict[str, Schema] = {
        **dict.fromkeys(("scenario", "provenance"), TYPES["text"]),
        "do": TYPES["effect"],
        "perform": TYPES["effect"] | {"format": "printed"},
        "as": _player(declared),
        "given": _open(_SETTINGS, declared),
        "expect": _open(_EXPECTED, declared),
        "answers": {"type": ["array", "string", "integer", "boolean"], "title": "a list"},
    }
    if declared:
        shapes["perform"] |= one_of(performed(declared))
        shapes["answers"] |= {"items": _answer(declared)}
    return {name: shapes[name] | {"description": DOCS[name]} for name in names}


def _player(declared: Declared | None) -> Schema:
    made: Schema = {"type": "string", "title": "a player"}
    players = players_of(declared.board) if declared else []
    return made | ({"enum": cast(Json, players)} if players else {})


def _open(docs: dict[str, str], declared: Declared | None) -> Schema:
    """A mapping with known keys that editors offer, and any others: names and expressions."""
    known: dict[str, Schema] = {**position(declared.board)} if declared else {}
    offered = {name: _named(name, declared) | {"description": doc} for name, doc in docs.items()}
    properties = cast("dict[str, Json]", known | offered)
    return {"type": "object", "title": "a mapping", "properties": properties}


def _answer(declared: Declared) -> Schema:
    """An answer, a test of the question between two answers, or an answer of a player."""
    tests = {name: _named(name, declared) | {"description": _EXPECTED[name]} for name in _QUESTION}
    words = one_of(answers(declared))
    players = dict.fromkeys(players_of(declared.board), words)
    return words | {"properties": cast("Json", {**players, **tests})}


def _named(name: str, declared: Declared | None) -> Schema:
    """The names that the value of a key of the form may have."""
    if declared is None:
        return {}
    players = players_of(declared.board)
    if name in ("players", "winners"):
        return several(players)
    if name == "asked":
        return one_of([*players, "nobody"])
    return several(answers(declared)) if name in _QUESTION else {}
