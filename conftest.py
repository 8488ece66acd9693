"""How tests are shared among processes: a file as a whole, and so all scenarios of a pack.

Its rules are then compiled once for each set of its modules, and not again in every process.
Each process looks for garbage as seldom as the command line does, and not among its tests.
"""

from __future__ import annotations

import gc
from typing import Any

import pytest

from cardwright_tools.cli import collect_less


def pytest_configure() -> None:
    collect_less()


def pytest_collection_finish() -> None:
    gc.freeze()


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
