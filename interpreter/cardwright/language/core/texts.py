"""Texts for players, as authors wrote them."""

from __future__ import annotations

from collections.abc import Iterable

from cardwright.language.core.nodes import Node
from cardwright.language.core.values import Reg
from cardwright.source.patterns import lazy_pattern
from cardwright.source.records import dataclass

_BRACES = lazy_pattern(r"{[^{}]*}")


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A text for players, as the author wrote it: `"for {price} gold"`.

    `values` are those in its braces, in registers that are filled before it is shown.
    """

    words: str
    values: tuple[Reg, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.words)

    def filled(self, words: Iterable[str]) -> str:
        """The text with these words in place of the values in braces."""
        if not self.values:
            return self.words
        left = iter(words)
        return _BRACES.sub(lambda _: next(left), self.words)

    def before(self) -> list[str]:
        """What is written before each of the values in braces, after the one before it."""
        ends = [found.span() for found in _BRACES.finditer(self.words)]
        starts = [0, *(end for _, end in ends)]
        return [self.words[start:end] for start, (end, _) in zip(starts, ends, strict=False)]


SILENT = Text("")
