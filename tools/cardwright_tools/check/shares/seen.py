"""What independent cards see of a game, as digests, for comparison with another run.

Defines the digest of a declaration, which is equal for two declarations if `interface.same` is
true.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import is_dataclass
from pathlib import PurePath
from typing import Any

from cardwright.board.model import Board, Thing, plural
from cardwright.language.analysis.expression_costs import Costs
from cardwright.language.declared import Declared
from cardwright.language.front_end.checked import Checked
from cardwright.source.records import dataclass
from cardwright.source.text import Span
from cardwright_tools.check.interface import (
    Meanings,
    beside_names,
    compared,
    differing,
    lasting,
    meanings,
    names_of,
    option_meanings,
    with_leading,
)

Apart = Collection[tuple[str, str]]
"""The kinds and ids of the independent cards."""


@dataclass(frozen=True, slots=True)
class Seen:
    """`names` and `options`: the digests of what a text may mean, by name; `beside`: the digest
    of everything else."""

    beside: str
    names: Mapping[str, str]
    options: Mapping[str, str]

    @classmethod
    def of(cls, declared: Declared, apart: Apart) -> Seen:
        board = declared.board
        beside = digest((*beside_names(declared), *_numbers(declared), [*_titles_of_places(board)]))
        found = {**_digests(meanings(declared))}
        for thing in _things(board, apart):
            for name in (thing.id, plural(thing.id)):
                found[name] = digest([found.get(name), thing])
        return cls(beside, found, _digests(option_meanings(declared)))

    @classmethod
    def from_json(cls, beside: object, names: Any, options: Any) -> Seen:
        """Raises TypeError or ValueError if the data is anything else."""
        return cls(str(beside), dict(names), dict(options))

    def changed(self, old: Seen, declared: Declared) -> set[str] | None:
        """The names that have changed, or lead to a changed one; None if cards may see more."""
        if self.beside != old.beside:
            return None
        found = with_leading({*differing(old.names, self.names)}, declared)
        return found.union(differing(old.options, self.options))


def _digests(found: Meanings) -> dict[str, str]:
    return {name: digest(some) for name, some in found.items()}


def _things(board: Board, apart: Apart) -> Iterator[Thing]:
    for kind, group in board.things.items():
        yield from (thing for id, thing in group.items() if (kind, id) not in apart)


def _numbers(declared: Declared) -> tuple[object, ...]:
    """The number of things of each kind, as far as anything asks for it."""
    several = {kind: min(len(group), 2) for kind, group in declared.board.things.items() if group}
    counts = Costs(Checked(declared, {})).things
    return sorted(several.items()), sorted(counts.items())


def _titles_of_places(board: Board) -> Iterator[str]:
    """The titles of things that are also names of places."""
    names = names_of(board)
    titles = {thing.title for group in board.things.values() for thing in group.values()}
    yield from sorted(names.intersection(titles))


def digest(one: object) -> str:
    """The digest of a declaration, regardless of its position in a file."""
    return hashlib.blake2b(repr(_plain(one)).encode(), digest_size=12).hexdigest()


def _plain(one: object) -> object:
    match one:
        case None | str() | int():
            return one
        case Span():
            return one.source.name, one.text
        case dict():
            return [(_plain(key), _plain(value)) for key, value in lasting(one).items()]
        case list() | tuple():
            return [*map(_plain, one)]
        case frozenset():
            return sorted(one)
        case PurePath():
            return str(one)
    if is_dataclass(one):
        sort = one.__class__
        return sort.__name__, [_plain(getattr(one, name)) for name in compared(sort)]
    raise TypeError(f"{one!r} has no digest")
