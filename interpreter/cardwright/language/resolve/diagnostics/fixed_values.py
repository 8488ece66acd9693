"""Errors for what no statement can change: values that are printed or computed, and things."""

from __future__ import annotations

from cardwright.board.types import NUMBER
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast


def fixed(found: Expr, node: ast.NounPhrase, scope: Scope) -> CheckError:
    """The error for `set power of cart to 5` where the power is printed, or what a phrase names
    has no state itself.
    """
    what = node.span.text
    match found:
        case core.Get(field=field) if field.printed:
            message, name, kind = f"`{what}` is printed, so it can't change", field.name, field.kind
        case core.Call(name=name, args=(of, *_)):
            message, kind = f"`{what}` is computed by a definition", of.type.of
        case _:
            return _no_state(found, node, scope)
    help = f"change it by an ability, `modify: {name} of {kind}`, or declare state for what changes"
    if found.type != NUMBER:
        help = "declare state for what changes, and set that"
    return CheckError("CW222", message, node.span, help)


def _no_state(found: Expr, node: ast.NounPhrase, scope: Scope) -> CheckError:
    """The error for `add a cart to york`."""
    what, board = node.span.text, scope.context.board
    fields = board.fields(found.type.of).values() if found.type.of in board.kinds else ()
    state = [field.name for field in fields if not field.printed and not field.is_internal]
    help = f"as in `{state[0]} of {what}`" if state else "name what changes, as in `gold of you`"
    if found.type.base == "zone":
        help = f"to put something there, write `move ... to {what}`"
    elif found.type.is_thing and board.root(found.type.of) == "place":
        help = (
            f"to put something there, write `place ... on {what}`; for its state, name that, {help}"
        )
    message = f"`{what}` is not state, so it can't change"
    return CheckError("CW222", message, node.span, help)
