"""Stubs: definitions known from an earlier run, which are not read again.

A stub can be named and counted like any definition, but has no values, effects or errors. Masks
stubs in the text with spaces, so that the rest keeps its offsets. Does not know how it was
determined that they have not changed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import repeat
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from cardwright.board.declarations import Thing
from cardwright.source.records import dataclass
from cardwright.source.text import Source, Span

_NONE = MappingProxyType[str, Any]({})
_COMMENT = re.compile(r"^ *#[^\n]*", re.M)
_EMPTY_SECTION = re.compile(
    r"^[a-z][a-z0-9 -]*: *(?:#[^\n]*)?$(?=\s*+(?>(?:#[^\n]*+\s*+)*)(?:^[a-z]|\Z))", re.M
)
"""The key of a section in which nothing is left to read."""
_STUB = "\0"  # no valid text contains it
_STUBBED_SECTION = re.compile(
    r"^[a-z][a-z0-9 -]*: *(?:#[^\n]*)?$"
    r"(?=\s*+(?>(?:#[^\n]*+\s*+)*)\0[\s\0]*+(?>(?:#[^\n]*+[\s\0]*+)*)(?:^[a-z]|\Z))",
    re.M,
)
"""The same, if stubs were below it: a section that its author has left empty is reported."""


class Stubs(NamedTuple):
    """The known definitions of a file in order, in columns of the same length: there are thousands,
    and most are never looked at one by one. `starts` and `ends` are the offsets of their texts."""

    kinds: Sequence[str]
    ids: Sequence[str]
    titles: Sequence[str]
    copies: Sequence[int]
    starts: Sequence[int]
    ends: Sequence[int]

    @classmethod
    def at(cls, places: Sequence[tuple[int, int]]) -> Stubs:
        """Stubs of which only the places are asked for."""
        no_text = [""] * len(places)
        starts, ends = [low for low, _ in places], [high for _, high in places]
        return cls(no_text, no_text, no_text, [1] * len(places), starts, ends)


class StubThing(Thing):
    """A stub as a thing of the board. There are thousands: what they lack are values of the
    class."""

    __slots__ = ()
    text = provenance = ""
    values = by_players = pieces = cards = card_spans = cast("dict[str, Any]", _NONE)
    players = ()

    def __init__(self, id: str, kind: str, title: str, pack: str, copies: int, span: Span) -> None:
        self.id, self.kind, self.title = id, kind, title
        self.pack, self.copies, self.span = pack, copies, span


Things = Mapping[str, dict[str, Thing]]
"""By kind and id."""


def by_kind(things: Iterable[Thing]) -> Things:
    found = defaultdict[str, dict[str, Thing]](dict)
    for thing in things:
        found[thing.kind][thing.id] = thing
    return found


def is_empty(text: str) -> bool:
    """Whether only comments and keys of empty sections are left to read."""
    return not _COMMENT.sub("", _EMPTY_SECTION.sub("", text)).strip()


@dataclass(frozen=True)
class StubbedFile:
    """A file, and its stubs."""

    source: Source
    stubs: Stubs

    @cached_property
    def masked_text(self) -> str:
        """The text with spaces in place of the stubs; its offsets are the file's."""
        if not self._has_stubbed_section():
            return self._with_stubs_as(lambda length: " " * length)
        text = self._with_stubs_as(lambda length: _STUB * length)
        return _STUBBED_SECTION.sub(lambda found: " " * len(found[0]), text).replace(_STUB, " ")

    def _has_stubbed_section(self) -> bool:
        """Whether nothing but stubs is in some section; in short texts, that is found quickly."""
        if _STUB in self.source.text:  # the character is refused, wherever it is
            return False
        return _STUBBED_SECTION.search(self._with_stubs_as(lambda _: _STUB)) is not None

    def _with_stubs_as(self, signs: Callable[[int], str]) -> str:
        """The text with these signs in place of each stub, up to its line end."""
        parts, at = [], 0
        for start, end in zip(self.stubs.starts, self.stubs.ends, strict=True):
            parts += [self.source.text[at:start], signs(end - start - 1), "\n"]
            at = end
        return "".join([*parts, self.source.text[at:]])

    @cached_property
    def is_empty(self) -> bool:
        """Whether only comments are left to read."""
        left = self.masked_text.strip()
        return not (_COMMENT.sub("", left).strip() if left[:1] == "#" else left)

    def things(self, pack: str) -> Things:
        """The stubs as things of the board, which share what they lack. They are made from columns
        without a step of Python for each: there are thousands."""
        kinds, ids, titles, copies, starts, ends = self.stubs
        if not ids:
            return {}
        spans = map(Span, repeat(self.source), starts, ends)
        things = map(StubThing, ids, kinds, titles, repeat(pack), copies, spans)
        if len({*kinds}) > 1:
            return by_kind(things)
        return {kinds[0]: dict(zip(ids, things, strict=True))}


@dataclass(frozen=True)
class EmptiedFile(StubbedFile):
    """A file that is known to contain only stubs and comments."""

    @cached_property
    def is_empty(self) -> bool:
        return True
