"""Finds texts that may mention something, in the language or as it is printed.

A text may write `outer-planets` as "Outer Planets", or `unburnt` for something not `burnt`, so
names are searched for in any word, ignoring case, with any space between their parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from cardwright.board.model import plural


class Mentions:
    """Finds texts that may mention any of these names, or their plurals."""

    def __init__(self, names: Iterable[str]) -> None:
        said = {word.lower() for name in names for word in (name, plural(name))}
        self._plain = sorted(word for word in said if "-" not in word)
        parts = [word.split("-") for word in sorted(said.difference(self._plain))]
        self._joined = [(some[0], re.compile(r"[\s-]+".join(map(re.escape, some))))
                        for some in parts]  # fmt: skip

    def __bool__(self) -> bool:
        return bool(self._plain or self._joined)

    def are_in(self, text: str) -> bool:
        """Whether a text may mention one of the names."""
        lower = text.lower()
        return any(word in lower for word in self._plain) or any(
            first in lower and pattern.search(lower) for first, pattern in self._joined
        )
