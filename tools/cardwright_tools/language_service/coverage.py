"""How much of a definition the scenarios of its pack run, for who points at it.

Measured of the files as they are saved, in a process of its own, when somebody first asks; after a
file is saved, it is measured again when somebody asks.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from threading import Lock

from cardwright_tools.sinks import markdown_code, markdown_text
from cardwright_tools.workers import attend_parent

Measured = Mapping[str, str]
"""By the name of a definition, Markdown about what of it runs."""


class ScenarioCoverage:
    """What the scenarios of some packs run, by the folder of the pack."""

    def __init__(self) -> None:
        self._found: dict[Path, Future[Measured]] = {}
        self._pool: ProcessPoolExecutor | None = None
        self._lock = Lock()

    def of(self, folder: Path, definition: str) -> str:
        """Markdown about a definition; "" if nothing of it could run."""
        with self._lock:
            found = self._found.get(folder) or self._begun(folder)
        if not found.done():
            return "Coverage: being measured; ask again in a moment"
        if found.exception() is not None:
            return "Coverage: not measured, since the saved files have errors"
        return found.result().get(definition, "")

    def forget(self, folder: Path) -> None:
        """The files of a pack are others now."""
        with self._lock:
            if folder in self._found:
                self._found.pop(folder).cancel()

    def close(self) -> None:
        """Ends what is being measured."""
        if self._pool is not None:
            for process in multiprocessing.active_children():
                process.terminate()
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _begun(self, folder: Path) -> Future[Measured]:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin)
        try:
            self._found[folder] = self._pool.submit(_measure, folder)
        except BrokenProcessPool:  # somebody has ended its process
            self._pool = None
            return self._begun(folder)
        return self._found[folder]


def _begin() -> None:
    """Whoever types comes first."""
    attend_parent()
    with suppress(OSError, AttributeError):  # there is no such thing on Windows
        os.nice(10)


def _measure(folder: Path) -> Measured:
    """Raises Stop for a pack with errors."""
    from cardwright_tools.cover.result import Definition, uncovered_in_definition
    from cardwright_tools.cover.run import CoverOptions, measure_coverage

    result = measure_coverage(CoverOptions((folder,), True, 0, (), 1, 1))

    def about(one: Definition) -> Iterator[str]:
        yield f"Coverage: {one.covered} of {len(one.points)} points, by {result.ran_by}"
        for left in uncovered_in_definition(one):
            yield f"- {markdown_text(left.words)}: {markdown_code(left.text)}"

    return {one.name: "\n".join(about(one)) for file in result.files for one in file.definitions}
