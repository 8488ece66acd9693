"""A number before the name of a kind that one thing has here, too: that one, or any of them?"""

from __future__ import annotations

from cardwright.language.core import Expr
from cardwright.language.resolve.dispatch import type_name
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Word
from cardwright.source.text import Span

Number = ast.Quantifier | Word  # the word is `each`


def refuse_named(
    number: Number | None, what: ast.Expression, scope: Scope, *, chosen: bool = True
) -> None:
    """Raises CheckError for `remove 1 cart` where one cart is called by its kind.

    That may be a member of a loop, a parameter, a choice or what an ability is about; a reader
    would take it for any cart. `chosen`: it is part of a statement, and not of a condition.
    """
    kind = named_kind(what, scope) if number is not None else ""
    if not kind or number is None:
        return
    several, said = scope.context.board.kinds[kind].plural, _words(number)
    if chosen or said != "1":
        several = f"{said}{' of' if chosen else ''} {several}"
    message = f"`{kind}` is the name of one thing here, and of a kind"
    help = f"write `{kind}` for that one, or `{several}` for the kind"
    raise CheckError("CW236", message, what.span, help)


def not_a_set(found: Expr, what: ast.Expression, span: Span, scope: Scope) -> CheckError:
    """The error for one thing where a set is needed: `per cart`, where one cart has that name."""
    kind = named_kind(what, scope)
    help = f"for all of them, write `{scope.context.board.kinds[kind].plural}`" if kind else ""
    return CheckError("CW217", f"expected a set, found {type_name(found.type)}", span, help)


def named_kind(what: ast.Expression, scope: Scope) -> str:
    """The kind in `cart`, if one thing has that name here; "" for any other phrase."""
    word = what.lone_word if isinstance(what, ast.NounPhrase) else None
    if word is None or word.text not in scope.context.board.kinds:
        return ""
    known = scope.names.get(word.text)
    return "" if known is None or known.type.many else word.text


def _words(number: Number) -> str:
    """A number before `of`: `1` for `a`. Words of the language are not in its span."""
    match number:
        case Word():
            return number.text
        case ast.Some():
            return "1"
        case ast.AnyNumber():
            return "any number"
        case ast.UpTo():
            return f"up to {number.amount.span.text}"
        case ast.OrMore():
            return f"{number.amount.span.text} or more"
    return number.span.text
