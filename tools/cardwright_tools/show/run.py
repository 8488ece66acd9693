"""`cardwright show`: the contents of a pack, or definitions by name or kind.

Owns the form of each: a single one in full, with its lines of YAML; those of a kind in brief.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from cardwright.games import Rules
from cardwright.source.text import Source, Span
from cardwright_tools.output import say
from cardwright_tools.packs import load_packs
from cardwright_tools.show.definitions import (
    SECTIONS,
    all_entries,
    entries_of_kind,
    find_entries,
    section_kind,
    unknown_name,
)
from cardwright_tools.show.entry import Entry

Form = Callable[[Entry], Iterator[str]]


def run_show(pack: Path, names: Sequence[str], modules: Sequence[str]) -> int:
    """Prints the entries with these names or, without names, the contents. Raises Stop."""
    rules = load_packs([pack], modules)
    found = [lookup(rules, name) for name in names]
    entries = [form(entry) for form, some in found for entry in some]
    texts = entries if names else [contents(rules, pack.as_posix())]
    say("\n\n".join("\n".join(text) for text in texts))
    return 0


def lookup(rules: Rules, name: str) -> tuple[Form, list[Entry]]:
    """The entries with this name in full, or all of this kind in brief. Raises Stop if there are
    none."""
    if of_kind := entries_of_kind(rules, name):
        return entry_lines, of_kind
    if named := find_entries(rules, name):
        return definition_lines, named
    if in_section := entries_of_kind(rules, section_kind(rules, name)):
        return entry_lines, in_section
    raise unknown_name(rules, name, {*SECTIONS, *(entry.kind for entry in all_entries(rules))})


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


def yaml_lines(span: Span) -> Iterator[tuple[int, str]]:
    """The numbered lines of the YAML item or key that contains a span."""
    source, first = span.source, span.lines[0]
    while first > 1 and not _begins(source, first, span.lines[0]):
        first -= 1
    indent, last = _indent(source.line(first)), source.text.count("\n") + 1
    kept: list[tuple[int, str]] = [(first, source.line(first))]
    for number in range(first + 1, last + 1):
        text = source.line(number)
        if text.strip() and _indent(text) <= indent:
            break
        kept.append((number, text))
    while not kept[-1][1].strip():
        kept.pop()
    yield from kept


def _begins(source: Source, line: int, named: int) -> bool:
    """Whether an item of a list, or the key itself, begins on this line."""
    text, own = source.line(line), source.line(named)
    if text.lstrip().startswith("- "):
        return line == named or _indent(text) < _indent(own)
    return line == named and not own.lstrip().startswith(("id:", "option:"))


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


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
