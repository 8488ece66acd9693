"""When two declarations are equal, wherever they are in a file; and digests of declarations, which
are equal if these are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import chain, compress, islice, repeat
from operator import is_, is_not
from pathlib import PurePath
from typing import Any, TypeVar, cast

from cardwright.board.declarations import Field, Thing
from cardwright.board.model import Board
from cardwright.language.declared import Declared
from cardwright.source.text import Span

Key = TypeVar("Key")
Some = TypeVar("Some")
_COMPARED_SEPARATELY = frozenset(
    {"definitions", "rules", "menus", "options", "abilities", "effects", "things"}
)
"""Parts that are compared one by one."""
_PLAIN = frozenset((type(None), str, int, bool))
_UNSEEN = frozenset(
    ("main", "main_span", "score", "evaluate", "winners", "hints", "look", "provenance", "text")
)
"""Parts on which no report about a card depends."""


def differing(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[str]:
    """The keys at which two mappings differ."""
    for name in old.keys() | new.keys():
        if name not in old or name not in new or not same(old[name], new[name]):
            yield name


def replaced(old: Mapping[Key, object], new: Mapping[Key, object]) -> Iterator[Key]:
    """The keys of a mapping whose values are not the same objects in the old one. Of thousands of
    things, most are the same, in the same order; often, others are only added at the end."""
    if len(old) <= len(new) and all(map(is_, old.values(), new.values())):
        return islice(new, len(old), None)
    there = chain(old.values(), repeat(None))
    moved = compress(new.items(), map(is_not, new.values(), there))
    return (key for key, one in moved if old.get(key) is not one)


def same(one: object, other: object, now: Callable[[Span], Span | None] | None = None) -> bool:
    """Whether two declarations are equal: anywhere in a file or, with `now`, at the current
    position of the first."""
    if one is other or (now is None and one == other):  # as most are, which is found quickly
        return True
    if type(one) is not type(other):
        return False
    match one, other:
        case Span(), Span():
            is_same = one.source.name == other.source.name and one.text == other.text
            return is_same and (now is None or now(one) == other)
        case dict(), dict():
            ours, theirs = without_internal_state(one), without_internal_state(other)
            return [*ours] == [*theirs] and all(same(ours[key], theirs[key], now) for key in ours)
        case ((list() | tuple()), (list() | tuple())):
            return len(one) == len(other) and all(
                same(*pair, now) for pair in zip(one, other, strict=True)
            )
    if not is_dataclass(one):
        return one == other
    names = compared(one.__class__)
    return all(same(getattr(one, name), getattr(other, name), now) for name in names)


@cache
def compared(sort: Hashable) -> Sequence[str]:
    """The fields of a type of declaration that are compared."""
    aside = {"board", *_COMPARED_SEPARATELY, *_UNSEEN} if sort in (Declared, Board, Thing) else ()
    return [
        one.name
        for one in fields(cast("Any", sort))
        if one.name[0] != "_" and one.name not in aside
    ]


def without_internal_state(some: Mapping[Key, Some]) -> dict[Key, Some]:
    """The mapping without the state that exists only as long as texts ask for it."""
    return {key: one for key, one in some.items()
            if not (isinstance(one, Field) and one.is_internal)}  # fmt: skip


class Digests:
    """Makes digests of declarations, many of which are parts of others: of each part once."""

    def __init__(self) -> None:
        # with the declaration itself, which keeps its id from being reused
        self._known: dict[int, tuple[object, object]] = {}

    def of(self, one: object) -> str:
        """The digest of a declaration, regardless of its position in a file."""
        return hashlib.blake2b(repr(self._form(one)).encode(), digest_size=12).hexdigest()

    def _forms(self, some: Iterable[object]) -> list[object]:
        return [one if one.__class__ in _PLAIN else self._form(one) for one in some]

    def _form(self, one: object) -> object:
        match one:
            case None | str() | int():
                return one
            case Span():
                return one.source.name, one.text
            case dict():
                own = without_internal_state(one)
                return self._forms(own), self._forms(own.values())
            case list() | tuple():
                return self._forms(one)
            case frozenset():
                return sorted(one)
            case PurePath():
                return str(one)
        if not is_dataclass(one):
            raise TypeError(f"{one!r} has no digest")
        if (known := self._known.get(id(one))) is None:
            sort = one.__class__
            values = [getattr(one, name) for name in compared(sort)]
            known = self._known[id(one)] = one, (sort.__name__, self._forms(values))
        return known[1]


def digest(one: object) -> str:
    """The digest of a single declaration."""
    return Digests().of(one)
