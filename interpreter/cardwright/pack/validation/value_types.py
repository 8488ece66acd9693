"""The types of values in YAML: words, numbers, versions and their bounds. Knows no keys.

The `format` of a schema says what a value of its JSON type is: a word, a text, an effect. Titles
are for readers, and published schemas have no formats, since strict validators refuse unknown ones.
"""

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
    return {"type": "integer", "format": "number", "title": "a whole number", "minimum": low,
            "maximum": high}  # fmt: skip


def _pair(title: str, low: int, high: int) -> Schema:
    return {"type": "array", "title": title, "items": _number(low, high), "minItems": 2,
            "maxItems": 2}  # fmt: skip


def _text(title: str, format: str, pattern: str = WORDS, most: int | None = None) -> Schema:
    longest: Schema = {"maxLength": most} if most else {}
    return {"type": "string", "format": format, "title": title, "pattern": pattern, **longest}


def _one_of(*words: str) -> Schema:
    return {"type": "string", "format": "word", "title": "a word", "enum": [*words]}


_VERSION, _SIGN = r"[0-9]{1,6}(\.[0-9]{1,6}){0,2}", r"(>=|<=|>|<|=)? ?"
TYPES: dict[str, Schema] = {
    "word": _text("a word", "word", most=100),
    "text": {"type": "string", "format": "text", "title": "text", "maxLength": MAX_TEXT_LENGTH},
    "number": {"type": "integer", "format": "number", "title": "a whole number"},
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
    "colour": _text('a colour like `"#2a6fb0"`', "colour", "^#[0-9a-f]{6}$"),
    "shape": _one_of(*SHAPES),
    "flag": {"type": "boolean", "format": "flag", "title": "true or false"},
    "effect": _text("an effect", "effect"),
    "expression": _text("an expression", "expression") | {"type": ["string", "integer"]},
    "anything": {"type": ["string", "integer", "boolean", "array"], "title": "a value"},
    "face": {"type": ["string", "integer"], "title": "a word or a whole number"},
    "seen": _one_of("all", "owner", "nobody", "all at once"),
    "zone-seen": _one_of("all", "owner", "nobody", "count"),
    "face-seen": _one_of("owner", "nobody"),
    "number-of": _one_of("adds up", "highest"),
    "printed-keyword": _text("a keyword like `flying` or `tough 2`", "keyword", most=120),
    "reset": _text("a rule, as in `turn`, `your turn` or `your next turn`", "reset", most=120),
    "limit": _text("text like `once per RULE`", "limit", r"^once per [a-z][a-z0-9-]*$"),
    "version": _text("a version like 1.2.0", "version", f"^{_VERSION}$")
    | {"type": ["string", "integer"]},
    "versions": _text(
        "a range of versions like `>=1.2, <2`",
        "version",
        rf"^(\*|{_SIGN}{_VERSION}(, ?{_SIGN}{_VERSION}){{0,3}})$",
    )
    | {"type": ["string", "integer"]},
    "players": _pair("a list of the minimum and maximum number of players", 1, MAX_PLAYERS),
}
