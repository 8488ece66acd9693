"""The packs that an editor has open, and what is known about them.

A change is checked in a separate thread, after a moment without further changes; requests that
depend on it wait for that, so that no answer is about an older text.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from cardwright.source.garbage_collection import freeze_all, without_collection
from cardwright_tools.language_service.project import Project, pack_folder

QUIET = 0.05
"""Seconds without typing before a pack is checked."""


class OpenPacks:
    """Projects by folder; `texts` are those of the open files, by path."""

    def __init__(self, published: Callable[[Project], None]) -> None:
        self.texts: dict[Path, str] = {}
        self.projects: dict[Path, Project] = {}
        self._dirty: set[Path] = set()
        self._texts_lock, self._checking = threading.Lock(), threading.RLock()
        self._timer: threading.Timer | None = None
        self._published = published

    def opened(self, path: Path, text: str | None) -> None:
        """Sets the text of an open file; None closes it, so that the text on disk counts."""
        folder = pack_folder(path)
        with self._texts_lock:
            if text is None:
                self.texts.pop(path, None)
            else:
                self.texts[path] = text
            self._dirty |= {folder, *self._affected(folder)} if folder else set()
        if folder:
            self._later()

    def _affected(self, folder: Path) -> Iterator[Path]:
        """The packs about which what is known may change with a pack."""
        return (one.folder for one in list(self.projects.values()) if one.depends_on(folder))

    def project(self, path: Path) -> Project | None:
        """The project of a file, with its current text checked."""
        folder = pack_folder(path)
        if folder is None:
            return None
        with self._checking:
            if folder in self._dirty or folder not in self.projects:
                self._check(folder)
            return self.projects[folder]

    def all_projects(self) -> list[Project]:
        """All projects, with their current texts checked."""
        with self._checking:
            self._check_all()
            return [*self.projects.values()]

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _later(self) -> None:
        self.close()
        self._timer = threading.Timer(QUIET, self._check_all)
        self._timer.daemon = True
        self._timer.start()

    def _check_all(self) -> None:
        with self._checking:
            for folder in sorted(self._dirty):
                self._check(folder)

    def _check(self, folder: Path) -> None:
        with self._texts_lock:
            self._dirty.discard(folder)
            texts = dict(self.texts)
        new = folder not in self.projects
        project = self.projects.setdefault(folder, Project(folder))
        with without_collection():  # which would delay the diagnostics
            project.check(texts)
            self._published(project)
        if new:
            freeze_all()  # otherwise, the collector goes through all of it again during some edit
