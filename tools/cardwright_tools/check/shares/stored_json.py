"""A stored game as JSON: reading it can't run anything. If it is malformed, it is treated as
missing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from operator import attrgetter
from typing import Any

from cardwright.language.core import Event
from cardwright_tools.check import store
from cardwright_tools.check.interface.interface import Interface
from cardwright_tools.check.shares.cache_records import (
    Columns,
    StoredCards,
    StoredFile,
    StoredGame,
    placed,
)
from cardwright_tools.check.shares.stored_form import MAY_BE_SINGLE, is_stored_game
from cardwright_tools.check.shares.surrounding_text import HASH_LENGTH
from cardwright_tools.lint.bound import Bound
from cardwright_tools.lint.game_facts import GameFacts
from cardwright_tools.lint.uses import Key


def to_json(game: StoredGame, later: bool = False) -> list[Any]:
    """A stored game, for `json.dumps` with `plain`; or what is stored later of it."""
    names = game.added if later else game.cards
    cards = {name: _columns(game.cards[name]) for name in names}
    sets = game.use_sets[game.whole_sets :] if later else game.use_sets
    return plain(replace(game, cards=cards, use_sets=sets))  # type: ignore[arg-type]


def plain(one: Any) -> list[Any]:
    """A set or a record as a list, for `json.dumps`."""
    return sorted(one) if isinstance(one, frozenset) else [*_values(one.__class__)(one)]


@cache
def _values(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """A function that reads the fields of a record with two or more fields."""
    return attrgetter(*(each.name for each in fields(kind)))


def from_json(data: Any) -> StoredGame | None:
    """The stored game; None if the data is anything else."""
    try:
        return _game(*data) if is_stored_game(data) else None
    except store.UNREADABLE:
        return None


def _game(
    files: Any, unread: Any, cards: Any, uses: Any, use_sets: Any, steps: Any, step_sets: Any,
    names: Any, characters_left: int, environment: str, seen: Any, totals: str, rules: Any,
    reactions: Any, costs: Any, facts: Any, found: Any, added: Any, whole_sets: int, mark: str,
) -> StoredGame:  # fmt: skip
    return StoredGame(
        {name: StoredFile(hash, rest, is_emptied, frozenset(others))
         for name, (hash, rest, is_emptied, others) in files.items()},
        frozenset(unread),
        {name: _from_columns(*columns) for name, columns in cards.items()},
        [(Key(*user), Key(*key)) for user, key in uses],
        use_sets,
        [(slot, Bound(*numbers)) for slot, numbers in steps],
        step_sets,
        frozenset(names), int(characters_left), environment, Interface.from_json(*seen), totals,
        {name: Bound(*numbers) for name, numbers in rules.items()},
        [(Event(*event), Bound(*numbers)) for event, numbers in reactions],
        {name: int(steps) for name, steps in costs.items()},
        GameFacts.from_json(*facts),
        None if found is None else [placed(one, list) for one in found],
        added, whole_sets, mark,
    )  # fmt: skip


def _from_columns(hashes: str, *columns: Any) -> StoredCards:
    number = len(hashes) // HASH_LENGTH
    every = [some * number if len(some) == 1 else some for some in columns]
    return StoredCards(hashes, Columns(*every))


def _columns(cards: StoredCards) -> list[Any]:
    """The cards of a file, by their hashes, as a text of all hashes, a list of all kinds, and so
    on, which are read and checked much faster than a list for each card. If all have the same
    kind, copies or diagnostics, the list has it once."""
    columns = map(list, cards.columns)
    single = (_once(one) if at in MAY_BE_SINGLE else one for at, one in enumerate(columns))
    return [cards.hashes, *single]


def _once(column: list[Any]) -> list[Any]:
    return column[:1] if column.count(column[0] if column else None) == len(column) else column
