"""How tests are shared among processes, and when these look for garbage.

A file goes to one process as a whole, and so do all scenarios of a pack: its rules are then
compiled once for each set of its modules, and not again in every process. The rules that tests keep
are some million objects: going through them again and again took a third of the time, while all
garbage of a process together is some gigabyte.
"""

from __future__ import annotations

import gc
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

import pytest

OURS = Path(__file__).parent / "content"


def pytest_configure() -> None:
    gc.disable()


def pytest_runtest_logfinish() -> None:
    gc.freeze()  # whoever looks all the same, as hypothesis does, finds only what is new


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class ByPack(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file: str = super()._split_scope(nodeid)
            return file.partition("/scenarios/")[0]

    return ByPack(config, log)


@pytest.fixture
def shared_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that a test runs load our own packs once in a process, and not for each."""
    import cardwright

    load = cardwright.load

    def shared(*packs: str | Path, modules: Collection[str] = ()) -> Any:
        folders = [cardwright.find_pack(pack) for pack in packs]
        if all(folder.resolve().parent == OURS for folder in folders):
            named_from = None if all(map(Path.is_absolute, folders)) else Path.cwd()
            return _shared(load, named_from, tuple(folders), tuple(modules))
        return load(*packs, modules=modules)

    monkeypatch.setattr(cardwright, "load", shared)


@cache
def _shared(
    load: Any, named_from: Path | None, folders: tuple[Path, ...], modules: tuple[str, ...]
) -> Any:
    """The rules of packs; what is said of them has their paths, which may be relative."""
    return load(*folders, modules=modules)
