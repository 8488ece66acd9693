"""The files of a pack that is being written: texts, what is wrong in them, what may come next.

Owns which files may be read and written: those of the pack and its scenarios, and no others.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path

from cardwright import Rules
from cardwright.api import examine
from cardwright.pack.manifest import FILE
from cardwright.pack.pack_files import content_files
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.open_files import open_files
from cardwright_tools.atomic_write import ChangedMeanwhile
from cardwright_tools.fix.edits import read_text, write_text
from cardwright_tools.language_service.completion import completions
from cardwright_tools.language_service.project import Project
from cardwright_tools.language_service.schemas import schema_for
from cardwright_tools.language_service.yaml_place import place_at
from cardwright_tools.studio.messages import Message
from cardwright_tools.studio.table import Refused

MAX_OFFERED = 200


class Workshop:
    """A pack in the hands of its author. Safe to use from several threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.texts: dict[Path, str] = {}
        self.saved: dict[Path, str] = {}
        self._project = Project(self.folder)
        self._lock = threading.RLock()

    # --------------------------------------------------------------------------- files

    def files(self) -> list[str]:
        """The paths of its files in the pack."""
        found = [FILE, *(path.as_posix() for path in content_files(self.folder, Report()))]
        scenarios = self.folder.glob("**/scenarios/**/*.yaml")
        return found + sorted(path.relative_to(self.folder).as_posix() for path in scenarios)

    def path(self, name: str) -> Path:
        """The path of one of its files. Raises Refused for all others."""
        if name not in self.files():
            raise Refused(f"there is no file `{name}` in this pack")
        path = self.folder / name
        if not path.resolve().is_relative_to(self.folder):
            raise Refused(f"`{name}` is outside the pack")
        return path

    def open(self, name: str) -> str:
        """The text of a file, as it was left here or as it is on disk. Raises Refused."""
        path = self.path(name)
        with self._lock:
            if path not in self.texts:
                self.texts[path] = self.saved[path] = _read(path)
            return self.texts[path]

    def edit(self, name: str, text: str) -> None:
        """A file has this text now, unsaved. Raises Refused."""
        path = self.path(name)
        with self._lock:
            self.open(name)
            self.texts[path] = text

    def save(self, name: str) -> None:
        """Writes a file, unless somebody else has changed it meanwhile. Raises Refused."""
        path = self.path(name)
        with self._lock:
            text = self.open(name)
            try:
                write_text(path, "", text, self.saved[path])
            except (OSError, ValueError, ChangedMeanwhile) as error:
                raise Refused(str(error)) from None
            self.saved[path] = text

    # ------------------------------------------------------------------------- meaning

    def check(self) -> Message:
        """What is wrong in all files now."""
        with self._lock:
            self._project.check(self.texts)
            found = [self._told(one) for one in self._project.found]
        return {"event": "diagnostics", "found": found, "unsaved": self._unsaved()}

    def rules(self) -> Rules | None:
        """The rules as the texts are now, without modules; None if they have errors."""
        with self._lock, open_files(self.texts):
            return examine(self.folder)[0]

    def complete(self, name: str, offset: int) -> Message:
        """What may be written at an offset, which counts code points. Raises Refused."""
        path = self.path(name)
        with self._lock:
            schema = schema_for(self._project, path)
            place = place_at(self.open(name), offset)
            found = completions(place, schema, self._project.names) if schema else []
        offered = [{"text": c.text, "sort": c.sort, "doc": c.doc} for c in found[:MAX_OFFERED]]
        return {"event": "completions", "found": offered}

    def explain(self, name: str, offset: int) -> Message:
        """What the name at an offset is: its text, and its rules in English. Raises Refused."""
        path = self.path(name)
        with self._lock:
            here = self._project.names.at(path.as_posix(), offset)
            entry = self._project.names.entries[here.key] if here else None
        if entry is None:
            return {"event": "explanation", "head": ""}
        return {
            "event": "explanation", "head": entry.head, "text": entry.text,
            "facts": [*entry.facts], "english": [*entry.english], "written": entry.written,
        }  # fmt: skip

    def _unsaved(self) -> list[str]:
        changed = (path for path, text in self.texts.items() if text != self.saved.get(path))
        return sorted(path.relative_to(self.folder).as_posix() for path in changed)

    def _told(self, found: Diagnostic) -> Mapping[str, object]:
        span = found.span
        path = Path(span.source.name) if span else None
        inside = path is not None and path.is_relative_to(self.folder)
        return {
            "code": found.code, "severity": found.severity, "message": found.message,
            "help": found.help,
            "file": path.relative_to(self.folder).as_posix() if path and inside else None,
            "start": span.start if span else 0, "end": span.end if span else 0,
            "line": span.lines[0] if span else 0,
        }  # fmt: skip


def _read(path: Path) -> str:
    try:
        return read_text(path)[1]
    except (OSError, ValueError) as error:
        raise Refused(f"{path.name} can't be read: {error}") from None
