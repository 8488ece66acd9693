"""The result of loading packs: declarations and files.

Decides which errors in texts are consequences of those found before.
"""

from __future__ import annotations

from dataclasses import field

from cardwright.language.declared import Declared
from cardwright.pack.cascade_filter import CascadeFilter
from cardwright.pack.manifest import Manifest
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.document import Document
from cardwright.source.records import dataclass


@dataclass(slots=True)
class Loaded:
    """`hashes`: by pack, the sha256 of the paths and bytes of all files that were read.

    `names_resolved`: all names are known, and errors are only in printed values. `withheld`:
    errors about unknown sections, not reported because an unread part may explain them.
    `text_length`: the total length of all effects.
    """

    declared: Declared
    manifests: list[Manifest] = field(default_factory=list)
    documents: list[Document] = field(default_factory=list)
    hashes: dict[str, str] = field(default_factory=dict)
    names_resolved: bool = True
    withheld: list[Diagnostic] = field(default_factory=list)
    text_length: int = 0

    def without_cascades(self, found: Report, report: Report) -> Report:
        """The errors found in texts, without consequences of those in `report`."""
        if self.names_resolved or not report.failed:
            return found
        cascades = CascadeFilter([*report.diagnostics, *self.withheld], self.documents)
        kept = Report()
        for diagnostic in filter(cascades.keeps, found.diagnostics):
            kept.add(diagnostic)
        return kept
