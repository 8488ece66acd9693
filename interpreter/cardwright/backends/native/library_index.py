"""Notes beside compiled libraries: which one is a program's, so that it need not be printed.

Decides what such a note is found by: what the program was made of, and the files of this version. A
note is a shortcut: where there is none, or one that can't be read, nothing is lost.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from cardwright.backends.native.compile import NoCompiler
from cardwright.backends.native.library_cache import cached_path, is_whole
from cardwright.source.plain_json import json_file

Found = tuple[Path, Sequence[str]]
"""A library, and the words for why its games end."""


def is_indexed(identity: str) -> bool:
    """Whether the program of this identity was compiled before."""
    try:
        return indexed_library(identity, ()) is not None
    except NoCompiler:
        return False


def indexed_library(identity: str, flags: tuple[str, ...]) -> Found | None:
    """The library that was compiled for a program before. Raises NoCompiler."""
    if not identity:
        return None
    note = _note(identity, flags)
    try:
        name, *words = json_file(note)
        path = note.with_name(name)
    except (OSError, ValueError, TypeError):
        return None
    return (path, [str(word) for word in words]) if is_whole(path) else None


def write_index_entry(
    identity: str, flags: tuple[str, ...], path: Path, words: Sequence[str]
) -> None:
    """Notes whose library this is; where that can't be written, the program is printed again."""
    if not identity:
        return
    note = _note(identity, flags)
    try:
        number, made = tempfile.mkstemp(dir=note.parent)
        with os.fdopen(number, "w", encoding="utf-8") as file:
            json.dump([path.name, *words], file)
        os.replace(made, note)
    except OSError:
        return


def _note(identity: str, flags: tuple[str, ...]) -> Path:
    return cached_path(f"{_version()}\n{identity}", flags, ".json")


@cache
def _version() -> str:
    """What identifies a version of Cardwright: the sizes and times of its files."""
    found = []
    for folder, _, files in os.walk(Path(__file__).parents[2]):
        for path in (f"{folder}/{name}" for name in files if name.endswith((".py", ".h", ".json"))):
            stat = os.stat(path)
            found.append(f"{path} {stat.st_size} {stat.st_mtime_ns}")
    return "\n".join(sorted(found))
