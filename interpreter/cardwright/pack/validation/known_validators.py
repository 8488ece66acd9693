"""Validators that stay the same as long as their schemas do, so that a document that they found
valid is not validated again.

Decides when two schemas are the same. Knows nothing about what they say.
"""

from __future__ import annotations

from collections.abc import Hashable

from cardwright.pack.validation.validator import Validator
from cardwright.pack.validation.value_types import Schema
from cardwright.source.budget import readings


def validator_of(name: Hashable, schema: Schema) -> Validator:
    """The validator of a schema. While texts are cached, the last one with this name if it has the
    same schema: documents know what it found valid."""
    known = files.validators if (files := readings()) else {}
    if name not in known or not _is_same(known[name].schema, schema):
        known[name] = Validator(schema)
    found: Validator = known[name]
    return found


def _is_same(one: object, other: object) -> bool:
    """Whether two schemas are equal, with their keys in the same order, in which messages list
    them."""
    if one is other or type(one) is not type(other):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return [*one] == [*other] and all(map(_is_same, one.values(), other.values()))
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_is_same, one, other))
    return one == other
