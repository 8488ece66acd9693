"""The schema of scenario files; for a single pack, with its players, places, zones and counters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from cardwright.decks import lists_of
from cardwright.language.declared import Declared
from cardwright.pack.files.manifest import Manifest
from cardwright.pack.forms.form_schemas import DIALECT
from cardwright.pack.validation.value_types import TYPES, Json, Schema
from cardwright_tools.schema.position_schema import (
    answers,
    by_name,
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


@dataclass(frozen=True, slots=True)
class _Game:
    """What a game declares, and the modules of its packs."""

    declared: Declared
    modules: Sequence[str]

    @property
    def players(self) -> list[str]:
        return players_of(self.declared.board)


def scenario_schema(declared: Declared | None = None, packs: Sequence[Manifest] = ()) -> Schema:
    """The schema; for a game of these packs, editors offer its names but accept any others."""
    modules = [name for pack in packs for name in pack.modules]
    game = _Game(declared, modules) if declared else None
    step = _mapping(_keys(STEP, game))
    keys = _keys(("scenario", "provenance", "given", *STEP), game)
    keys["steps"] = {"type": "array", "title": "a list", "items": step}
    keys["steps"] |= {"description": DOCS["steps"]}
    one = _mapping(keys) | {"required": ["scenario"]}
    made: Schema = {"$schema": DIALECT, "type": "array", "title": "a list"}
    return made | {"description": "A file of scenarios.", "items": one}


def _mapping(properties: dict[str, Schema]) -> Schema:
    inner = cast("dict[str, Json]", properties)
    return {"type": "object", "title": "a mapping", "properties": inner,
            "additionalProperties": False}  # fmt: skip


def _keys(names: tuple[str, ...], game: _Game | None) -> dict[str, Schema]:
    shapes: dict[str, Schema] = {
        **dict.fromkeys(("scenario", "provenance"), TYPES["text"]),
        "do": TYPES["effect"],
        "perform": TYPES["effect"] | {"format": "printed"},
        "as": _player(game),
        "given": _open(_SETTINGS, game),
        "expect": _open(_EXPECTED, game),
        "answers": {"type": ["array", "string", "integer", "boolean"], "title": "a list"},
    }
    if game:
        shapes["perform"] |= one_of(performed(game.declared))
        shapes["answers"] |= {"items": _answer(game)}
    return {name: shapes[name] | {"description": DOCS[name]} for name in names}


def _player(game: _Game | None) -> Schema:
    made: Schema = {"type": "string", "title": "a player"}
    players = game.players if game else []
    return made | ({"enum": cast(Json, players)} if players else {})


def _open(docs: dict[str, str], game: _Game | None) -> Schema:
    """A mapping with known keys that editors offer, and any others: names and expressions."""
    known: dict[str, Schema] = {**position(game.declared.board)} if game else {}
    offered = {name: _named(name, game) | {"description": doc} for name, doc in docs.items()}
    properties = cast("dict[str, Json]", known | offered)
    return {"type": "object", "title": "a mapping", "properties": properties}


def _answer(game: _Game) -> Schema:
    """An answer, a test of the question between two answers, or an answer of a player."""
    tests = {name: _named(name, game) | {"description": _EXPECTED[name]} for name in _QUESTION}
    words = one_of(answers(game.declared))
    players = dict.fromkeys(game.players, words)
    return words | {"properties": cast("Json", {**players, **tests})}


def _named(name: str, game: _Game | None) -> Schema:
    """The names that the value of a key of the form may have."""
    if game is None:
        return {}
    decks = one_of(lists_of(game.declared.board))
    names: dict[str, Schema] = {
        **dict.fromkeys(("players", "winners"), several(game.players)),
        **dict.fromkeys(_QUESTION, several(answers(game.declared))),
        "asked": one_of([*game.players, "nobody"]),
        "modules": several(game.modules),
        "decks": by_name(game.players, decks),
        "legal decks": {"items": decks},
        "illegal decks": {"additionalProperties": decks},
    }
    return names.get(name, {})
