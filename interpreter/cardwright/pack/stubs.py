"""Stubs: definitions known from an earlier run, which are not read again.

A stub can be named and counted like any definition, but has no values, effects or errors.
Owns the spaces that mask stubs in the text, so that what is still read keeps its offsets.
Knows nothing of how it was decided what has not changed.
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
"""The key of a section in which nothing is left to read."""


@dataclass(frozen=True, slots=True)
class Stub:
    """A known definition, and the offsets of its text in the file."""

    kind: str
    id: str
    title: str
    copies: int
    start: int
    end: int


def is_empty(text: str) -> bool:
    """Whether nothing but comments and keys of empty sections is left to read."""
    return not _COMMENT.sub("", _masked(text)).strip()


def _masked(text: str) -> str:
    return _EMPTY_SECTION.sub(lambda found: " " * len(found[0]), text)


@dataclass(frozen=True)
class StubbedFile:
    """A file, and its stubs in order."""

    source: Source
    stubs: Sequence[Stub]

    @cached_property
    def masked_text(self) -> str:
        """The text with spaces in place of the stubs; its offsets are the file's."""
        parts, at = [], 0
        for one in self.stubs:
            parts += [self.source.text[at : one.start], " " * (one.end - one.start - 1), "\n"]
            at = one.end
        return _masked("".join([*parts, self.source.text[at:]]))

    @cached_property
    def is_empty(self) -> bool:
        """Whether nothing but comments is left to read."""
        return is_empty(self.masked_text)

    def things(self, pack: str) -> list[Thing]:
        """The stubs as things of the board."""
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
    """A file that is known to hold nothing but stubs and comments."""

    @cached_property
    def is_empty(self) -> bool:
        return True
