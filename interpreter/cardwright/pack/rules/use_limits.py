"""Effects and abilities that can be used once in each run of a rule: the flags that record their
use.

A flag is state of the thing that carries the effect or the ability, or, for those of the pack
itself, of the player who uses it. Its name has blanks, so that it can't clash with an author's.
"""

from __future__ import annotations

from cardwright.board.declarations import Field
from cardwright.board.model import Board
from cardwright.board.types import FLAG
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.builder import PackBuilder
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.text import Span


def limit_span(node: YamlNode | None) -> Span | None:
    """The text of a limit: `once per turn`."""
    found = node.get("limit") if node is not None and isinstance(node.value, dict) else None
    return found.document.text_span(found.path) if found else None


def declare_limit(limit: Span, kind: str, slot: str, builder: PackBuilder) -> Field:
    """The flag that records the use of an effect of this name, shared by all that reset
    together.
    """
    name, board = f"{slot} used this {limited_rule(limit)}", builder.board
    declaring = next((k for k in board.ancestors(kind) if slot in board.kinds[k].rules), kind)
    return _flag(name, declaring, slot, limit, board)


def declare_ability_limit(limit: Span, kind: str, number: int, builder: PackBuilder) -> Field:
    """The flag that records the use of an ability: its bearer's `number`-th one with this
    limit.
    """
    more = f" ({number})" if number > 1 else ""
    return _flag(f"used this {limited_rule(limit)}{more}", kind, "", limit, builder.board)


def _flag(name: str, kind: str, slot: str, limit: Span, board: Board) -> Field:
    rule, about = limited_rule(limit), slot or "ability"
    made = Field(name, FLAG, kind, resets=rule, logged=False, limits=about, span=limit)
    return board.kinds[kind].fields.setdefault(name, made)


def limited_rule(limit: Span) -> str:
    """The rule in each run of which it can be used once; "" if the text is not a limit."""
    found = shared_parser(VERBS).limit(limit)
    return found.rule.text if found else ""
