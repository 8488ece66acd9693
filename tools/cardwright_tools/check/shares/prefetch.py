"""Reads and scans the files of a large game in two processes.

Decides what each of them does, and what is sent. The second one reads half of the files, and scans
all of them while the first one links what was read. Everything that it doesn't send is done by the
first.
"""

from __future__ import annotations

import marshal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from cardwright.source.budget import MAX_NODES, readings
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document, Spans
from cardwright.source.text import Source
from cardwright.source.yaml_reader import is_read, keep_reading, reading
from cardwright.source.yaml_reading import Reading
from cardwright_tools.check.shares.parallel import cores
from cardwright_tools.check.shares.scan import FileScan, Scan

LEAST_LETTERS = 500_000
"""The length of texts that makes a process worthwhile."""


class Texts:
    """The texts of a game, and their last scan."""

    def __init__(
        self, sources: Mapping[str, Source], receive: Callable[[], bytes | None] | None = None
    ) -> None:
        self._sources, self._receive = sources, receive
        self.last: Scan | None = None

    def scan(self, sources: Mapping[str, Source]) -> Scan:
        """A scan of those texts that the game reads."""
        found = None
        if self._receive is not None and sources == self._sources:
            found = _scan(self._receive())
        self.last = found or Scan.of(sources)
        return self.last


@contextmanager
def prefetched(sources: Mapping[str, Source]) -> Iterator[Texts]:
    """Reads these files in advance if there is much to read; yields their scanner."""
    unread = [source for source in sources.values() if not is_read(source)]
    if readings() is None or sum(len(one.text) for one in unread) < LEAST_LETTERS or cores() < 2:
        yield Texts(sources)
        return
    from cardwright_tools.workers import background_process  # imported late: most packs are small

    half = unread[::2]
    with background_process(partial(_work, half, sources)) as receive:
        deque(_readings(unread[1::2]), maxlen=0)
        _keep(half, receive())
        yield Texts(sources, receive)


def _keep(sources: Sequence[Source], sent: bytes | None) -> None:
    for source, read in zip(sources, marshal.loads(sent) if sent else (), strict=False):
        if read is not None:
            keep_reading(source, _whole(source, *read))


def _readings(sources: Iterable[Source]) -> Iterator[Reading]:
    """The readings of texts, up to half of the limit for a game, since both processes hold them."""
    left = MAX_NODES // 2
    for source in sources:
        if left < 0:
            return
        found = reading(source)
        left -= found.nodes
        yield found


def _work(half: Sequence[Source], sources: Mapping[str, Source]) -> Iterator[bytes]:
    yield marshal.dumps([*map(_plain, _readings(half))])
    scan = Scan.of(sources)
    files = {name: (file.items, file.hashes) for name, file in scan.files.items()}
    yield marshal.dumps((files, scan.singles))


def _plain(read: Reading) -> tuple[object, ...] | None:
    """The reading as plain values; None if there is something to report."""
    one = read.document
    if one is None or len(read.report):
        return None
    assert isinstance(one.keys, Spans)
    assert isinstance(one.values, Spans)
    return one.value, one.keys.places, one.values.places, one.styles, read.nodes


def _whole(source: Source, value: Any, keys: Any, values: Any, styles: Any, nodes: int) -> Reading:
    found = Document(source, value, Spans(source, keys), Spans(source, values), styles)
    return Reading(found, Report(), nodes)


def _scan(sent: bytes | None) -> Scan | None:
    if sent is None:
        return None
    files, singles = marshal.loads(sent)
    return Scan({name: FileScan(*file) for name, file in files.items()}, singles)
