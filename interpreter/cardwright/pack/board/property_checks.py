"""The checks of properties and state that need all declarations: rules are declared last.

Knows nothing about how properties are built.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardwright.board.declarations import Field
from cardwright.board.model import Board
from cardwright.board.types import NONE, NUMBER, UNKNOWN, Type
from cardwright.pack.board.properties import PendingProperty
from cardwright.pack.builder import PackBuilder

MAX_MEMBERS = 60
"""How many different members a set in the state can have: each is a bit of one cell."""


def check_sets(pending: list[PendingProperty], builder: PackBuilder) -> None:
    """Checks that the possible members of a set in the state fit into one cell."""
    for one in pending:
        field = one.holder[one.name]
        members = _members(field.type, builder.board) if field.type.many else 0
        if not field.printed and members > MAX_MEMBERS:
            message = f"a set in the state can have at most {MAX_MEMBERS} possible members"
            help = f"`{field.type.of}` has {members}; give each a flag instead"
            builder.error("CW324", message, one.node.span, help)


def _members(type: Type, board: Board) -> int:
    if type.base == "enum":
        return len(board.enums[type.of].values)
    groups = [board.things.get(kind, {}).values() for kind in board.below(type.of)]
    return sum(thing.copies for group in groups for thing in group)


def check_resets(pending: list[PendingProperty], builder: PackBuilder) -> None:
    """Checks that `resets after` names a rule."""
    rules = builder.declared.rules
    for one in pending:
        rule, after = one.holder[one.name].resets, one.node.get("resets after")
        if after is not None and rule and rule not in rules:
            message = f"there is no rule `{rule}`"
            help = "as in `turn`, `your turn` or `your next turn`" if " " in rule else ""
            builder.defer_unknown("rules", rule, "CW342", message, after.span, rules, help)


def check_payments(pending: list[PendingProperty], builder: PackBuilder) -> None:
    """Checks that `pays for` names another counter of players, and that none pays for itself."""
    reported: list[Field] = []  # cycles, each reported once
    for one in pending:
        node, field = one.node.get("pays for"), one.holder[one.name]
        if node is None:
            continue
        if field.type == UNKNOWN:
            continue
        if field.kind != "player" or field.type.base != "number":
            builder.error("CW349", "only player counters can be paid", node.key_span)
        elif (other := one.holder.get(node.word)) is None or not _is_counter(other):
            counters = [f.name for f in one.holder.values() if _is_counter(f) and f is not field]
            message = f"there is no player counter `{node.word}`"
            builder.defer_unknown("types", node.word, "CW349", message, node.span, counters)
        elif field in (cycle := _paid_for(other, one.holder)) and cycle[0] not in reported:
            reported.append(field)
            message = "a counter can't pay for itself"
            if other is not field:
                message = f"`{node.word}` already pays for `{field.name}`, directly or not"
            builder.error("CW349", message, node.span, "name the counter that it can replace")


def _paid_for(field: Field, holder: Mapping[str, Field]) -> list[Field]:
    """A counter, and the chain of counters that it pays for."""
    found = [field]
    while (after := holder.get(found[-1].pays_for)) is not None and after not in found:
        found.append(after)
    return found


def _is_counter(field: Field) -> bool:
    return not field.printed and field.type.base == "number"


def check_goals(pending: list[PendingProperty], builder: PackBuilder) -> None:
    """Checks that `shown out of` names a number of the same thing; definitions are declared
    late.
    """
    for one in pending:
        node = one.node.get("shown out of")
        if node is None:
            continue
        made, board = one.holder[one.name], builder.board
        if made.type.base not in ("number", "none") or not made.kind:
            message = "only a number of a thing can have `shown out of`"
            builder.error("CW345", message, node.key_span)
        elif (found := board.field(made.kind, node.word)) is not None:
            if found.type not in (NUMBER, NONE, UNKNOWN):
                builder.error("CW348", f"`{node.word}` is not a number", node.span)
        elif (defined := builder.declared.definitions.get(node.word)) is None:
            fields = board.fields(made.kind).values()
            known = [f.name for f in fields if f.type == NUMBER and f.name != "order"]
            known += [n for n, d in builder.declared.definitions.items() if len(d.takes) == 1]
            message = f"a {made.kind} has no property `{node.word}`"
            builder.defer_unknown("types", node.word, "CW348", message, node.span, known)
        elif len(defined.takes) != 1 or not board.is_a(made.kind, str(defined.takes[0].type)):
            message = f"`{node.word}` is not a property of a {made.kind}"
            builder.error("CW348", message, node.span, f"as in `{node.word} of {made.kind}`")
