"""Help for a plural that a kind does not have: `boatmen` if none is declared, or `boatmans`."""

from __future__ import annotations

from cardwright.board.model import Board, plural
from cardwright.language.inflection import irregular_plural
from cardwright.source.edits import Suggestion


def plural_of_kind(word: str, board: Board) -> str:
    """The help; "" if the word is the plural of no kind."""
    for kind in board.kinds.values():
        if kind.span is None or word == kind.plural:
            continue
        if word == irregular_plural(kind.name):
            return f"declare it in the kind `{kind.name}`: `plural: {word}`"
        if word == plural(kind.name):
            return Suggestion.of(f"did you mean `{kind.plural}`?", word, kind.plural)
    return ""
