"""Finds the files of a pack, in its folder and nowhere else: those on disk, and those that are
open in an editor but not saved yet.

Content is hostile until checked: links out of the folder are errors, and the number of files and of
bytes is limited. Decides which files are read. Knows nothing about what is in them.
"""

from __future__ import annotations

import os
import pathlib
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate

from cardwright.source.diagnostics import Report
from cardwright.source.open_files import open_below, read_once
from cardwright.source.real_paths import is_inside
from cardwright.source.spelling import is_typo
from cardwright.source.text import Source, Span

FILE = "pack.yaml"
SUFFIXES = (".yaml", ".yml")
UNRELATED_SUFFIXES = frozenset({"haml", "raml", "saml", "xaml"})
"""Existing file types, which are not typos of `yaml`."""
SCENARIO_FOLDER = "scenarios"
MAX_FILES = 2_000
MAX_BYTES = 20_000_000
MAX_DEPTH = 40


def content_files(folder: pathlib.Path, report: Report) -> list[pathlib.PurePosixPath]:
    """The content files below a folder, as paths relative to it, sorted.

    Left out are pack.yaml, folders called `scenarios`, and names that begin with a dot.
    """
    found, _, said = read_once("content files", folder, lambda: _content_files(folder))
    report.extend(said)
    return found


def content_size(folder: pathlib.Path) -> int:
    """The number of bytes in the content files below a folder."""
    return read_once("content files", folder, lambda: _content_files(folder))[1]


def _content_files(folder: pathlib.Path) -> tuple[list[pathlib.PurePosixPath], int, Report]:
    report = Report()
    unsaved = _unsaved_files(folder)
    found = [path for path in (*_yaml_files(folder, report), *unsaved) if path != FILE]
    found = [path for path in found if _has_printable_name(folder, path, report)]
    found = [path for path in found if _is_inside(folder, path, report)]
    on_disk = (os.path.join(folder, path) for path in found if path not in unsaved)
    size = sum(unsaved.values()) + sum(os.stat(path).st_size for path in on_disk)
    if len(found) > MAX_FILES or size > MAX_BYTES:
        message = f"a pack can have at most {MAX_FILES:,} files and {MAX_BYTES:,} bytes"
        report.error("CW303", message, unread_file(folder / FILE))
        return [], 0, report
    return [*map(_path, sorted(found, key=lambda path: path.split("/")))], size, report


_path = lru_cache(2 * MAX_FILES)(pathlib.PurePosixPath)


def _has_printable_name(folder: pathlib.Path, path: str, report: Report) -> bool:
    """Whether a path can be printed in reports and written to saves; reports it if not."""
    if path.isascii() and path.isprintable():
        return True
    code = next((code for code, found in _UNPRINTABLE.items() if found(path)), None)
    if code is None:
        return True
    shown = pathlib.PurePosixPath("".join(map(_escape, path)))
    what = "is not UTF-8" if code == "CW103" else "contains a control character"
    report.error(code, f"the name of {shown} {what}", unread_file(folder / shown), "rename it")
    return False


_UNPRINTABLE = {
    "CW103": re.compile("[\ud800-\udfff]").search,  # surrogates stand for bytes that are not UTF-8
    "CW104": re.compile("[\0-\x1f\x7f-\x9f]").search,
}


def _escape(letter: str) -> str:
    """A character of a name, or its bytes as `\\xNN` if it can't be printed."""
    if letter.isprintable():
        return letter
    return "".join(f"\\x{byte:02x}" for byte in letter.encode("utf-8", "surrogateescape"))


def _yaml_files(folder: pathlib.Path, report: Report) -> Iterator[str]:
    """The paths of its YAML files, relative to it."""
    count = 0
    for below, folders, files in _folders(folder, report):
        linked = [name for name in folders if (folder / below / name).is_symlink()]
        for name in sorted(linked):
            path = pathlib.PurePosixPath((below / name).as_posix())
            if name != SCENARIO_FOLDER and not _is_hidden(name):
                report.error("CW302", f"{path} links to a folder; such links are not followed",
                             unread_file(folder / path))  # fmt: skip
        if SCENARIO_FOLDER in folders and SCENARIO_FOLDER not in linked:
            _check_scenarios(folder, below / SCENARIO_FOLDER, report)
        kept = (name for name in folders if name not in linked and name != SCENARIO_FOLDER)
        folders[:] = sorted(name for name in kept if not _is_hidden(name))
        top = f"{below.as_posix()}/".removeprefix("./")
        for name in files:
            if name.lower().endswith(SUFFIXES) and not _is_hidden(name):
                count += 1
                yield top + name
            elif _looks_like_yaml(name):
                _report_ignored(folder, below / name, report)
        if count > MAX_FILES + 1:
            return


def _unsaved_files(folder: pathlib.Path) -> dict[str, int]:
    """The sizes of the YAML files that are open but not on disk, by path."""
    return {
        path.as_posix(): len(text)
        for path, text in open_below(folder)
        if path.name.lower().endswith(SUFFIXES)
        and SCENARIO_FOLDER not in path.parts
        and not any(map(_is_hidden, path.parts))
        and not os.path.lexists(folder / path)
    }


def _folders(
    folder: pathlib.Path, report: Report
) -> Iterator[tuple[pathlib.Path, list[str], list[str]]]:
    """Each folder, as a relative path, with its folders and files, like `os.walk`.

    Folders that are too deep are not entered: the walk is recursive, and the length of a path is
    limited.
    """
    for here, folders, files in os.walk(folder):
        below = pathlib.Path(here).relative_to(folder)
        if len(below.parts) >= MAX_DEPTH and folders:
            message = f"folders can be nested at most {MAX_DEPTH} deep"
            report.error("CW303", message, unread_file(folder / below))
            folders.clear()
        yield below, folders, files


def scenario_files(folder: pathlib.Path, report: Report) -> list[pathlib.Path]:
    """The scenario files of a pack, sorted: those below its folders called `scenarios`.

    If there are too many, the first ones, and an error in the report.
    """
    on_disk = (below / name for below, _, files in _folders(folder, Report()) for name in files)
    unsaved = (path for path, _ in open_below(folder) if not os.path.lexists(folder / path))
    found = sorted(
        folder / path
        for path in (*on_disk, *map(pathlib.Path, unsaved))
        if SCENARIO_FOLDER in path.parts[:-1] and path.name.endswith(".yaml")
    )
    sizes = accumulate(path.stat().st_size if path.is_file() else 0 for path in found)
    read = sum(number <= MAX_FILES and size <= MAX_BYTES for number, size in enumerate(sizes, 1))
    if read < len(found):
        message = f"at most {MAX_FILES:,} scenario files with {MAX_BYTES:,} bytes are read"
        after = "this file and those after it are not"
        report.error("CW303", f"{message}; {after}", unread_file(found[read]))
    return found[:read]


def _check_scenarios(folder: pathlib.Path, below: pathlib.Path, report: Report) -> None:
    for inner, _, files in _folders(folder / below, report):
        for name in files:
            if _looks_like_yaml(name) or (name.lower().endswith(".yml") and not _is_hidden(name)):
                _report_ignored(folder, below / inner / name, report)


def _looks_like_yaml(name: str) -> bool:
    """Whether a name seems meant for a file that is read: `cards.ymal`, `cards.yaml.txt`."""
    stem, _, suffix = name.lower().removesuffix(".txt").rpartition(".")
    known = not stem or suffix in UNRELATED_SUFFIXES or f".{suffix}" in SUFFIXES
    misspelt = not known and suffix.isalpha() and is_typo(suffix, "yaml")
    return not _is_hidden(name) and (misspelt or name.lower().endswith((".yaml.txt", ".yml.txt")))


def _is_hidden(name: str) -> bool:
    return name.startswith(".")


def _report_ignored(folder: pathlib.Path, path: pathlib.Path, report: Report) -> None:
    shown = pathlib.PurePosixPath("".join(map(_escape, path.as_posix())))
    message = f"`{shown}` is not read, since its name does not end in `.yaml`"
    help = "rename it; if it should not be read, let its name begin with a dot"
    report.emit("CW106", message, unread_file(folder / shown), help)


def _is_inside(folder: pathlib.Path, path: str, report: Report) -> bool:
    """Whether a file is in the folder, which was walked without following links."""
    if not os.path.islink(os.path.join(folder, path)):
        return True
    if not is_inside(folder / path, folder):
        report.error("CW302", f"{path} links to a file outside the pack",
                     unread_file(folder / path))  # fmt: skip
        return False
    if not (exists := (folder / path).exists()):
        report.error("CW101", f"{path} is a broken link", unread_file(folder / path))
    return exists


def unread_file(path: pathlib.Path) -> Span:
    """A span for diagnostics about a file whose text was not read."""
    return Span(Source(path.as_posix(), ""), 0, 0)


def is_added_by(path: pathlib.PurePosixPath, adds: Iterable[str]) -> bool:
    """Whether a path is one of these files, or in one of these folders."""
    tops = [pathlib.PurePosixPath(add) for add in adds]
    return any(path == top or top in path.parents for top in tops)


def leaves_folder(path: str) -> bool:
    """Whether a path written in a pack leads out of its folder."""
    return path.startswith("/") or ".." in pathlib.PurePosixPath(path).parts
