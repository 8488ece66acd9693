"""What `cardwright explain` tells of a pack: its contents, or its definitions in English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cardwright.api import Rules
from cardwright_tools.output import printable
from cardwright_tools.packs import load_packs
from cardwright_tools.show.definitions import (
    SECTIONS,
    Entry,
    all_entries,
    entries_of_kind,
    find_entries,
    section_kind,
    unknown_name,
)


def render_entries(pack: Path, names: Sequence[str], modules: Sequence[str]) -> list[str]:
    """The lines for what has these names; without names, what there is. Raises Stop."""
    rules = load_packs([pack], modules)
    if not names:
        return list(map(printable, contents(rules, pack.as_posix())))
    entries = [entry for name in names for entry in entries_named(rules, name)]
    every = [line for entry in entries for line in ("", *entry_lines(entry))]
    return list(map(printable, every[1:]))


def entries_named(rules: Rules, name: str) -> list[Entry]:
    """What has this name, or all of a kind. Raises Stop when there is nothing."""
    found = (
        entries_of_kind(rules, name)
        or find_entries(rules, name)
        or entries_of_kind(rules, section_kind(rules, name))
    )
    if not found:
        raise unknown_name(rules, name, {*SECTIONS, *(f.kind for f in all_entries(rules))})
    return found


def entry_lines(found: Entry) -> Iterator[str]:
    """The definition in English, with what is printed on it, and how others ask for it."""
    yield found.head
    if found.text:
        yield f"  Printed: {' '.join(found.text.split())}"
    if found.written:
        yield f"  Written: {found.written}"
    yield from (f"  {line}" for line in found.english)
    if not found.english:
        yield "  It has no rules of its own." if not found.facts else "  No rules; printed facts:"
        yield from (f"    {fact}" for fact in found.facts)


def contents(rules: Rules, pack: str) -> Iterator[str]:
    """How many definitions of which kind a pack has, and how to ask for them."""
    numbers: dict[str, int] = {}
    for found in all_entries(rules):
        numbers[found.kind] = numbers.get(found.kind, 0) + 1
    yield f"{rules.title} has"
    yield from (f"  {number:>4}  {kind}" for kind, number in numbers.items())
    yield ""
    first = next(iter(numbers), "rule")
    yield f"All of a kind: cardwright explain {pack} {first}"
    yield f"One of them:   cardwright explain {pack} ID"
