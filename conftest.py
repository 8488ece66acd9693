"""How tests are shared among processes, in which order, and when these look for garbage.

A file goes to one process as a whole, and so do all scenarios of a pack: its rules are then
compiled once for each set of its modules, and not again in every process. The rules that tests keep
are some million objects: going through them again and again took a third of the time, while all
garbage of a process together is some gigabyte. Packs of ours that no test changes are loaded once
in a process, whoever asks for them, and so compiled once for each number of players.
"""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Collection
from functools import cache, wraps
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent
FORKING = ("test_check_large.py", "test_faults.py", "test_mutate.py")
"""These go first: a process of some gigabytes takes long to fork."""
LONG = ("test_api_docs.py", "test_ci.py", "test_docs.py", "test_wheel.py")
"""Then these, so that none of them is left for the end, where it would keep one process busy."""
OURS = {ROOT / "content", ROOT / "tests" / "packs"}


def pytest_configure(config: pytest.Config) -> None:
    gc.disable()
    config.option.loadscopereorder = False  # our order is kept


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with many tests first, so that the last ones are short."""
    number = Counter(scope_of(item.nodeid) for item in items)

    def rank(item: pytest.Item) -> tuple[bool, bool, int]:
        name = item.path.name
        return name not in FORKING, name not in LONG, -number[scope_of(item.nodeid)]

    items.sort(key=rank)


def pytest_runtest_logfinish() -> None:
    gc.freeze()  # whoever looks all the same, as hypothesis does, finds only what is new


def pytest_collectstart() -> None:
    _share_packs()  # only in processes that run tests: the one that deals them out imports nothing


@cache
def _share_packs() -> None:
    import cardwright
    from cardwright import api
    from cardwright.source.open_files import _OPEN
    from cardwright_tools.scenario import runner

    anew = cardwright.examine  # which goes on to check whatever it is given

    @cache
    def once(folders: tuple[Path, ...], modules: tuple[str, ...], *beside: object) -> Any:
        """What is found in packs, and what is beside them: programs know how they were compiled."""
        return anew(*folders, modules=modules)

    @wraps(anew)
    def examine(*packs: str | Path, modules: Collection[str] = ()) -> Any:
        folders = tuple(map(cardwright.find_pack, packs))
        if _OPEN.get() or not folders or not {f.resolve().parent for f in folders} <= OURS:
            return anew(*packs, modules=modules)
        named_from = None if all(map(Path.is_absolute, folders)) else Path.cwd()
        compiler = os.environ.get("CC"), os.environ.get("CARDWRIGHT_CACHE")
        names = (modules,) if isinstance(modules, str) else (*modules,)
        return once(folders, names, named_from, compiler)

    def apart(*packs: str | Path, modules: Collection[str] = ()) -> cardwright.Rules:
        """Rules with programs of their own, to which scenarios add their effects."""
        rules = api.load(*packs, modules=modules)
        return cardwright.Rules(rules._loaded, rules.checked, rules.modules)

    api.examine, runner.load = examine, apart


@pytest.fixture
def unshared_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that change what makes rules, or programs of them."""
    from cardwright import api

    monkeypatch.setattr(api, "examine", api.examine.__wrapped__)  # type: ignore[attr-defined]


def scope_of(nodeid: str) -> str:
    """What goes to one process as a whole."""
    return nodeid.partition("::")[0].partition("/scenarios/")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class ByPack(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return scope_of(nodeid)

    return ByPack(config, log)
