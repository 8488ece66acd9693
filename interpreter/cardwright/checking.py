"""Checks the texts of packs that were read: the front end, and the analyses after it.

Knows nothing about games: a check is done without what plays them.
"""

from __future__ import annotations

from collections.abc import Collection

from cardwright.decks import report_illegal
from cardwright.language.analysis.cost_reports import report_costs
from cardwright.language.analysis.endless_effects import report_endless_effects
from cardwright.language.analysis.unanswered import report_unanswered
from cardwright.language.front_end.check import check
from cardwright.language.front_end.checked import Checked
from cardwright.pack.files.disabled_modules import mention_disabled_modules
from cardwright.pack.loaded import Loaded
from cardwright.source.diagnostics import Report


def check_loaded(
    loaded: Loaded, report: Report, modules: Collection[str]
) -> tuple[Checked | None, Report]:
    """The checked texts, or None if packs have errors, and the report with those in their texts."""
    found = Report()
    checked = check(loaded.declared, found)
    if not found.failed and checked.is_complete:
        report_endless_effects(checked, found)
        report_costs(checked, found)
        report_unanswered(checked, found)
    if not found.failed and not report.failed:
        report_illegal(checked, found)
    report.extend(loaded.without_cascades(found, report))
    if report.failed:
        return None, mention_disabled_modules(report, loaded.manifests, modules)
    return checked, report
