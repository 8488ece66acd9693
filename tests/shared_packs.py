"""Our packs that many tests play, loaded and compiled once per process.

Responsible for what is shared, and for nothing being added to it. Not shared: packs with unsaved
texts, relative names seen from other folders, and programs compiled differently.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardwright import Rules, api, find_pack
from cardwright.source.open_files import _OPEN
from cardwright.source.real_paths import real_path
from cardwright_tools.scenario import loaded_rules

ROOT = Path(__file__).parents[1]
OURS = {ROOT / "content", ROOT / "tests" / "packs"}
_EXAMINE, _LOADED = api.examine, list[Rules]()


@cache
def _once(folders: tuple[Path, ...], modules: tuple[str, ...], *beside: object) -> Any:
    """Caches what is found in packs and beside them: programs know how they were compiled."""
    found = _EXAMINE(*folders, modules=modules)
    _LOADED.extend(rules for rules in found[:1] if rules)
    return found


def _examine(*packs: str | Path, modules: Collection[str] = (), **more: Any) -> Any:
    folders = tuple(map(find_pack, packs))
    if _OPEN.get() or not folders or not {real_path(f).parent for f in folders} <= OURS:
        return _EXAMINE(*packs, modules=modules, **more)
    named_from = None if all(map(Path.is_absolute, folders)) else Path.cwd()
    compiler = os.environ.get("CC"), os.environ.get("CARDWRIGHT_CACHE")
    names = (modules,) if isinstance(modules, str) else (*modules,)
    return _once(folders, names, named_from, compiler)


def _apart(*packs: str | Path, modules: Collection[str] = ()) -> Rules:
    """Rules with programs of their own, to which scenarios add their effects."""
    rules = api.load(*packs, modules=modules)
    return Rules(rules._loaded, rules.checked, rules.modules)


@contextmanager
def shared() -> Iterator[None]:
    """Within this context, everything that loads one of our packs gets the same rules."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(api, "examine", _examine)
        patch.setattr(loaded_rules, "load", _apart)
        yield
    changed = [(r, k) for r in _LOADED for k, p in r._programs.items() if not p.identity]
    assert not changed, f"a test added to programs of others: {changed}"
