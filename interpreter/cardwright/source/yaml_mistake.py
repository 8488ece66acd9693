"""A mistake in the YAML of a text, before it is tied to a source."""

from __future__ import annotations

from cardwright.source.diagnostics import Notes, Report
from cardwright.source.records import dataclass
from cardwright.source.text import Source, Span
from cardwright.source.yaml_fixes import yaml_fixes


@dataclass(frozen=True, slots=True)
class Mistake:
    """A diagnostic about a range of the text."""

    code: str
    message: str
    start: int
    end: int
    help: str = ""

    def report_to(self, source: Source, report: Report, notes: Notes = ()) -> None:
        span = Span(source, self.start, self.end)
        fixes = yaml_fixes(self.code, source, self.start)
        report.error(self.code, self.message, span, self.help, notes, fixes)
