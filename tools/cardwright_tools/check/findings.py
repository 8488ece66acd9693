"""Findings: diagnostics with what identifies each of them in its pack.

That is worked out (`fingerprints`) only if something needs it: a report for people does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING

from cardwright.source.diagnostics import Diagnostic
from cardwright.source.records import dataclass

if TYPE_CHECKING:
    from cardwright_tools.check.fingerprints import Identity


@dataclass(frozen=True)
class _Identities:
    """What identifies each of some diagnostics, in the same order, worked out on first use."""

    found: Sequence[Diagnostic]

    @cached_property
    def all(self) -> Sequence[Identity]:
        from cardwright_tools.check.fingerprints import identities  # imported late: it reads YAML

        return identities(self.found)


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic with the id of its pack, its place there, and its fingerprint."""

    diagnostic: Diagnostic
    _identities: _Identities = field(repr=False, compare=False)
    _index: int

    @property
    def pack(self) -> str:
        return self._identities.all[self._index].pack

    @property
    def place(self) -> str:
        return self._identities.all[self._index].place

    @property
    def fingerprint(self) -> str:
        return self._identities.all[self._index].fingerprint

    @property
    def file(self) -> str:
        """The file's name as it was given; "" if there is none."""
        span = self.diagnostic.span
        return span.source.name if span else ""


def to_findings(found: Sequence[Diagnostic]) -> list[Finding]:
    """The diagnostics as findings, in the same order."""
    identities = _Identities(found)
    return [Finding(one, identities, index) for index, one in enumerate(found)]
