"""Explanations in a game: of a value, of a number on the board, of answers that are missing.

Makes the messages `why` and `missing`, which tell each key only what it may know.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

from cardwright.backends.game_errors import GameError
from cardwright.runtime.explanation import Tree
from cardwright.runtime.why import WhyError
from cardwright_tools.studio.cell_explanations import Cell, cell_of, explained
from cardwright_tools.studio.errors import RequestError
from cardwright_tools.studio.messages import Message
from cardwright_tools.studio.table import Table
from cardwright_tools.why.why_not import missing_answers, why_not_trees

SHOWN = 12  # changes of a number


def why(table: Table, player: str | None, expression: str, *, paused: bool = False) -> Message:
    """The tree that explains a value, as far as the seat may know it. Raises RequestError."""
    with table.lock, _refusing():
        tree = table.game_shown(paused=paused).seat(player).why(expression)
    return {"event": "why", "trees": [_tree(tree)]}


def why_cell(
    table: Table, player: str | None, message: Message, *, author: bool = False
) -> Message:
    """The explanation of a number on the board; for the author, with the answers that set it."""
    with table.lock, _refusing():
        shown = table.game_shown(paused=author)
        game, number = shown.position, shown._id(player)
        cell = cell_of(game, number, message)
        tree, since = explained(game, number, cell), _since(table, cell) if author else []
    return {"event": "why", "trees": [_tree(tree)], "since": since}


def _since(table: Table, cell: Cell) -> list[Message]:
    """The answers that changed a cell, newest first."""
    found = []
    for number, (before, after) in enumerate(pairwise(table.history.positions()), 1):
        if cell.value(before) != cell.value(after):
            words = f"{cell.words(before)} → {cell.words(after)}"
            found.append({"number": number, "words": words})
    return found[::-1][:SHOWN]


def why_not(table: Table, player: str | None, words: str) -> Message:
    """The answers that are missing, or why the one with this name is. Raises RequestError."""
    with table.lock, _refusing():
        position, number = table.game.position, table.game._id(player)
        if words:
            trees = why_not_trees(position, words, number)
            return {"event": "why", "trees": [_tree(one) for one in trees]}
        asked = position.question is not None and position.question.player == number
        missing = missing_answers(position, number) if asked else []
    return {"event": "missing", "found": [*dict.fromkeys(one.name for one in missing)]}


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except WhyError as error:  # the errors alone, since the text is shown above them
        found = error.report.diagnostics
        words = [one.message for one in found] + [one.help for one in found]
        raise RequestError("; ".join(filter(None, dict.fromkeys(words)))) from None
    except (ValueError, GameError) as error:
        raise RequestError(str(error)) from None


def _tree(tree: Tree) -> Message:
    parts = [_tree(part) for part in tree.children]
    return {"words": tree.words, "value": tree.value, "note": tree.note, "parts": parts}
