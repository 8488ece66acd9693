"""Reads files, or the texts that an editor has of them before they are saved.

Owns which texts stand in for files. A file that is open but not on disk yet stands for none.
"""

from __future__ import annotations

import pathlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

_OPEN: ContextVar[Mapping[pathlib.Path, bytes] | None] = ContextVar("open files", default=None)


@contextmanager
def open_files(texts: Mapping[pathlib.Path, str]) -> Iterator[None]:
    """Within it, these texts are read in place of their files, which are named by absolute path."""
    token = _OPEN.set(
        {path.resolve(): text.encode("utf-8", "surrogatepass") for path, text in texts.items()}
    )
    try:
        yield
    finally:
        _OPEN.reset(token)


def read_bytes(path: pathlib.Path, most: int = -1) -> bytes:
    """The first `most` bytes of a file, or all of them. Raises OSError."""
    if (texts := _OPEN.get()) and _may_be_open(path, texts):
        data = texts.get(path.resolve())
        if data is not None:
            return data if most < 0 else data[:most]
    with path.open("rb") as file:
        return file.read(most)


def _may_be_open(path: pathlib.Path, texts: Mapping[pathlib.Path, bytes]) -> bool:
    """Whether it has the name of an open file, or of a link; to follow all its folders is slow."""
    return any(path.name == one.name for one in texts) or path.is_symlink()
