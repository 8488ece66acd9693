"""Reads a whole text, even past mistakes that stop the parser.

Responsible for reading again without the entries that have mistakes, so that mistakes in other
entries are reported, too, and for what is left then: a document with gaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.document import Document, Gap, Place, Spans
from cardwright.source.records import dataclass
from cardwright.source.text import Source
from cardwright.source.yaml_builder import MAX_ERRORS, MAX_NODES, Builder
from cardwright.source.yaml_errors import TAB_INDENT
from cardwright.source.yaml_gaps import gaps_of
from cardwright.source.yaml_recovery import entries_at, without

MAX_STOPS = 50
"""After this many mistakes that stop the parser, the rest of a file isn't read."""
MAX_READ_AGAIN = 5_000_000
"""A file is read again without its mistakes until this many characters have been read: about a
second of work."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read from a text, and how much work that was. `document` is None if there are
    mistakes; `rest` is then what is left without the entries that have them, if these can be told
    apart.
    """

    document: Document | None
    report: Report
    nodes: int
    rest: Document | None = None


def unread(source: Source) -> Document:
    """The document of a text of which nothing can be read."""
    nothing = Spans(source, {(): (0, 0)})
    whole = (Gap(0, len(source.text)),)
    return Document(source, {}, Spans(source, {}), nothing, {}, gaps=whole)


def read_past_mistakes(source: Source, masked: str, libyaml: bool) -> Reading:
    """Reads a text; see `yaml_reader.read`."""
    builder = Builder(source, masked)
    document, nodes, rest = builder.build(libyaml), builder.nodes, None
    known = {_identity(one): one for one in builder.report.diagnostics}
    for part in _parts(builder, masked or source.text, libyaml) if document is None else ():
        nodes, rest = nodes + part.nodes, part.rest
        for one in part.report.diagnostics:
            known.setdefault(_identity(one), one)
        if nodes > MAX_NODES:
            break
    return Reading(document, _report_of(known.values()), nodes, rest)


def _parts(builder: Builder, text: str, libyaml: bool) -> Iterator[Reading]:
    """The readings of what is left without the mistakes of the one before: first of those that stop
    the parser, one by one, then of all others."""
    unread: list[Place] = []
    for _ in range(min(MAX_STOPS, 1 + MAX_READ_AGAIN // (len(text) + 1))):
        is_stopped = builder.stopped_at is not None
        left = without(text, unread)
        added = [*_entries_with_mistakes(builder, left)]
        if not added:
            return
        unread += added
        builder = Builder(builder.source, without(left, added))
        read = builder.build(libyaml)
        rest = _with_gaps(text, unread, read, libyaml) if read else None
        # the others have been reported, with whatever follows from them
        yield Reading(None, builder.report if is_stopped else Report(), builder.nodes, rest)
        if read:
            return


def _entries_with_mistakes(builder: Builder, text: str) -> Iterator[Place]:
    """The entries to leave out because of their mistakes; nothing if these can't be told apart."""
    found = builder.report.diagnostics
    starts = sorted(one.span.start for one in found if one.span)
    if builder.stopped_at is not None:
        starts = [builder.stopped_at]
    elif len(starts) >= MAX_ERRORS:
        return
    yield from entries_at(text, starts)


def _with_gaps(
    text: str, unread: Sequence[Place], read: Document, libyaml: bool
) -> Document | None:
    """The document that is left of a text; None if its mistakes may have changed anything."""
    gaps = gaps_of(text, unread)
    if gaps is None:
        return None
    places = [(gap.start, gap.end) for gap in gaps]
    rest = read
    if places != unread:
        made = Builder(read.source, without(text, places)).build(libyaml)
        if made is None:
            return None
        rest = made
    return replace(rest, gaps=gaps) if isinstance(rest.value, dict) else None


def _identity(one: Diagnostic) -> object:
    """Equal for two reports of one mistake, and for all lines that are indented with tabs."""
    if one.message == TAB_INDENT:
        return TAB_INDENT
    return one.code, one.span


def _report_of(diagnostics: Iterable[Diagnostic]) -> Report:
    report = Report()
    for one in diagnostics:
        report.add(one)
    return report
