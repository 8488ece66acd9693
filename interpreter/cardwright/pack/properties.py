"""Fields, cells of state and printed effects: of kinds, and state of the game.

`declare` makes them with their types; `set_defaults` fills in values, which may name things
and so come when all things are known.
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.board.model import Field, Kind, Value
from cardwright.board.types import NONE, TEXT, Type
from cardwright.pack.builder import BUILT_IN_PROPERTIES, Link, title_of
from cardwright.pack.forms import FORMS
from cardwright.pack.sections import Entry, Sections, entries
from cardwright.pack.values import checked_value, read_type
from cardwright.pack.yaml_node import Spot
from cardwright.source.records import dataclass
from cardwright.source.text import Span

THING_KEYS = frozenset(key.name for key in FORMS["thing"].keys)


@dataclass(frozen=True, slots=True)
class Pending:
    """A property whose default or first value is still to be read."""

    holder: dict[str, Field]
    name: str
    spot: Spot


def declare(kind: Kind, entry: Entry, link: Link) -> list[Pending]:
    """The properties of a kind; its parent has its own already."""
    found: list[Pending] = []
    for key, printed in (("fields", True), ("state", False)):
        for name, spot in entry.spot.entries(key):
            if _said_already(kind, name, spot, link):
                continue
            if _free(kind, name, spot.name, link):
                made = _property(name, spot, kind.name, printed, link)
                if made.required and spot.path[0] == "extend":
                    made = replace(made, required=False)
                    message = f"`{name}` is added to what is defined already"
                    help = "give it a `default`, or make it `optional: true`"
                    link.report.error("CW323", message, spot.name, help)
                # A misspelt name or `default` must not make every definition lack the field.
                whole = entry.clean or not isinstance(spot.value, dict)
                whole = whole and not link.is_odd(name)
                kind.fields[name] = made if whole else replace(made, required=False)
                found.append(Pending(kind.fields, name, spot))
    for name, spot in entry.spot.entries("rules"):
        if _free(kind, name, spot.name, link):
            kind.rules[name] = spot.text("title") or title_of(name)
    return found


def _said_already(kind: Kind, name: str, spot: Spot, link: Link) -> bool:
    """Whether another pack has added the same in the same words: then they share it."""
    if spot.path[0] != "extend":
        return False
    first = link.added.setdefault((kind.name, name), spot)
    return first is not spot and first.pack != spot.pack and first.value == spot.value


def declare_state(sections: Sections, link: Link) -> list[Pending]:
    """The game's own state."""
    state = link.declared.board.state
    found: list[Pending] = []
    for entry in entries(sections, "state", link):
        if link.declare("state", entry.key, entry.spot.name, f"the state `{entry.key}`"):
            state[entry.key] = _property(entry.key, entry.spot, "", False, link)
            found.append(Pending(state, entry.key, entry.spot))
    return found


def _free(kind: Kind, name: str, span: Span, link: Link) -> bool:
    """Whether a kind can have a property of this name; a report if not."""
    board = link.declared.board
    above = [board.kinds[k] for k in board.ancestors(kind.name)]
    first = next((k for k in above if name in k.fields or name in k.rules), None)
    if name in THING_KEYS or name in BUILT_IN_PROPERTIES:
        message = f"every thing has `{name}` already"
        link.report.error("CW327", message, span, "choose another name")
    elif first is not None:
        where = first.fields[name].span if name in first.fields else None
        notes = ((where, "the first one"),) if where else ()
        message = f"`{first.name}` has `{name}` already"
        link.report.error("CW328", message, span, "", notes)
    else:
        if not link.well_named(name, span):
            link.open_kinds.add(kind.name)
        return True
    return False


def _property(name: str, spot: Spot, kind: str, printed: bool, link: Link) -> Field:
    """A field of an unknown type is there, and takes nothing: so it is known by name."""
    long = isinstance(spot.value, dict)
    words = spot.get("type") if long else spot
    type = _type(words, printed, link) or NONE
    optional = spot.flag("optional")
    if not printed and type.base in ("enum", "thing"):
        optional = optional or spot.get("start") is None
    made = Field(name, type.maybe() if optional else type, kind, printed=printed, span=spot.name)
    if printed:
        plain = spot.get("default") is None and not optional and type != NONE
        return replace(made, required=plain)
    return _cell(made, spot, link)


def _type(spot: Spot | None, printed: bool, link: Link) -> Type | None:
    if spot is None or spot.value is None:
        return None
    found = read_type(spot.word, spot.span, link)
    if found is None or printed or not (found.many or found == TEXT):
        return found
    message = f"state can't be {'a set' if found.many else 'a text'}"
    link.report.error("CW340", message, spot.span, "use a number, a flag, an enum or a kind")
    return None


def _cell(made: Field, spot: Spot, link: Link) -> Field:
    low, high = spot.get("min"), spot.get("max")
    for bound in (low, high):
        if bound and made.type.base not in ("number", "none"):
            link.report.error("CW345", "only numbers have bounds", bound.name)
    made = replace(made, low=spot.number("min"), high=spot.number("max"))
    if low and high and made.low is not None and made.high is not None and made.low > made.high:
        link.report.error("CW324", "`max` is below `min`", high.span)
        made = replace(made, high=None)
    resets = spot.get("resets after")
    return replace(
        made,
        seen_by=spot.text("seen by", "all"),
        resets=resets.word if resets else "",
        pays_for=spot.text("pays for"),
        start=_first(made),
    )


def _first(made: Field) -> Value:
    """The value that a cell begins with when none is written."""
    if made.type.base == "number":
        least = max(made.low or 0, 0)
        return least if made.high is None else min(least, made.high)
    return False if made.type.base == "flag" else None


def set_defaults(pending: list[Pending], link: Link) -> None:
    """Defaults of fields and first values of state; and the rules that reset state."""
    for one in pending:
        field = one.holder[one.name]
        spot = one.spot.get("default" if field.printed else "start")
        if spot is not None and field.type != NONE:
            value = checked_value(spot, field.type, link)
            if value is not None and (field.printed or _within(value, field, spot, link)):
                change = {"default": value} if field.printed else {"start": value}
                field = one.holder[one.name] = replace(field, **change)  # type: ignore[arg-type]
        if field.printed and field.type.many and field.default is None:
            one.holder[one.name] = replace(field, default=() if not field.required else None)


def _within(value: Value, field: Field, spot: Spot, link: Link) -> bool:
    if not isinstance(value, int) or field.type.base != "number":
        return True
    if field.low is not None and value < field.low:
        link.report.error("CW324", f"`{field.name}` begins below its `min`", spot.span)
    elif field.high is not None and value > field.high:
        link.report.error("CW324", f"`{field.name}` begins above its `max`", spot.span)
    else:
        return True
    return False


def check_payments(pending: list[Pending], link: Link) -> None:
    """`pays for` names another counter of players, one that stands in for none itself."""
    for one in pending:
        spot, field = one.spot.get("pays for"), one.holder[one.name]
        if spot is None:
            continue
        if field.kind != "player" or field.type.base != "number":
            link.report.error("CW349", "only a counter of players can be paid", spot.name)
        elif (other := one.holder.get(spot.word)) is None or not _is_counter(other):
            counters = [f.name for f in one.holder.values() if _is_counter(f) and f is not field]
            message = f"no counter of players is called `{spot.word}`"
            link.unknown("types", spot.word, "CW349", message, spot.span, counters)
        elif other.pays_for or other is field:
            does = "is this counter" if other is field else "pays for another"
            message = f"`{spot.word}` itself {does}"
            link.report.error("CW349", message, spot.span, "name the counter that is asked for")


def _is_counter(field: Field) -> bool:
    return not field.printed and field.type.base == "number"


def check_resets(pending: list[Pending], link: Link) -> None:
    """`resets after` names a rule; rules are known last."""
    rules = link.declared.rules
    for one in pending:
        spot = one.spot.get("resets after")
        if spot and spot.word not in rules:
            message = f"no rule is called `{spot.word}`"
            link.unknown("rules", spot.word, "CW342", message, spot.span, rules)
