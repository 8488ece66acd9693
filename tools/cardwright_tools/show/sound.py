"""What can be shown of a pack with errors: entries that have none themselves.

Owns which error is an entry's own: in its lines of the file, or in a text that it carries, which a
patch may hold elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from cardwright.checked_packs import CheckedPacks
from cardwright.language.declared import Ability, Effect, Option
from cardwright.language.front_end.check import check
from cardwright.pack.load import load
from cardwright.pack.requires import find_pack
from cardwright.source.budget import loading
from cardwright.source.diagnostics import Report
from cardwright.source.garbage import uncollected
from cardwright.source.text import Span
from cardwright_tools.packs import is_too_much_work
from cardwright_tools.show.entry import Entry
from cardwright_tools.show.yaml_lines import yaml_lines


def read_partly(
    folder: Path, modules: Collection[str] = ()
) -> tuple[CheckedPacks, list[Span | None]] | None:
    """What is read of a pack with errors, and where these are, with what only follows from them.

    None where names may be unknown, as it declares some in what can't be read; or where it would
    be too much work.
    """
    report = Report()
    with uncollected(), loading():
        loaded = load([find_pack(folder)], report, modules=modules)
        if loaded is None or not loaded.names_resolved or is_too_much_work(loaded, report):
            return None
        checked = check(loaded.declared, report)
    errors = [one.span for one in report.diagnostics if one.severity == "error"]
    errors += report.held_back
    for name, rule in loaded.declared.rules.items():
        if any(span and _is_in(span, [rule.body]) for span in errors):
            checked.rules.pop(name, None)  # what calls it doesn't say half of what it does
    return CheckedPacks(loaded, checked, modules), errors


def is_sound(entry: Entry, rules: CheckedPacks, errors: list[Span | None]) -> bool:
    """Whether no error is its own. One without a place may be anybody's."""
    texts = [*_carried(entry, rules)]
    return all(span and not _is_in_lines(span, entry) and not _is_in(span, texts)
               for span in errors)  # fmt: skip


def _is_in_lines(span: Span, entry: Entry) -> bool:
    if entry.span is None or span.source.name != entry.span.source.name:
        return False
    return span.lines[0] in [number for number, _ in yaml_lines(entry.span)]


def _is_in(span: Span, texts: list[Span]) -> bool:
    same = [text for text in texts if text.source.name == span.source.name]
    return any(text.start <= span.start <= text.end for text in same)


def _carried(entry: Entry, rules: CheckedPacks) -> Iterator[Span]:
    """The effects of what a thing carries."""
    declared = rules.declared
    parts: list[Effect | Option | Ability] = [*declared.effects, *declared.options]
    for part in (*parts, *declared.abilities):
        bearer = part.bearer
        if part.body and bearer and (bearer.kind, bearer.id) == (entry.kind, entry.name):
            yield part.body
