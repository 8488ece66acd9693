"""Something in a pack that has a name: what it is, where it is, and what it means."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from cardwright.source.text import Span


@dataclass(frozen=True)
class Entry:
    """Something with a name: what it is, where it is, and its meaning in English.

    A meaning that is slow to generate is stored as a function, since most entries are only used for
    their names.
    """

    kind: str
    name: str
    span: Span | None
    pack: str
    title: str = ""
    text: str = ""
    provenance: str = ""
    facts: tuple[str, ...] = ()
    meaning: tuple[str, ...] | Callable[[], Iterable[str]] = field(default=(), compare=False)
    written: str = ""  # how other rules refer to it or run it
    bearer: str = ""  # the name of the thing that carries it, or of its kind
    has_keywords: bool = False  # whether its facts and rules include keywords

    @cached_property
    def english(self) -> tuple[str, ...]:
        return tuple(self.meaning() if callable(self.meaning) else self.meaning)

    @property
    def head(self) -> str:
        """The heading: title, name, kind and owner."""
        named = f"{self.title} ({self.name})" if self.title else self.name
        owner = f" of {self.bearer or self.pack}" if self.bearer or self.pack else ""
        return f"{named}: {self.kind}{owner}"
