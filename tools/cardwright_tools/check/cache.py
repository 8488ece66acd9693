"""Caches the results of `check` by the content of all files they depend on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardwright.source.open_files import FileCache, open_files
from cardwright.source.text import Source
from cardwright_tools.check import store
from cardwright_tools.check.analysis import Analysis
from cardwright_tools.check.input_files import InputFiles, Packs, read_input_files


def cached(
    packs: Packs, modules: Sequence[str], make: Callable[[InputFiles], Analysis]
) -> Analysis:
    """The cached result for these files, or else the result of `make` on their current contents."""
    on_disk = FileCache()
    with open_files({}, on_disk):
        files = read_input_files(packs)
        key = store.cache_key(packs, modules, files.digest)
        found = _read(key)
        if found is not None:
            return found
        made = make(files)
    with open_files({}, on_disk):
        now = read_input_files(packs)
    # Don't cache results found while files changed, or that depend on a pack's neighbours.
    if files.have_same_texts(now) and not any(d.code == "CW304" for d in made.found):
        _write(key, made)
    return made


def _read(key: str) -> Analysis | None:
    data = store.load(key)
    try:
        sources: dict[str, Source] = {}
        found = [store.diagnostic_from_json(one, sources) for one in data["found"]]
        return Analysis(tuple(map(str, data["titles"])), tuple(found), int(data["allowed"]))
    except store.UNREADABLE:
        return None


def _write(key: str, found: Analysis) -> None:
    report = [store.diagnostic_to_json(one) for one in found.found]
    store.save(key, {"titles": found.titles, "allowed": found.suppressed, "found": report})
