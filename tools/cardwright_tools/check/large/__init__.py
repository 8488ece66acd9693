"""`check` of large packs: thousands of cards in seconds, and again, one changed, at once.

Most definitions of a large pack are *plain* (`plain`): nothing else speaks of them. Those are
looked at in shares, one for each core (`cold`, `shares`, `outcome`), and what came of each is
kept (`record`). When few have changed (`changes`), only those are looked at (`again`). What is
said is what `examine` says of any pack; docs/decisions/0006 has the reasons and figures.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from cardwright.source.text import Source
from cardwright_tools.check import store
from cardwright_tools.check.examined import Examined
from cardwright_tools.check.files import Files, read

_ESCAPE = re.compile(rb"\\[xuU\n]")
"""In quotes: what may spell an id in other letters."""
LEAST_BYTES = 60_000
LEAST = 400  # plain definitions


def examine(packs: Sequence[Path], modules: Sequence[str], files: Files) -> Examined | None:
    """All there is to say of one large pack; None when this is no such pack."""
    modular = modules or any(manifest.modules for manifest in files.manifests)
    if len(packs) != 1 or modular or sum(map(len, files.data.values())) < LEAST_BYTES:
        return None
    sources = files.sources()
    if sources is None or files.wrong or any(map(_ESCAPE.search, files.data.values())):
        return None
    key = store.mark(packs, modules, "large")
    return _again(packs[0], sources, key) or _cold(packs[0], sources, key, files)


def _again(pack: Path, sources: Mapping[str, Source], key: str) -> Examined | None:
    from cardwright_tools.check.large import again, record
    from cardwright_tools.check.large.changes import changes

    known = record.read(store.load(key))
    found = changes(sources, known) if known else None
    return again.examine(pack, found, known) if known and found else None


def _cold(pack: Path, sources: Mapping[str, Source], key: str, files: Files) -> Examined | None:
    from cardwright_tools.check.large import cold, record

    whole = cold.examine(pack, sources, LEAST)
    if not isinstance(whole, cold.Whole):
        return whole
    if store.folder() and read([pack]).digest == files.digest:  # else it changed meanwhile
        made = record.of(whole, sources)
        store.save(key, record.as_json(made) if made else None)
    return whole.examined
