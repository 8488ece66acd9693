"""What can be shown of a pack with errors: entries that have none themselves.

Owns which error is an entry's own: in its lines of the file, or in a text that it carries, which a
patch may hold elsewhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cardwright.checked_packs import CheckedPacks
from cardwright.language.declared import Ability, Effect, Option
from cardwright.language.front_end.check import check
from cardwright.pack.load import load
from cardwright.pack.requires import find_pack
from cardwright.source.budget import loading
from cardwright.source.diagnostics import Report
from cardwright.source.garbage import uncollected
from cardwright.source.text import Span
from cardwright_tools.packs import is_too_much_work
from cardwright_tools.show.entry import Entry
from cardwright_tools.show.yaml_lines import yaml_lines

Line = tuple[str, int]  # of a file


@dataclass(frozen=True)
class ReadPartly:
    """What is read of a pack with errors, and where these are, with what only follows from them."""

    rules: CheckedPacks
    errors: Sequence[Span]

    def is_sound(self, entry: Entry) -> bool:
        """Whether no error is its own."""
        carried = self._carried.get((entry.kind, entry.name), ())
        return self._lines.isdisjoint(_lines_of(entry)) and not any(
            _is_in(span, text) for text in carried for span in self.errors
        )

    @cached_property
    def _lines(self) -> set[Line]:
        return {(span.source.name, span.lines[0]) for span in self.errors}

    @cached_property
    def _carried(self) -> Mapping[tuple[str, str], Sequence[Span]]:
        """The effects of what things carry, by the kind and id of the thing."""
        declared, found = self.rules.declared, defaultdict[tuple[str, str], list[Span]](list)
        parts: list[Effect | Option | Ability] = [*declared.effects, *declared.options]
        for part in (*parts, *declared.abilities):
            if part.body and part.bearer:
                found[part.bearer.kind, part.bearer.id].append(part.body)
        return found


def read_partly(folder: Path, modules: Collection[str] = ()) -> ReadPartly | None:
    """What is read of a pack with errors.

    None where names may be unknown, as it declares some in what can't be read; where an error has
    no place, so that it may be anybody's; or where it would be too much work.
    """
    report = Report()
    with uncollected(), loading():
        loaded = load([find_pack(folder)], report, modules=modules)
        if loaded is None or not loaded.names_resolved or is_too_much_work(loaded, report):
            return None
        checked = check(loaded.declared, report)
    found = [one.span for one in report.diagnostics if one.severity == "error"]
    found += report.held_back
    errors = [span for span in found if span]
    for name, rule in loaded.declared.rules.items():
        if any(_is_in(span, rule.body) for span in errors):
            checked.rules.pop(name, None)  # what calls it doesn't say half of what it does
    everywhere = len(errors) < len(found)
    return None if everywhere else ReadPartly(CheckedPacks(loaded, checked, modules), errors)


def _lines_of(entry: Entry) -> Iterator[Line]:
    if entry.span is not None:
        yield from ((entry.span.source.name, number) for number, _ in yaml_lines(entry.span))


def _is_in(span: Span, text: Span) -> bool:
    return text.source.name == span.source.name and text.start <= span.start <= text.end
