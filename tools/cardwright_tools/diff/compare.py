"""Compares two versions: entries added, removed, renamed and changed.

Responsible for the differences between entries that belong together, not for how they are shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cardwright_tools.diff.entries import Entry, Version
from cardwright_tools.diff.renames import match_renamed
from cardwright_tools.diff.rules import Rule

ADDED, REMOVED, RENAMED, CHANGED = "added", "removed", "renamed", "changed"
SAME_TEXT = "the printed text did not change with the rule"
ONLY_TEXT = "only the printed text changed, not the rule"
ONLY_WORDS = "written differently; the rule is the same"


@dataclass(frozen=True, slots=True)
class Detail:
    """A key with its old and new value, in English for rules, and whether the values are equal."""

    key: str
    old: str
    new: str
    old_english: tuple[str, ...] = ()
    new_english: tuple[str, ...] = ()
    is_rule: bool = False
    same: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    what: str
    group: str
    name: str
    was: str = ""
    title: str = ""
    text: str = ""
    module: str = ""
    place: str = ""
    details: tuple[Detail, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """The differences between two versions; `notes` are about the pack as a whole."""

    old: Version
    new: Version
    changes: tuple[Change, ...] = ()
    notes: tuple[str, ...] = field(default=())


def compare_versions(old: Version, new: Version) -> Difference:
    gone = {key: entry for key, entry in old.entries.items() if key not in new.entries}
    fresh = {key: entry for key, entry in new.entries.items() if key not in old.entries}
    renamed = dict(match_renamed(list(gone.values()), list(fresh.values())))
    changes: list[Change] = []
    for key, entry in new.entries.items():
        before = old.entries.get(key) or renamed.get(id(entry))
        if before is None:
            changes.append(_added_or_removed(ADDED, entry))
        elif (change := _changed(before, entry)) is not None:
            changes.append(change)
    used = {id(entry) for entry in renamed.values()}
    changes += [
        _added_or_removed(REMOVED, entry) for entry in gone.values() if id(entry) not in used
    ]
    changes += _order_changes(old, new)
    return Difference(old, new, tuple(changes), tuple(_notes(old, new, changes)))


def _notes(old: Version, new: Version, changes: Sequence[Change]) -> Iterator[str]:
    for version, which in ((old, "old"), (new, "new")):
        if version.failed:
            yield (
                f"the {which} version has errors (see `cardwright check`); "
                "rules that could not be read are compared as text"
            )
    if changes and old.manifest.version == new.manifest.version:
        yield f"the version is still {new.manifest.version}"


# --------------------------------------------------------------------------- changed


def _added_or_removed(what: str, entry: Entry) -> Change:
    """The change for an entry that was added or removed, with all its details."""
    details = [Detail(key, "", value) for key, value in entry.facts.items() if key != "title"]
    details += [_rule_detail(key, None, rule) for key, rule in entry.rules.items()]
    if what == REMOVED:
        details = [_reversed(detail) for detail in details]
    return Change(what, entry.group, entry.name, "", entry.title, entry.text, entry.module,
                  entry.place, tuple(details))  # fmt: skip


def _reversed(d: Detail) -> Detail:
    return Detail(d.key, d.new, d.old, d.new_english, d.old_english, d.is_rule, d.same)


def _changed(old: Entry, new: Entry) -> Change | None:
    details = list(_fact_details(old, new))
    rules = list(_rule_details(old, new))
    texts = [Detail("text", old.text, new.text)] if old.text != new.text else []
    renamed = old.name != new.name
    if not (details or rules or texts or renamed):
        return None
    was = old.name if renamed else ""
    notes = _text_notes(old, new, details, rules)
    what = RENAMED if renamed and new.group != "ability" else CHANGED
    return Change(what, new.group, new.name, was, new.title, new.text,
                  new.module, new.place, (*details, *rules, *texts), tuple(notes))  # fmt: skip


def _text_notes(
    old: Entry, new: Entry, facts: Sequence[Detail], rules: Sequence[Detail]
) -> Iterator[str]:
    ruled = any(not detail.same for detail in rules)
    if ruled and new.text and old.text == new.text:
        yield SAME_TEXT
    if rules and not ruled and not facts:
        yield ONLY_WORDS
    if old.text != new.text and not ruled and not facts:
        yield ONLY_TEXT


def _fact_details(old: Entry, new: Entry) -> Iterator[Detail]:
    if old.module != new.module:
        yield Detail("module", old.module, new.module)
    for key in dict.fromkeys((*old.facts, *new.facts)):
        before, after = old.facts.get(key, ""), new.facts.get(key, "")
        if before != after or (key in old.facts) != (key in new.facts):
            yield Detail(key, before, after)


def _rule_details(old: Entry, new: Entry) -> Iterator[Detail]:
    for key in dict.fromkeys((*old.rules, *new.rules)):
        before, after = old.rules.get(key), new.rules.get(key)
        if (
            before is None
            or after is None
            or before.written != after.written
            or not before.same(after)
        ):
            yield _rule_detail(key, before, after)


def _rule_detail(key: str, old: Rule | None, new: Rule | None) -> Detail:
    same = old is not None and new is not None and old.same(new)
    return Detail(
        key,
        old.written if old else "",
        new.written if new else "",
        old.english if old else (),
        new.english if new else (),
        is_rule=True,
        same=same,
    )


# ----------------------------------------------------------------------------- order


def _order_changes(old: Version, new: Version) -> Iterator[Change]:
    """Changes in the order of definitions, for kinds whose order matters."""
    for group in new.ordered & old.ordered:
        one, other = _names_in(old, group), _names_in(new, group)
        before = [name for name in one if name in other]
        after = [name for name in other if name in one]
        if before != after:
            detail = Detail("order", ", ".join(before), ", ".join(after))
            yield Change(CHANGED, group, f"order of {group}", details=(detail,))


def _names_in(version: Version, group: str) -> list[str]:
    return [entry.name for entry in version.entries.values() if entry.group == group]
