"""Declares capacities: how many things of a kind a place, or a piece that carries, has room for.

Each kind of things that something holds gets a definition with the room that is left, such as
`creature-room`. Responsible for the key `holds` of kinds.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.board.declarations import Kind
from cardwright.language.declared import Capacity, Definition, Parameter, TypeName
from cardwright.pack.builder import PackBuilder
from cardwright.pack.sections import Entry
from cardwright.pack.validation.yaml_node import YamlNode


def declare_capacities(made: Sequence[tuple[Kind, Entry]], builder: PackBuilder) -> None:
    found: dict[str, list[Capacity]] = {}
    for kind, entry in made:
        holds = entry.node.get("holds")
        for held, node in holds.items() if holds else ():
            if (capacity := _capacity(kind, held, node, builder)) is not None:
                found.setdefault(capacity.holds, []).append(capacity)
    for held, capacities in found.items():
        _declare_room(held, capacities, builder)


def _capacity(kind: Kind, held: str, node: YamlNode, builder: PackBuilder) -> Capacity | None:
    if not _can_be_held(kind, held, node, builder):
        return None
    number = node.get_or_self("at most")
    if number is not None and isinstance(number.value, int) and number.value < 0:
        message = f"a {kind.name} can't hold {number.value} {builder.board.kinds[held].plural}"
        builder.error("CW324", message, number.span, "write how many it has room for, from 0")
        return None
    most = builder.expression_span(number)
    size = builder.expression_span(node.get("by"))
    return Capacity(kind.name, held, most, size, node.key_span, node.pack) if most else None


def _can_be_held(kind: Kind, held: str, node: YamlNode, builder: PackBuilder) -> bool:
    board = builder.board
    if held not in board.kinds:
        message = f"there is no kind `{held}`"
        builder.defer_unknown("types", held, "CW340", message, node.key_span, board.kinds)
        return False
    on = board.lives_on(held)
    if any(board.related(kind.name, k) for k in on):
        return True
    if not builder.unknown_places.isdisjoint(board.ancestors(held)):
        return False  # as where it is says a word that is reported
    help = f"say so with `on: {kind.name}` in `{held}`"
    builder.error("CW345", f"a {held} is never on a {kind.name}", node.key_span, help)
    return False


def _declare_room(held: str, capacities: list[Capacity], builder: PackBuilder) -> None:
    name, first = f"{held}-room", capacities[0]
    help = f"it is how many more of `{held}` something has room for; choose another name"
    if not builder.declare_name("definition", name, first.span, help=help):
        return
    kind = first.of if len(capacities) == 1 else _common(capacities, builder)
    takes = (Parameter(kind, TypeName(kind), first.span, "of"),)
    made = Definition(name, takes, first.most, first.span, first.pack, tuple(capacities),
                      key=f"{name} of {first.of}")  # fmt: skip
    builder.declared.definitions[name] = made


def _common(capacities: list[Capacity], builder: PackBuilder) -> str:
    """The most specific kind that includes all of these; the kind of all things if there is
    none.
    """
    board = builder.board
    above = board.ancestors(capacities[0].of)
    return next((k for k in above if all(board.is_a(c.of, k) for c in capacities)), "thing")
