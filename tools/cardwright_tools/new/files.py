"""Creates and extends files: never overwrites existing ones, and writes all or none.

Responsible for writing, and for undoing it if the pack would have errors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import cardwright
from cardwright.api import available_modules
from cardwright.pack.files.modules import with_needed
from cardwright.source.bounded_files import file_bytes
from cardwright.source.diagnostics import Report
from cardwright_tools.atomic_write import write_atomically as in_one_step
from cardwright_tools.output import BROKEN, FAILED, Stop, say
from cardwright_tools.packs import print_errors

Texts = Mapping[Path, str]


def read_raw(path: Path) -> str:
    """A file's text with its original line endings. Raises Stop if it can't be read."""
    try:
        return file_bytes(path).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Stop(f"{path} can't be read: {error}", BROKEN) from None


def refuse_existing(paths: Mapping[Path, str]) -> None:
    """Raises Stop if one of the files exists."""
    there = [path.as_posix() for path in paths if path.exists() or path.is_symlink()]
    if there:
        raise Stop(f"{', '.join(there)}: already there; nothing was written", FAILED)


def write_files(new: Texts, changed: Texts, verify: Callable[[], Report]) -> None:
    """Writes new and changed files; undoes everything and raises Stop if that causes errors."""
    refuse_existing(new)
    before = {path: file_bytes(path) for path in changed}
    made: list[Path] = []
    try:
        for path, text in {**new, **changed}.items():
            made += make_folders(path.parent)
            in_one_step(path, text.encode("utf-8"))
        report = verify()
    except BaseException:
        _undo(new, before, made)
        raise
    if report.failed:
        _undo(new, before, made)
        print_errors(report.diagnostics)
        where = "nothing was written; the lines are those of the file it would have made"
        raise Stop(f"the result would have errors, and {where}", FAILED)


def make_folders(folder: Path) -> list[Path]:
    """Creates a folder and its parents; returns the created ones, innermost first. Raises Stop."""
    missing = [way for way in (folder, *folder.parents) if not way.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Stop(f"can't make {folder}: {error.strerror}", BROKEN) from None
    return missing


def _undo(new: Texts, before: Mapping[Path, bytes], made: list[Path]) -> None:
    for path in new:
        path.unlink(missing_ok=True)
    for path, data in before.items():
        in_one_step(path, data)
    for folder in sorted(made, key=lambda way: len(way.parts), reverse=True):
        folder.rmdir()


def pack_report(pack: Path) -> Report:
    """The report on a pack, without its modules and with all of them."""
    _, report = cardwright.examine(pack)
    modules = available_modules(pack)
    for name in cardwright.modules(pack):
        _, more = cardwright.examine(pack, modules=with_needed([name], modules))
        report.extend(more)
    return report


def print_written(new: Texts, changed: Texts, then: str = "") -> None:
    """Reports what was written, and what to do next."""
    for path in new:
        say(f"wrote {path.as_posix()}")
    for path in changed:
        say(f"added to {path.as_posix()}")
    if then:
        say(f"next: {then}")
