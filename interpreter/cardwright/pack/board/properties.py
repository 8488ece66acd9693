"""Builds the properties of kinds (fields, state, printed effects) and the state of the game.

`declare_properties` creates them with their types; `set_defaults` sets values, which may refer to
things and therefore come when all things are known. Decides what a property may be. Knows nothing
about the values of single things.
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.board.declarations import Field, Kind, Value
from cardwright.board.types import TEXT, UNKNOWN, Type
from cardwright.pack.board.resets import due_flag, resetting
from cardwright.pack.builder import BUILT_IN_WORDS, PackBuilder
from cardwright.pack.forms.forms import FORMS
from cardwright.pack.name_form import title_of
from cardwright.pack.rules.use_limits import limit_span
from cardwright.pack.sections import Entry, Sections, entries
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.pack.values import ENUM_WORDS, read_type, validated_value
from cardwright.source.records import dataclass
from cardwright.source.text import Span

THING_KEYS = frozenset(key.name for key in FORMS["thing"].keys) - {"keywords"}
"""What no field can be called; `keywords` only in games that declare some."""


@dataclass(frozen=True, slots=True)
class PendingProperty:
    """A property whose default or initial value is still to be read."""

    holder: dict[str, Field]
    name: str
    node: YamlNode


def declare_properties(kind: Kind, entry: Entry, builder: PackBuilder) -> list[PendingProperty]:
    """Declares the properties of a kind, after those of its parent."""
    found: list[PendingProperty] = []
    for key, printed in (("fields", True), ("state", False)):
        for name, node in entry.node.items_of(key):
            if _is_shared_extension(kind, name, node, builder) or _is_change(key, node):
                continue
            if _is_available(kind, name, node.key_span, builder):
                made = _property(name, node, kind.name, printed, builder)
                # A misspelt name or `default` must not make every thing lack the field.
                whole = entry.is_complete or not isinstance(node.value, dict)
                if not whole or builder.is_invalid_name(name):
                    made = replace(made, required=False)
                kind.fields[name] = _in_extension(made, builder) if _extends(node) else made
                found.append(PendingProperty(kind.fields, name, node))
                if made.pending_cell:
                    _add_secret_cell(made, kind, node, builder)
                if made.due:
                    kind.fields[made.due] = due_flag(made)
    for name, node in entry.node.items_of("rules"):
        if _is_available(kind, name, node.key_span, builder):
            kind.rules[name] = node.text("title") or title_of(name)
            kind.rule_spans[name] = node.key_span
            if (limit := limit_span(node)) is not None:
                kind.limits[name] = limit
    return found


def _extends(node: YamlNode) -> bool:
    return node.path[0] == "extend"


def _in_extension(made: Field, builder: PackBuilder) -> Field:
    """A property that is added to a kind with definitions, which can't give it a value."""
    if made.required:
        message = f"`{made.name}` is added to a kind that already has definitions"
        help = "give it a `default` or make it `optional: true`"
        builder.error("CW323", message, made.span, help)
    return replace(made, required=False)


def _add_secret_cell(made: Field, kind: Kind, node: YamlNode, builder: PackBuilder) -> None:
    """Adds the cell for what a player chose until all have chosen: only that player sees it.

    It has no bounds, because it is empty in between, and because only values that the other cell
    can hold are offered.
    """
    if kind.name != "player":
        message = "only what players choose is seen `all at once`"
        builder.error("CW345", message, node.key_span, "declare it in the state of `player`")
    kind.fields[made.pending_cell] = replace(
        made, name=made.pending_cell, seen_by="owner", pending_cell="", pending_for=made.name,
        logged=False, resets="", resets_own=False, due="", pays_for="", start=None, low=None,
        high=None,
    )  # fmt: skip


def _is_shared_extension(kind: Kind, name: str, node: YamlNode, builder: PackBuilder) -> bool:
    """Whether another pack adds exactly the same property: then they share it."""
    if not _extends(node):
        return False
    first = builder.extensions.setdefault((kind.name, name), node)
    return first is not node and first.pack != node.pack and first.value == node.value


def _is_change(key: str, node: YamlNode) -> bool:
    """Whether an extension only changes a cell; `extensions` applies it."""
    return key == "state" and is_change(node)


def is_change(node: YamlNode) -> bool:
    """Whether a property of an extension has no type, and so must already exist."""
    return isinstance(node.value, dict) and _extends(node) and "type" not in node.value


def declare_state(sections: Sections, builder: PackBuilder) -> list[PendingProperty]:
    """Declares the state of the game itself."""
    state = builder.board.state
    found: list[PendingProperty] = []
    for entry in entries(sections, "state", builder):
        if builder.declare_name(
            "state", entry.key, entry.node.key_span, f"the state `{entry.key}`"
        ):
            state[entry.key] = _property(entry.key, entry.node, "", False, builder)
            found.append(PendingProperty(state, entry.key, entry.node))
    return found


def _is_available(kind: Kind, name: str, span: Span, builder: PackBuilder) -> bool:
    """Whether a kind can have a property of this name; reports it if not."""
    board = builder.board
    above = [board.kinds[k] for k in board.ancestors(kind.name)]
    first = next((k for k in above if name in k.fields or name in k.rules), None)
    if name in THING_KEYS:
        message = f"every thing already has `{name}`"
        builder.error("CW327", message, span, "choose another name")
    elif name in BUILT_IN_WORDS:
        builder.refuse_built_in(name, span)
    elif first is not None:
        where = first.fields[name].span if name in first.fields else None
        notes = ((where, "first declared here"),) if where else ()
        message = f"`{first.name}` already has `{name}`"
        builder.error("CW328", message, span, "", notes)
    else:
        if not builder.check_name(name, span):
            builder.incomplete_kinds.add(kind.name)
        return True
    return False


def _property(name: str, node: YamlNode, kind: str, printed: bool, builder: PackBuilder) -> Field:
    """A property. With an unknown type it takes no values, but its name is known."""
    said = node.get_or_self("type")
    if said is not None and said.word in ENUM_WORDS and node.value != node.document.at(node.path):
        said = None  # its words are beside it, which is reported
    type = _type(said, printed, builder) or UNKNOWN
    if type == UNKNOWN:
        builder.mark_invalid_name(name)
    optional = node.flag("optional")
    if not printed and type.base in ("enum", "thing"):
        optional = optional or node.get("start") is None
    made = Field(
        name, type.maybe() if optional else type, kind, printed=printed, span=node.key_span
    )
    if printed:
        plain = node.get("default") is None and not optional and type != UNKNOWN
        return replace(made, required=plain, on_boards=node.flag("on boards"))
    return _cell(made, node, builder)


def _type(node: YamlNode | None, printed: bool, builder: PackBuilder) -> Type | None:
    if node is None:
        return None
    found = read_type(node.word, node.span, builder)
    if found is None or printed or not (found.many or found == TEXT):
        return found
    if found.many and _is_storable(found, builder):
        return found
    message = "state can't be text"
    help = "use a number, a flag, an enum or a kind"
    if found.many:
        message = f"state can't be a set of {found.one()}s"
        help = "a set in the state has words of an enum, places or players"
    builder.error("CW340", message, node.span, help)
    return None


def _is_storable(type: Type, builder: PackBuilder) -> bool:
    """Whether the state can store a set: its possible members must never change."""
    if type.base == "enum":
        return True
    above = builder.board.ancestors(type.of)
    return builder.is_incomplete_kind(type.of) or bool({"place", "player"}.intersection(above))


def _cell(made: Field, node: YamlNode, builder: PackBuilder) -> Field:
    low, high = node.get("min"), node.get("max")
    for bound in (low, high):
        if bound and made.type != UNKNOWN and made.type.base not in ("number", "none"):
            builder.error("CW345", "only numbers can have bounds", bound.key_span)
    made = replace(made, low=node.number("min"), high=node.number("max"))
    if low and high and made.low is not None and made.high is not None and made.low > made.high:
        builder.error("CW324", "`max` is less than `min`", high.span)
        made = replace(made, high=None)
    leaving = node.get("resets out of play")
    if leaving and not (made.kind and any(builder.may_be(made.kind, k) for k in ("card", "piece"))):
        message = "only cards and pieces leave play"
        builder.error("CW345", message, leaving.key_span, "use `resets after: RULE`")
    at_once = node.text("seen by") == "all at once"
    return replace(
        resetting(made, node, builder),
        seen_by="all" if at_once else node.text("seen by", "all"),
        pending_cell=f"chosen {made.name}" if at_once else "",
        in_play_only=node.flag("resets out of play"),
        pays_for=node.text("pays for"),
        out_of=node.text("shown out of"),
        logged=node.flag("logged", True),
        start=initial_value(made),
    )


def initial_value(made: Field) -> Value:
    """The initial value of a cell of state if none is written."""
    if made.type.base == "number":
        least = max(made.low or 0, 0)
        return least if made.high is None else min(least, made.high)
    return False if made.type.base == "flag" else None


def set_defaults(pending: list[PendingProperty], builder: PackBuilder) -> None:
    """Sets the defaults of fields and the initial values of state."""
    for one in pending:
        field = one.holder[one.name]
        node = one.node.get("default" if field.printed else "start")
        if node is not None and field.type != UNKNOWN:
            value = validated_value(node, field.type, builder)
            if value is not None and (field.printed or check_bounds(value, field, node, builder)):
                change = {"default": value} if field.printed else {"start": value}
                field = one.holder[one.name] = replace(field, **change)  # type: ignore[arg-type]
        if field.printed and field.type.many and field.default is None:
            one.holder[one.name] = replace(field, default=() if not field.required else None)


def check_bounds(
    value: Value, field: Field, node: YamlNode, builder: PackBuilder, help: str = ""
) -> bool:
    """Whether a cell can start with this value; reports it if not."""
    if not isinstance(value, int) or field.type.base != "number":
        return True
    if field.low is not None and value < field.low:
        builder.error("CW324", f"`{field.name}` starts below its `min`", node.span, help)
    elif field.high is not None and value > field.high:
        builder.error("CW324", f"`{field.name}` starts above its `max`", node.span, help)
    else:
        return True
    return False
