"""Reads and scans the files of a large game in two processes.

Owns what each of them does, and what is sent. The second one reads half of the files, and scans all
of them while the first one links what was read. Whatever it doesn't send is done by the first.
"""

from __future__ import annotations

import marshal
import multiprocessing
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any

from cardwright.source.budget import MAX_NODES, readings
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document
from cardwright.source.text import Source, Span
from cardwright.source.yaml_builder import Reading
from cardwright.source.yaml_reader import is_read, keep_reading, reading
from cardwright_tools.check.shares.parallel import cores
from cardwright_tools.check.shares.scan import FileScan, Scan
from cardwright_tools.workers import attend_parent

LEAST_LETTERS = 500_000
"""For which a process is worth its start."""


class Texts:
    """The texts of a game, and the last scan of them."""

    def __init__(self, sources: Mapping[str, Source], pipe: Connection | None = None) -> None:
        self._sources, self._pipe = sources, pipe
        self.last: Scan | None = None

    def scan(self, sources: Mapping[str, Source]) -> Scan:
        """A scan of those that the game reads."""
        found = None
        if self._pipe is not None and sources == self._sources:
            found = _scan(_received(self._pipe))
        self.last = found or Scan.of(sources)
        return self.last


@contextmanager
def prefetched(sources: Mapping[str, Source]) -> Iterator[Texts]:
    """Has read these files if there is much to read; gives what scans them."""
    unread = [source for source in sources.values() if not is_read(source)]
    if readings() is None or sum(len(one.text) for one in unread) < LEAST_LETTERS or cores() < 2:
        yield Texts(sources)
        return
    context, half = multiprocessing.get_context("fork"), unread[::2]
    here, there = context.Pipe(duplex=False)
    other = context.Process(target=_work, args=(there, half, sources), daemon=True)
    other.start()
    there.close()
    try:
        deque(_readings(unread[1::2]), maxlen=0)
        for source, sent in zip(half, _received(here) or (), strict=False):
            if sent is not None:
                keep_reading(source, _whole(source, *sent))
        yield Texts(sources, here)
    finally:
        other.terminate()
        other.join()
        here.close()


def _readings(sources: Iterable[Source]) -> Iterator[Reading]:
    """What texts hold, until that is more than a game may: nobody reads the others."""
    left = MAX_NODES
    for source in sources:
        if left < 0:
            return
        found = reading(source)
        left -= found.nodes
        yield found


def _received(pipe: Connection) -> Any:
    """None if the other process has ended."""
    try:
        return marshal.loads(pipe.recv_bytes())
    except (EOFError, OSError):
        return None


def _work(pipe: Connection, half: Sequence[Source], sources: Mapping[str, Source]) -> None:
    attend_parent()
    with suppress(Exception):  # then the first process does the same, and reports what is wrong
        pipe.send_bytes(marshal.dumps([*map(_plain, _readings(half))]))
        scan = Scan.of(sources)
        files = {name: (file.items, file.hashes) for name, file in scan.files.items()}
        pipe.send_bytes(marshal.dumps((files, scan.singles)))


def _plain(read: Reading) -> tuple[object, ...] | None:
    """What was read as plain values; None if there is something to report."""
    one = read.document
    if one is None or len(read.report):
        return None
    keys, values = ({path: (span.start, span.end) for path, span in spans.items()}
                    for spans in (one.keys, one.values))  # fmt: skip
    return one.value, keys, values, one.styles, read.nodes


def _whole(source: Source, value: Any, keys: Any, values: Any, styles: Any, nodes: int) -> Reading:
    starts, ends = ({path: Span(source, *place) for path, place in spans.items()}
                    for spans in (keys, values))  # fmt: skip
    return Reading(Document(source, value, starts, ends, styles), Report(), nodes)


def _scan(sent: Any) -> Scan | None:
    if sent is None:
        return None
    files, singles = sent
    return Scan({name: FileScan(*file) for name, file in files.items()}, singles)
