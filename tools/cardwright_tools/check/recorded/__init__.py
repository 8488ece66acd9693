"""What is kept on disk of the last check of a large pack, so that only changed cards are checked.

The record has the outcome of each independent card (`record`). When few have changed since
(`changes`), only those are checked again (`again`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright_tools.check import store
from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.input_files import InputFiles, read_input_files

if TYPE_CHECKING:
    from cardwright_tools.check.shares.examiner import Shared

_ESCAPE = re.compile(rb"\\[xuU\n]")
"""In quotes: what may spell an id in other letters."""


def analyze_recorded(packs: Sequence[Path], modules: Sequence[str], files: InputFiles) -> Analysis:
    """The analysis of packs: of what has changed since the record was made, if little has."""
    if not _is_recordable(packs, modules, files):
        return _analyze_all(packs, modules)[0]
    if (found := _analyze_changed(packs[0], files)) is not None:
        return found
    analysis, shared = _analyze_all(packs, modules)
    for game in shared:
        _keep(packs[0], analysis, game, files)
    return analysis


def _is_recordable(packs: Sequence[Path], modules: Sequence[str], files: InputFiles) -> bool:
    """Whether these are one game, with words as they are written."""
    modular = modules or any(manifest.modules for manifest in files.manifests)
    plain = not files.wrong and not any(map(_ESCAPE.search, files.data.values()))
    return len(packs) == 1 and not modular and plain and files.sources() is not None


def _analyze_changed(pack: Path, files: InputFiles) -> Analysis | None:
    from cardwright_tools.check.recorded import again, record
    from cardwright_tools.check.recorded.changes import find_changes

    known, sources = record.from_json(store.load(_key(pack))), files.sources()
    found = find_changes(sources, known) if known and sources else None
    return again.analyze_changed(pack, found, known) if known and found else None


def _analyze_all(packs: Sequence[Path], modules: Sequence[str]) -> tuple[Analysis, list[Shared]]:
    # Imported late, here and above: what was looked at before needs little of all this.
    from cardwright_tools.check.analyze import analyze
    from cardwright_tools.check.shares.examiner import Shares

    shares = Shares()
    return analyze(packs, modules, shares), [*shares.shared.values()]


def _keep(pack: Path, analysis: Analysis, shared: Shared, files: InputFiles) -> None:
    """Keeps a record of a game, unless it changed meanwhile."""
    from cardwright_tools.check.recorded import record

    sources = files.sources()
    if sources and store.cache_folder() and read_input_files([pack]).digest == files.digest:
        made = record.make_record(analysis, shared, sources)
        store.save(_key(pack), record.to_json(made) if made else None)


def _key(pack: Path) -> str:
    return store.cache_key([pack], (), "large")
