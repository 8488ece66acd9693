"""Compares two records, file by file."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from itertools import islice
from pathlib import Path


def summary(old: Path, new: Path, most: int) -> Iterator[tuple[str, str]]:
    """`equal`, `different`, `removed` or `added` for each file, and its name; for different
    files, also the first lines that differ."""
    before, after = _files(old), _files(new)
    for name in sorted(before | after):
        if name not in after:
            yield "removed", name
        elif name not in before:
            yield "added", name
        else:
            yield _compared(name, old / name, new / name, most)


def _files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def _compared(name: str, old: Path, new: Path, most: int) -> tuple[str, str]:
    before, after = (path.read_text("utf-8").splitlines() for path in (old, new))
    if before == after:
        return "equal", name
    # Without context, each line after the two headers is a difference or its position.
    first = islice(unified_diff(before, after, n=0, lineterm=""), 2, 2 + most)
    return "different", "\n".join([name, *(f"    {line}" for line in first)])
