"""An exception that says what a report does."""

from __future__ import annotations

from typing import Self

from cardwright.source.diagnostics import Report
from cardwright.source.render import render


class ReportedError(Exception):
    """Says the errors of a `report`."""

    def __init__(self, report: Report) -> None:
        errors = [d for d in report.diagnostics if d.severity == "error"]
        super().__init__("\n\n".join(map(render, errors)))
        self.report = report

    def __reduce__(self) -> tuple[type[Self], tuple[Report]]:
        """Goes from process to process with its report."""
        return type(self), (self.report,)
