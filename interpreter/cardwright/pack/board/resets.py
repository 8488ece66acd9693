"""When state is reset: `resets after: turn`, `your turn` or `your next turn`."""

from __future__ import annotations

from dataclasses import replace

from cardwright.board.declarations import Field
from cardwright.board.types import FLAG
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.builder import PackBuilder
from cardwright.pack.validation.yaml_node import YamlNode


def resetting(made: Field, node: YamlNode, builder: PackBuilder) -> Field:
    """The cell with the rule after which it is reset, and whose run of the rule that must be."""
    after = node.get("resets after")
    text = builder.expression_span(after)
    if after is None or text is None:
        return made
    words = " ".join(after.word.split())
    read = shared_parser(VERBS).reset(words)
    if read is None:  # so no rule has this name
        return replace(made, resets=words)
    rule, own = read.rule.text, read.whose is not None
    next = read.whose is not None and read.whose.kind == "YOUR_NEXT"
    board = builder.board
    owned = made.kind == "player" or (made.kind and board.has_owner(made.kind))
    if own and not owned and not builder.is_incomplete_kind(made.kind):
        message, help = "this is nobody's", f"write `{rule}`: anybody's run of it"
        builder.error("CW345", message, text, help)
    elif next and node.text("seen by", "all") != "all":
        message = "state that not everybody sees can't wait for `your next`"
        help = f"it would show when it was last changed; write `your {rule}`"
        builder.error("CW345", message, text, help)
    due = f"next {rule} has begun for {made.name}" if next else ""
    return replace(made, resets=rule, resets_own=own, due=due)


def due_flag(made: Field) -> Field:
    """The flag that the run after which the cell is reset has begun; a change of the cell clears
    it.
    """
    return Field(made.due, FLAG, made.kind, start=False, logged=False, due=made.due,
                 is_internal=True)  # fmt: skip
