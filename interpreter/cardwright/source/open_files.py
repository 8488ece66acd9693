"""Reads files, or the unsaved texts that an editor has of them.

Decides which texts stand in for files. A file that is open but not on disk yet has no such text.
"""

from __future__ import annotations

import os
import pathlib
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import field
from typing import Any, TypeVar

from cardwright.source.context_values import context_value
from cardwright.source.real_paths import real_path
from cardwright.source.records import dataclass

Found = TypeVar("Found")
_CHUNK = 1 << 16
_SETTLED = 10_000_000_000
"""Nanoseconds without a change after which another one is sure to give a file a later time."""
Stamp = tuple[int, ...]


@dataclass(slots=True)
class FileCache:
    """The bytes of files on disk, for a process that reads them again and again."""

    _read: dict[tuple[pathlib.Path, int], tuple[Stamp, bytes]] = field(default_factory=dict)

    def read(self, path: pathlib.Path, most: int) -> bytes:
        """The first `most` bytes of a file, which is only read if it may have changed. Raises
        OSError.
        """
        found = os.stat(path)
        stamp = found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, found.st_dev
        known = self._read.get((path, most))
        if known is not None and known[0] == stamp:
            return known[1]
        now, data = time.time_ns(), _read(path, most)
        if now - max(stamp[:2]) > _SETTLED:
            self._read[path, most] = stamp, data
        else:
            self._read.pop((path, most), None)
        return data


@dataclass(frozen=True, slots=True)
class _OpenFiles:
    """The texts that replace files, by path, and the names of those files; and what was found on
    disk, by what was looked for and where.
    """

    texts: Mapping[pathlib.Path, bytes]
    names: frozenset[str]
    files: FileCache = field(default_factory=FileCache)
    found: dict[tuple[str, pathlib.Path], Any] = field(default_factory=dict)

    def may_have(self, path: pathlib.Path) -> bool:
        """Whether the path has the name of an open file or of a link; to resolve all its folders is
        slow.
        """
        return path.name in self.names or path.is_symlink()


_OPEN: ContextVar[_OpenFiles | None] = ContextVar("open files", default=None)


def open_files(
    texts: Mapping[pathlib.Path, str], files: FileCache | None = None
) -> AbstractContextManager[None]:
    """Within this context, these texts replace their files, which are named by absolute path.

    Each lookup on disk happens only once, so that everything read here is from the same time.
    `files`: what was read earlier, for as long as it has not changed.
    """
    opened = {
        real_path(path): text.encode("utf-8", "surrogatepass") for path, text in texts.items()
    }
    names = frozenset(path.name for path in opened)
    return context_value(_OPEN, _OpenFiles(opened, names, files or FileCache()))


def read_bytes(path: pathlib.Path, most: int = -1) -> bytes:
    """The first `most` bytes of a file, or all of them. Raises OSError."""
    opened = _OPEN.get()
    if opened is None:
        return _read(path, most)
    if opened.texts and opened.may_have(path):
        data = opened.texts.get(real_path(path))
        if data is not None:
            return data if most < 0 else data[:most]
    return read_once(f"bytes {most}", path, lambda: opened.files.read(path, most))


def _read(path: pathlib.Path, most: int) -> bytes:
    with path.open("rb") as file:
        if most < 0:
            return file.read()
        data = bytearray()  # to read `most` at once takes room for as many, however short the file
        while more := file.read(min(_CHUNK, most - len(data))):
            data += more
        return bytes(data)


def read_once(what: str, path: pathlib.Path, read: Callable[[], Found]) -> Found:
    """What `read` finds on disk; within `open_files` it is called only once for each path."""
    opened = _OPEN.get()
    if opened is None:
        return read()
    key = what, path
    if key not in opened.found:
        opened.found[key] = read()
    found: Found = opened.found[key]
    return found
