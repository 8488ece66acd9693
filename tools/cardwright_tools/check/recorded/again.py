"""Checks a large pack again: only what has changed since the last run.

Owns when that is enough: all that is not plain is the same; no changed definition speaks of a
known one, or is spoken of; and it uses, and takes, no more than what the rest was looked at
with. In all other cases the whole is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardwright.language.analysis.expression_costs import Costs
from cardwright.language.front_end.checked import Checked
from cardwright.pack.load import Loaded, load
from cardwright.pack.sections import MAX_DEFINITIONS
from cardwright.source.diagnostics import Report
from cardwright_tools.check import lint_results, store
from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.recorded.changes import Changes
from cardwright_tools.check.recorded.record import Record, shifted
from cardwright_tools.check.shares.independent import IndependentCard, independent_in
from cardwright_tools.check.shares.outcomes import (
    Outcome,
    add_errors,
    analyze_definitions,
    worst_bounds,
)
from cardwright_tools.lint.rule import Definitions
from cardwright_tools.lint.run import lint

MOST_CHANGED = 300


def analyze_changed(pack: Path, changes: Changes, record: Record) -> Analysis | None:
    """The analysis of a pack; None if it has to be checked as a whole."""
    if (
        not _are_few(changes)
        or not _name_nothing_known(changes)
        or not _rest_unreported(changes, record)
    ):
        return None
    report = Report()
    loaded = load([pack], report, known=changes.files(record))
    items = _changed_items(loaded, changes) if loaded and _readable(report) else None
    if loaded is None or items is None:
        return None
    outcomes = analyze_definitions(loaded, items, record.rest)
    if add_errors(outcomes, report, loaded):
        return Analysis((), report.diagnostics) if _rest_silent(changes, record) else None
    unchanged = _same_names(loaded, items, changes, record) and _same_uses(
        outcomes, changes, record
    )
    return (
        _merge(_lint_results(pack, loaded, items, outcomes), changes, record) if unchanged else None
    )


# Before anything is read


def _are_few(changes: Changes) -> bool:
    new, known = sum(map(len, changes.new.values())), len(changes.all_known())
    return new <= MOST_CHANGED and known + new <= MAX_DEFINITIONS - 1000


def _name_nothing_known(changes: Changes) -> bool:
    """Whether the changed lines refer to no known definition."""
    return changes.words().isdisjoint(item.known.id for item in changes.all_known())


def _rest_unreported(changes: Changes, record: Record) -> bool:
    """Whether nothing was reported on the rest of changed files, where it would have moved."""
    report = [
        where for one in record.found for where in (one["span"], *(n[0] for n in one["notes"]))
    ]
    return all(where is None or where[0] not in changes.new for where in report)


# What was read


def _readable(report: Report) -> bool:
    """Whether all files are valid YAML; otherwise an error may extend into known definitions."""
    return all(d.code >= "CW2" for d in report.diagnostics)


def _changed_items(loaded: Loaded, changes: Changes) -> list[IndependentCard] | None:
    """The changed cards; None if they are not independent, or not where they seem to be."""
    items = [*independent_in(loaded.declared, changes.new)]
    before = {item.known.id for item in changes.gone}
    unspoken = all(i.thing.id in before or changes.occurs_once(i.thing.id) for i in items)
    return items if unspoken and len(items) == sum(map(len, changes.new.values())) else None


def _rest_silent(changes: Changes, record: Record) -> bool:
    """Whether nothing was reported on the rest that errors would now suppress."""
    return not record.found and not any(item.found for item in changes.all_known())


# Whether the rest would be looked at with the same


def _same_names(
    loaded: Loaded, items: Sequence[IndependentCard], changes: Changes, record: Record
) -> bool:
    """Whether each kind has as many definitions as before, and no title affects place names."""
    sizes = Costs(Checked(loaded.declared, {})).things
    titles = {one.thing.title for one in items} | {one.known.title for one in changes.gone}
    return sizes == record.sizes and titles.isdisjoint(record.names)


def _same_uses(outcomes: Sequence[Outcome], changes: Changes, record: Record) -> bool:
    """Whether the independent cards still use the same things, and take no more steps."""
    known = {at for item in changes.all_known() for at in item.uses}
    uses = {record.uses[at] for at in known}.union(*(outcome.uses for outcome in outcomes))
    most = record.rest.printed
    return uses == {*record.uses} and all(
        slot in most and most[slot].either(bound) == most[slot]
        for slot, bound in worst_bounds(outcomes).items()
    )


# What is said


def _lint_results(
    pack: Path, loaded: Loaded, items: Sequence[IndependentCard], outcomes: Sequence[Outcome]
) -> Report:
    """The lints of the changed cards."""
    found = lint(Definitions([item.thing for item in items], loaded.manifests))
    for diagnostic in (d for outcome in outcomes for d in outcome.lints):
        found.add(diagnostic)
    return lint_results.for_packs(found, [pack])


def _merge(fresh: Report, changes: Changes, record: Record) -> Analysis | None:
    found = [*record.found]
    for items in changes.known.values():
        found += [shifted(one, item.known.start + by) for item, by in items for one in item.found]
    sources = dict(changes.sources)
    report = Report()
    try:
        for diagnostic in (store.diagnostic_from_json(one, sources) for one in found):
            report.add(diagnostic)
    except store.UNREADABLE:
        return None
    report.extend(fresh)
    return Analysis(record.titles, report.diagnostics, record.suppressed)
