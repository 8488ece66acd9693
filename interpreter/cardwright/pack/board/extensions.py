"""Applies the changes that `extend` makes to existing declarations: bounds and initial values of
cells, places.

Decides which changes there are, and which of them conflict. New properties from `extend` are
declared with all others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace

from cardwright.board.declarations import Field, Kind
from cardwright.pack.board.kinds import is_game
from cardwright.pack.board.properties import PendingProperty, check_bounds, initial_value, is_change
from cardwright.pack.builder import PackBuilder
from cardwright.pack.files.conflicts import Related
from cardwright.pack.sections import Entry, Sections, entries
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.pack.values import validated_value
from cardwright.source.records import dataclass

CHANGEABLE = ("min", "max", "start")

Cells = dict[str, Field]


@dataclass(slots=True)
class _CellChanges:
    """The changes to one cell: by key, the value that counts."""

    holder: Cells
    name: str
    nodes: dict[str, YamlNode] = field(default_factory=dict)


def change_cells(
    made: Sequence[tuple[Kind, Entry]],
    sections: Sections,
    pending: Sequence[PendingProperty],
    related: Related,
    builder: PackBuilder,
) -> None:
    """Applies all changes, once the cells and their initial values are known."""
    found: dict[tuple[int, str], _CellChanges] = {}
    for holder, name, node in _written(made, sections, builder):
        changes = found.setdefault((id(holder), name), _CellChanges(holder, name))
        for key, item in node.items():
            _note(changes, key, item, related, builder)
    stated = {(id(one.holder), one.name): one.node for one in pending}
    for cell, changes in found.items():
        _apply(changes, stated.get(cell), builder)


def _written(
    made: Sequence[tuple[Kind, Entry]], sections: Sections, builder: PackBuilder
) -> Iterator[tuple[Cells, str, YamlNode]]:
    """The changed cells, with what has each."""
    for kind, entry in made:
        for name, node in entry.node.items_of("state"):
            if is_change(node) and _is_cell(kind.fields, name, f"`{kind.name}`", node, builder):
                yield kind.fields, name, node
    for entry in entries(sections, "extend", builder):
        if is_game(entry, builder):
            yield from _of_game(entry, builder)


def _of_game(entry: Entry, builder: PackBuilder) -> Iterator[tuple[Cells, str, YamlNode]]:
    state = builder.board.state
    for key, node in entry.node.items():
        if key != "state":
            message = f"the game itself has no `{key}`"
            builder.error("CW321", message, node.key_span, "only its `state` can be extended")
    for name, node in entry.node.items_of("state"):
        if not is_change(node):
            message = "new state of the game is not written here"
            builder.error("CW321", message, node.key_span, f"write `{name}` in a section `state`")
        elif _is_cell(state, name, "the game", node, builder):
            yield state, name, node


def _is_cell(holder: Cells, name: str, of: str, node: YamlNode, builder: PackBuilder) -> bool:
    """Whether there is such a cell; reports it if not."""
    known = [field.name for field in holder.values() if not field.printed]
    if name in known:
        return True
    message = f"{of} has no state `{name}` to change"
    help = "give it a `type` to add it"
    builder.defer_unknown("types", name, "CW321", message, node.key_span, known, help)
    return False


def _note(
    changes: _CellChanges, key: str, node: YamlNode, related: Related, builder: PackBuilder
) -> None:
    """Notes one change, unless another one of equal priority disagrees."""
    if key not in CHANGEABLE:
        message = f"`{key}` of `{changes.name}` can't be changed"
        help = "only `min`, `max` and `start` can"
        builder.error("CW345", message, node.key_span, help)
        return
    first = changes.nodes.get(key)
    if first is not None and first.value != node.value:
        unrelated = first.pack == node.pack or not related(first.pack, node.pack)
        if unrelated:
            _report_conflict(changes.name, key, first, node, builder)
            return
    changes.nodes[key] = node


def _report_conflict(
    name: str, key: str, first: YamlNode, node: YamlNode, builder: PackBuilder
) -> None:
    notes = ((first.key_span, "first changed here"),)
    if first.pack == node.pack:
        message = f"`{key}` of `{name}` is changed twice by `{node.pack}`"
        help = "remove one of them, or say the same in both"
    else:
        message = f"`{node.pack}` and `{first.pack}` both change `{key}` of `{name}`"
        help = "make one require the other; its change then counts"
    builder.error("CW351", message, node.key_span, help, notes)


def _apply(changes: _CellChanges, stated: YamlNode | None, builder: PackBuilder) -> None:
    """Sets the new bounds, then the initial value from the changes or the declaration."""
    old, nodes = changes.holder[changes.name], changes.nodes
    bounds = {key: node for key, node in nodes.items() if key != "start"}
    if bounds and old.type.base not in ("number", "none", "unknown"):
        place = next(iter(bounds.values())).key_span
        builder.error("CW345", "only numbers can have bounds", place)
        return
    new = replace(old, low=_number(bounds, "min", old.low), high=_number(bounds, "max", old.high))
    if new.low is not None and new.high is not None and new.low > new.high:
        builder.error("CW324", "`max` is less than `min`", next(iter(bounds.values())).span)
        return
    if "max" in nodes:
        builder.new_maxima[(old.kind, old.name)] = nodes["max"]
    changes.holder[changes.name] = _started(new, nodes, stated, builder)


def _number(nodes: Mapping[str, YamlNode], key: str, otherwise: int | None) -> int | None:
    """The new bound; None if it is computed."""
    if key not in nodes:
        return otherwise
    value = nodes[key].value
    return value if isinstance(value, int) else None


def _started(
    new: Field, nodes: Mapping[str, YamlNode], stated: YamlNode | None, builder: PackBuilder
) -> Field:
    """The cell with its initial value; one that is not stated follows the bounds."""
    start = nodes.get("start")
    if start is None:
        if stated is None or stated.get_or_self("start") in (None, stated):
            return replace(new, start=initial_value(new))
        bound = next(iter(nodes.values()), stated)
        check_bounds(new.start, new, bound, builder, "change its `start` as well")
        return new
    value = validated_value(start, new.type, builder)
    if value is None or not check_bounds(value, new, start, builder):
        return new
    return replace(new, start=value)
