"""The files of a pack that is being written: texts, what is wrong in them, what may come next.

Owns which files may be read and written: those of the pack and its scenarios, and no others.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from secrets import randbelow
from types import MappingProxyType
from typing import Any

from cardwright import Rules
from cardwright.api import available_modules, examine
from cardwright.decks import lists_of
from cardwright.pack.manifest import FILE
from cardwright.pack.pack_files import SCENARIO_FOLDER, content_files, scenario_files
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.open_files import open_files
from cardwright_tools.atomic_write import ChangedMeanwhile, write_atomically
from cardwright_tools.check.input_files import read_input_files
from cardwright_tools.fix.files import read_text
from cardwright_tools.language_service.completion import completions
from cardwright_tools.language_service.project import Project
from cardwright_tools.language_service.schemas import schema_for
from cardwright_tools.language_service.yaml_place import place_at
from cardwright_tools.new.card import CardOptions, added_card
from cardwright_tools.new.default_values import kinds_of_cards
from cardwright_tools.new.files import read_raw, write_files
from cardwright_tools.new.names import valid_title
from cardwright_tools.new.scenario import added_scenario
from cardwright_tools.output import Stop
from cardwright_tools.scenario.read import read_file
from cardwright_tools.studio.measures import coverage, usage_facts
from cardwright_tools.studio.messages import Message
from cardwright_tools.studio.refused import Changed, Overtaken, Refused
from cardwright_tools.studio.trials import run_trials

MAX_OFFERED = 200
STARTS = ("# What is in this file?\n", "[]  # scenarios: see docs/scenarios.md\n")
"""What new files of content and of scenarios begin with."""


class Workshop:
    """A pack in the hands of its author. Safe to use from several threads."""

    def __init__(self, folder: Path, usage: Mapping[str, Any] = MappingProxyType({})) -> None:
        self.folder, self.usage = folder.resolve(), usage
        self.texts: dict[Path, str] = {}
        self.saved: dict[Path, str | None] = {}  # None: there is no such file any more
        self._first = randbelow(1 << 40)  # so that no version is one of an earlier studio
        self.versions: dict[Path, int] = {}  # of the texts; each change makes another one
        self._marks: dict[Path, str] = {}  # the byte order mark, if any
        self._project = Project(self.folder)
        self._rules: dict[tuple[str, ...], tuple[str, Rules | str]] = {}  # by modules
        self._lock = threading.RLock()
        self._testing = threading.Lock()

    # --------------------------------------------------------------------------- files

    def files(self) -> list[str]:
        """The paths of its files in the pack."""
        found = [FILE, *(path.as_posix() for path in content_files(self.folder, Report()))]
        scenarios = scenario_files(self.folder)
        return found + [path.relative_to(self.folder).as_posix() for path in scenarios]

    def path(self, name: str) -> Path:
        """The path of one of its files. Raises Refused for all others."""
        path = self.folder / name
        if path not in self.texts and name not in self.files():
            raise Refused(f"there is no file `{name}` in this pack")
        if not path.resolve().is_relative_to(self.folder):
            raise Refused(f"`{name}` is outside the pack")
        return path

    def open(self, name: str) -> str:
        """The text of a file, as it was left here or as it is on disk. Raises Refused."""
        return self.opened(name)[0]

    def opened(self, name: str) -> tuple[str, int]:
        """The same, and which version of it this is."""
        path = self.path(name)
        with self._lock:
            if path not in self.texts:
                self._load(path)
            return self.texts[path], self.versions[path]

    def edit(self, name: str, text: str, version: int | None = None) -> int:
        """A file has this text now, unsaved; which version that is.

        `version` is the one that was changed, where that counts. Raises Overtaken, Refused.
        """
        path = self.path(name)
        with self._lock:
            self._require_version(name, version)
            self.texts[path] = text
            return self._next_version(path)

    def _next_version(self, path: Path) -> int:
        self.versions[path] = self.versions.get(path, self._first) + 1
        return self.versions[path]

    def _require_version(self, name: str, version: int | None) -> None:
        if version is not None and self.opened(name)[1] != version:
            raise Overtaken(name)
        self.open(name)

    def save(self, name: str, version: int | None = None, *, over: bool = False) -> None:
        """Writes a file; if somebody else has changed it meanwhile, only `over` theirs.

        Raises Changed, Overtaken, Refused.
        """
        path = self.path(name)
        with self._lock:
            self._require_version(name, version)
            text = self.open(name)
            if over:
                self.saved[path] = _read(path) if path.exists() else None
            mark, before = self._marks[path], self.saved[path]
            try:
                data = None if before is None else (mark + before).encode()
                write_atomically(path, (mark + text).encode(), data)
            except (ChangedMeanwhile, FileNotFoundError):
                raise Changed(name) from None
            except (OSError, ValueError) as error:
                raise Refused(str(error)) from None
            self.saved[path] = text

    def reload(self, name: str) -> str:
        """A file is as it is on disk again; what was written here is gone. Raises Refused."""
        path = self.path(name)
        with self._lock:
            self._load(path)
            return self.texts[path]

    def reread(self) -> list[str]:
        """Looks for what others have changed in files that have no changes here; which they are."""
        with self._lock:
            clean = [path for path, text in self.texts.items() if text == self.saved[path]]
            found = [path for path in clean if self._differs(path)]
            for path in found:
                self._forget(path)
        return sorted(path.relative_to(self.folder).as_posix() for path in found)

    def create(self, name: str) -> None:
        """An empty file of content or scenarios, where the pack reads it. Raises Refused."""
        path = self.folder / name
        with self._lock:
            try:
                self._require_place(name, path)
                write_files(
                    {path: STARTS[SCENARIO_FOLDER in PurePosixPath(name).parts]}, {}, Report
                )
            except (OSError, ValueError, Stop) as error:
                raise Refused(str(error)) from None
            if name not in self.files():
                path.unlink()
                raise Refused(f"no pack reads a file called `{name}`; nothing was written")

    def add_card(self, id: str, kind: str) -> str:
        """Adds a definition as `cardwright new card` does; the file it is in. Raises Refused."""
        with self._lock, self._on_disk():
            return self._written(*added_card(CardOptions(self.folder, id, kind), ask=False))

    def add_scenario(self, id: str) -> str:
        """Adds the scenario of a definition; the file it is in. Raises Refused."""
        name = f"{SCENARIO_FOLDER}/{id}.yaml"
        with self._lock, self._on_disk():
            self._require_place(name, self.folder / name)
            return self._written(added_scenario(self.folder, id, "")[0], {})

    def add_text(self, name: str, title: str, lines: str) -> str:
        """Adds a scenario with a new title to a file of these. Raises Refused."""
        path = self.folder / name
        with self._lock, self._on_disk():
            self._require_place(name, path)
            valid_title(title, "")
            before = read_raw(path) if path.exists() else ""
            known = [one.title for one in read_file(path, Report())] if before else []
            if not title or title in known:
                raise Refused("give the scenario a title that no other one has")
            text = f"{before.rstrip()}\n\n{lines}".lstrip()
            new, changed = ({}, {path: text}) if before else ({path: text}, {})
            write_files(new, changed, lambda: self._reads(path))
            return self._written(new, changed)

    def _reads(self, path: Path) -> Report:
        report = Report()
        read_file(path, report)
        return report

    @contextmanager
    def _on_disk(self) -> Iterator[None]:
        """Within it, files are changed on disk. Raises Refused, also while any is unsaved."""
        if unsaved := self._unsaved():
            raise Refused(f"save {', '.join(unsaved)} first")
        try:
            yield
        except Stop as error:
            raise Refused(error.message) from None
        except (OSError, ValueError) as error:
            raise Refused(str(error)) from None

    def _written(self, new: Mapping[Path, str], changed: Mapping[Path, str]) -> str:
        """The name of the file that was written, which is read again."""
        [path] = {**new, **changed}
        self._forget(path)
        return path.relative_to(self.folder).as_posix()

    def _require_place(self, name: str, path: Path) -> None:
        parts = PurePosixPath(name).parts
        odd = {"..", ".", "", "/"} & {*parts, *name.split("/")} or not name.isprintable()
        if odd or "\\" in name or ":" in name or not name.endswith(".yaml"):
            raise Refused("a file is named by its path in the pack, such as `more/cards.yaml`")
        if not path.resolve().is_relative_to(self.folder) or _is_linked(self.folder, path):
            raise Refused(f"`{name}` is outside the pack")

    def _load(self, path: Path) -> None:
        mark, text = _read_marked(path)
        self._marks[path], self.texts[path], self.saved[path] = mark, text, text
        self._next_version(path)

    def _forget(self, path: Path) -> None:
        for known in (self.texts, self.saved, self._marks):
            known.pop(path, None)

    def _differs(self, path: Path) -> bool:
        try:
            return not path.exists() or read_text(path)[1] != self.saved[path]
        except (OSError, ValueError):
            return True

    # ------------------------------------------------------------------------- meaning

    def check(self) -> Message:
        """What is wrong in all files now."""
        with self._lock:
            self._project.check(self.texts)
            found = [self._told(one) for one in self._project.found]
        return {"event": "diagnostics", "found": found, "unsaved": self._unsaved()}

    def rules(self, modules: Sequence[str] = ()) -> Rules:
        """The rules as the texts are now, the same as long as these are. Raises Refused."""
        with self._lock, open_files(self.texts):
            digest, key = read_input_files([self.folder]).digest, tuple(sorted(modules))
            known = self._rules.get(key)
            if known is None or known[0] != digest:
                found, report = examine(self.folder, modules=modules)
                known = self._rules[key] = digest, found or _why_none(report)
        if isinstance(known[1], str):
            raise Refused(known[1])
        return known[1]

    def described(self, modules: Sequence[str] = ()) -> Message:
        """The pack's title, for whom it is with these modules, and the kinds of what can be
        added."""
        found = available_modules(self.folder)
        offered = {name: one.title for name, one in found.items()}
        try:
            rules = self.rules(modules)
        except Refused:
            return {"title": self.folder.name, "seats": {}, "kinds": [], "modules": offered,
                    "decks": {}}  # fmt: skip
        board = rules.declared.board
        cards = kinds_of_cards(board)
        others = [name for name, kind in board.kinds.items() if kind.span and name not in cards]
        seats = {count: rules.seats(count) for count in rules.players}
        decks = {id: one.title for id, one in lists_of(board).items()}
        return {"title": rules.title, "seats": seats, "kinds": [*cards, *others],
                "modules": offered, "on": [*rules.modules], "decks": decks}  # fmt: skip

    def test(self, name: str, offset: int) -> Message:
        """Runs the scenarios of a file, or those about the name at an offset. Raises Refused.

        Files can be edited meanwhile.
        """
        path = self.path(name)
        with self._lock:
            texts, within = dict(self.texts), SCENARIO_FOLDER in PurePosixPath(name).parts
            here = None if within else self._project.names.at(path.as_posix(), offset)
        if here is None and not within:
            raise Refused("put the cursor on the name of what is to be tested")
        with self._testing, open_files(texts):
            return run_trials(self.folder, here.key[1] if here else name, path if within else None)

    def coverage(self) -> Message:
        """What scenarios and games reach of the files as they are now. Raises Refused."""
        with self._lock:
            texts = dict(self.texts)
        with self._testing, open_files(texts):
            return coverage(self.folder, self.name_of)

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
        if entry is None or here is None:
            return {"event": "explanation", "head": ""}
        usage = self.usage.get(here.key[1])
        return {
            "event": "explanation", "head": entry.head, "text": entry.text,
            "facts": [*entry.facts, *usage_facts(usage)] if usage else [*entry.facts],
            "english": [*entry.english], "written": entry.written,
        }  # fmt: skip

    def name_of(self, file: str) -> str | None:
        """The path in the pack of a file of its own."""
        path = Path(file)
        return (
            path.relative_to(self.folder).as_posix() if path.is_relative_to(self.folder) else None
        )

    def _unsaved(self) -> list[str]:
        changed = (path for path, text in self.texts.items() if text != self.saved.get(path))
        return sorted(path.relative_to(self.folder).as_posix() for path in changed)

    def _told(self, found: Diagnostic) -> Mapping[str, object]:
        span = found.span
        return {
            "code": found.code, "severity": found.severity, "message": found.message,
            "help": found.help,
            "file": self.name_of(span.source.name) if span else None,
            "start": span.start if span else 0, "end": span.end if span else 0,
            "line": span.lines[0] if span else 0,
            "fixes": [
                {"start": fix.span.start, "end": fix.span.end, "text": fix.text}
                for fix in found.fixes
            ],
        }  # fmt: skip


def _why_none(report: Report) -> str:
    """Why there are no rules: what was asked for is not there, or they are wrong."""
    found = next((one for one in report.diagnostics if one.code == "CW308"), None)
    if found is None:
        return "the pack has errors; a game can begin when they are gone"
    return f"{found.message}; {found.help}" if found.help else found.message


def _read(path: Path) -> str:
    return _read_marked(path)[1]


def _read_marked(path: Path) -> tuple[str, str]:
    try:
        return read_text(path)
    except (OSError, ValueError) as error:
        raise Refused(f"{path.name} can't be read: {error}") from None


def _is_linked(folder: Path, path: Path) -> bool:
    """Whether a link is on the way: the pack would not follow it."""
    above = [one for one in (path, *path.parents) if one != folder and one.is_relative_to(folder)]
    return any(one.is_symlink() for one in above)
