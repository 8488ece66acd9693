"""The packs that an editor has open, and what is known about them.

A change is checked in a separate thread, after a moment without further changes; requests that
depend on it wait for that, so that no answer is about an older text. Packs that are not open, but
require one that is, are checked when nothing else is to be done.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from cardwright.pack.files.pack_files import FILE
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.garbage_collection import freeze_all, without_collection
from cardwright_tools.language_service.folders import is_pack, pack_folder
from cardwright_tools.language_service.project import Project

QUIET = 0.05
"""Seconds without typing before a pack is checked."""
IDLE = 0.5
"""Seconds without changes and requests before the packs that require it are checked."""
Publish = Callable[[Path, Sequence[Diagnostic], Collection[Path]], None]
"""Takes a pack, what was found in it, and the packs about which only older results are known."""


class OpenPacks:
    """Projects by folder; `texts` are those of the open files, by path.

    `settled` is called after checks, once there is nothing else to do.
    """

    def __init__(self, publish: Publish, settled: Callable[[], None] = lambda: None) -> None:
        self.texts: dict[Path, str] = {}
        self._versions: dict[Path, int] = {}  # of these texts, as the editor counts them
        self._checked: dict[Path, dict[Path, int]] = {}  # those last checked, by pack
        self.projects: dict[Path, Project] = {}
        self._publish, self._settled = publish, settled
        self._dirty: set[Path] = set()
        self._closed: dict[Path, Path] = {}  # packs not open, each with an open one it requires
        self._late: set[Path] = set()  # those of them not checked since that one was
        self._due: set[Path] = set()  # packs whose dependents are to be checked
        self._asked = 0  # how many changes and requests there have been
        self._texts_lock, self._checking = threading.Lock(), threading.RLock()
        self._quiet = _Debounced(QUIET, self._check_all)
        self._idle = _Debounced(IDLE, self._check_dependents)

    def opened(self, path: Path, text: str | None, version: int | None = None) -> None:
        """Sets the text of an open file, and its version if that is new; None closes it, so that
        the text on disk counts."""
        folder = path.parent if path.name == FILE else pack_folder(path, self.texts)
        self._asked += 1
        with self._texts_lock:
            if text is None:
                self.texts.pop(path, None)
                self._versions.pop(path, None)
            else:
                self.texts[path] = text
            if version is not None:
                self._versions[path] = version
            self._dirty |= {folder, *self._affected(folder)} if folder else set()
        if folder:
            self._later()

    def version(self, path: Path) -> int | None:
        """The version of an open file that its pack was last checked with."""
        folder = pack_folder(path, self.texts)
        return self._checked.get(folder, {}).get(path) if folder else None

    def _affected(self, folder: Path) -> Iterator[Path]:
        """The packs whose results may change with this pack."""
        return (one.folder for one in list(self.projects.values()) if one.depends_on(folder))

    def project(self, path: Path) -> Project | None:
        """The project of a file, with its current text checked."""
        folder = pack_folder(path, self.texts)
        if folder is None:
            return None
        self._asked += 1
        with self._checking:
            if folder in self._dirty or folder not in self.projects:
                self._check(folder)
            return self.projects.get(folder)

    def all_projects(self) -> list[Project]:
        """All projects, with their current texts checked."""
        self._asked += 1
        with self._checking:
            self._check_all()
            return [*self.projects.values()]

    def close(self) -> None:
        self._quiet.cancel()
        self._idle.cancel()

    def _later(self) -> None:
        self._quiet.restart()

    def _when_idle(self) -> None:
        self._idle.restart()

    def _check_all(self) -> None:
        with self._checking:
            for folder in sorted(self._dirty):
                self._check(folder)

    def _check(self, folder: Path) -> None:
        with self._texts_lock:
            self._dirty.discard(folder)
            texts = dict(self.texts)
            self._checked[folder] = dict(self._versions)
        self._closed.pop(folder, None)
        self._late.discard(folder)
        if not is_pack(folder, texts):
            self._forget(folder)
            return
        new = folder not in self.projects
        project = self.projects.setdefault(folder, Project(folder))
        with without_collection():  # which would delay the diagnostics
            project.check(texts)
            self._due.add(folder)
            self._late |= {one for one, other in self._closed.items() if other == folder}
            self._publish(folder, project.found, self._outdated())
        if new:
            freeze_all()  # otherwise, the collector goes through all of it again during some edit
        self._when_idle()

    def _forget(self, folder: Path) -> None:
        """Forgets a pack whose manifest no longer exists."""
        self._due.discard(folder)
        if self.projects.pop(folder, None):
            self._publish(folder, (), self._outdated())

    def _outdated(self) -> set[Path]:
        return self._dirty | self._late

    # ------------------------------------------------------------------------- not open

    def _check_dependents(self) -> None:
        """Checks the packs that are not open, until there is something else to do."""
        with self._checking:
            if self._dirty:
                return  # a check follows, and then this again
            asked = self._asked
            for folder in sorted(self._due):
                if not self._check_closed(folder, lambda: self._asked == asked):
                    self._when_idle()
                    return
                self._due.discard(folder)
            freeze_all()
        self._settled()

    def _check_closed(self, folder: Path, may_continue: Callable[[], bool]) -> bool:
        """Checks the dependents of a pack that are not open; returns whether it has finished."""
        self._find_closed(folder)
        for other in sorted(one for one in self._late if self._closed[one] == folder):
            found = self.projects[folder].check_dependent(other, may_continue)
            if found is None:
                return False
            self._late.discard(other)
            self._publish(other, found, self._outdated())
        return True

    def _find_closed(self, folder: Path) -> None:
        """Finds which dependents a pack has now. One that requires several packs belongs to one."""
        now = {one for one in self.projects[folder].dependents if one not in self.projects}
        for gone in {one for one, other in self._closed.items() if other == folder} - now:
            del self._closed[gone]
            self._late.discard(gone)
            self._publish(gone, (), self._outdated())
        self._late |= now - {*self._closed}
        self._closed |= dict.fromkeys(now - {*self._closed}, folder)


class _Debounced:
    """Debounced work: it begins, in a thread, some seconds after it was last asked for."""

    def __init__(self, seconds: float, work: Callable[[], None]) -> None:
        self._seconds, self._work = seconds, work
        self._timer: threading.Timer | None = None

    def restart(self) -> None:
        self.cancel()
        self._timer = threading.Timer(self._seconds, self._work)
        self._timer.daemon = True
        self._timer.start()

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
