"""Reads and writes the files that are fixed, with their byte order marks."""

from __future__ import annotations

from pathlib import Path

from cardwright.source.bounded_files import file_bytes
from cardwright.source.text import BYTE_ORDER_MARK
from cardwright_tools.atomic_write import write_atomically as in_one_step


def read_text(path: Path) -> tuple[str, str]:
    """The byte order mark, if any, and the text after it. Raises OSError, ValueError."""
    text = file_bytes(path).decode("utf-8")
    mark = BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else ""
    return mark, text.removeprefix(mark)


def write_text(path: Path, mark: str, text: str, before: str) -> None:
    """Replaces a file's text. Raises OSError, and ChangedMeanwhile if it is no longer `before`."""
    in_one_step(path, (mark + text).encode("utf-8"), (mark + before).encode("utf-8"))
