"""The values by which the members of a set are ranked or ordered: they have to name the member.

Otherwise they are the same for all members, so that all are tied.
"""

from __future__ import annotations

from cardwright.board.types import UNKNOWN
from cardwright.language import core
from cardwright.language.core import Expr, Var
from cardwright.language.resolve.dispatch import ranked
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast


def member_value(node: ast.Expression, scope: Scope, member: Var) -> Expr:
    """The value of a member. Raises CheckError if it is the same for every member."""
    value = ranked(node, scope)
    unknown = any(isinstance(part, Expr) and part.type == UNKNOWN for part in core.walk(value))
    if core.mentions(value, [member.index]) or unknown:
        return value
    name = next((name for name, known in scope.names.items() if known is member), "member")
    help = _about(name, node, member, scope) or f"name the {name} in it, as in `... of {name}`"
    raise CheckError("CW239", f"this has the same value for every {name}", node.extent, help)


def _about(name: str, node: ast.Expression, member: Var, scope: Scope) -> str:
    """Help that adds the member: `gold of player` for `gold of you`, `number of boats on town` for
    `number of boats`.
    """
    board, kind = scope.context.board, member.type.of
    if isinstance(node, ast.NounPhrase) and node.of is not None and kind in board.kinds:
        known = node.words.span.text in board.fields(kind)
        return f"write `{node.words.span.text} of {name}`" if known else ""
    counted = node.source if isinstance(node, ast.CountOf) else None
    if not isinstance(counted, ast.NounPhrase) or counted.of or counted.postmodifiers:
        return ""
    preposition = {"player": "of", "place": "on"}.get(board.root(kind), "")
    return f"write `number of {counted.span.text} {preposition} {name}`" if preposition else ""
