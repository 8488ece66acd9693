"""Reads a game that has errors when it is opened without the entries that have them. The errors are
then a change like any other, and changes can be followed.

Decides which entries are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from cardwright.pack.load import load
from cardwright.pack.loaded import Loaded
from cardwright.source.budget import loading
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document
from cardwright.source.open_files import more_open_files
from cardwright.source.text import Source
from cardwright.source.yaml_gaps import gaps_of
from cardwright.source.yaml_recovery import entries_at, without

MAX_ROUNDS = 3
"""If an entry is left out, others may have errors that they did not have with it."""


def read_without_errors(
    folders: Sequence[Path], modules: Collection[str]
) -> tuple[Loaded, Report] | None:
    """The game without its entries with errors in anything but texts, and what is reported on it;
    None if that can't be read, either."""
    texts = dict[Path, str]()
    for _ in range(MAX_ROUNDS + 1):
        report = Report()
        with more_open_files(texts), loading():
            loaded = load(folders, report, modules=modules)
        if loaded is None or not report.failed:
            return (loaded, report) if loaded else None
        left = dict(_left(report, loaded.documents))
        if not left:
            return None
        texts |= left
    return None


def _left(report: Report, documents: Sequence[Document]) -> Iterator[tuple[Path, str]]:
    """What is left of each file without its entries with errors."""
    gaps = {one.source.name: [(gap.start, gap.end) for gap in one.gaps] for one in documents}
    places = {name: (one.source, gaps[name]) for one in documents if gaps[name := one.source.name]}
    for source, starts in _errors(report).values():
        if source.name not in places:
            found = gaps_of(source.text, [*entries_at(source.text, starts, is_yaml=True)])
            places[source.name] = source, [(gap.start, gap.end) for gap in found or ()]
    for name, (source, left_out) in places.items():
        if left_out:
            yield Path(name), without(source.text, left_out)


def _errors(report: Report) -> dict[str, tuple[Source, list[int]]]:
    """Where the errors are in each file, in order."""
    found = dict[str, tuple[Source, list[int]]]()
    spans = [one.span for one in report.diagnostics if one.span and one.severity == "error"]
    for span in sorted(spans, key=lambda one: one.start):
        found.setdefault(span.source.name, (span.source, []))[1].append(span.start)
    return found
