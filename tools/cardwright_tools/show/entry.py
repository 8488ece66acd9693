"""Something in a pack that has a name: what it is, where it is, and what it means."""

from __future__ import annotations

from dataclasses import dataclass

from cardwright.source.text import Span


@dataclass(frozen=True, slots=True)
class Entry:
    """Something with a name: what it is, where it is, and its meaning in English."""

    kind: str
    name: str
    span: Span | None
    pack: str
    title: str = ""
    text: str = ""
    provenance: str = ""
    facts: tuple[str, ...] = ()
    english: tuple[str, ...] = ()
    written: str = ""  # how others ask for it, or do it
    bearer: str = ""  # the name of the thing that carries it, or the kind that has it
    has_keywords: bool = False  # which are among its facts, and rules

    @property
    def head(self) -> str:
        """The heading: title, name, kind and owner."""
        named = f"{self.title} ({self.name})" if self.title else self.name
        owner = f" of {self.bearer or self.pack}" if self.bearer or self.pack else ""
        return f"{named}: {self.kind}{owner}"
