"""`cardwright fmt`: finds the files, and checks, shows or writes their canonical form.

Files are written atomically; a file that can't be read is left unchanged.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardwright.board.model import Board
from cardwright.language.declared import Declared
from cardwright.pack import load as packs
from cardwright.pack.builder import PackBuilder
from cardwright.pack.files.manifest import read as read_manifest
from cardwright.pack.files.pack_files import FILE, content_files, scenario_files
from cardwright.source.bounded_files import MAX_YAML_BYTES
from cardwright.source.diagnostics import Report
from cardwright.source.open_files import read_bytes
from cardwright.source.real_paths import is_inside, real_path
from cardwright.source.yaml_reader import load as load_yaml
from cardwright_tools.atomic_write import ChangedMeanwhile
from cardwright_tools.atomic_write import write_atomically as in_one_step
from cardwright_tools.fmt.format_file import MeaningChanged, format_document
from cardwright_tools.output import BROKEN, CLEAN, FAILED, Stop, say
from cardwright_tools.packs import exit_code, is_too_much_work, print_errors

_HIDDEN = ("CW1", "CW30")
"""Codes of unreadable files and packs, after which words and kinds of a pack may be missing."""


@dataclass(frozen=True, slots=True)
class File:
    path: Path
    scenario: bool


@dataclass(frozen=True, slots=True)
class Result:
    """A file that differs from its canonical form."""

    path: Path
    before: bytes
    after: str


def run_fmt(paths: Sequence[Path], check: bool, diff: bool) -> int:
    """Formats packs, or files of packs; returns the exit code."""
    report, changed, count, done = Report(), list[Result](), 0, 0
    for folder, named in _folders(paths).items():
        board = board_of(folder, report)
        for file in _files(folder, report) if board else ():
            if named is None or real_path(file.path) in named:
                count += 1
                changed += _format(file, board or Board(), report)
    for result in changed:
        if diff:
            say(_unified_diff(result))
        elif check:
            say(f"{result.path.as_posix()} is not in its canonical form")
        else:
            done += _write_result(result)
    print_errors(report.diagnostics)
    if not diff and (changed or not report.failed):
        say(_summary(count, len(changed) if check else done, check))
    return exit_code(report.diagnostics) or (FAILED if done < len(changed) else CLEAN)


def _summary(count: int, changed: int, check: bool) -> str:
    files = "1 file" if count == 1 else f"{count} files"
    if not changed:
        return f"{files}, nothing to format"
    return f"{files}, {changed} to format" if check else f"{files}, {changed} formatted"


# Which files


def _folders(paths: Sequence[Path]) -> dict[Path, set[Path] | None]:
    """The packs, each with its requested files; None for all."""
    found: dict[Path, set[Path] | None] = {}
    for path in paths:
        if not path.is_file():
            found[path] = None
            continue
        above = [folder for folder in path.absolute().parents if (folder / FILE).is_file()]
        if not above:
            raise Stop(f"{path}: this file is not in a pack", BROKEN)
        folder = Path(os.path.relpath(above[0])) if not path.is_absolute() else above[0]
        named = found.setdefault(folder, set())
        if named is not None:
            named.add(real_path(path))
    return found


def _files(folder: Path, report: Report) -> Iterator[File]:
    """The files of a pack: its manifest, its content and its scenarios."""
    yield File(folder / FILE, scenario=False)
    for path in content_files(folder, Report()):
        yield File(folder / path, scenario=False)
    for found in scenario_files(folder, report):
        if is_inside(found, folder):
            yield File(found, scenario=True)


def board_of(folder: Path, report: Report) -> Board | None:
    """The board of a pack with all its modules; None if part of it can't be read."""
    manifest = read_manifest(folder, PackBuilder(Declared(), Report()))
    found = Report()
    loaded = packs.load([folder], found, modules=list(manifest.modules) if manifest else ())
    if loaded and not found.failed:
        is_too_much_work(loaded, found)
    errors = (d for d in found.diagnostics if d.severity == "error")
    hidden = [d for d in errors if d.code.startswith(_HIDDEN) and d.code != "CW309"]
    for diagnostic in hidden:
        report.add(diagnostic)
    return loaded.declared.board if loaded and not hidden else None


# Formatting a file


def _format(file: File, board: Board, report: Report) -> Iterator[Result]:
    name = file.path.as_posix()
    # Read first: a later save by somebody else then differs from `before` and is not overwritten.
    before = read_bytes(file.path, MAX_YAML_BYTES + 1) if file.path.is_file() else b""
    document = load_yaml(file.path, name, report)
    if document is None:
        return
    try:
        text = format_document(document, board, report, file.scenario)
    except MeaningChanged as error:
        raise Stop(f"{name} is left as it is: {error}. This is a bug in cardwright.") from None
    if text is not None and text.encode() != before:
        yield Result(file.path, before, text)


def _write_result(result: Result) -> bool:
    """Replaces the file atomically, unless it was changed meanwhile."""
    try:
        in_one_step(result.path, result.after.encode(), result.before)
    except ChangedMeanwhile as error:
        say(f"{error}; run fmt again", err=True)
        return False
    say(f"{result.path.as_posix()} formatted")
    return True


def _unified_diff(result: Result) -> str:
    before, name = result.before.decode().split("\n"), result.path.as_posix()
    lines = difflib.unified_diff(
        before, result.after.split("\n"), name, f"{name} (formatted)", lineterm=""
    )
    return "\n".join(lines)
