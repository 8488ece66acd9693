"""What is known of a file before it is read: definitions that need not be looked at again.

Such a definition is there for all that names or counts it, and has no values, no effects and
no mistakes. Owns the blanks that stand in its place, so that what is read keeps its places.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from cardwright.board.model import Thing
from cardwright.source.records import dataclass
from cardwright.source.text import Source, Span

_COMMENT = re.compile(r"^ *#[^\n]*", re.M)
_EMPTY_SECTION = re.compile(
    r"^[a-z][a-z0-9 -]*: *(?:#[^\n]*)?$(?=\s*+(?:#[^\n]*+\s*+)*+(?:^[a-z]|\Z))", re.M
)
"""The key of a section in which nothing is left."""


@dataclass(frozen=True, slots=True)
class Stub:
    """A definition that is known, and from where to where it stands in its file."""

    kind: str
    id: str
    title: str
    copies: int
    start: int
    end: int


@dataclass(frozen=True)
class StubbedFile:
    """A file, and the definitions in it that stand in, by place."""

    source: Source
    stubs: Sequence[Stub]

    @cached_property
    def masked_text(self) -> str:
        """The text with blanks for what is known, and all else at its place."""
        parts, at = [], 0
        for one in self.stubs:
            parts += [self.source.text[at : one.start], " " * (one.end - one.start - 1), "\n"]
            at = one.end
        left = "".join([*parts, self.source.text[at:]])
        return _EMPTY_SECTION.sub(lambda found: " " * len(found[0]), left)

    @property
    def is_empty(self) -> bool:
        """Whether nothing else is there than comments."""
        return not _COMMENT.sub("", self.masked_text).strip()

    def things(self, pack: str) -> list[Thing]:
        """The definitions as the board has them."""
        return [
            Thing(
                one.id,
                one.kind,
                one.title,
                pack=pack,
                copies=one.copies,
                span=Span(self.source, one.start, one.end),
            )
            for one in self.stubs
        ]


@dataclass(frozen=True)
class EmptiedFile(StubbedFile):
    """A file of which it is known that nothing else is there."""

    @property
    def is_empty(self) -> bool:
        return True
