"""How tests are shared among processes, and when these look for garbage.

A file goes to one process as a whole, and so do all scenarios of a pack: its rules are then
compiled once for each set of its modules, and not again in every process. The rules that tests keep
are some million objects, and going through them again and again took a third of the time.
"""

from __future__ import annotations

import gc
from typing import Any

import pytest

MOST_NEW = 20_000_000  # objects, some 1.5 GB, until garbage is looked for: it takes 10 s


def pytest_configure() -> None:
    gc.disable()


def pytest_runtest_logfinish() -> None:
    if gc.get_count()[0] > MOST_NEW:
        gc.collect()
        gc.freeze()  # what is in use now mostly stays so


def pytest_sessionfinish() -> None:
    gc.freeze()  # all ends with the process


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
