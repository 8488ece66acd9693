"""What `check` found, kept by the content of all files it depends on: the same is told at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardwright.source.text import Source
from cardwright_tools.check import store
from cardwright_tools.check.examined import Examined
from cardwright_tools.check.files import Files, Packs, read


def kept(packs: Packs, modules: Sequence[str], make: Callable[[Files], Examined]) -> Examined:
    """What was found the last time these files were looked at, else what `make` finds."""
    files = read(packs)
    key = store.mark(packs, modules, files.digest)
    found = _read(key)
    if found is None:
        found = make(files)
        # Not what was found while files changed, nor what depends on a pack's neighbours.
        if read(packs).digest == files.digest and not any(d.code == "CW304" for d in found.found):
            _write(key, found)
    return found


def _read(key: str) -> Examined | None:
    data = store.load(key)
    try:
        sources: dict[str, Source] = {}
        found = [store.diagnostic(one, sources) for one in data["found"]]
        return Examined(tuple(map(str, data["titles"])), tuple(found), int(data["allowed"]))
    except store.UNREADABLE:
        return None


def _write(key: str, found: Examined) -> None:
    told = [store.as_json(one) for one in found.found]
    store.save(key, {"titles": found.titles, "allowed": found.allowed, "found": told})
