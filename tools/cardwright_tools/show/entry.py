"""Something in a pack that has a name: what it is, where it is, and what it means."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from cardwright.source.text import Span


@dataclass(frozen=True)
class Entry:
    """Something with a name: what it is, where it is, and its meaning in English.

    A meaning that takes long is given as what makes it, since most entries are only looked at for
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
    written: str = ""  # how others ask for it, or do it
    bearer: str = ""  # the name of the thing that carries it, or the kind that has it
    has_keywords: bool = False  # which are among its facts, and rules

    @cached_property
    def english(self) -> tuple[str, ...]:
        return tuple(self.meaning() if callable(self.meaning) else self.meaning)

    @property
    def head(self) -> str:
        """The heading: title, name, kind and owner."""
        named = f"{self.title} ({self.name})" if self.title else self.name
        owner = f" of {self.bearer or self.pack}" if self.bearer or self.pack else ""
        return f"{named}: {self.kind}{owner}"
