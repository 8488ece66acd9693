"""Validators that stay the same while their schemas do."""

from __future__ import annotations

import pytest

from cardwright.pack.validation.known_validators import validator_of
from cardwright.pack.validation.value_types import Schema
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.budget import caching_reads
from cardwright.source.diagnostics import Report
from cardwright.source.text import Source
from cardwright.source.yaml_reader import read

SCHEMA: Schema = {"type": "object", "properties": {"a": {"minimum": 1}, "b": {"enum": ["x", "y"]}}}
OTHERS: list[Schema] = [
    {"type": "object", "properties": {"b": {"enum": ["x", "y"]}, "a": {"minimum": 1}}},
    {"type": "object", "properties": {"a": {"minimum": True}, "b": {"enum": ["x", "y"]}}},
    {"type": "object", "properties": {"a": {"minimum": 1}, "b": {"enum": ["y", "x"]}}},
    {"type": "object", "properties": {"a": {"minimum": 1}}},
]
"""Those that differ only in an order differ in messages."""


def test_the_same_schema_has_the_same_validator() -> None:
    again: Schema = {"type": "object",
                     "properties": {"a": {"minimum": 1}, "b": {"enum": ["x", "y"]}}}  # fmt: skip
    with caching_reads():
        assert validator_of("card", SCHEMA) is validator_of("card", again)
        assert validator_of("card", SCHEMA) is not validator_of("place", SCHEMA)


@pytest.mark.parametrize("other", OTHERS)
def test_another_schema_has_another_validator(other: Schema) -> None:
    with caching_reads():
        assert validator_of("card", SCHEMA) is not validator_of("card", other)


def test_what_is_valid_for_one_schema_is_validated_with_another() -> None:
    document = read(Source("cards.yaml", "{a: 1, b: y}"), Report())
    assert document is not None
    node, found = YamlNode(document, (), document.value, "pack"), Report()
    with caching_reads():
        assert validator_of("card", SCHEMA).validate(node, found) is node
        assert validator_of("card", {"properties": {"b": {"enum": ["x"]}}}).validate(node, found)
    assert [one.code for one in found.diagnostics] == ["CW324"]


def test_another_value_at_the_same_place_is_validated() -> None:
    document = read(Source("cards.yaml", "{a: 1}"), Report())
    assert document is not None
    node, validator = YamlNode(document, (), document.value, "pack"), validator_of("", SCHEMA)
    assert validator.is_valid(node)
    assert not validator.is_valid(node.with_value({"b": "z"}))
    assert validator.is_valid(node)
