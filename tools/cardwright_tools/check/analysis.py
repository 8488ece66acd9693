"""What came of looking at packs."""

from __future__ import annotations

from cardwright.source.diagnostics import Diagnostic
from cardwright.source.records import dataclass


@dataclass(frozen=True, slots=True)
class Analysis:
    """`titles` of the games without an error; what was `found`; how much an author `suppressed`."""

    titles: tuple[str, ...]
    found: tuple[Diagnostic, ...]
    suppressed: int = 0

    @property
    def failed(self) -> bool:
        """Whether there is an error among what was found."""
        return any(d.severity == "error" for d in self.found)
