"""The trees of a game's texts.

A tree takes a hundred times the memory of its text, and few are used again once a text is resolved.
So of a large game only the newest are kept; others are parsed again on request. Decides which.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Literal

from cardwright.language.syntax.nodes import Node
from cardwright.source.text import Span

MOST_LETTERS = 300_000
"""Of the texts whose trees are kept."""
Loader = Callable[[], Node]
"""Parses a text again."""
TextSort = Literal["effect", "expression", "cost", "keyword", "answer"]
"""How a text is read."""


class TreeCache(Mapping[Span, Node]):
    """The tree of each text that was read, by its span, in order.

    `all_kept`: whether none is dropped, since all are kept elsewhere anyway.
    """

    def __init__(self, *, all_kept: bool = False) -> None:
        self._most = math.inf if all_kept else MOST_LETTERS
        self._trees: dict[Span, Node | Loader] = {}
        self._sorts: dict[Span, TextSort] = {}
        self._newest: deque[tuple[Span, Loader]] = deque()
        self._letters = 0

    def __getitem__(self, text: Span) -> Node:
        found = self._trees[text]
        return found() if callable(found) else found

    def __contains__(self, text: object) -> bool:
        return text in self._trees

    def __iter__(self) -> Iterator[Span]:
        return iter(self._trees)

    def __reversed__(self) -> Iterator[Span]:
        return reversed(self._trees)

    def __len__(self) -> int:
        return len(self._trees)

    def store(self, text: Span, sort: TextSort, tree: Node, load: Loader) -> None:
        """Stores a tree until there are many newer ones; `load` parses its text again."""
        self._trees[text], self._sorts[text] = tree, sort
        self._newest.append((text, load))
        self._letters += text.end - text.start
        while self._letters > self._most:
            old, load_old = self._newest.popleft()
            self._trees[old] = load_old
            self._letters -= old.end - old.start

    def add(self, text: Span, sort: TextSort, tree: Node | Loader) -> None:
        """Adds a tree that is kept elsewhere, or a loader that parses it when it is needed."""
        self._trees[text], self._sorts[text] = tree, sort

    def since(self, count: int) -> list[tuple[Span, TextSort]]:
        """All texts after the first `count`, in order."""
        new = [*islice(reversed(self._trees), len(self) - count)]
        return [(text, self._sorts[text]) for text in reversed(new)]
