"""When state is reset: `resets after: turn`, `your turn` or `your next turn`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

from cardwright.board.model import Field
from cardwright.board.types import FLAG
from cardwright.pack.builder import PackBuilder
from cardwright.pack.yaml_node import YamlNode

_AFTER = re.compile(r"(your(?P<next> next)? )?(?P<rule>[^ ].*)")


class _Pending(Protocol):
    @property
    def node(self) -> YamlNode: ...


def resetting(made: Field, node: YamlNode, builder: PackBuilder) -> Field:
    """The cell with the rule after which it is reset, and whose run of the rule that must be."""
    after = node.get("resets after")
    found = _read(after)
    if after is None or found is None:
        return made
    rule, own, next = found["rule"], found[1] is not None, found["next"] is not None
    board = builder.board
    if own and not (made.kind == "player" or (made.kind and board.has_owner(made.kind))):
        message, help = "this is nobody's", f"write `{rule}`: anybody's run of it"
        builder.error("CW345", message, after.span, help)
    elif next and node.text("seen by", "all") != "all":
        message = "state that not everybody sees can't wait for `your next`"
        help = f"it would show when it was last changed; write `your {rule}`"
        builder.error("CW345", message, after.span, help)
    due = f"next {rule} has begun for {made.name}" if next else ""
    return replace(made, resets=rule, resets_own=own, due=due)


def _read(after: YamlNode | None) -> re.Match[str] | None:
    return _AFTER.fullmatch(" ".join(after.word.split())) if after is not None else None


def due_flag(made: Field) -> Field:
    """The flag that the run after which the cell is reset has begun; a change of the cell clears
    it.
    """
    return Field(made.due, FLAG, made.kind, start=False, logged=False, due=made.due,
                 is_internal=True)  # fmt: skip


def check_resets(pending: Iterable[_Pending], builder: PackBuilder) -> None:
    """Checks that `resets after` names a rule; rules are declared last."""
    rules = builder.declared.rules
    for one in pending:
        node = one.node.get("resets after")
        rule = found["rule"] if (found := _read(node)) else ""
        if node and found and rule not in rules:
            message = f"there is no rule `{rule}`"
            help = "as in `turn`, `your turn` or `your next turn`" if " " in rule else ""
            builder.defer_unknown("rules", rule, "CW342", message, node.span, rules, help)
