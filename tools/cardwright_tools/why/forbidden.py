"""The prohibitions because of which a condition does not hold, also inside its sets."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.backends.core.evaluate import items
from cardwright.board.types import FLAG
from cardwright.language import core
from cardwright.language.core import Expr, Node
from cardwright.runtime.explanation import Tree
from cardwright.runtime.provenance import Scope
from cardwright.source.text import NOWHERE
from cardwright_tools.why.question import QuestionView

MOST_MEMBERS = 8
"""Of a set, the members that are asked about: they tend to be forbidden for the same reason."""


def forbidding(view: QuestionView, test: Expr, here: Scope, depth: int = -1) -> tuple[Tree, ...]:
    """The prohibitions without which the condition would hold; none if it would fail anyway."""
    if not any(isinstance(part, _PROHIBITIONS) for part in core.inside(test)):
        return ()
    value, hidden = view.asking.read(_permitted(test), here.env)
    if hidden or not value:
        return ()
    return tuple(dict.fromkeys(_found(view, test, here, depth)))


def forbidden_by(view: QuestionView, test: Expr, here: Scope) -> str:
    """The prohibitions in a few words; "" if there are none."""
    return " and ".join(dict.fromkeys(tree.words for tree in forbidding(view, test, here)))


_PROHIBITIONS = (core.Forbidden, core.AllForbidden)


def _permitted(test: Expr) -> Expr:
    """The condition as it would be without prohibitions."""

    def rule(part: Node) -> Node | None:
        return core.Lit(FLAG, NOWHERE, 0) if isinstance(part, _PROHIBITIONS) else None

    return core.rewritten(test, rule)


def _found(view: QuestionView, node: Node, here: Scope, depth: int) -> Iterator[Tree]:
    if isinstance(node, core.Forbidden):
        yield from view.asking.prohibitions(node, here.env, depth)
        return
    source = node.source if isinstance(node, core.Comprehension) else None
    for part in core.children(node):
        for inner in (here,) if part is source else _around(view, node, here):
            yield from _found(view, part, inner, depth)


def _around(view: QuestionView, node: Node, here: Scope) -> Iterator[Scope]:
    """Where the parts of a node are evaluated: in a set, once for each of its members."""
    if not isinstance(node, core.Comprehension):
        yield here
        return
    kind = node.source.type.one()
    for member in items(_permitted(node.source), here.env)[:MOST_MEMBERS]:
        yield here.bind(node.var, member, view.asking.format(member, kind))
