"""The types of values in YAML: words, numbers, versions and what bounds them. Knows no key."""

from __future__ import annotations

from typing import TypeAlias

from cardwright.language.declared import MAX_DEEP, MAX_WEIGHT

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | bool | None"
Schema: TypeAlias = "dict[str, Json]"

MAX_TEXT_LENGTH = 20_000
MAX_COPIES = 200
MAX_PIECES = 500
MAX_GRID_SIZE = 64
MAX_KEYS = 300
MAX_DEPTH = 12  # of windows that are open at once
MAX_PLAYERS = 20
MAX_EXTENT = 1000
WORDS = r"\S"  # of what can't be empty, nor blanks alone
SHAPES = ("circle", "square", "diamond", "hexagon", "triangle", "card")


TYPES: dict[str, Schema] = {
    "word": {"type": "string", "title": "a word", "pattern": WORDS, "maxLength": 100},
    "text": {"type": "string", "title": "text", "maxLength": MAX_TEXT_LENGTH},
    "number": {"type": "integer", "title": "a whole number"},
    "count": {"type": "integer", "title": "a whole number", "minimum": 0, "maximum": MAX_PIECES},
    "copies": {"type": "integer", "title": "a whole number", "minimum": 1, "maximum": MAX_COPIES},
    "weight": {"type": "integer", "title": "a whole number", "minimum": 0, "maximum": MAX_WEIGHT},
    "depth": {"type": "integer", "title": "a whole number", "minimum": 1, "maximum": MAX_DEPTH},
    "levels": {"type": "integer", "title": "a whole number", "minimum": 1, "maximum": MAX_DEEP},
    "size": {"type": "integer", "title": "a whole number", "minimum": 1, "maximum": MAX_GRID_SIZE},
    "seats": {"type": "integer", "title": "a whole number", "minimum": 1, "maximum": MAX_PLAYERS},
    "neighbours": {"type": "integer", "title": "4, 6 or 8", "enum": [4, 6, 8]},
    "extent": {"type": "integer", "title": "a whole number", "minimum": 1, "maximum": MAX_EXTENT},
    "point": {
        "type": "array",
        "title": "two whole numbers, as in `[20, 35]`",
        "items": {
            "type": "integer",
            "title": "a whole number",
            "minimum": 0,
            "maximum": MAX_EXTENT,
        },
        "minItems": 2,
        "maxItems": 2,
    },
    "colour": {
        "type": "string",
        "title": 'a colour like `"#2a6fb0"`',
        "pattern": "^#[0-9a-f]{6}$",
    },
    "shape": {"type": "string", "title": "a word", "enum": [*SHAPES]},
    "flag": {"type": "boolean", "title": "true or false"},
    "effect": {"type": "string", "title": "an effect", "pattern": WORDS},
    "expression": {"type": ["string", "integer"], "title": "an expression", "pattern": WORDS},
    "anything": {"type": ["string", "integer", "boolean", "array"], "title": "a value"},
    "face": {"type": ["string", "integer"], "title": "a word or a whole number"},
    "seen": {
        "type": "string",
        "title": "a word",
        "enum": ["all", "owner", "nobody", "all at once"],
    },
    "zone-seen": {"type": "string", "title": "a word", "enum": ["all", "owner", "nobody", "count"]},
    "face-seen": {"type": "string", "title": "a word", "enum": ["owner", "nobody"]},
    "number-of": {"type": "string", "title": "a word", "enum": ["adds up", "highest"]},
    "printed-keyword": {
        "type": "string",
        "title": "a keyword like `flying` or `tough 2`",
        "pattern": WORDS,
        "maxLength": 120,
    },
    "reset": {
        "type": "string",
        "title": "a rule, as in `turn`, `your turn` or `your next turn`",
        "pattern": WORDS,
        "maxLength": 120,
    },
    "limit": {
        "type": "string",
        "title": "text like `once per RULE`",
        "pattern": r"^once per [a-z][a-z0-9-]*$",
    },
    "version": {
        "type": ["string", "integer"],
        "title": "a version like 1.2.0",
        "pattern": r"^[0-9]{1,6}(\.[0-9]{1,6}){0,2}$",
    },
    "versions": {
        "type": ["string", "integer"],
        "title": "a range of versions like `>=1.2, <2`",
        "pattern": r"^(\*|(>=|<=|>|<|=)? ?[0-9]{1,6}(\.[0-9]{1,6}){0,2}"
        r"(, ?(>=|<=|>|<|=)? ?[0-9]{1,6}(\.[0-9]{1,6}){0,2}){0,3})$",
    },
    "players": {
        "type": "array",
        "title": "a list of the minimum and maximum number of players",
        "items": {
            "type": "integer",
            "title": "a whole number",
            "minimum": 1,
            "maximum": MAX_PLAYERS,
        },
        "minItems": 2,
        "maxItems": 2,
    },
}
