"""Selects the findings that a run reports.

In this order: the baseline removes known findings, `--select` and `--ignore` choose codes, and
`--changed-only` chooses files. What can't be read at all is always reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardwright.source.records import dataclass
from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.findings import Finding, to_findings
from cardwright_tools.check.options import CheckOptions
from cardwright_tools.output import UNREADABLE


@dataclass(frozen=True, slots=True)
class Filtered:
    """The findings to show, and how many were left out for which reason."""

    shown: tuple[Finding, ...]
    omitted: tuple[tuple[int, str], ...] = ()


def filter_findings(analysis: Analysis, options: CheckOptions) -> Filtered:
    """Applies the options to the findings. Raises Stop if a baseline or git can't be read."""
    found = to_findings(analysis.found)
    out: list[tuple[int, str]] = [(analysis.suppressed, "suppressed in the packs")]
    kept = _new_findings(found, analysis, options) if options.baseline else found
    out.append((len(found) - sum(f.diagnostic.code != "CW604" for f in kept), "in the baseline"))
    chosen = [f for f in kept if _always_shown(f) or options.selects(f.diagnostic.code)]
    out.append((len(kept) - len(chosen), "with other codes"))
    here = _in_changed_files(chosen, options.packs) if options.changed_only else chosen
    out.append((len(chosen) - len(here), "in unchanged files"))
    return Filtered(tuple(here), tuple((number, why) for number, why in out if number))


def _always_shown(one: Finding) -> bool:
    return one.diagnostic.code in UNREADABLE


def _new_findings(found: list[Finding], analysis: Analysis, options: CheckOptions) -> list[Finding]:
    """The findings that are not in the baseline, and notes on its stale entries."""
    from cardwright_tools.check import baseline  # imported late, since few runs use one
    from cardwright_tools.check.fingerprints import pack_id

    assert options.baseline is not None
    source, entries = baseline.read_baseline(options.baseline)
    kept = baseline.new_findings(found, entries)
    if analysis.failed or options.modules:
        return kept  # not everything was linted, so missing findings mean nothing
    packs = {pack_id(pack) for pack in options.packs}
    return [*kept, *to_findings(baseline.stale_entries(found, source, entries, packs).diagnostics)]


def _in_changed_files(found: Sequence[Finding], packs: Sequence[Path]) -> list[Finding]:
    from cardwright_tools.check.changed_files import changed_since_commit

    has_changed = changed_since_commit([pack for pack in packs if pack.is_dir()])
    return [f for f in found if _always_shown(f) or not f.file or has_changed(Path(f.file))]
