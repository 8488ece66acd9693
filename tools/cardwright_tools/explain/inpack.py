"""What `cardwright explain` tells of a pack: its contents, or its definitions in English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cardwright.api import Rules
from cardwright_tools.explain.definitions import (
    SECTIONS,
    Found,
    everything,
    find,
    of_kind,
    section,
    unknown,
)
from cardwright_tools.output import visible
from cardwright_tools.packs import load


def told(pack: Path, names: Sequence[str], modules: Sequence[str]) -> list[str]:
    """The lines for what has these names; without names, what there is. Raises Stop."""
    rules = load([pack], modules)
    if not names:
        return list(map(visible, contents(rules, pack.as_posix())))
    entries = [entry for name in names for entry in asked(rules, name)]
    every = [line for entry in entries for line in ("", *lines(entry))]
    return list(map(visible, every[1:]))


def asked(rules: Rules, name: str) -> list[Found]:
    """What has this name, or all of a kind. Raises Stop when there is nothing."""
    found = of_kind(rules, name) or find(rules, name) or of_kind(rules, section(rules, name))
    if not found:
        raise unknown(rules, name, {*SECTIONS, *(f.kind for f in everything(rules))})
    return found


def lines(found: Found) -> Iterator[str]:
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
    for found in everything(rules):
        numbers[found.kind] = numbers.get(found.kind, 0) + 1
    yield f"{rules.title} has"
    yield from (f"  {number:>4}  {kind}" for kind, number in numbers.items())
    yield ""
    first = next(iter(numbers), "rule")
    yield f"All of a kind: cardwright explain {pack} {first}"
    yield f"One of them:   cardwright explain {pack} ID"
