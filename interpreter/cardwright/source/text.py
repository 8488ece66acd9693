"""Source texts and spans in them.

Responsible for the conversion of offsets to lines and columns. Offsets and columns count code
points; lines end with a line feed, and a carriage return before it belongs to the line end. Knows
nothing about files, YAML or the meaning of the text.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import field
from itertools import accumulate

from cardwright.source.records import dataclass

BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Source:
    """A named text. A byte order mark is dropped, so that offset 0 is the first letter."""

    name: str
    text: str = field(repr=False)
    _starts: array[int] = field(
        default_factory=lambda: array("q"), init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        if self.text.startswith(BYTE_ORDER_MARK):
            object.__setattr__(self, "text", self.text[1:])

    @property
    def whole(self) -> Span:
        """All of the text."""
        return Span(self, 0, len(self.text))

    @property
    def line_count(self) -> int:
        """The number of lines; an empty text has one."""
        return len(self._line_starts())

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset, both from 1; offsets outside are clamped."""
        inside = min(max(offset, 0), len(self.text))
        starts = self._line_starts()
        line = bisect_right(starts, inside)
        return line, inside - starts[line - 1] + 1

    def line(self, n: int) -> str:
        """The text of line `n`, from 1, without its line end; "" if there is no such line."""
        starts = self._line_starts()
        if not 1 <= n <= len(starts):
            return ""
        end = starts[n] if n < len(starts) else len(self.text)
        return self.text[starts[n - 1] : end].removesuffix("\n").removesuffix("\r")

    def _line_starts(self) -> array[int]:
        # Filled on first use: most texts are never asked for a position. Filled in one call, so
        # that another thread sees it either empty or complete.
        if not self._starts:
            lengths = (len(line) + 1 for line in self.text.split("\n")[:-1])
            self._starts[:] = array("q", accumulate(lengths, initial=0))
        return self._starts


@dataclass(frozen=True, slots=True)
class Span:
    """The part of a source from `start` up to, but not including, `end`."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The source text that the span covers."""
        return self.source.text[self.start : self.end]

    @property
    def lines(self) -> tuple[int, int, int, int]:
        """(line, column, end line, end column), from 1; the end column is exclusive."""
        return (*self.source.position(self.start), *self.source.position(self.end))

    def is_within(self, other: Span) -> bool:
        """Whether this span is all of the other one, or part of it."""
        same = self.source.name == other.source.name
        return same and other.start <= self.start and self.end <= other.end


NOWHERE = Span(Source("", ""), 0, 0)  # for everything that is not in any text
