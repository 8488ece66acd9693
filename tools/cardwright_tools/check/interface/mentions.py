"""Finds cards that may mention something: in their items, or in texts as they are printed.

A text may write `big-storm` as "Big Storm", or `unburnt` for something not `burnt`, so names are
searched for in any word, ignoring case and the ending of a plural, with any space, quotes and
escapes between their parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set

from cardwright.board.model import plural

NUMBERS = "players:"
"""The name of numbers of players: an item has them as a list, or as keys of values for each."""
_NUMBERS = re.compile(r"""players["']?\s*:|[0-9]["']?\s*:""")
_BETWEEN = r"(?:\\[a-z]|[\W_])+"
"""Between the parts of a name, also as YAML may write it in quotes."""
_KEY = re.compile(r"^( *)- ", re.M)


class Mentions:
    """Finds the items of things that may contain one of these `names`, or a text with one of
    `said`, or whose kind is named.
    """

    def __init__(self, names: Iterable[str] = (), said: Iterable[str] = ()) -> None:
        self.names, self.said = frozenset(names), frozenset(said)
        self._names, self._said = _Words(self.names), _Words(self.said)

    def __bool__(self) -> bool:
        return bool(self.names or self.said)

    def __or__(self, other: Mentions) -> Mentions:
        return Mentions(self.names | other.names, self.said | other.said)

    def are_in_file(self, text: str, kinds: Set[str]) -> bool:
        """Whether some item of a file whose items are of these kinds may."""
        lower = text.lower()
        named = self._names.are_in(lower) or self._said.are_in(lower)
        return named or not kinds.isdisjoint(self.names)

    def are_in(self, item: str, kind: str) -> bool:
        """Whether the item of a thing of this kind may."""
        lower = item.lower()
        named = kind in self.names or self._names.are_in(lower)
        return named or (bool(self._said) and self._said.are_in(_without_keys(lower)))


class _Words:
    """Finds any of these words, or their plurals, in lower-case texts."""

    def __init__(self, names: Iterable[str]) -> None:
        words = {word.lower() for name in names if name for word in (_stem(name), plural(name))}
        parts = [re.findall(r"[^\W_]+", word) or [""] for word in sorted(words - {NUMBERS})]
        self._plain = [some[0] for some in parts if len(some) == 1]
        joined = [some for some in parts if len(some) > 1]
        self._joined = [(some[0], re.compile(_BETWEEN.join(some))) for some in joined]
        if NUMBERS in words:
            self._joined.append((":", _NUMBERS))

    def __bool__(self) -> bool:
        return bool(self._plain or self._joined)

    def are_in(self, text: str) -> bool:
        return any(word in text for word in self._plain) or any(
            first in text and pattern.search(text) for first, pattern in self._joined
        )


def _stem(word: str) -> str:
    """What the word has in common with its singular."""
    for end in ("ies", "es", "s"):
        if word.endswith(end) and len(word) > len(end) + 1:
            return word.removesuffix(end)
    return word


def _without_keys(item: str) -> str:
    """An item without the keys at its own column, if it is laid out in lines."""
    first = _KEY.match(item)
    if first is None:
        return item
    column = len(first[1]) + 2
    return re.sub(rf"^ {{{column}}}[\w-]+:(?=\s)", "", item, flags=re.M)
