"""Interprets and checks what somebody types for a field.

Has no rules of its own: a value is valid if it would be valid in a file.
"""

from __future__ import annotations

from cardwright.board.declarations import Field
from cardwright.board.types import TEXT
from cardwright.games import Rules
from cardwright.pack.builder import PackBuilder
from cardwright.pack.validation.validator import Validator
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.pack.values import printed_schema, read_value, values_by_players
from cardwright.source.diagnostics import Report
from cardwright.source.document import Value
from cardwright.source.text import Source
from cardwright.source.yaml_reader import read
from cardwright_tools.new.yaml_edit import read_back, scalar
from cardwright_tools.output import USAGE, Stop


def without_brackets(value: Value) -> str:
    """A value as people type it: lists don't need brackets."""
    written = scalar(value)
    return written[1:-1] if isinstance(value, list) else written


def typed_value(typed: str, field: Field | None) -> Value:
    """The value that a text means for a field, or for a key that is not a field."""
    value = read_back(typed)
    if field and field.type.many and not isinstance(value, list | dict):
        value = read_back(f"[{typed}]")
    if field and field.type == TEXT and not isinstance(value, str | dict):
        return typed
    return typed if value is None else value


def checked_value(rules: Rules, field: Field, typed: str) -> Value:
    """The value that a text means. Raises Stop with what `check` would report about it."""
    value, builder = typed_value(typed, field), PackBuilder(rules.declared, Report())
    document = read(Source("", f"{field.name}: {scalar(value)}\n"), builder.report)
    assert document is not None
    node = YamlNode(document, (field.name,), value, "")
    if usable := Validator(printed_schema(field.type, builder.board)).validate(
        node, builder.report
    ):
        of_type = values_by_players if isinstance(value, dict) else read_value
        of_type(usable, field.type, builder)
    builder.report_deferred()
    for wrong in builder.report.diagnostics:
        raise Stop("; ".join(filter(None, (wrong.message, wrong.help))), USAGE)
    return value
