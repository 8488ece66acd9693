"""Finds the entries of a pack with errors that have no errors themselves.

Decides which errors belong to an entry: those in its lines of the file, or in a text that it
carries, which may be in a patch elsewhere.
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
from cardwright.pack.files.pack_search import find_pack
from cardwright.pack.load import load
from cardwright.source.budget import loading
from cardwright.source.diagnostics import Report
from cardwright.source.garbage_collection import without_collection
from cardwright.source.text import Span
from cardwright_tools.packs import is_too_much_work
from cardwright_tools.show.entry import Entry
from cardwright_tools.show.yaml_lines import yaml_lines

Line = tuple[str, int]  # the name of a file, and a line number


@dataclass(frozen=True)
class PartialPack:
    """The readable part of a pack, and the positions of its errors and of their consequences."""

    rules: CheckedPacks
    errors: Sequence[Span]

    def is_sound(self, entry: Entry) -> bool:
        """Whether the entry itself has no error."""
        carried = self._carried.get((entry.kind, entry.name), ())
        return self._lines.isdisjoint(_lines_of(entry)) and not any(
            _is_in(span, text) for text in carried for span in self.errors
        )

    @cached_property
    def _lines(self) -> set[Line]:
        return {(span.source.name, span.lines[0]) for span in self.errors}

    @cached_property
    def _carried(self) -> Mapping[tuple[str, str], Sequence[Span]]:
        """The effects that things carry, by the kind and id of the thing."""
        declared, found = self.rules.declared, defaultdict[tuple[str, str], list[Span]](list)
        parts: list[Effect | Option | Ability] = [*declared.effects, *declared.options]
        for part in (*parts, *declared.abilities):
            if part.body and part.bearer:
                found[part.bearer.kind, part.bearer.id].append(part.body)
        return found


def read_partial(folder: Path, modules: Collection[str] = ()) -> PartialPack | None:
    """The readable part of a pack with errors.

    None if names may be unknown, because some are declared in an unreadable part; if an error has
    no position, so that it may belong to anything; or if it would be too much work.
    """
    report = Report()
    with without_collection(), loading():
        loaded = load([find_pack(folder)], report, modules=modules)
        if loaded is None or not loaded.names_resolved or is_too_much_work(loaded, report):
            return None
        checked = check(loaded.declared, report)
    found = [one.span for one in report.diagnostics if one.severity == "error"]
    found += report.held_back
    errors = [span for span in found if span]
    for name, rule in loaded.declared.rules.items():
        if any(_is_in(span, rule.body) for span in errors):
            checked.rules.pop(name, None)  # else its callers would be shown incompletely
    everywhere = len(errors) < len(found)
    return None if everywhere else PartialPack(CheckedPacks(loaded, checked, modules), errors)


def _lines_of(entry: Entry) -> Iterator[Line]:
    if entry.span is not None:
        yield from ((entry.span.source.name, number) for number, _ in yaml_lines(entry.span))


def _is_in(span: Span, text: Span) -> bool:
    return text.source.name == span.source.name and text.start <= span.start <= text.end
