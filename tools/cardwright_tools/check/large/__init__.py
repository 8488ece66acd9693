"""`check` for large packs: thousands of cards in seconds, and again at once after a small change.

Most cards of a large pack are *independent* (`independent`): nothing else refers to them. They are
checked in parallel, one share per core (`full`, `parallel`, `outcomes`), and their results are kept
(`record`). When few have changed (`changes`), only those are checked again (`incremental`). The
report is the one that `analyze` gives for any pack; docs/decisions/0006 has reasons and figures.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from cardwright.source.text import Source
from cardwright_tools.check import store
from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.input_files import InputFiles, read_input_files

_ESCAPE = re.compile(rb"\\[xuU\n]")
"""In quotes: what may spell an id in other letters."""
LEAST_BYTES = 60_000
LEAST = 400  # plain definitions


def analyze_large(
    packs: Sequence[Path], modules: Sequence[str], files: InputFiles
) -> Analysis | None:
    """The analysis of one large pack; None if the pack does not qualify."""
    modular = modules or any(manifest.modules for manifest in files.manifests)
    if len(packs) != 1 or modular or sum(map(len, files.data.values())) < LEAST_BYTES:
        return None
    sources = files.sources()
    if sources is None or files.wrong or any(map(_ESCAPE.search, files.data.values())):
        return None
    key = store.cache_key(packs, modules, "large")
    return _analyze_changed(packs[0], sources, key) or _analyze_all(packs[0], sources, key, files)


def _analyze_changed(pack: Path, sources: Mapping[str, Source], key: str) -> Analysis | None:
    from cardwright_tools.check.large import incremental, record
    from cardwright_tools.check.large.changes import find_changes

    known = record.from_json(store.load(key))
    found = find_changes(sources, known) if known else None
    return incremental.analyze_changed(pack, found, known) if known and found else None


def _analyze_all(
    pack: Path, sources: Mapping[str, Source], key: str, files: InputFiles
) -> Analysis | None:
    from cardwright_tools.check.large import full, record

    whole = full.analyze_all(pack, sources, LEAST)
    if not isinstance(whole, full.FullAnalysis):
        return whole
    if (
        store.cache_folder() and read_input_files([pack]).digest == files.digest
    ):  # else it changed meanwhile
        made = record.make_record(whole, sources)
        store.save(key, record.to_json(made) if made else None)
    return whole.analysis
