"""The result of loading packs: declarations and files.

Decides which errors in texts are consequences of those found before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field

from cardwright.language.declared import Declared
from cardwright.pack.files.manifest import Manifest
from cardwright.pack.names.cascade_filter import CascadeFilter
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.document import Document
from cardwright.source.records import dataclass


@dataclass(slots=True)
class Loaded:
    """`contents`: by pack, the paths and bytes of all files that were read.

    `names_resolved`: all names are known, and errors are only in printed values. `withheld`:
    errors about unknown sections, not reported because an unread part may explain them.
    `invalid_names`: the names of declarations with errors. `text_length`: the total length of all
    effects.
    """

    declared: Declared
    manifests: list[Manifest] = field(default_factory=list)
    documents: list[Document] = field(default_factory=list)
    contents: dict[str, list[tuple[str, bytes]]] = field(default_factory=dict)
    names_resolved: bool = True
    withheld: list[Diagnostic] = field(default_factory=list)
    invalid_names: Collection[str] = ()
    text_length: int = 0
    _hashes: dict[str, str] = field(default_factory=dict)

    @property
    def hashes(self) -> Mapping[str, str]:
        """By pack, the sha256 of the paths and bytes of its files."""
        if not self._hashes:
            self._hashes = {pack: _hash(files) for pack, files in self.contents.items()}
        return self._hashes

    def without_cascades(self, found: Report, report: Report) -> Report:
        """The errors found in texts, without consequences of those in `report`."""
        if self.names_resolved or not (report.failed and len(found)):
            return found
        errors = [*report.diagnostics, *self.withheld]
        cascades = CascadeFilter(errors, self.documents, self.invalid_names)
        kept = Report()
        for diagnostic in filter(cascades.keeps, found.diagnostics):
            kept.add(diagnostic)
        return kept


def _hash(files: Sequence[tuple[str, bytes]]) -> str:
    digest = hashlib.sha256()
    for name, data in files:
        digest.update(b"%s\0%d\0%s" % (name.encode(), len(data), data))
    return digest.hexdigest()
