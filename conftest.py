"""How tests are distributed among processes, in which order, and when garbage is collected.

A file goes to one process as a whole, and so do all scenarios of a pack: its rules are then
compiled once for each set of its modules, and not again in every process. For the same reason, one
half of the processes begins with files that share our packs (`shared_packs`), the other half with
all other files. The rules that tests keep are some million objects: visiting all of them again and
again took a third of the time, while the total garbage of a process is about a gigabyte.
"""

from __future__ import annotations

import gc
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol


def pytest_configure(config: pytest.Config) -> None:
    gc.disable()
    config.option.loadscopereorder = False  # our order is kept


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sorts files: at the front those that share our packs, at the back all others, and further to
    the middle the shorter ones. Those that fork are outermost, then long ones, then those with many
    tests.
    """
    number = Counter(scope_of(item.nodeid) for item in items)
    marked = {(scope_of(i.nodeid), mark.name) for i in items for mark in i.iter_markers()}
    sharing = {scope_of(item.nodeid) for item in items if shares_packs(item)}

    def rank(item: pytest.Item) -> tuple[int, ...]:
        scope = scope_of(item.nodeid)
        weight = (scope, "forks") in marked, (scope, "long") in marked, number[scope]
        return (0, *(-n for n in weight)) if scope in sharing else (1, *weight)

    items.sort(key=rank)


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Runs a test as usual, but reports its set-up and tear-down only if something is wrong: each
    report that a process sends to the first one takes half a millisecond of both."""
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_runtest_logfinish() -> None:
    gc.freeze()  # code that collects garbage itself, such as hypothesis, finds only what is new


def shares_packs(item: pytest.Item) -> bool:
    """Scenarios do, and tests of files that ask for it."""
    return "shared_packs" in getattr(item, "fixturenames", ["shared_packs"])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    if hasattr(item, "fixturenames"):
        return (yield)
    from tests.shared_packs import shared  # only in processes that run tests

    with shared():  # a scenario
        return (yield)


@pytest.fixture(scope="module")
def shared_packs(cached_reads: None) -> Iterator[None]:
    """For files whose tests change no pack: our packs are loaded and compiled once per process,
    whichever of these files asks for them, and each text is read once for each file."""
    from tests.shared_packs import shared  # only in processes that run tests

    with shared():
        yield


@pytest.fixture(scope="module")
def cached_reads() -> Iterator[None]:
    """For files whose tests load the same texts again and again: each is read once."""
    from cardwright.source.budget import caching_reads  # only in processes that run tests

    with caching_reads():
        yield


@pytest.fixture(scope="module")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("one") / "folder"


@pytest.fixture
def one_folder(_folder: Path, cached_reads: None) -> Path:
    """An empty folder, the same for all tests of a file: texts at the same path are read once."""
    shutil.rmtree(_folder, ignore_errors=True)
    _folder.mkdir()
    return _folder


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

        def _assign_work_unit(self, node: Any) -> None:
            """One half of the processes takes files from the front, the other from the back."""
            if 2 * self.nodes.index(node) >= len(self.nodes) > 1:
                self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
            super()._assign_work_unit(node)

    return ByPack(config, log)
