"""Keys that belong to an item of a list, as `when` and `do` to one of `abilities`, but are written
beside the list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.diagnostics import Report


def report_unlisted_item(
    node: YamlNode,
    unknown: Sequence[str | int],
    known: Mapping[str, dict[str, Any]],
    report: Report,
) -> list[str | int]:
    """Reports the first key that only an item of a list can have; returns the unknown keys that
    belong to the same item, which need not be reported one by one.
    """
    for name, schema in known.items():
        items = schema.get("items", {})
        heads = {one["required"][0] for one in items.get("if", {}).get("oneOf", ())}
        if head := next((key for key in unknown if key in heads), None):
            help = f"write it in a list: `{name}:`, and below it `- {head}: ...`"
            span = node.child(head, None).key_span
            report.error("CW321", f"unknown key `{head}`", span, help)
            own = {*_keys_of(items)}
            return [key for key in unknown if key in own]
    return []


def _keys_of(schema: Mapping[str, Any]) -> Iterator[str]:
    """The keys that a schema knows in any of its cases."""
    yield from schema.get("properties", ())
    for case in ("then", "else"):
        if isinstance(schema.get(case), dict):
            yield from _keys_of(schema[case])
