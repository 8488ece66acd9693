"""The result of analyzing packs."""

from __future__ import annotations

from cardwright.source.diagnostics import Diagnostic
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Analysis:
    """`titles` of the games without errors; the diagnostics `found`; how many were `suppressed`."""

    titles: tuple[str, ...]
    found: tuple[Diagnostic, ...]
    suppressed: int = 0

    @property
    def failed(self) -> bool:
        """Whether any diagnostic is an error."""
        return any(d.severity == "error" for d in self.found)
