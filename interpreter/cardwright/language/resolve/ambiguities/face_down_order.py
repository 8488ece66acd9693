"""Cards of an ordered zone that nobody sees: in `move 2 cards from deck to hand of you`, readers
take them for the top ones, but the game would draw them at random.
"""

from __future__ import annotations

from cardwright.board.declarations import Zone
from cardwright.language import core, hir
from cardwright.language.core import Expr
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast

_HIDDEN = ("nobody", "count")


def refuse_unsaid_order(source: Expr, phrase: ast.Phrase, act: ast.Act, scope: Scope) -> None:
    """Raises CheckError for a number of cards from such a zone, unless the text says which ones."""
    if phrase.quantifier is None or act.at_random or isinstance(phrase.quantifier, ast.Every):
        return
    held, tests = source, list[Expr]()
    if isinstance(source, core.Filter):
        held, tests = source.source, [*hir.conditions(source.test)]
    zone = _ordered(held, scope)
    # of copies, it doesn't matter which one it is
    if zone is not None and all(isinstance(test, hir.Adjective | hir.OfKind) for test in tests):
        help = _ways_to_say_which(phrase.quantifier, zone, narrowed=bool(tests))
        several = scope.context.board.kinds[source.type.of].plural
        message = f"nobody sees these {several}, and this does not say which of them"
        raise CheckError("CW219", message, phrase.extent, help)


def _ordered(held: Expr, scope: Scope) -> Zone | None:
    """The ordered zone with these contents, if they are hidden."""
    name = held.zone.type.of if isinstance(held, core.Contents) else ""
    zone = scope.context.board.zones.get(name)
    return zone if zone is not None and zone.ordered and zone.seen_by in _HIDDEN else None


def _ways_to_say_which(quantifier: ast.Quantifier, zone: Zone, *, narrowed: bool) -> str:
    exact = quantifier.amount.number if isinstance(quantifier, ast.Exactly) else None
    some = f"{exact.text} " if exact is not None and exact.text != "1" else ""
    top = "" if narrowed else f"`top {some}of {zone.name}`, or "
    search = "to let a player search for one, move all of them to a zone `seen by: owner` first"
    return f"write {top}`at random` at the end; {search}"
