"""Numbers before a word that names both a kind and one thing: in `remove 1 cart`, that or any?"""

from __future__ import annotations

from cardwright.board.types import UNKNOWN
from cardwright.language import core
from cardwright.language.core import Expr
from cardwright.language.resolve.dispatch import type_name
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Word
from cardwright.language.syntax.one_line import written
from cardwright.source.text import Span

Number = ast.Quantifier | Word  # the word is `each`


def refuse_named(number: Number | None, what: ast.Expression, scope: Scope) -> None:
    """Raises CheckError for `remove 1 cart` where one cart is called by its kind.

    That may be a member of a loop, a parameter, a choice or what an ability is about; a reader
    would take it for any cart.
    """
    if number is not None and (kind := named_kind(what, scope)):
        every = scope.context.board.kinds[kind].plural
        several = f"`{any_of(number, kind, scope)}` for {every} in general"
        raise _named(kind, what, f"write `{kind}` for that one, or {several}")


def refuse_named_one(number: Number | None, what: ast.Expression, scope: Scope) -> None:
    """Raises CheckError for `give 1 gold to a player` where one player is called `player`."""
    if number is not None and (kind := named_kind(what, scope)):
        several = scope.context.board.kinds[kind].plural
        first = chosen_first(f"1 of {several}", scope)
        raise _named(kind, what, f"write `{kind}` for that one; for another, {first}")


def refuse_named_counted(number: Number | None, what: ast.Expression, scope: Scope) -> None:
    """Raises CheckError for `there is a cart` where one cart is called by its kind."""
    if number is not None and (kind := named_kind(what, scope)):
        several = scope.context.board.kinds[kind].plural
        said = _words(number) if isinstance(number, ast.Exactly | ast.OrMore) else "1"
        several = several if said == "1" else f"{said} {several}"
        raise _named(kind, what, f"for any {kind}, write `{several}`")


def chosen_first(some: str, scope: Scope, then: str = "x") -> str:
    """Help for what nobody is asked: who does the statement is to choose it before."""
    who = scope.subject
    if who is None or core.same(who, scope.names.get("you", who)):
        return f"choose first: `choose {some}, as x`, then `{then}`"
    if who is scope.names.get("player"):
        help = "use a block `for each player:`, with"
        return f"{help} `player chooses {some}, as x` and `player ... {then}` below it"
    name = who.span.text
    return f"choose first: `{name} chooses {some}, as x`, then `{name} ... {then}`"


def any_of(number: Number, kind: str, scope: Scope) -> str:
    """A number of a kind, even if one thing is called by its kind: `2 of carts`."""
    return f"{_words(number)} of {scope.context.board.kinds[kind].plural}"


def _named(kind: str, what: ast.Expression, help: str) -> CheckError:
    message = f"`{kind}` names both one thing here and a kind"
    return CheckError("CW236", message, what.span, help)


def not_a_set(found: Expr, what: ast.Expression, span: Span, scope: Scope) -> CheckError:
    """The error for one thing where a set is needed: `per cart`, where one cart has that name."""
    kind = named_kind(what, scope)
    plural = scope.context.board.kinds[kind].plural if kind else ""
    help = f"for all of them, write `{plural}`" if kind else ""
    if kind and plural == kind:
        help = f"`{kind}` is one of them here: first `choose ... where ..., as x`, then use `x`"
    return CheckError("CW217", f"expected a set, found {type_name(found.type)}", span, help)


def named_kind(what: ast.Expression, scope: Scope) -> str:
    """The kind in `cart`, if one thing has that name here; "" for any other phrase."""
    word = what.lone_word if isinstance(what, ast.NounPhrase) else None
    if word is None or word.text not in scope.context.board.kinds:
        return ""
    known = scope.names.get(word.text)
    return "" if known is None or known.type.many or known.type == UNKNOWN else word.text


def _words(number: Number) -> str:
    """A number before `of`: `1` for `a`."""
    return "1" if isinstance(number, ast.Some) else written([number]).removesuffix(" of")
