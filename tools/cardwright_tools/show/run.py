"""`cardwright show`: one definition, with its rules as written and in generated English.

Prints what `show.definitions` finds, beside the lines of YAML that it comes from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from cardwright.source.text import Source, Span
from cardwright_tools.output import printable
from cardwright_tools.packs import load_packs
from cardwright_tools.show.definitions import Entry, find_entries, unknown_name


def run_show(pack: Path, name: str, modules: Sequence[str]) -> int:
    rules = load_packs([pack], modules)
    found = find_entries(rules, name)
    if not found:
        raise unknown_name(rules, name)
    click.echo("\n\n".join("\n".join(map(printable, definition_lines(one))) for one in found))
    return 0


def definition_lines(found: Entry) -> Iterator[str]:
    """The definition as lines of text."""
    yield found.head
    yield from (f"  {fact}" for fact in found.facts)
    if found.text:
        yield from ("", f"Text: {found.text}")
    if found.english:
        yield from ("", "In English, from the rules:", *(f"  {line}" for line in found.english))
    if found.provenance:
        yield from ("", f"Provenance: {found.provenance}")
    if found.span is not None:
        line, column, _, _ = found.span.lines
        yield from ("", f"{found.span.source.name}:{line}:{column}")
        yield from (f"{n:>5} | {text}".rstrip() for n, text in yaml_lines(found.span))


def yaml_lines(span: Span) -> Iterator[tuple[int, str]]:
    """The numbered lines of the YAML item or key in which a span stands."""
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
