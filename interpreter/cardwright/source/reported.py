"""An exception that carries a report."""

from __future__ import annotations

from typing import Self

from cardwright.source.diagnostics import Report
from cardwright.source.render import render


class ReportedError(Exception):
    """Raised with a `report`; its message is the errors in it."""

    def __init__(self, report: Report) -> None:
        errors = [d for d in report.diagnostics if d.severity == "error"]
        super().__init__("\n\n".join(map(render, errors)))
        self.report = report

    def __reduce__(self) -> tuple[type[Self], tuple[Report]]:
        """Pickles the error with its report, so that it can cross processes."""
        return type(self), (self.report,)
