"""Whether a value has a shape: a quick yes, made once for a schema and asked of thousands.

Nearly every value is right, and walking a schema anew for each costs more than reading the
file (docs/decisions/0006). This says yes where jsonschema finds nothing, and no where it does:
then jsonschema is asked what it is. Owns the keywords that our forms use, and no others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sized
from typing import Any

from cardwright.source.document import Value

Fits = Callable[[Any], bool]
Keywords = dict[str, Any]

_TYPES: dict[str, type] = {"string": str, "integer": int, "boolean": bool, "array": list,
                           "object": dict}  # fmt: skip
_SILENT = frozenset({"title", "description", "default"})
_TOGETHER = frozenset({"additionalProperties", "then", "else"})
"""Read with another keyword."""


def fits(schema: bool | Keywords) -> Fits:
    """A test of values. Raises KeyError for a keyword that no form of ours uses."""
    if isinstance(schema, bool):
        return lambda value: schema
    tests = list(_tests(schema))
    if len(tests) == 1:
        return tests[0]
    return lambda value: all(test(value) for test in tests)


def _tests(schema: Keywords) -> Iterator[Fits]:
    if "additionalProperties" in schema and "properties" not in schema:
        schema = {"properties": {}, **schema}
    for keyword in schema.keys() - _SILENT - _TOGETHER:
        yield _KEYWORDS[keyword](schema)


def _type(schema: Keywords) -> Fits:
    names = schema["type"]
    known = frozenset(_TYPES.get(n) for n in ([names] if isinstance(names, str) else names))
    return lambda value: type(value) in known


def _object(schema: Keywords) -> Fits:
    known = {name: fits(one) for name, one in schema["properties"].items()}
    rest = fits(schema.get("additionalProperties", True))

    def test(value: Value) -> bool:
        if not isinstance(value, dict):
            return True
        return all(known.get(key, rest)(item) for key, item in value.items())

    return test


def _required(schema: Keywords) -> Fits:
    names = frozenset(schema["required"])
    return lambda value: not isinstance(value, dict) or names <= value.keys()


def _items(schema: Keywords) -> Fits:
    one = fits(schema["items"])
    return lambda value: not isinstance(value, list) or all(map(one, value))


def _one_of(schema: Keywords) -> Fits:
    ways = [fits(one) for one in schema["oneOf"]]
    return lambda value: sum(way(value) for way in ways) == 1


def _if(schema: Keywords) -> Fits:
    asked = fits(schema["if"])
    then, other = fits(schema.get("then", {})), fits(schema.get("else", {}))
    return lambda value: then(value) if asked(value) else other(value)


def _enum(schema: Keywords) -> Fits:
    known = schema["enum"]
    return lambda value: any(type(value) is type(one) and value == one for one in known)


def _pattern(schema: Keywords) -> Fits:
    found = re.compile(schema["pattern"])
    return lambda value: not isinstance(value, str) or found.search(value) is not None


def _size(of: type[Sized], keyword: str, most: bool) -> Callable[[Keywords], Fits]:
    """At most, or at least, so many of what a text, list or mapping has."""

    def made(schema: Keywords) -> Fits:
        limit = schema[keyword]
        if most:
            return lambda value: not isinstance(value, of) or len(value) <= limit
        return lambda value: not isinstance(value, of) or len(value) >= limit

    return made


def _bound(keyword: str, most: bool) -> Callable[[Keywords], Fits]:
    def made(schema: Keywords) -> Fits:
        limit = schema[keyword]
        if most:
            return lambda value: type(value) is not int or value <= limit
        return lambda value: type(value) is not int or value >= limit

    return made


_KEYWORDS: dict[str, Callable[[Keywords], Fits]] = {
    "type": _type, "properties": _object, "required": _required, "items": _items,
    "oneOf": _one_of, "if": _if, "enum": _enum, "pattern": _pattern,
    "minimum": _bound("minimum", most=False), "maximum": _bound("maximum", most=True),
    "minLength": _size(str, "minLength", most=False),
    "maxLength": _size(str, "maxLength", most=True),
    "minItems": _size(list, "minItems", most=False),
    "maxItems": _size(list, "maxItems", most=True),
    "minProperties": _size(dict, "minProperties", most=False),
    "maxProperties": _size(dict, "maxProperties", most=True),
}  # fmt: skip
