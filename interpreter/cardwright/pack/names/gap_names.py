"""The names that a part which could not be read may declare: those of its section's sort.

What a section declares is known from the forms; which names there are, only from the words of the
unread text. Overestimates like `name_scan`. Knows nothing about errors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardwright.pack.names import name_scan
from cardwright.source.document import Document, Gap

NAMELESS_SECTIONS = frozenset({"abilities", "hints", "look", "patch", "pieces", "provenance"})
"""Sections that declare no names."""
_NAMED_BY_KEYS = frozenset({"automata", "definitions", "menus", "rules"})
"""Sections in which only the key of an entry is a name, and what it `takes`: abilities on a rule
know its parameters."""


def gap_names(document: Document, gap: Gap) -> Iterator[str]:
    """The words that a gap may declare."""
    if gap.section in NAMELESS_SECTIONS - {"pieces"}:  # how many there are matters to texts
        return
    text = document.source.text[gap.start : gap.end]
    yield from _names_without_colon(text)
    is_entry = text[:1].isspace()  # else it begins with the key of the section
    if gap.section in _NAMED_BY_KEYS and is_entry and "takes" not in text:
        text = "\n".join(f"{line.partition(':')[0]}:" for line in text.splitlines() if ":" in line)
    yield from name_scan.in_raw_text(text)


def stems_in_gaps(document: Document, gaps: Iterable[Gap]) -> set[str]:
    """The stems of the names that these gaps may declare."""
    found = (name for gap in gaps for name in gap_names(document, gap))
    return name_scan.stems(found, name_scan.NEVER_DECLARED)


def _names_without_colon(text: str) -> Iterator[str]:
    """The first words of lines: perhaps the mistake is that their colon is missing."""
    for line in text.splitlines():
        first = name_scan.words(line)[:1] if ": " not in line else ()
        yield from (word for word in first if word not in name_scan.LANGUAGE_WORDS)


def may_hold_provenance(gap: Gap) -> bool:
    """Whether a gap may say where the facts of a whole file come from."""
    return gap.section in ("", "provenance")
