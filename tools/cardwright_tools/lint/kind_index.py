"""An index of items by kind, which also finds those of related kinds.

Large packs have thousands of kinds and of reactions; comparing each with each would take minutes.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Generic, TypeVar

from cardwright.board.model import Board

Item = TypeVar("Item")
EVERY = "thing"


class KindIndex(Generic[Item]):
    """Items by their kinds, found in the order in which they were added."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.items: list[Item] = []
        self._exact: defaultdict[str, list[int]] = defaultdict(list)
        self._below: defaultdict[str, list[int]] = defaultdict(list)

    def add(self, kind: str, item: Item) -> None:
        self._exact[kind].append(len(self.items))
        for above in self.board.ancestors(kind)[1:]:
            self._below[above].append(len(self.items))
        self.items.append(item)

    def of(self, kind: str) -> list[Item]:
        """The items whose kind is this one, above it, or below it."""
        above = {kind, EVERY, *self.board.ancestors(kind)}
        found = {at for one in above for at in self._exact.get(one, ())}
        return [self.items[at] for at in sorted(found.union(self._below.get(kind, ())))]

    def exactly(self, kind: str) -> list[Item]:
        return [self.items[at] for at in self._exact.get(kind, ())]
