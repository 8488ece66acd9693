"""Finds cards that may mention something: in their items, or in texts as they are printed.

A text may write `big-storm` as "Big Storm", or `unburnt` for something not `burnt`, so names are
searched for in any word, ignoring case and the ending of a plural, with any space, quotes and
escapes between their parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set

from cardwright.board.model import plural

PLAYER_COUNTS = "players:"
"""Stands for player counts: an item has them as a list, or as keys of values for each."""
_NUMBERS = r"""players["']?\s*:|[0-9]["']?\s*:"""
_BETWEEN = r"(?:\\[a-z]|[\W_])+"
"""Between the parts of a name, also as YAML may write it in quotes."""
_LIST_ITEM = re.compile(r"^( *)- ", re.M)


class NameFinder:
    """Finds the items of things that may contain one of these `names`, or a text with one of
    `names_in_texts`, or whose kind is named.
    """

    def __init__(self, names: Iterable[str] = (), names_in_texts: Iterable[str] = ()) -> None:
        self.names, self.names_in_texts = frozenset(names), frozenset(names_in_texts)
        self._names, self._in_texts = _Words(self.names), _Words(self.names_in_texts)

    def __bool__(self) -> bool:
        return bool(self.names or self.names_in_texts)

    def __or__(self, other: NameFinder) -> NameFinder:
        return NameFinder(self.names | other.names, self.names_in_texts | other.names_in_texts)

    def without(self, names: Iterable[str]) -> NameFinder:
        return NameFinder(self.names.difference(names), self.names_in_texts.difference(names))

    def are_in_file(self, lower: str, kinds: Set[str]) -> bool:
        """Whether any item of a file, whose items have these kinds, may mention a name; `lower` is
        its text in lower case."""
        named = self._names.are_in(lower) or self._in_texts.are_in(lower)
        return named or not kinds.isdisjoint(self.names)

    def are_in(self, item: str, kind: str) -> bool:
        """Whether the item of a thing of this kind may mention a name."""
        lower = item.lower()
        named = kind in self.names or self._names.are_in(lower)
        return named or (bool(self._in_texts) and self._in_texts.are_in(_without_keys(lower)))


class _Words:
    """Finds any of these words, or their plurals, in lower-case texts."""

    def __init__(self, names: Iterable[str]) -> None:
        every = {*names}
        named = (name for name in every if name not in ("", PLAYER_COUNTS))
        words = {word.lower() for name in named for word in (_stem(name), plural(name))}
        parts = [re.findall(r"[^\W_]+", word) or [""] for word in sorted(words)]
        self._single_words = [some[0] for some in parts if len(some) == 1]
        joined = [some for some in parts if len(some) > 1]
        self._joined = [(some, _BETWEEN.join(some)) for some in joined]
        if PLAYER_COUNTS in every:
            self._joined.append(([":"], _NUMBERS))

    def __bool__(self) -> bool:
        return bool(self._single_words or self._joined)

    def are_in(self, text: str) -> bool:
        return any(word in text for word in self._single_words) or any(
            all(part in text for part in parts) and re.search(pattern, text)
            for parts, pattern in self._joined
        )


def _stem(word: str) -> str:
    """What the word has in common with its singular."""
    for end in ("ies", "es", "s"):
        if word.endswith(end) and len(word) > len(end) + 1:
            return word.removesuffix(end)
    return word


def _without_keys(item: str) -> str:
    """An item without the keys at its own column, if it is laid out in lines."""
    first = _LIST_ITEM.match(item)
    if first is None:
        return item
    column = len(first[1]) + 2
    return re.sub(rf"^ {{{column}}}[\w-]+:(?=\s)", "", item, flags=re.M)
