"""From all that was found to what this run tells.

In this order: the baseline takes away what is known; `--select` and `--ignore` choose codes;
`--changed-only` chooses files. What can't be read at all is told in any case.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardwright.source.records import dataclass
from cardwright_tools.check.examined import Examined
from cardwright_tools.check.places import Finding, findings, pack_id
from cardwright_tools.check.wanted import Wanted
from cardwright_tools.packs import UNREADABLE


@dataclass(frozen=True, slots=True)
class Sifted:
    """What is told, and how many were left out for which reason."""

    told: tuple[Finding, ...]
    left_out: tuple[tuple[int, str], ...] = ()


def sift(examined: Examined, wanted: Wanted) -> Sifted:
    """What was asked for of what was found. Raises Stop, as reading baselines and git do."""
    found = findings(examined.found)
    out: list[tuple[int, str]] = [(examined.allowed, "allowed in the packs")]
    kept = _unknown(found, examined, wanted) if wanted.baseline else found
    out.append((len(found) - sum(f.diagnostic.code != "CW604" for f in kept), "in the baseline"))
    chosen = [f for f in kept if _always(f) or wanted.wants(f.diagnostic.code)]
    out.append((len(kept) - len(chosen), "of other codes"))
    here = _changed(chosen, wanted.packs) if wanted.changed_only else chosen
    out.append((len(chosen) - len(here), "in files without a change"))
    return Sifted(tuple(here), tuple((number, why) for number, why in out if number))


def _always(one: Finding) -> bool:
    return one.diagnostic.code in UNREADABLE


def _unknown(found: list[Finding], examined: Examined, wanted: Wanted) -> list[Finding]:
    """What is not in the baseline, and notes on what is there for nothing."""
    from cardwright_tools.check import baseline  # imported late: few ask for one

    assert wanted.baseline is not None
    source, entries = baseline.read(wanted.baseline)
    kept = baseline.new(found, entries)
    if examined.failed or wanted.modules:
        return kept  # not all was looked over, so nothing can be missed
    packs = {pack_id(pack) for pack in wanted.packs}
    return [*kept, *findings(baseline.gone(found, source, entries, packs).diagnostics)]


def _changed(found: Sequence[Finding], packs: Sequence[Path]) -> list[Finding]:
    from cardwright_tools.check.changed import changed

    has_changed = changed([pack for pack in packs if pack.is_dir()])
    return [f for f in found if _always(f) or not f.file or has_changed(Path(f.file))]
