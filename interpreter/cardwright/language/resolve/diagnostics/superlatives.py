"""Help for comparisons in the words of cards: `the most carts`, `more gold than rival`."""

from __future__ import annotations

from cardwright.board.types import NUMBER
from cardwright.language.core import Expr
from cardwright.language.inflection import singular, with_singular
from cardwright.language.resolve.errors import CheckError
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.foreign_words import COMPARATIVES, SUPERLATIVES


def refuse_superlative(item: Expr, noun: ast.NounPhrase, scope: Scope, owner: str = "") -> None:
    """Raises CheckError for `the most carts` of what `item` has; `owner`: who has them, in a
    condition.
    """
    words, known = noun.words.names, item.type.of in scope.context.board.kinds
    if not known or len(words) != 2 or words[0].text not in SUPERLATIVES:
        return
    kind, end = item.type.of, SUPERLATIVES[words[0].text]
    rest = noun.span.text[words[1].span.end - noun.span.start :]
    amount = _amount(words[1].text, kind, kind, scope)
    if amount is None:
        return
    best = f"{end} {scope.context.board.kinds[kind].plural} by {amount}{rest}"
    is_in = "are in" if owner == "you" else "is in"
    help = f"choose first, as in `choose 1 of {best}, as x`, then `x`"
    help = f"write `{best}`" if scope.chooser is None else help  # in `winners`
    help = f"write `{owner} {is_in} {best}`" if owner else help
    message = f"`{words[0].text}` is not an adjective here"
    raise CheckError("CW214", message, words[0].span, help)


def refuse_comparison(item: Expr, noun: ast.NounPhrase, scope: Scope, owner: str) -> None:
    """Raises CheckError for `more carts than rival`."""
    words = [word.text for word in noun.words.names]
    if len(words) != 4 or words[0] not in COMPARATIVES or words[2] != "than":
        return
    kind = item.type.of
    mine, theirs = (_amount(words[1], who, kind, scope) for who in (owner, words[3]))
    if mine and theirs:
        message = f"`{words[0]}` is not an adjective here"
        help = f"write `{mine} {COMPARATIVES[words[0]]} {theirs}`"
        raise CheckError("CW214", message, noun.words.names[0].span, help)


def _amount(word: str, whose: str, kind: str, scope: Scope) -> str | None:
    """How much of a counter, or how many things, somebody or a place has."""
    board = scope.context.board
    if found := board.noun(word):
        of = "on" if board.root(kind) == "place" else "of"
        return f"number of {board.kinds[found[0]].plural} {of} {whose}"
    fields = board.fields(kind) if kind in board.kinds else {}
    counters = [name for name, found in fields.items() if found.type == NUMBER]
    meant = with_singular(word, counters) or with_singular(singular(word), counters)
    return f"{meant} of {whose}" if meant else None
