"""The compiled predicates agree with jsonschema, for all our forms and odd values."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cardwright.pack.forms.form_schemas import inline_schema, type_schema
from cardwright.pack.forms.forms import FORMS, SECTIONS
from cardwright.pack.validation.schema_predicate import compile_predicate

SCHEMAS = {**{f"form {name}": inline_schema(name) for name in FORMS},
           **{f"section {name}": type_schema(key.type, inline_schema)
              for name, key in SECTIONS.items()}}  # fmt: skip


def keys(schema: Any) -> set[str]:
    """All names of keys in a schema and the schemas in it."""
    if isinstance(schema, list):
        return {key for one in schema for key in keys(one)}
    if not isinstance(schema, dict):
        return set()
    own = set(schema.get("properties", {})) | set(schema.get("required", ()))
    return own | {key for one in schema.values() for key in keys(one)}


@cache
def values(name: str) -> st.SearchStrategy[Any]:
    found = sorted(keys(SCHEMAS[name]))
    names = st.sampled_from(found or ["id"]) | st.sampled_from([1, "odd", ""])
    plain = st.sampled_from(
        [None, True, False, 0, 1, 4, 8, -1, 501, "", "a", "all", "once per turn", "1.2", ">=1, <2",
         "x" * 101]
    )  # fmt: skip
    return st.recursive(
        plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=5)
    )


@cache
def both(name: str) -> tuple[Callable[[Any], bool], Draft202012Validator]:
    return compile_predicate(SCHEMAS[name]), Draft202012Validator(SCHEMAS[name])


@pytest.mark.parametrize("name", SCHEMAS)
@settings(max_examples=12, deadline=None, derandomize=True)
@given(data=st.data())
def test_it_agrees_with_jsonschema(name: str, data: st.DataObject) -> None:
    agrees_with_jsonschema(name, data)


@pytest.mark.soak
@pytest.mark.parametrize("name", SCHEMAS)
@settings(max_examples=200, deadline=None, derandomize=True)
@given(data=st.data())
def test_it_agrees_with_jsonschema_on_many_values(name: str, data: st.DataObject) -> None:
    agrees_with_jsonschema(name, data)


def agrees_with_jsonschema(name: str, data: st.DataObject) -> None:
    value = data.draw(values(name))
    test, validator = both(name)
    assert test(value) == validator.is_valid(value)


@pytest.mark.parametrize(
    ("schema", "good", "bad"),
    [
        ({"type": "integer"}, 1, True),
        ({"type": ["string", "integer"], "pattern": r"\S"}, 0, " "),
        ({"enum": [4, 8]}, 4, True),
        ({"enum": [1]}, 1, True),
        ({"additionalProperties": {"type": "string"}}, {"a": "b"}, {"a": 1}),
        ({"properties": {"a": {}}, "additionalProperties": False}, {"a": 1}, {1: 1}),
        ({"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}, {"a": 1}, {"a": 1, "b": 2}),
        ({"type": "object", "minProperties": 1}, {"a": 1}, {}),
    ],
)
def test_each_keyword(schema: dict[str, Any], good: Any, bad: Any) -> None:
    test, validator = compile_predicate(schema), Draft202012Validator(schema)
    assert (test(good), test(bad)) == (True, False)
    assert (validator.is_valid(good), validator.is_valid(bad)) == (True, False)


def test_an_unknown_keyword_is_refused() -> None:
    with pytest.raises(KeyError):
        compile_predicate({"uniqueItems": True})
