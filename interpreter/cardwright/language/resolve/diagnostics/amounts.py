"""Help for amounts in plain English: `the most gold`, `more gold than rival`, `remove 2 gold`."""

from __future__ import annotations

from cardwright.board.types import NUMBER
from cardwright.language.resolve.diagnostics.known_names import is_declared
from cardwright.language.resolve.diagnostics.word_context import WordContext
from cardwright.language.syntax import ast
from cardwright.language.syntax.foreign_words import COMPARATIVES, SUPERLATIVES
from cardwright.source.text import Span


def most_of(near: WordContext) -> str:
    """Help for `the player with the most gold`; in `winners`, there is nobody to choose one."""
    end = SUPERLATIVES.get(near.previous)
    if not end or not is_declared(near.text, near.scope):
        return ""
    best = f"{end} players by {near.text} of player"
    chosen_first = f"choose first: `choose 1 of {best}, as x`, then `x`"
    return chosen_first if near.scope.chooser is not None else f"write `{best}`"


def compared(near: WordContext) -> str:
    """Help for `you have more gold than player after you`."""
    has, sign = near.parent, COMPARATIVES.get(near.text)
    if not sign or near.before or not isinstance(has, ast.HasSome) or has.noun is not near.noun:
        return ""
    what, than, *others = [*(word.text for word in near.after), "", ""]
    if than != "than" or not others[0] or not near.board.field("player", what):
        return ""
    start, end = near.after[2].span.start, has.noun.extent.end
    other = Span(has.span.source, start, end).text
    return f"compare: `{what} of {has.owner.extent.text} {sign} {what} of {other}`"


def left_over(near: WordContext) -> str:
    """Help for `if you have gold left`."""
    counter, board = near.previous, near.board
    if near.text != "left" or not (board.field("player", counter) or counter in board.state):
        return ""
    return f"compare it: `{counter}{'' if counter in board.state else ' of you'} > 0`"


def gained(near: WordContext) -> str:
    """Help for `remove 2 gold`: counters are gained and lost."""
    found, many = near.board.field("player", near.text), near.quantifier
    number = many.amount.number if isinstance(many, ast.Exactly) else None
    if number is None or near.before or found is None or found.type != NUMBER:
        return ""
    some = f"{number.text} {near.text}"
    return f"for a counter, write `gain {some}`, `lose {some}` or `pay {some}`"
