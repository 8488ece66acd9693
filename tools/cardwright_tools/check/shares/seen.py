"""What independent cards see of a game, as digests, for comparison with another run.

Defines the digest of a declaration, which is equal for two declarations if `interface.same` is
true.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from pathlib import PurePath
from typing import Any

from cardwright.board.model import Board, Thing, plural
from cardwright.language.declared import Declared
from cardwright.pack.manifest import Manifest
from cardwright.source.records import dataclass
from cardwright.source.text import Span
from cardwright_tools.check import board_names
from cardwright_tools.check.interface import (
    compared,
    differing,
    meanings,
    names_of,
    option_meanings,
    visible_to_all,
    with_leading,
    without_internal_state,
)
from cardwright_tools.check.shares.mentions import NUMBERS, Mentions
from cardwright_tools.lint.rules.printed_texts import name_in_texts

Apart = Collection[tuple[str, str]]
"""The kinds and ids of the independent cards."""


@dataclass(frozen=True, slots=True)
class Seen:
    """`names` and `options`: the digests of what a text may mean, by name; `beside`: the digest
    of everything else."""

    beside: str
    names: Mapping[str, str]
    said: Mapping[str, str]
    options: Mapping[str, str]

    @classmethod
    def of(cls, declared: Declared, packs: Sequence[Manifest], apart: Apart) -> Seen:
        """What independent cards see; `apart` are the independent cards themselves."""
        board = declared.board
        odd = (*visible_to_all(declared), *board_names.beside(declared))
        every = [*meanings(declared).items(), *board_names.named(board).items()]
        every += [(name, [thing]) for thing in _things(board, apart) for name in _names(thing)]
        found = _digests([*every, (NUMBERS, [*_numbers_of_players(packs)])])
        said = _digests(board_names.said(declared).items())
        options = _digests(option_meanings(declared).items())
        return cls(digest((*odd, *_titles_of_places(board))), found, said, options)

    @classmethod
    def from_json(cls, beside: object, *names: Any) -> Seen:
        """Raises TypeError or ValueError if the data is anything else."""
        return cls(str(beside), *map(dict, names))

    def changed(self, old: Seen, declared: Declared) -> Mentions | None:
        """The names that have changed, or lead to a changed one; None if any card may see more."""
        if self.beside != old.beside:
            return None
        more = [*board_names.leading(declared)]
        names = with_leading({*differing(old.names, self.names)}, declared, more)
        said = with_leading({*differing(old.said, self.said)}, declared, more)
        return Mentions(names.union(differing(old.options, self.options)), said)


def _digests(every: Iterable[tuple[str, object]]) -> dict[str, str]:
    """The digest of all meanings of each name."""
    found: dict[str, list[object]] = {}
    for name, one in every:
        found.setdefault(name, []).append(one)
    return {name: digest(some) for name, some in found.items()}


def _names(thing: Thing) -> Iterator[str]:
    yield from {thing.id, plural(thing.id), name_in_texts(thing)}


def _numbers_of_players(packs: Sequence[Manifest]) -> Iterator[object]:
    """The numbers of players, which matter for cards with values for some of these numbers."""
    for pack in packs:
        yield pack.players
        yield from ((one.name, one.players, sorted(one.seats)) for one in pack.modules.values())


def _things(board: Board, apart: Apart) -> Iterator[Thing]:
    for kind, group in board.things.items():
        yield from (thing for id, thing in group.items() if (kind, id) not in apart)


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
            return [
                (_plain(key), _plain(value)) for key, value in without_internal_state(one).items()
            ]
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
