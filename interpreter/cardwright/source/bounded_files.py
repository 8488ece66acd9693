"""Reads untrusted files only up to a limit: they may be sparse or endless."""

from __future__ import annotations

import errno
from pathlib import Path

MAX_BYTES = 20_000_000
"""As many as all files of a pack together may have."""
MAX_YAML_BYTES = 2_000_000
"""The most bytes of one YAML file."""


MAX_VALUES = 2_000_000
"""Of a JSON text, as many as its commas and opening brackets: a list of two bytes takes 60."""


def file_bytes(path: Path) -> bytes:
    """The content of a file. Raises OSError if it can't be read or has more than `MAX_BYTES`."""
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise OSError(errno.EFBIG, f"larger than {MAX_BYTES:,} bytes", path.as_posix())
    return data


def has_too_many_values(data: bytes) -> bool:
    """Whether a JSON text may have more than `MAX_VALUES` values."""
    return len(data) > MAX_VALUES and sum(map(data.count, (b",", b"[", b"{"))) > MAX_VALUES


def check_size(data: bytes, path: Path, before: int = 0) -> None:
    """Raises OSError if a file of ours would become too large to be read again. `before` is the
    number of bytes it already has.
    """
    if before + len(data) > MAX_BYTES:
        message = f"it would have more than {MAX_BYTES:,} bytes, and could not be read again"
    elif has_too_many_values(data):
        message = f"it would have more than {MAX_VALUES:,} values, and could not be read again"
    else:
        return
    raise OSError(errno.EFBIG, message, path.as_posix())


def file_text(path: Path) -> str:
    """The text of a file, with line feeds for line ends. Raises OSError, and ValueError if not
    UTF-8.
    """
    return file_bytes(path).decode("utf-8").replace("\r\n", "\n")
