"""Reads files, or the unsaved texts that an editor has of them.

Decides which texts stand in for files. A file that is open but not on disk yet has no such text.
"""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import field
from typing import Any, TypeVar

from cardwright.source.context_values import holding
from cardwright.source.real_paths import real
from cardwright.source.records import dataclass

Found = TypeVar("Found")
_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class _OpenFiles:
    """The texts that replace files, by path, and the names of those files; and what was found on
    disk, by what was looked for and where.
    """

    texts: Mapping[pathlib.Path, bytes]
    names: frozenset[str]
    found: dict[tuple[str, pathlib.Path], Any] = field(default_factory=dict)

    def may_have(self, path: pathlib.Path) -> bool:
        """Whether the path has the name of an open file or of a link; to resolve all its folders is
        slow.
        """
        return path.name in self.names or path.is_symlink()


_OPEN: ContextVar[_OpenFiles | None] = ContextVar("open files", default=None)


def open_files(texts: Mapping[pathlib.Path, str]) -> AbstractContextManager[None]:
    """Within this context, these texts replace their files, which are named by absolute path.

    Each lookup on disk happens only once, so that everything read here is from the same time.
    """
    opened = {real(path): text.encode("utf-8", "surrogatepass") for path, text in texts.items()}
    return holding(_OPEN, _OpenFiles(opened, frozenset(path.name for path in opened)))


def read_bytes(path: pathlib.Path, most: int = -1) -> bytes:
    """The first `most` bytes of a file, or all of them. Raises OSError."""
    opened = _OPEN.get()
    if opened is None:
        return _read(path, most)
    if opened.texts and opened.may_have(path):
        data = opened.texts.get(real(path))
        if data is not None:
            return data if most < 0 else data[:most]
    return read_once(f"bytes {most}", path, lambda: _read(path, most))


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
