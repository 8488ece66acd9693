"""The index of names: their entries and occurrences. Knows nothing about how words are read."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Container
from dataclasses import dataclass, field, replace

from cardwright.source.text import Span
from cardwright_tools.show.entry import Entry

Key = tuple[str, str, str]
"""The kind of an entry, its name and, for fields and words, the kind or enum that has it."""


Where = Callable[[Span], Span | None]
"""The current position of a span that was read in an earlier text; None if it is unknown."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A word in a file that stands for a name, which it `declares` or uses."""

    span: Span
    key: Key
    declares: bool = False


@dataclass(slots=True)
class NameIndex:
    """All names with their entries, and the occurrences in each file, in order."""

    entries: dict[Key, Entry] = field(default_factory=dict)
    by_word: dict[str, list[Key]] = field(default_factory=dict)
    by_file: dict[str, list[Occurrence]] = field(default_factory=dict)

    def at(self, file: str, offset: int) -> Occurrence | None:
        """The occurrence at an offset of a file; the end of a word belongs to it."""
        here = self.by_file.get(file, [])
        at = bisect_right(here, offset, key=lambda one: one.span.start) - 1
        return here[at] if at >= 0 and offset <= here[at].span.end else None

    def definition_at(
        self, file: str, text: str, offset: int, kinds: Container[str]
    ) -> Occurrence | None:
        """The definition, of one of these kinds, around an offset in a file with this text: from
        its first line to the next definition, which may not be known yet, or section."""
        declared = [o for o in self.by_file.get(file, []) if o.declares and o.key[0] in kinds]
        line_end = text.find("\n", offset) % (len(text) + 1)
        at = bisect_right(declared, line_end, key=lambda one: one.span.start) - 1
        if at < 0:
            return None
        found = declared[at].span
        item = re.match(r" *- ", text[text.rfind("\n", 0, found.start) + 1 :])
        ends = rf"\n(\w|{item[0]})" if item else r"\n\w"
        return None if re.search(ends, text[found.end : line_end]) else declared[at]

    def moved(self, now: Where) -> NameIndex:
        """The index with current positions, without occurrences whose position is unknown."""
        places = {name: [replace(one, span=span) for one in here if (span := now(one.span))]
                  for name, here in self.by_file.items()}  # fmt: skip
        return replace(self, by_file=places)

    def of(self, key: Key) -> list[Occurrence]:
        """All occurrences of a name, including its declaration."""
        return [one for here in self.by_file.values() for one in here if one.key == key]

    def declaration(self, key: Key) -> Span | None:
        span = self.entries[key].span
        near = self.by_file.get(span.source.name, ()) if span else ()
        here = (one.span for one in near if one.declares and one.key == key)
        return next(here, None) or next((o.span for o in self.of(key) if o.declares), span)
