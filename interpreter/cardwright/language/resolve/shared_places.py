"""Numbers of places that a reader would take for a choice: `2 carts on a town`, `carts on 2 towns`.

A phrase after a preposition is a set that narrows a noun: nobody chooses one of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.quantities import at_most_one
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node


def refuse_number(where: ast.Quantified, scope: Scope) -> None:
    """Raises CheckError for `carts on each town` and `carts on 2 towns`."""
    said, several = where.quantifier, _plural(where, scope)
    if isinstance(said, ast.Every):
        message = f"`{said.span.text}` does not test all of them here"
        help = f"for any of them, write `{several}`; for all of them, say that there are none "
        help += f"without it, as in `there are no {several} with no ...`"
        raise CheckError("CW219", message, said.span, help)
    if not at_most_one(said):
        raise not_chosen(where)


def not_chosen(where: ast.Quantified, more: str = "") -> CheckError:
    """The error for places with a number, which nobody chooses."""
    number = "up to " * isinstance(where.quantifier, ast.UpTo)
    places = where.span.text.replace("different ", "")  # as all that are chosen are
    help = f"choose them first: `choose {number}{places}, as x`, then `on each of x`{more}"
    return CheckError("CW219", "nobody chooses so many here", where.span, help)


def _plural(where: ast.Quantified, scope: Scope) -> str:
    head = where.noun.words.parts[-1].text
    kind = scope.context.board.noun(head)
    return scope.context.board.kinds[kind[0]].plural if kind else head


def refuse_shared_places(clause: Node, scope: Scope) -> None:
    """Raises CheckError if a statement is about several things on one place of a set."""
    for phrase in clause.walk():
        if isinstance(phrase, ast.Phrase):
            refuse_shared(phrase.quantifier, phrase.value, scope)


def refuse_shared(quantifier: ast.Quantifier | None, what: ast.Expression, scope: Scope) -> None:
    """Raises CheckError for `2 carts on a town`, which may be meant to be on the same one."""
    if quantifier is None or at_most_one(quantifier):
        return
    for where in _places(what):
        if at_most_one(where.quantifier) and not _is_of_anybody(where, scope):
            said, noun = where.quantifier.span.text, where.noun
            one = f"{'of ' if noun.determiner else ''}{noun.span.text}"
            help = f"for the same one, choose it first: `choose 1 {one}, as x`, then `on x`; "
            help += f"otherwise write `{_plural(where, scope)}` without `{said}`"
            message = "this may be read as all on the same one, or each on any of them"
            raise CheckError("CW219", message, where.span, help)


def _places(what: ast.Expression) -> Iterator[ast.Quantified]:
    """The places with a number in phrases that narrow a noun."""
    for mod in what.postmodifiers if isinstance(what, ast.NounPhrase) else ():
        if isinstance(mod, ast.Located) and isinstance(mod.location, ast.Quantified):
            yield mod.location


def _is_of_anybody(where: ast.Quantified, scope: Scope) -> bool:
    """`in any hand`: each player's hand, which are not a set to choose from."""
    return where.noun.words.parts[-1].text in scope.context.board.zones
