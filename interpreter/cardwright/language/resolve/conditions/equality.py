"""Whether two values are the same: `york is here`, `there is york`."""

from __future__ import annotations

from cardwright.board.types import FLAG
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.resolve.common_types import comparable
from cardwright.language.resolve.dispatch import type_name
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.source.text import Span


def equals(item: Expr, value: Expr, span: Span, scope: Scope) -> Expr:
    """Whether two values are the same, or one is a member of the other. Raises CheckError."""
    one_of = value.type.many and not item.type.many
    if not comparable(item.type, value.type.one() if one_of else value.type, scope):
        message = f"can't compare {type_name(item.type)} with {type_name(value.type)}"
        help = f"say whose, as in `{item.type.of} of x`" if isinstance(item, core.Values) else ""
        raise CheckError("CW220", message, span, help)
    if one_of:
        return core.Member(FLAG, span, item, value)
    if not isinstance(item, core.Lit) and core.same(item, value):
        raise CheckError("CW233", "this compares something with itself", span,
                         _other_one(item, value, scope))  # fmt: skip
    return core.Compare(FLAG, span, "==", item, value)


def _other_one(item: Expr, value: Expr, scope: Scope) -> str:
    """Help for `town is town`, and for `actor is you` where nobody carries the ability."""
    if "actor" in scope.names and {item.span.text, value.span.text} == {"actor", "you"}:
        return (
            "remove it: in abilities of the pack itself, *you* is whoever acts; of a thing or a "
            "player, *you* is its owner or that player"
        )
    return (
        "inside a set, the name of its kind means the one being tested; "
        "name the other one first, as in `let here be town`"
    )
