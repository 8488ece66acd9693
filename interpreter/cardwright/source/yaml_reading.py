"""Reads a whole text, even past mistakes that stop the parser.

Responsible for reading again without the entries that have such mistakes, so that mistakes in other
entries are reported, too. These readings only report: a file with mistakes has no document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.document import Document
from cardwright.source.records import dataclass
from cardwright.source.text import Source
from cardwright.source.yaml_builder import MAX_NODES, Builder
from cardwright.source.yaml_errors import TAB_INDENT
from cardwright.source.yaml_recovery import without_entry

MAX_STOPS = 50
"""After this many mistakes that stop the parser, the rest of a file isn't read."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read from a text, and how much work that was."""

    document: Document | None
    report: Report
    nodes: int


def read_past_mistakes(source: Source, masked: str, libyaml: bool) -> Reading:
    """Reads a text; see `yaml_reader.read`."""
    builder = Builder(source, masked)
    document, nodes = builder.build(libyaml), builder.nodes
    known = {_identity(one): one for one in builder.report.diagnostics}
    for rest in _rests(builder, masked or source.text, libyaml) if document is None else ():
        nodes += rest.nodes
        for one in rest.report.diagnostics:
            known.setdefault(_identity(one), one)
        if nodes > MAX_NODES:
            break
    return Reading(document, _report_of(known.values()), nodes)


def _rests(builder: Builder, text: str, libyaml: bool) -> Iterator[Builder]:
    """The readings of what is left after each mistake that stopped the one before."""
    for _ in range(MAX_STOPS):
        rest = without_entry(text, builder.stopped_at) if builder.stopped_at is not None else None
        if rest is None:
            return
        text, builder = rest, Builder(builder.source, rest)
        builder.build(libyaml)
        yield builder


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
