"""How much of a definition the scenarios of its pack run, shown on hovering over it.

The saved files are measured, in a background process, on the first request; and again, on request,
after a file has been saved.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock

from cardwright_tools.output import Stop
from cardwright_tools.sinks import markdown_code, markdown_text
from cardwright_tools.workers import attend_parent, start_watched

Measured = Mapping[str, str]
"""Markdown about the coverage of each definition, by its name."""
MEASURING = "Coverage: being measured; ask again in a moment"
WRONG = "Coverage: not measured, since the saved files have errors"
BROKEN_OFF = "Coverage: not measured, since its process has ended or can't be started"


class ScenarioCoverage:
    """What the scenarios of packs cover, by the folder of the pack."""

    def __init__(self) -> None:
        self._found: dict[Path, _Measurement] = {}
        self._lock = Lock()

    def of(self, folder: Path, definition: str) -> str:
        """Markdown about a definition; "" if no part of it could run."""
        with self._lock:
            if folder not in self._found:
                self._found[folder] = _Measurement(folder)
            found = self._found[folder].result()
            if found == BROKEN_OFF:
                del self._found[folder]
        return found if isinstance(found, str) else found.get(definition, "")

    def forget(self) -> None:
        """Discards the results because files have changed, of a pack or of one that it requires,
        and ends running measurements."""
        with self._lock:
            for one in self._found.values():
                one.end()
            self._found.clear()


class _Measurement:
    """A measurement in a background process, which ends with this one."""

    def __init__(self, folder: Path) -> None:
        context = multiprocessing.get_context("spawn")
        self._receiver, sender = context.Pipe(duplex=False)
        self._process = context.Process(target=_measure, args=(folder, sender), daemon=True)
        self._result: Measured | str = MEASURING
        start_watched(self._process)
        sender.close()

    def result(self) -> Measured | str:
        """The result, or else a sentence about its state."""
        if self._result == MEASURING and self._receiver.poll():
            try:
                self._result = self._receiver.recv()
            except (EOFError, OSError):
                self._result = BROKEN_OFF
        return self._result

    def end(self) -> None:
        self._receiver.close()
        if self._process.pid is not None:
            self._process.kill()
            self._process.join()


def _measure(folder: Path, sender: Connection) -> None:
    """Sends the result. Runs with low priority, so that the editor stays responsive."""
    attend_parent()
    with suppress(OSError, AttributeError):  # not available on Windows
        os.nice(10)
    try:
        found: Measured | str = _measured(folder)
    except Stop:
        found = WRONG
    sender.send(found)


def _measured(folder: Path) -> Measured:
    """Raises Stop for a pack with errors."""
    from cardwright_tools.cover.result import Definition, uncovered_in_definition
    from cardwright_tools.cover.run import CoverOptions, measure_coverage

    result = measure_coverage(CoverOptions((folder,), True, 0, (), 1, 1))

    def about(one: Definition) -> Iterator[str]:
        yield f"Coverage: {one.covered} of {len(one.points)} points, by {result.ran_by}"
        for left in uncovered_in_definition(one):
            yield f"- {markdown_text(left.words)}: {markdown_code(left.text)}"

    return {one.name: "\n".join(about(one)) for file in result.files for one in file.definitions}
