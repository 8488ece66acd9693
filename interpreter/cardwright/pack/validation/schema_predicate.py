"""Compiles a JSON Schema to a predicate, to test thousands of values quickly.

Nearly every value is valid, and walking the schema for each costs more than reading the file
(docs/decisions/0006). The predicate agrees with jsonschema, which is run only to explain an error.
Responsible for the keywords that our forms use. Knows nothing about messages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from cardwright.source.document import Value

Predicate = Callable[[Any], bool]
Keywords = dict[str, Any]
_Compiler = Callable[[Keywords], Predicate]

_TYPES: dict[str, type] = {"string": str, "integer": int, "boolean": bool, "array": list,
                           "object": dict}  # fmt: skip
_ANNOTATIONS = frozenset({"title", "description", "default", "format", "examples"})
_DEPENDENT = frozenset({"additionalProperties", "then", "else"})
"""Keywords that are read together with another one."""


def compile_predicate(schema: bool | Keywords) -> Predicate:
    """A test of whether a value is valid. Raises KeyError for a keyword that none of our forms
    use.
    """
    if isinstance(schema, bool):
        return lambda value: schema
    tests = list(_predicates(schema))
    return tests[0] if len(tests) == 1 else _all_of(tests)


def _all_of(tests: Iterable[Predicate]) -> Predicate:
    """Whether a value passes all tests; a loop is quicker than `all`."""

    def test(value: Value) -> bool:
        for one in tests:  # noqa: SIM110
            if not one(value):
                return False
        return True

    return test


def _predicates(schema: Keywords) -> Iterator[Predicate]:
    if "additionalProperties" in schema and "properties" not in schema:
        schema = {"properties": {}, **schema}
    for keyword in schema.keys() - _ANNOTATIONS - _DEPENDENT:
        yield _KEYWORDS[keyword](schema)


def _type(schema: Keywords) -> Predicate:
    names = schema["type"]
    known = frozenset(_TYPES.get(n) for n in ([names] if isinstance(names, str) else names))
    return lambda value: type(value) in known


def _object(schema: Keywords) -> Predicate:
    known = _Keys(schema["properties"], schema.get("additionalProperties", True))

    def test(value: Value) -> bool:
        for key, item in value.items() if isinstance(value, dict) else ():
            if not known[key](item):
                return False
        return True

    return test


class _Keys(dict[str | int, Predicate]):
    """The predicates of the keys of a mapping, each compiled when it is first needed.

    Forms nest deeply, and few of their keys are in any one pack.
    """

    def __init__(self, schemas: Keywords, rest: bool | Keywords) -> None:
        self.schemas, self.rest = schemas, compile_predicate(rest)

    def __missing__(self, key: str | int) -> Predicate:
        if not isinstance(key, str) or key not in self.schemas:
            return self.rest
        self[key] = compile_predicate(self.schemas[key])
        return self[key]


def _required(schema: Keywords) -> Predicate:
    names = frozenset(schema["required"])
    return lambda value: not isinstance(value, dict) or names <= value.keys()


def _items(schema: Keywords) -> Predicate:
    one = compile_predicate(schema["items"])
    return lambda value: not isinstance(value, list) or all(map(one, value))


def _one_of(schema: Keywords) -> Predicate:
    ways = [compile_predicate(one) for one in schema["oneOf"]]
    return lambda value: sum(way(value) for way in ways) == 1


def _if(schema: Keywords) -> Predicate:
    asked = compile_predicate(schema["if"])
    then, other = (compile_predicate(schema.get(key, {})) for key in ("then", "else"))
    return lambda value: then(value) if asked(value) else other(value)


def _enum(schema: Keywords) -> Predicate:
    known = schema["enum"]
    return lambda value: any(type(value) is type(one) and value == one for one in known)


def _pattern(schema: Keywords) -> Predicate:
    found = re.compile(schema["pattern"])
    return lambda value: not isinstance(value, str) or found.search(value) is not None


def _limit(keyword: str, of: type, size: Callable[[Any], int] = len) -> _Compiler:
    """The limit of a length, or of a number, whose size is the number itself."""
    most = keyword.startswith("max")

    def made(schema: Keywords) -> Predicate:
        limit = schema[keyword]
        if most:
            return lambda value: type(value) is not of or size(value) <= limit
        return lambda value: type(value) is not of or size(value) >= limit

    return made


_KEYWORDS: dict[str, _Compiler] = {
    "type": _type, "properties": _object, "required": _required, "items": _items,
    "oneOf": _one_of, "if": _if, "enum": _enum, "pattern": _pattern,
    "minimum": _limit("minimum", int, int), "maximum": _limit("maximum", int, int),
    "maxLength": _limit("maxLength", str),
    "minItems": _limit("minItems", list), "maxItems": _limit("maxItems", list),
    "minProperties": _limit("minProperties", dict), "maxProperties": _limit("maxProperties", dict),
}  # fmt: skip
