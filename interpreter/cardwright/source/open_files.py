"""Reads files, or the unsaved texts that an editor has of them.

Decides which texts stand in for files, which need not be on disk yet.
"""

from __future__ import annotations

import errno
import os
import pathlib
import stat
import time
from collections.abc import Callable, Iterator, Mapping
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
_Key = tuple[str, int]
_Stamp = tuple[int, ...]
_Make = Callable[[str, bytes], Found]


@dataclass(slots=True)
class FileCache:
    """The bytes of files on disk and what was made of files, for a process that reads them again
    and again.
    """

    _read: dict[_Key, tuple[_Stamp, bytes]] = field(default_factory=dict)
    _made: dict[tuple[str, _Make[Any]], tuple[bytes, Any]] = field(default_factory=dict)
    _used: set[str] = field(default_factory=set)

    def read(self, name: str, most: int) -> bytes:
        """The first `most` bytes of a file, which is only read if it may have changed. Raises
        OSError.
        """
        self._used.add(name)
        found = os.stat(name)
        if not stat.S_ISREG(found.st_mode):  # reading a pipe would wait
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)
        stamp = found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino, found.st_dev
        known = self._read.get((name, most))
        if known is not None and known[0] == stamp:
            return known[1]
        now, data = time.time_ns(), _read(name, most)
        if now - max(stamp[:2]) > _SETTLED:
            self._read[name, most] = stamp, data
        else:
            self._read.pop((name, most), None)
        return data

    def made(self, name: str, data: bytes, make: _Make[Found]) -> Found:
        """What `make` makes of a file, which holds `data` now."""
        self._used.add(name)
        known = self._made.get((name, make))
        if known is None or known[0] != data:
            known = self._made[name, make] = data, make(name, data)
        found: Found = known[1]
        return found

    def forget_unused(self) -> None:
        """Forgets the files that were not asked for since this was last called."""
        used, self._used = self._used, set()
        self._read = {key: one for key, one in self._read.items() if key[0] in used}
        self._made = {key: one for key, one in self._made.items() if key[0] in used}


@dataclass(frozen=True, slots=True)
class _OpenFiles:
    """The texts that replace files, by path, and the names of those files; and what was found on
    disk, by what was looked for and where.
    """

    texts: Mapping[pathlib.Path, bytes]
    names: frozenset[str]
    files: FileCache = field(default_factory=FileCache)
    found: dict[tuple[str, pathlib.Path], Any] = field(default_factory=dict)
    read: dict[_Key, bytes] = field(default_factory=dict)
    made: dict[tuple[str, int, _Make[Any]], Any] = field(default_factory=dict)

    def text(self, name: str) -> bytes | None:
        """The text that replaces a file."""
        # to resolve all folders of a path is slow
        if self.texts and (os.path.basename(name) in self.names or os.path.islink(name)):
            return self.texts.get(real_path(pathlib.Path(name)))
        return None

    def bytes_of(self, name: str, most: int) -> bytes:
        """The first `most` bytes of a file, or all of them. Raises OSError."""
        data = self.read.get((name, most))
        if data is None:
            text = self.text(name)
            data = self.files.read(name, most) if text is None else _first(text, most)
            self.read[name, most] = data
        return data


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


def more_open_files(texts: Mapping[pathlib.Path, str]) -> AbstractContextManager[None]:
    """Within this context, these texts replace their files, too."""
    opened = _OPEN.get()
    added = {real_path(path): text.encode("utf-8", "surrogatepass") for path, text in texts.items()}
    every = {**(opened.texts if opened else {}), **added}
    names = frozenset(path.name for path in every)
    return context_value(_OPEN, _OpenFiles(every, names, opened.files if opened else FileCache()))


def has_file(path: pathlib.Path) -> bool:
    """Whether there is a file, or a text in its place."""
    opened = _OPEN.get()
    return path.is_file() or bool(opened and opened.text(os.fspath(path)) is not None)


def open_below(folder: pathlib.Path) -> Iterator[tuple[pathlib.PurePath, bytes]]:
    """The texts that replace files below a folder, by their paths in it."""
    opened = _OPEN.get()
    home = real_path(folder) if opened and opened.texts else folder
    for path, text in opened.texts.items() if opened else ():
        if home in path.parents:
            yield path.relative_to(home), text


def read_bytes(path: pathlib.Path | str, most: int = -1) -> bytes:
    """The first `most` bytes of a file, or all of them. Raises OSError."""
    opened, name = _OPEN.get(), os.fspath(path)
    return opened.bytes_of(name, most) if opened else _read(name, most)


def read_regular(name: str, most: int) -> bytes | None:
    """The first `most` bytes of a file; None if it can't be read, or is a pipe, since reading that
    would wait."""
    opened = _OPEN.get()
    if opened is None and not os.path.isfile(name):
        return None
    try:
        return opened.bytes_of(name, most) if opened else _read(name, most)
    except OSError:
        return None


def made_from(name: str, data: bytes, make: _Make[Found]) -> Found:
    """What `make` makes of the name of a file and of its bytes. The cache of `open_files` keeps it
    for as long as the bytes are the same."""
    opened = _OPEN.get()
    return opened.files.made(name, data, make) if opened else make(name, data)


def made_of(name: str, most: int, make: _Make[Found]) -> Found | None:
    """What `make` makes of the name and the first `most` bytes of a file, as `made_from`; None if
    it can't be read."""
    opened, key = _OPEN.get(), (name, most, make)
    if opened is not None and key in opened.made:
        known: Found | None = opened.made[key]
        return known
    data = read_regular(name, most)
    made = None if data is None else made_from(name, data, make)
    if opened is not None:
        opened.made[key] = made
    return made


def _first(data: bytes, most: int) -> bytes:
    return data if most < 0 else data[:most]


def _read(name: str, most: int) -> bytes:
    with open(name, "rb") as file:
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
