"""Words that mean something in a game, such as the ids of its things, of which there are many."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """The words of several collections, which are searched without being copied. Each word may be
    in several of them."""

    groups: tuple[Collection[str], ...]

    def __contains__(self, word: object) -> bool:
        return any(word in group for group in self.groups)

    def __iter__(self) -> Iterator[str]:
        return chain.from_iterable(self.groups)
