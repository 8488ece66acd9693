"""The types of values in YAML: words, numbers, versions and their bounds. Knows no keys."""

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
MAX_DEPTH = 12  # of windows that are open at the same time
MAX_PLAYERS = 20
MAX_EXTENT = 1000
WORDS = r"\S"  # neither empty nor only blanks
SHAPES = ("circle", "square", "diamond", "hexagon", "triangle", "card")


def _number(low: int, high: int) -> Schema:
    return {"type": "integer", "title": "a whole number", "minimum": low, "maximum": high}


def _pair(title: str, low: int, high: int) -> Schema:
    return {"type": "array", "title": title, "items": _number(low, high), "minItems": 2,
            "maxItems": 2}  # fmt: skip


def _word(title: str, pattern: str = WORDS, most: int | None = None) -> Schema:
    longest: Schema = {"maxLength": most} if most else {}
    return {"type": "string", "title": title, "pattern": pattern, **longest}


def _one_of(*words: str) -> Schema:
    return {"type": "string", "title": "a word", "enum": [*words]}


_VERSION, _SIGN = r"[0-9]{1,6}(\.[0-9]{1,6}){0,2}", r"(>=|<=|>|<|=)? ?"
TYPES: dict[str, Schema] = {
    "word": _word("a word", most=100),
    "text": {"type": "string", "title": "text", "maxLength": MAX_TEXT_LENGTH},
    "number": {"type": "integer", "title": "a whole number"},
    "count": _number(0, MAX_PIECES),
    "copies": _number(1, MAX_COPIES),
    "weight": _number(0, MAX_WEIGHT),
    "depth": _number(1, MAX_DEPTH),
    "levels": _number(1, MAX_DEEP),
    "size": _number(1, MAX_GRID_SIZE),
    "seats": _number(1, MAX_PLAYERS),
    "neighbours": {"type": "integer", "title": "4, 6 or 8", "enum": [4, 6, 8]},
    "extent": _number(1, MAX_EXTENT),
    "point": _pair("two whole numbers, as in `[20, 35]`", 0, MAX_EXTENT),
    "colour": _word('a colour like `"#2a6fb0"`', "^#[0-9a-f]{6}$"),
    "shape": _one_of(*SHAPES),
    "flag": {"type": "boolean", "title": "true or false"},
    "effect": _word("an effect"),
    "expression": {"type": ["string", "integer"], "title": "an expression", "pattern": WORDS},
    "anything": {"type": ["string", "integer", "boolean", "array"], "title": "a value"},
    "face": {"type": ["string", "integer"], "title": "a word or a whole number"},
    "seen": _one_of("all", "owner", "nobody", "all at once"),
    "zone-seen": _one_of("all", "owner", "nobody", "count"),
    "face-seen": _one_of("owner", "nobody"),
    "number-of": _one_of("adds up", "highest"),
    "printed-keyword": _word("a keyword like `flying` or `tough 2`", most=120),
    "reset": _word("a rule, as in `turn`, `your turn` or `your next turn`", most=120),
    "limit": _word("text like `once per RULE`", r"^once per [a-z][a-z0-9-]*$"),
    "version": _word("a version like 1.2.0", f"^{_VERSION}$") | {"type": ["string", "integer"]},
    "versions": _word(
        "a range of versions like `>=1.2, <2`",
        rf"^(\*|{_SIGN}{_VERSION}(, ?{_SIGN}{_VERSION}){{0,3}})$",
    )
    | {"type": ["string", "integer"]},
    "players": _pair("a list of the minimum and maximum number of players", 1, MAX_PLAYERS),
}
