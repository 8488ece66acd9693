"""How tests are shared among processes, and when these look for garbage.

A file goes to one process as a whole, and so do all scenarios of a pack: its rules are then
compiled once for each set of its modules, and not again in every process. The rules that tests keep
are some million objects: going through them again and again took a third of the time, while all
garbage of a process together is some gigabyte. Packs of ours that no test changes are loaded once in
a process, whoever asks for them, and so compiled once for each number of players.
"""

from __future__ import annotations

import gc
from collections.abc import Collection, Sequence
from functools import cache, wraps
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent
OURS = {ROOT / "content", ROOT / "tests" / "packs"}


def pytest_configure() -> None:
    gc.disable()


def pytest_runtest_logfinish() -> None:
    gc.freeze()  # whoever looks all the same, as hypothesis does, finds only what is new


def pytest_collectstart() -> None:
    _share_packs()  # only in processes that run tests: the one that deals them out imports nothing


@cache
def _share_packs() -> None:
    from cardwright import api
    from cardwright.source.diagnostics import Report

    anew = api._examine

    @cache
    def once(named_from: Path | None, folders: tuple[Path, ...], modules: tuple[str, ...]) -> Any:
        """What is found in packs; it has their paths, which may be relative."""
        return anew(folders, modules)

    @wraps(anew)
    def examine(folders: Sequence[Path], modules: Collection[str]) -> tuple[Any, Report]:
        if not {folder.resolve().parent for folder in folders} <= OURS:
            return anew(folders, modules)
        named_from = None if all(map(Path.is_absolute, folders)) else Path.cwd()
        rules, found = once(named_from, tuple(folders), tuple(modules))
        report = Report()  # to which whoever asks may add
        report.extend(found)
        return rules, report

    api._examine = examine


@pytest.fixture
def unshared_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that change what makes rules, or programs of them."""
    from cardwright import api

    monkeypatch.setattr(api, "_examine", api._examine.__wrapped__)  # type: ignore[attr-defined]


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
