"""What is known of a file before it is read: definitions that need not be looked at again.

Such a definition is there for all that names or counts it, and has no values, no effects and
no mistakes. Owns the blanks that stand in its place, so that what is read keeps its places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardwright.board.model import Thing
from cardwright.source.text import Source, Span


@dataclass(frozen=True, slots=True)
class StandIn:
    """A definition that is known, and from where to where it stands in its file."""

    kind: str
    id: str
    title: str
    copies: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Known:
    """A file, and the definitions in it that stand in; `left`: whether anything else is there."""

    source: Source
    stand_ins: Sequence[StandIn]
    left: bool

    @property
    def rest(self) -> str:
        """The text with blanks for what is known, each place where it was."""
        parts, at = [], 0
        for one in self.stand_ins:
            parts += [self.source.text[at : one.start], " " * (one.end - one.start - 1), "\n"]
            at = one.end
        return "".join([*parts, self.source.text[at:]])

    def things(self, pack: str) -> list[Thing]:
        """The definitions as the board has them."""
        return [
            Thing(one.id, one.kind, one.title, pack=pack, copies=one.copies,
                  span=Span(self.source, one.start, one.end))  # fmt: skip
            for one in self.stand_ins
        ]
