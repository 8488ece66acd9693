"""`check` of large packs: thousands of cards in seconds, and again, one changed, at once.

Most definitions of a large pack are *plain* (`plain`): nothing else speaks of them. Those are
looked at in shares, one for each core (`cold`, `shares`, `outcome`), and what came of each is
kept (`record`). When few have changed (`changes`), only those are looked at (`again`). What is
said is what `examine` says of any pack; docs/decisions/0006 has the reasons and figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardwright_tools.check import store
from cardwright_tools.check.examined import Examined
from cardwright_tools.check.files import Files

LEAST_BYTES = 60_000
LEAST = 400  # plain definitions


def examine(packs: Sequence[Path], modules: Sequence[str], files: Files) -> Examined | None:
    """All there is to say of one large pack; None when this is no such pack."""
    modular = modules or any(manifest.modules for manifest in files.manifests)
    if len(packs) != 1 or modular or sum(map(len, files.data.values())) < LEAST_BYTES:
        return None
    sources = files.sources()
    if sources is None or files.wrong:
        return None
    from cardwright_tools.check.large import again, record
    from cardwright_tools.check.large.changes import changes

    key = store.mark(packs, modules, "large")
    known = record.read(store.load(key))
    if known is not None and (found := changes(sources, known)) is not None:
        examined = again.examine(packs[0], found, known)
        if examined is not None:
            return examined
    from cardwright_tools.check.large import cold

    whole = cold.examine(packs[0], sources, LEAST)
    if not isinstance(whole, cold.Whole):
        return whole
    made = record.of(whole, sources)
    if made is not None:
        store.save(key, record.plain(made))
    return whole.examined
