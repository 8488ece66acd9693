"""The files of a pack that is being written: their texts here and on disk, and their versions.

Decides which files may be read and written: only those of the pack and its scenarios.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from pathlib import Path
from secrets import randbelow

from cardwright.pack.files.pack_files import FILE, content_files, scenario_files
from cardwright.source.diagnostics import Report
from cardwright.source.real_paths import real_path
from cardwright_tools.atomic_write import ChangedMeanwhile, write_atomically
from cardwright_tools.fix.files import read_text
from cardwright_tools.studio.errors import ChangedOnDisk, EditConflict, RequestError

NEVER = (0, 0)  # the stamp of a missing file


class Files:
    """The texts of a pack as its author has them. Safe to use from several threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = real_path(folder)
        self.texts: dict[Path, str] = {}
        self.saved: dict[Path, str | None] = {}  # None if the file no longer exists
        self._first = randbelow(1 << 40)  # unlike versions of an earlier studio
        self.versions: dict[Path, int] = {}  # each change of a text creates another one
        self._marks: dict[Path, str] = {}  # the byte order mark, if any
        self._stamps = self._stamped()  # of all files, when they were last checked
        self.lock = threading.RLock()

    def files(self) -> list[str]:
        """The paths of its files in the pack, including deleted ones with unsaved changes
        in the editor."""
        found = [FILE, *(path.as_posix() for path in content_files(self.folder, Report()))]
        scenarios = scenario_files(self.folder, Report())  # `check` reports those that are left out
        found += (path.relative_to(self.folder).as_posix() for path in scenarios)
        return found + [name for name in self.unsaved() if name not in found]

    def as_named(self, message: str) -> str:
        """A message in which files are named by their paths in the pack."""
        return message.replace(f"{self.folder.as_posix()}/", "")

    def path(self, name: str) -> Path:
        """The path of one of its files. Raises RequestError for all others."""
        path = self.folder / name
        is_open = path in self.texts and path.relative_to(self.folder).as_posix() == name
        if not is_open and name not in self.files():
            raise RequestError(f"there is no file `{name}` in this pack")
        if not real_path(path).is_relative_to(self.folder):
            raise RequestError(f"`{name}` is outside the pack")
        return path

    def open(self, name: str) -> str:
        """The text of a file as edited here, or else as on disk. Raises RequestError."""
        return self.opened(name)[0]

    def opened(self, name: str) -> tuple[str, int]:
        """The text of a file, and its version."""
        path = self.path(name)
        with self.lock:
            if path not in self.texts:
                self._load(path)
            return self.texts[path], self.versions[path]

    def edit(self, name: str, text: str, version: int | None = None) -> int:
        """Sets the text of a file, unsaved; returns the new version.

        `version`: the version that was changed, if it has to be the current one. Raises
        EditConflict, RequestError.
        """
        path = self.path(name)
        with self.lock:
            self._require_version(name, version)
            self.texts[path] = text
            return self._next_version(path)

    def version_of(self, name: str) -> int:
        """The last version of a file, also of a deleted one; 0 if it was never read."""
        return self.versions.get(self.folder / name, 0)

    def _next_version(self, path: Path) -> int:
        self.versions[path] = self.versions.get(path, self._first) + 1
        return self.versions[path]

    def _require_version(self, name: str, version: int | None) -> None:
        if version is not None and self.opened(name)[1] != version:
            raise EditConflict(name)
        self.open(name)

    def save(self, name: str, version: int | None = None, *, over: bool = False) -> None:
        """Writes a file; if somebody else has changed it meanwhile, only with `over`.

        Raises ChangedOnDisk, EditConflict, RequestError.
        """
        path = self.path(name)
        with self.lock:
            self._require_version(name, version)
            text = self.open(name)
            if over:
                self.saved[path] = _read_marked(path)[1] if path.exists() else None
            mark, before = self._marks[path], self.saved[path]
            try:
                data = None if before is None else (mark + before).encode()
                write_atomically(path, (mark + text).encode(), data)
            except (ChangedMeanwhile, FileNotFoundError):
                raise ChangedOnDisk(name) from None
            except (OSError, ValueError) as error:
                raise RequestError(str(error)) from None
            self.saved[path] = text

    def reload(self, name: str) -> str:
        """Reads a file from disk again, and discards unsaved changes. Raises RequestError."""
        path = self.path(name)
        with self.lock:
            self._load(path)
            return self.texts[path]

    def reread(self) -> list[str]:
        """The files that others have changed, added or deleted since the last check.

        Their texts are discarded, except those with unsaved changes, which stay as they are.
        """
        with self.lock:
            before, self._stamps = self._stamps, self._stamped()
            others = {path for path, _ in before.items() ^ self._stamps.items()} - {*self.texts}
            found = [*others, *(path for path in self.texts if self._is_theirs(path))]
            for path in found:
                self.forget(path)
        return sorted(path.relative_to(self.folder).as_posix() for path in found)

    def look_again(self, names: Iterable[str]) -> None:
        """Makes the next check of the disk report these files as changed."""
        with self.lock:
            self._stamps |= dict.fromkeys((self.folder / name for name in names), NEVER)

    def _stamped(self) -> dict[Path, tuple[int, int]]:
        """The modification time and the size of each file."""
        paths = [self.folder / name for name in self.files()]
        return {path: stamp for path in paths if (stamp := _stamp(path))}

    def _load(self, path: Path) -> None:
        mark, text = _read_marked(path)
        self._marks[path], self.texts[path], self.saved[path] = mark, text, text
        self._next_version(path)

    def forget(self, path: Path) -> None:
        """Discards the text of a file, with unsaved changes, so that it is read again."""
        for known in (self.texts, self.saved, self._marks):
            known.pop(path, None)

    def _is_theirs(self, path: Path) -> bool:
        """Whether a file has no changes here, but was changed on disk."""
        if self.texts[path] != self.saved[path]:
            return False
        try:
            return not path.exists() or read_text(path)[1] != self.saved[path]
        except (OSError, ValueError):
            return True

    def require_current(self, name: str, version: int | None) -> None:
        """Raises EditConflict if a file was changed on another page, ChangedOnDisk if it was
        changed on disk, but not deleted, by somebody else."""
        path = self.path(name)
        self._require_version(name, version)
        if path.exists() and _read_marked(path)[1] != self.saved[path]:
            raise ChangedOnDisk(name)

    def require_free(self, path: Path) -> None:
        """Raises RequestError if there is a file at this path, on disk or only in the editor."""
        if path in self.texts or os.path.lexists(path):
            name = path.relative_to(self.folder).as_posix()
            raise RequestError(f"there is already a file `{name}`")

    def moved(self, path: Path, to: Path) -> None:
        """Notes that the studio has moved a file on disk; unsaved changes move with it."""
        mark, text, saved = self._marks[path], self.texts[path], self.saved[path]
        self.deleted(path)
        self.wrote(to)
        self._marks[to], self.texts[to], self.saved[to] = mark, text, saved
        self.versions[to] = max(self.versions[path], self.versions.get(to, 0)) + 1

    def deleted(self, path: Path) -> None:
        """Notes that the studio has deleted a file on disk."""
        self.forget(path)
        self._stamps.pop(path, None)

    def wrote(self, path: Path) -> None:
        """Notes that the studio has changed a file on disk; it is read again when needed."""
        self.forget(path)
        if stamp := _stamp(path):
            self._stamps[path] = stamp

    def name_of(self, file: str) -> str | None:
        """The path in the pack of one of its files."""
        path = real_path(Path(file))  # paths of scenarios are relative to the working directory
        below = path.is_relative_to(self.folder)
        return path.relative_to(self.folder).as_posix() if below else None

    def unsaved(self) -> list[str]:
        """The names of files with unsaved changes."""
        texts = [*self.texts.items()]  # which another thread may change meanwhile
        changed = (path for path, text in texts if text != self.saved.get(path))
        return sorted(path.relative_to(self.folder).as_posix() for path in changed)


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def _read_marked(path: Path) -> tuple[str, str]:
    try:
        return read_text(path)
    except (OSError, ValueError) as error:
        raise RequestError(f"{path.name} can't be read: {error}") from None
