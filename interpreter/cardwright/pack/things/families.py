"""Families: entries that declare a thing for each combination of values.

`{each of: {suit: [hearts, spades], rank: 1 to 13}}` stands for 26 entries, from `hearts-1` to
`spades-13`. Decides what may be written there. Knows nothing about what kinds declare.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from math import prod

from cardwright.board.declarations import Enum
from cardwright.pack.name_form import title_of
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.diagnostics import Report
from cardwright.source.document import Value
from cardwright.source.patterns import lazy_pattern
from cardwright.source.spelling import did_you_mean

EACH = "each of"
MOST_MEMBERS = 500
"""Of one entry; each is read and checked like any definition."""
_RANGE = lazy_pattern(r"(-?\d{1,4}) +to +(-?\d{1,4})", re.ASCII)
_WRITTEN = lazy_pattern(r"\{([a-z0-9-]+)\}")
_AS_IN = "as in `{suit: [hearts, spades], rank: 1 to 13}`"


def expand_family(node: YamlNode, enums: Mapping[str, Enum], report: Report) -> list[YamlNode]:
    """The entries that an entry stands for: only itself, if it is not a family."""
    if not isinstance(node.value, dict) or EACH not in node.value:
        return [node]
    each = node.child(EACH, node.value[EACH])
    if "id" in node.value:
        message, help = f"`id` and `{EACH}` can't be used together", "ids are made from the values"
        report.error("CW325", message, each.key_span, help)
        return []
    if not isinstance(each.value, dict) or not each.value:
        report.error("CW322", f"`{EACH}` must be a mapping of fields", each.key_span, _AS_IN)
        return []
    axes = {name: _values(item, enums, report) for name, item in each.items()}
    if not all(axes.values()) or len(axes) < len(each.value):
        _report_empty(each, report)
        return []
    if (number := prod(map(len, axes.values()))) > MOST_MEMBERS:
        message = (
            f"this declares {number:,} definitions; one entry can declare at most {MOST_MEMBERS}"
        )
        report.error("CW324", message, each.key_span, "split it into several entries")
        return []
    return [
        _member(node, each, dict(zip(axes, one, strict=True))) for one in product(*axes.values())
    ]


def _values(node: YamlNode, enums: Mapping[str, Enum], report: Report) -> Sequence[Value]:
    """The values of a field: a list, `1 to 13`, or the words of an enum; () if unclear."""
    if isinstance(node.value, list):
        return _listed(node, report)
    if (ends := _RANGE.fullmatch(node.word.strip())) is not None:
        if found := range(int(ends[1]), int(ends[2]) + 1):
            return found
        report.error("CW324", f"`{node.word}` is empty", node.span, "the lower number comes first")
    elif node.word in enums:
        if words := enums[node.word].values:
            return words
        report.error("CW324", f"the enum `{node.word}` has no values", node.span)
    else:
        help = did_you_mean(node.word, enums) or f"write a list, `1 to 6`, or an enum, {_AS_IN}"
        report.error("CW324", f"`{node.word}` can't give a field its values", node.span, help)
    return ()


def _listed(node: YamlNode, report: Report) -> Sequence[Value]:
    items = list(node.elements())
    odd = next((i for i in items if isinstance(i.value, bool | list | dict)), None)
    if odd is not None or (isinstance(node.value, list) and len(items) < len(node.value)):
        where = (odd or node).span
        report.error("CW322", f"an item of `{EACH}` is a word or a number", where, _AS_IN)
        return ()
    values = [item.value for item in items]
    if again := next((i for n, i in enumerate(items) if i.value in values[:n]), None):
        report.error("CW324", f"`{again.word}` is listed twice", again.span, "remove one of them")
        return ()
    return values


def _report_empty(each: YamlNode, report: Report) -> None:
    """Reports fields without values, unless an error in their values was reported."""
    assert isinstance(each.value, dict)
    for name, value in each.value.items():
        if value is None or value == []:
            where = each.child(name, value).key_span
            report.error("CW322", f"`{name}` has no values", where, _AS_IN)


def _member(node: YamlNode, each: YamlNode, values: Mapping[str, Value]) -> YamlNode:
    """One member; its values have the positions of the family's."""
    assert isinstance(node.value, dict)
    entry: dict[str | int, Value] = {"id": _id(values)}
    entry |= {key: _filled(key, value, values) for key, value in node.value.items() if key != EACH}
    entry |= dict(values.items())
    places = {name: item.path for name, item in each.items()} | {"id": each.path}
    return node.with_value(entry).with_places(places)


def _id(values: Mapping[str, Value]) -> str:
    """An id such as `hearts-1`; ids begin with a letter, so `rank-1-hearts`."""
    words = "-".join(str(value) for value in values.values())
    return words if words[:1].isalpha() else f"{next(iter(values))}-{words}"


def _filled(key: str | int, value: Value, values: Mapping[str, Value]) -> Value:
    """A title or a text with the values in place of `{suit}`."""
    if key not in ("title", "text") or not isinstance(value, str):
        return value
    said = {name: title_of(str(one)) for name, one in values.items()}
    return _WRITTEN.sub(lambda found: said.get(found[1], found[0]), value)
