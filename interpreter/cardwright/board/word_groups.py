"""Several collections of words as one: a game has too many ids of things to copy them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class WordGroups:
    """The words of all `groups`, which are searched without being copied. A word that is in several
    groups is iterated over more than once."""

    groups: tuple[Collection[str], ...]

    def __contains__(self, word: object) -> bool:
        return any(word in group for group in self.groups)

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(self.groups)
