"""Declares the computed maxima of counters: `max: 2 * level of player`.

Each is a definition, `max-energy of player`, so that abilities can modify it. Responsible for its
name and parameters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from cardwright.board.types import UNKNOWN
from cardwright.language.declared import Definition, Parameter, TypeName
from cardwright.pack.board.properties import PendingProperty
from cardwright.pack.builder import PackBuilder
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.pack.values import read_type
from cardwright.source.text import Span


def declare_maxima(pending: Sequence[PendingProperty], builder: PackBuilder) -> None:
    for one in pending:
        if one.holder[one.name].type == UNKNOWN:
            builder.mark_invalid_name(f"max-{one.name}")
    found = [(one, high) for one in pending if (high := _computed(one, builder)) is not None]
    shared = Counter(one.name for one, _ in found)
    for one, high in found:
        cell = one.holder[one.name]
        of_kind = f"{cell.kind}-" if cell.kind and shared[one.name] > 1 else ""
        made = _definition(f"max-{of_kind}{one.name}", one, high, builder)
        if made is not None:
            builder.declared.definitions[made.name] = made
            builder.board.computes_maxima = True
            one.holder[one.name] = replace(cell, most=made.name)


def _computed(one: PendingProperty, builder: PackBuilder) -> YamlNode | None:
    """The highest value from an extension, or else the declaration, if it is not a number."""
    cell = one.holder[one.name]
    if cell.printed or cell.type.base != "number":
        return None
    declared = one.node.get("max") if isinstance(one.node.value, dict) else None
    high = builder.new_maxima.get((cell.kind, cell.name), declared)
    return None if high is None or isinstance(high.value, int) else high


def _definition(
    name: str, one: PendingProperty, high: YamlNode, builder: PackBuilder
) -> Definition | None:
    cell = one.holder[one.name]
    body, span = builder.expression_span(high), high.key_span
    help = f"it is the highest value of `{cell.name}`; choose another name"
    if body is None or not builder.declare_name("definition", name, span, help=help):
        return None
    takes = [Parameter(cell.kind, TypeName(cell.kind), span, "of")] if cell.kind else []
    takes += _key(one.node, span, builder)
    return Definition(name, tuple(takes), body, span, high.pack, bounds=cell.name)


def _key(node: YamlNode, span: Span, builder: PackBuilder) -> list[Parameter]:
    """The key of a counter with several cells, as parameters."""
    per = node.get("per") if isinstance(node.value, dict) else None
    type = read_type(per.word, per.span, builder) if per else None
    return [Parameter(type.of, TypeName(type.of), span, "with")] if type and type.of else []
