"""Which cards may name something: in their items, or in texts as these are printed.

A text may say `outer-planets` as "Outer Planets" or `unburnt` for what is not `burnt`, so a name is
looked for in any word, in capitals or not, with any space between its parts, without the end of a
plural.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Set

from cardwright.board.model import plural

NUMBERS = "players:"
"""The name of numbers of players: an item has them as a list, or as keys of values for each."""
_NUMBERS = re.compile(r"""players["']?\s*:|[0-9]["']?\s*:""")
_KEY = re.compile(r"^( *)- ", re.M)


class Mentions:
    """Finds items of things that may have one of these `names`, or a text that has one of `said`;
    or of which a kind is named.
    """

    def __init__(self, names: Collection[str], said: Collection[str] = ()) -> None:
        self._kinds, self._names, self._said = names, _Words(names), _Words(said)

    def __bool__(self) -> bool:
        return bool(self._names or self._said)

    def are_in_file(self, text: str, kinds: Set[str]) -> bool:
        """Whether some item of a file may, which are of these kinds."""
        lower = text.lower()
        named = self._names.are_in(lower) or self._said.are_in(lower)
        return named or not kinds.isdisjoint(self._kinds)

    def are_in(self, item: str, kind: str) -> bool:
        """Whether an item may, of a thing of this kind."""
        lower = item.lower()
        named = kind in self._kinds or self._names.are_in(lower)
        return named or (bool(self._said) and self._said.are_in(_without_keys(lower)))


class _Words:
    """Finds any of these words, or their plurals, in texts without capitals."""

    def __init__(self, names: Iterable[str]) -> None:
        words = {word.lower() for name in names if name for word in (_stem(name), plural(name))}
        parts = [re.split(r"[\s-]+", word) for word in sorted(words - {NUMBERS})]
        self._plain = [some[0] for some in parts if len(some) == 1]
        self._joined = [(some[0], re.compile(r"[\s-]+".join(map(re.escape, some))))
                        for some in parts if len(some) > 1]  # fmt: skip
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
