"""Brief listings in English: all definitions of a kind, and the number of each kind."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.games import Rules
from cardwright_tools.show.definitions import Entry, all_entries


def entry_lines(found: Entry) -> Iterator[str]:
    """The definition in English, with its printed values, and how other rules refer to it."""
    yield found.head
    if found.text:
        yield f"  Printed: {' '.join(found.text.split())}"
    if found.written:
        yield f"  Written: {found.written}"
    yield from (f"  {line}" for line in found.english)
    if not found.english:
        none = "No rules but its keywords" if found.has_keywords else "No rules"
        yield f"  {none}; printed values:" if found.facts else "  It has no rules of its own."
        yield from (f"    {fact}" for fact in found.facts)


def contents(rules: Rules, pack: str) -> Iterator[str]:
    """How many definitions of each kind a pack has, and how to list them."""
    numbers: dict[str, int] = {}
    for found in all_entries(rules):
        numbers[found.kind] = numbers.get(found.kind, 0) + 1
    yield f"{rules.title} has"
    yield from (f"  {number:>4}  {kind}" for kind, number in numbers.items())
    yield ""
    first = next(iter(numbers), "rule")
    yield f"All of a kind: cardwright show {pack} {first}"
    yield f"One of them:   cardwright show {pack} ID"
