"""State with a cell for each word of an enum, or for each of the things that a kind defines.

`stock: {type: number, per: good}` becomes the cells `stock of cloth`, `stock of salt`, ... Their
names have blanks, so that they can't clash with an author's. Decides what may be written after
`per`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardwright.board.declarations import Field
from cardwright.board.model import Board
from cardwright.board.types import Type
from cardwright.language.inflection import article
from cardwright.pack.board.properties import PendingProperty
from cardwright.pack.board.resets import due_flag
from cardwright.pack.builder import PackBuilder
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.pack.values import read_type

MOST_CELLS = 64
"""Of one state of one thing, since a change by a name looks at all of them."""


def expand_indexed_state(pending: Sequence[PendingProperty], builder: PackBuilder) -> None:
    """Replaces each state with `per` by its cells."""
    for one in pending:
        node = one.node.get("per") if isinstance(one.node.value, dict) else None
        found = one.holder.get(one.name)
        if node is not None and found is not None and not found.printed:
            per = read_type(node.word, node.span, builder)
            if per is not None and _may_be_key(per, node, builder):
                _expand(replace(found, per=per), one, node, builder)
            else:
                builder.mark_invalid_name(one.name)


def _may_be_key(per: Type, node: YamlNode, builder: PackBuilder) -> bool:
    board = builder.board
    fixed = per.base == "enum" or (per.base == "thing" and _is_fixed(per.of, board))
    if fixed and not per.many:
        return True
    if per.base == "thing" and not per.many and builder.is_incomplete("things"):
        return False  # an unread part may declare them
    message = f"there can't be a cell for each {per if per.many else per.of or per.base}"
    help = "name an enum, or a kind whose things are all defined, without copies"
    builder.error("CW345", message, node.span, help)
    return False


def _is_fixed(kind: str, board: Board) -> bool:
    """Whether all things of a kind have names."""
    below = board.below(kind)
    pieces = any(board.pieces.get(k) or board.kinds[k].each_player for k in below)
    copied = any(t.copies > 1 for k in below for t in board.things.get(k, {}).values())
    return bool(board.values_of(Type("thing", kind))) and not pieces and not copied


def _expand(shared: Field, one: PendingProperty, node: YamlNode, builder: PackBuilder) -> None:
    assert shared.per is not None
    board, keys = builder.board, builder.board.values_of(shared.per)
    if len(keys) > MOST_CELLS:
        message = f"there are {len(keys)} {shared.per.of}s; there can be at most {MOST_CELLS} cells"
        builder.error("CW324", message, node.span, f"use the state of {article(shared.per.of)}")
        return
    if shared.type.many:
        builder.error("CW345", "a set can't have `per`", node.key_span, "use one set for each")
        return
    if shared.pays_for:
        builder.error("CW349", "one of several cells can't pay for a counter", node.key_span)
        return
    del one.holder[one.name]
    one.holder.pop(shared.due, None)
    for key in keys:
        name, due = f"{one.name} of {key}", f"{shared.due} of {key}" if shared.due else ""
        cell = one.holder[name] = replace(shared, name=name, family=one.name, key=key, due=due)
        if due:
            one.holder[due] = due_flag(cell)
    indexed = board.kinds[shared.kind].indexed if shared.kind else board.indexed
    indexed[one.name] = shared
