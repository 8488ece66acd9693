"""A large pack, looked at again: only what has changed since the last time.

Owns when that is enough: all that is not plain is the same; no changed definition speaks of a
known one, or is spoken of; and it uses, and takes, no more than what the rest was looked at
with. In all other cases the whole is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardwright.language.checker import Checked
from cardwright.language.cost import Costs
from cardwright.pack.load import Loaded, load
from cardwright.pack.sections import MAX_DEFINITIONS
from cardwright.source.diagnostics import Report
from cardwright_tools.check import doubts, store
from cardwright_tools.check.examined import Examined
from cardwright_tools.check.large.changes import Changes
from cardwright_tools.check.large.outcome import Outcome, add_mistakes, look, worst
from cardwright_tools.check.large.plain import Plain, standing
from cardwright_tools.check.large.record import Record, moved
from cardwright_tools.lints.find import find_on

MOST_CHANGED = 300


def examine(pack: Path, changes: Changes, record: Record) -> Examined | None:
    """All there is to say of a pack; None when it has to be looked at as a whole."""
    if not _few(changes) or not _apart(changes) or not _in_place(changes, record):
        return None
    report = Report()
    loaded = load([pack], report, known=changes.files(record))
    items = _items(loaded, changes) if loaded and _readable(report) else None
    if loaded is None or items is None:
        return None
    outcomes = look(loaded, items, record.rest)
    if add_mistakes(outcomes, report, loaded):
        return Examined((), report.diagnostics) if _silent(changes, record) else None
    alike = _alike(loaded, items, changes, record) and _enough(outcomes, changes, record)
    return _examined(_doubts(pack, loaded, items, outcomes), changes, record) if alike else None


# Before anything is read


def _few(changes: Changes) -> bool:
    new, known = sum(map(len, changes.new.values())), len(changes.all_known())
    return new <= MOST_CHANGED and known + new <= MAX_DEFINITIONS - 1000


def _apart(changes: Changes) -> bool:
    """Whether the changed lines name no known definition."""
    return changes.words().isdisjoint(item.known.id for item in changes.all_known())


def _in_place(changes: Changes, record: Record) -> bool:
    """Whether nothing was said of the rest of changed files: it would stand elsewhere now."""
    told = [where for one in record.found for where in (one["span"], *(n[0] for n in one["notes"]))]
    return all(where is None or where[0] not in changes.new for where in told)


# What was read


def _readable(report: Report) -> bool:
    """Whether all files could be read as YAML: else a mistake may reach into what is known."""
    return all(d.code >= "CW2" for d in report.diagnostics)


def _items(loaded: Loaded, changes: Changes) -> list[Plain] | None:
    """The changed definitions; None when they are not plain, or not where they seem to be."""
    items = [*standing(loaded.declared, changes.new)]
    before = {item.known.id for item in changes.gone}
    unspoken = all(i.thing.id in before or changes.unspoken(i.thing.id) for i in items)
    return items if unspoken and len(items) == sum(map(len, changes.new.values())) else None


def _silent(changes: Changes, record: Record) -> bool:
    """Whether nothing was said of the rest, where some would go unsaid beside errors."""
    return not record.found and not any(item.found for item in changes.all_known())


# Whether the rest would be looked at with the same


def _alike(loaded: Loaded, items: Sequence[Plain], changes: Changes, record: Record) -> bool:
    """Whether there are as many of each kind, and no title hides or shows a name of a place."""
    sizes = Costs(Checked(loaded.declared, {})).things
    titles = {one.thing.title for one in items} | {one.known.title for one in changes.gone}
    return sizes == record.sizes and titles.isdisjoint(record.names)


def _enough(outcomes: Sequence[Outcome], changes: Changes, record: Record) -> bool:
    """Whether all plain definitions use the same, and take no more steps."""
    known = {at for item in changes.all_known() for at in item.uses}
    uses = {record.uses[at] for at in known}.union(*(outcome.uses for outcome in outcomes))
    most = record.rest.printed
    return uses == {*record.uses} and all(
        slot in most and most[slot].either(bound) == most[slot]
        for slot, bound in worst(outcomes).items()
    )


# What is said


def _doubts(
    pack: Path, loaded: Loaded, items: Sequence[Plain], outcomes: Sequence[Outcome]
) -> Report:
    """What looks wrong in the changed definitions."""
    found = find_on([item.thing for item in items], loaded.manifests)
    for diagnostic in (d for outcome in outcomes for d in outcome.doubts):
        found.add(diagnostic)
    return doubts.of_packs(found, [pack])


def _examined(fresh: Report, changes: Changes, record: Record) -> Examined | None:
    told = [*record.found]
    for items in changes.known.values():
        told += [moved(one, item.known.start + by) for item, by in items for one in item.found]
    sources = dict(changes.sources)
    report = Report()
    try:
        for diagnostic in (store.diagnostic(one, sources) for one in told):
            report.add(diagnostic)
    except store.UNREADABLE:
        return None
    report.extend(fresh)
    return Examined(record.titles, report.diagnostics, record.allowed)
