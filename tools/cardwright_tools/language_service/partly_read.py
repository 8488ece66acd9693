"""What can be read of a pack that has errors, to look up names before they are corrected."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from cardwright.games import Rules
from cardwright.language.front_end.check import check
from cardwright.pack.load import load
from cardwright.source.budget import loading
from cardwright.source.diagnostics import Report
from cardwright.source.garbage_collection import without_collection
from cardwright_tools.packs import is_too_much_work
from cardwright_tools.show.entry import Entry


def read_partly(folder: Path, modules: Collection[str] = ()) -> Rules | None:
    """The declarations of a pack and its texts, without those that have errors: nothing to play
    with. None if not even that can be read, or is too much work."""
    with without_collection(), loading():
        report = Report()
        loaded = load([folder], report, modules=modules)
        if loaded is None or is_too_much_work(loaded, report):
            return None
        return Rules(loaded, check(loaded.declared, report), modules)


def partly_explained(entry: Entry) -> Entry:
    """An entry of a pack with errors, which is not explained where that needs what has one."""
    return replace(entry, meaning=partial(_english, entry))


def _english(entry: Entry) -> Sequence[str]:
    try:
        return entry.english
    except LookupError:  # what has an error is missing
        return ()
