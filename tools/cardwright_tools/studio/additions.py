"""Additions to the files of a pack: definitions, scenarios, files; written to disk immediately."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from cardwright.pack.files.pack_files import SCENARIO_FOLDER
from cardwright.pack.name_form import NAME_PATTERN
from cardwright.source.diagnostics import Report
from cardwright_tools.new.card import CardOptions, added_card
from cardwright_tools.new.files import read_raw, write_files
from cardwright_tools.new.names import name_of, valid_title
from cardwright_tools.new.scenario import added_scenario, untested
from cardwright_tools.output import Stop
from cardwright_tools.scenario.read import read_file
from cardwright_tools.studio.errors import RequestError, errors_first
from cardwright_tools.studio.file_paths import with_ending, writable_path
from cardwright_tools.studio.files import Files

STARTS = (
    "# What is in this file?\n",
    "# See docs/scenarios.md. Replace the brackets with the first `- scenario: ...`.\n[]\n",
)
"""The initial content of new files of content and of scenarios."""


def create(files: Files, name: str, text: str | None = None) -> str:
    """Creates a file of content or scenarios, where the pack reads it; returns its name, which
    ends in `.yaml`. Without a text, it has a comment. Raises RequestError."""
    name = with_ending(name)
    start = STARTS[SCENARIO_FOLDER in PurePosixPath(name).parts]
    with files.lock:
        try:
            path = writable_path(files.folder, name)
            files.require_free(path)
            write_files({path: start if text is None else text}, {}, Report)
        except (OSError, ValueError, Stop) as error:
            raise RequestError(str(error)) from None
        if name not in files.files():
            path.unlink()
            raise RequestError(f"no pack reads a file called `{name}`; nothing was written")
        files.wrote(path)
    return name


def named(words: str) -> str:
    """The name for the words, which may be a title; unchanged if no name can be made from it."""
    return words if NAME_PATTERN.fullmatch(words) else name_of(words) or words


def add_card(files: Files, words: str, kind: str, near: str = "") -> str:
    """Adds a definition by its name or title, as `cardwright new card` does, to the open file if
    it has others of its kind; returns the file's name. Raises RequestError."""
    title = words if named(words) != words else ""
    with files.lock, _on_disk(files):
        options = CardOptions(files.folder, named(words), kind, title, near=near)
        return _written(files, *added_card(options, ask=False))


def add_scenario(files: Files, id: str) -> tuple[str, str]:
    """Adds the scenario of a definition; returns the file's name, and a warning about what it
    does not test, if there is one. Raises RequestError."""
    name = f"{SCENARIO_FOLDER}/{id}.yaml"
    with files.lock, _on_disk(files):
        writable_path(files.folder, name)
        new, played = added_scenario(files.folder, id, "")
        return _written(files, new, {}), untested(played)


def add_text(files: Files, name: str, title: str, lines: str) -> str:
    """Adds a scenario with a new title to a scenario file. Raises RequestError."""
    with files.lock, _on_disk(files):
        path = writable_path(files.folder, name)
        valid_title(title, "")
        before = read_raw(path) if path.exists() else ""
        known = [one.title for one in read_file(path, Report())] if before else []
        if not title or title in known:
            raise RequestError("give the scenario a title that no other one has")
        text = f"{before.rstrip()}\n\n{lines}".lstrip()
        new, changed = ({}, {path: text}) if before else ({path: text}, {})
        write_files(new, changed, lambda: _reads(path))
        return _written(files, new, changed)


def _reads(path: Path) -> Report:
    report = Report()
    read_file(path, report)
    return report


@contextmanager
def _on_disk(files: Files) -> Iterator[None]:
    """A context in which files are changed on disk. Raises RequestError, also for unsaved texts."""
    if unsaved := files.unsaved():
        raise RequestError(f"save {', '.join(unsaved)} first")
    try:
        yield
    except Stop as error:
        raise (
            RequestError(error.message) if error.message else errors_first("add to it")
        ) from None
    except (OSError, ValueError) as error:
        raise RequestError(str(error)) from None


def _written(files: Files, new: Mapping[Path, str], changed: Mapping[Path, str]) -> str:
    """The name of the file that was written, which will be read again."""
    [path] = {**new, **changed}
    files.wrote(path)
    return path.relative_to(files.folder).as_posix()
