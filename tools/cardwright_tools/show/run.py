"""`cardwright show`: the contents of a pack, or definitions by name or kind.

Decides their form: a single one in full, with its lines of YAML; those of a kind in brief.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from cardwright import PackError
from cardwright.checked_packs import CheckedPacks
from cardwright_tools.output import Stop, say
from cardwright_tools.packs import load, refuse
from cardwright_tools.show.definitions import (
    all_entries,
    entries_of_kind,
    find_entries,
    section_kind,
    unknown_name,
)
from cardwright_tools.show.entry import Entry
from cardwright_tools.show.partial_pack import read_partial
from cardwright_tools.show.yaml_lines import yaml_lines

Form = Callable[[Entry], Iterator[str]]
Found: TypeAlias = tuple[Form, list[Entry]]


def run_show(pack: Path, names: Sequence[str], modules: Sequence[str]) -> int:
    """Prints the entries with these names or, without names, the contents. Raises Stop."""
    try:
        rules = load(pack, modules=modules)
    except PackError as error:
        found = _sound(pack, names, modules)
        if not found:
            refuse(error, [pack], modules)
        _print(found)
        raise Stop(f"the pack has errors: see `cardwright check {pack.as_posix()}`") from None
    if not names:
        say("\n".join(contents(rules, pack.as_posix())))
    _print([lookup(rules, name) for name in names])
    return 0


def _sound(pack: Path, names: Sequence[str], modules: Sequence[str]) -> list[Found]:
    """These entries of a pack with errors, if none of them has errors itself. Raises Stop."""
    partly = read_partial(pack, modules) if names else None
    if partly is None:
        return []
    found = [lookup(partly.rules, name) for name in names]
    return found if all(partly.is_sound(one) for _, some in found for one in some) else []


def _print(found: Sequence[Found]) -> None:
    texts = [form(entry) for form, some in found for entry in some]
    if texts:
        say("\n\n".join("\n".join(text) for text in texts))


def lookup(rules: CheckedPacks, name: str) -> tuple[Form, list[Entry]]:
    """The entries with this name in full, or all of this kind in brief; Stop if there are none."""
    if of_kind := entries_of_kind(rules, name):
        return entry_lines, of_kind
    if named := find_entries(rules, name):
        return definition_lines, named
    if in_section := entries_of_kind(rules, section_kind(rules, name)):
        return entry_lines, in_section
    raise unknown_name(rules, name)


def definition_lines(entry: Entry) -> Iterator[str]:
    """A definition in full."""
    yield entry.head
    yield from (f"  {fact}" for fact in entry.facts)
    if entry.text:
        yield from ("", f"Text: {entry.text}")
    if entry.written:
        yield from ("", f"Written: {entry.written}")
    if entry.english:
        yield from ("", "In English, from the rules:", *(f"  {line}" for line in entry.english))
    elif entry.has_keywords:
        yield from ("", "Its only rules are those of its keywords.")
    else:
        yield from ("", "It has no rules of its own.")
    if entry.provenance:
        yield from ("", f"Provenance: {entry.provenance}")
    if entry.span is not None:
        line, column, _, _ = entry.span.lines
        yield from ("", f"{entry.span.source.name}:{line}:{column}")
        yield from (f"{n:>5} | {text}".rstrip() for n, text in yaml_lines(entry.span))


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


def contents(rules: CheckedPacks, pack: str) -> Iterator[str]:
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
