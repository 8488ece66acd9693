"""Kinds in the singular, without a number, that a reader would take for one thing: `carts in town`.

Where no thing has that name, they would be sets of all such things.
"""

from __future__ import annotations

from cardwright.language.core import Expr
from cardwright.language.resolve.ambiguities.shared_places import plural_phrase, singular_phrase
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast


def refuse_singular(what: ast.Expression, found: Expr, scope: Scope) -> None:
    """Raises CheckError if a set is named in the singular, where readers look for one thing."""
    if not isinstance(what, ast.NounPhrase) or not found.type.many:
        return
    noun = what.words.noun
    kind = scope.context.board.noun(noun.text)
    if kind is None or kind[1] or noun.text in scope.names:
        return
    board = scope.context.board
    every, several = board.kinds[kind[0]].plural, plural_phrase(what, scope)
    help = f"for {every} in general, write `{several}`; for one, give it a name first, as in "
    help += f"`choose 1 {singular_phrase(what, scope)}, as x`"
    if board.has_owner(kind[0]):
        help += f" or `let x be only your {every}`"
    raise CheckError("CW219", f"specify which {noun.text}", what.span, help)
