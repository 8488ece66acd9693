"""Finds the names that have changed their meaning for the independent cards of a game."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cardwright.board.model import Board, plural
from cardwright.language.declared import Declared
from cardwright_tools.check.incremental.positions import Stale
from cardwright_tools.check.interface import (
    differing,
    meanings,
    names_of,
    names_of_places,
    option_meanings,
    pieces_of_players,
    replaced,
    same,
    visible_to_all,
    with_leading,
)
from cardwright_tools.lint.game_context import GameContext


def changed_names(old: Declared, new: Declared) -> set[str]:
    """The names whose meaning has changed, or leads to a changed one. Raises Stale if cards may
    depend on other changes."""
    if not same(visible_to_all(old), visible_to_all(new)):
        raise Stale
    for beside in (names_of_places, pieces_of_players):
        if beside(old.board) != beside(new.board):
            raise Stale
    found = {*differing(meanings(old), meanings(new))}
    found |= {*_of_things(old.board, new.board, names_of(old.board))}
    options = differing(option_meanings(old), option_meanings(new))
    return with_leading(found, new).union(options)


def other_in(old: GameContext, new: GameContext) -> set[str]:
    """The names of rules and definitions whose bounds or costs have changed. Raises Stale."""
    both = old.things.keys() & new.things.keys()
    if old.reactions != new.reactions or any(old.things[one] != new.things[one] for one in both):
        raise Stale
    return {*differing(old.rules, new.rules), *differing(old.costs, new.costs)}


def _of_things(old: Board, new: Board, places: Collection[str]) -> Iterator[str]:
    """The names by which texts may refer to things that were added, removed or changed. Raises
    Stale if one has the title of a place, or is the first or last of its kind."""
    for kind in old.things.keys() | new.things.keys():
        before, now = old.things.get(kind, {}), new.things.get(kind, {})
        if (min(len(before), 2)) != min(len(now), 2):
            raise Stale
        for id in (*replaced(before, now), *(before.keys() - now.keys())):
            one, other = before.get(id), now.get(id)
            if one == other or same(one, other):
                continue
            if any(thing.title in places for thing in (one, other) if thing):
                raise Stale
            yield from (id, plural(id))
