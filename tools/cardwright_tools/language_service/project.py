"""A pack as it is in the editor: its files, with the unsaved texts.

Decides which packs are checked together, and what is known about them: the diagnostics of `check`,
and the rules as they were when they could last be read.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock

from cardwright import Rules
from cardwright.api import PackError, every_module
from cardwright.pack.files.pack_files import scenario_files
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.garbage_collection import refreeze, without_collection
from cardwright.source.open_files import open_files
from cardwright.source.text import Source, Span
from cardwright_tools.check.analyze import analyze
from cardwright_tools.check.incremental.games import Games
from cardwright_tools.check.incremental.interruptible import Interrupted, Interruptible
from cardwright_tools.check.incremental.positions import Stale
from cardwright_tools.check.input_files import with_required
from cardwright_tools.language_service.folders import dependents, pack_folder
from cardwright_tools.language_service.index import NameIndex, Occurrence
from cardwright_tools.language_service.names import KnownNames, index_names
from cardwright_tools.language_service.partly_read import partly_explained, read_partly
from cardwright_tools.language_service.scenario_names import Mention, ScenarioText, scenario_texts
from cardwright_tools.packs import examine
from cardwright_tools.scenario.read import is_scenario_file, read_file
from cardwright_tools.scenario.runner import scenario_mistakes

MOST = 200  # the number of scenarios in a file that are checked while typing


@dataclass(slots=True)
class Project:
    """A pack, and the packs beside it that require it, so that a name is found in all of them.

    `found` are the diagnostics of `check`.
    """

    folder: Path
    found: Sequence[Diagnostic] = ()
    games: Games = field(default_factory=Games)
    _rules: dict[Path, Rules] = field(default_factory=dict)
    _stale: set[Path] = field(default_factory=set)
    _partly: set[Path] = field(default_factory=set)  # those never read without errors
    _is_read: bool = True  # whether these are those of the last check
    _texts: Mapping[Path, str] = field(default_factory=dict)
    _names: NameIndex | None = None
    _scenario: tuple[NameIndex, Path, list[ScenarioText]] | None = None  # the last one read
    _read_from: Collection[Path] | None = None
    _known: KnownNames = field(default_factory=KnownNames)
    _lost: bool = False  # whether the position of something known is lost
    _lock: RLock = field(default_factory=RLock)

    @property
    def folders(self) -> list[Path]:
        return [self.folder, *self.dependents]

    @property
    def dependents(self) -> list[Path]:
        """The packs beside it that require it."""
        with open_files(self._texts):
            return dependents(self.folder)

    def depends_on(self, folder: Path) -> bool:
        """Whether a pack is one of these, or one that they require."""
        if folder == self.folder:
            return True
        if self._read_from is None:
            folders = self.folders
            with open_files(self._texts):
                self._read_from = with_required(folders)
        return folder in self._read_from

    def check(self, texts: Mapping[Path, str]) -> None:
        """Checks everything again, with these texts in place of their files."""
        with self._checking(texts):
            self.games.begin()
            analysis = analyze([self.folder], examiner=self.games)
            self.found = [*analysis.found, *self._scenario_mistakes(texts)]
            self.games.examine(self.folder, modules=every_module(self.folder))
            self._texts, self._names, self._is_read = texts, None, False
            self._read_from = None

    def check_dependent(
        self, folder: Path, may_continue: Callable[[], bool]
    ) -> Sequence[Diagnostic] | None:
        """The diagnostics of a pack that requires this one, with the texts of the last check.

        None if it was interrupted: `may_continue` is called repeatedly, and returned False.
        """
        with self._checking(self._texts), suppress(Interrupted):
            return analyze([folder], examiner=Interruptible(self.games, may_continue)).found
        return None

    @contextmanager
    def _checking(self, texts: Mapping[Path, str]) -> Iterator[None]:
        games, before = self.games, self.games.full_checks
        with self._lock, open_files(texts, games.files), without_collection(), games.reading():
            yield
            if games.full_checks > before and games.are_large:
                refreeze()

    @property
    def rules(self) -> Mapping[Path, Rules]:
        """The rules of each of its packs that could be read, with all modules."""
        self._read_checked()
        return self._rules

    @property
    def stale(self) -> Collection[Path]:
        """The packs that have errors now, so that their rules are older."""
        self._read_checked()
        return self._stale

    @property
    def partly_read(self) -> Collection[Path]:
        """The packs that have had errors since they were opened: what was known then, without
        texts with errors."""
        self._read_checked()
        return self._partly

    def _read_checked(self) -> None:
        with self._lock:
            if not self._is_read:
                self._is_read = True
                with open_files(self._texts, self.games.files), without_collection():
                    self._read(self.folder)
                    self._follow_texts()

    def _read(self, folder: Path) -> None:
        modules = every_module(folder)
        self.games.examine(folder, modules=modules)
        if (rules := self.games.rules(folder, modules=modules)) is None:
            self._stale.add(folder)
            if folder not in self._rules:
                self._read_saved(folder)
            return
        self._rules[folder] = rules
        self._stale.discard(folder)
        self._partly.discard(folder)

    def _read_saved(self, folder: Path) -> None:
        """Reads a pack that could not be read since it was opened, as it is on disk; if that has
        errors, too, as far as it can be read."""
        modules = every_module(folder)
        with open_files({}):
            rules, _ = examine(folder, modules=modules)
        if rules is None and (rules := read_partly(folder, modules)) is not None:
            self._partly.add(folder)
        if rules is not None:
            self._rules[folder] = rules
            self.games.positions.set_all_current(rules.documents)

    def _scenario_mistakes(self, texts: Mapping[Path, str]) -> Iterator[Diagnostic]:
        """The diagnostics in open scenario files: what can't be read, and unknown names."""
        for file in texts:
            if pack_folder(file, texts) == self.folder and is_scenario_file(file, self.folder):
                report = Report()
                scenarios = read_file(file, report)
                yield from report.diagnostics
                yield from scenario_mistakes(scenarios[:MOST], self.folder, self._checked_rules)

    def _checked_rules(self, folder: Path, modules: tuple[str, ...]) -> Rules:
        """Raises PackError."""
        report = self.games.examine(folder, modules=modules)[1]
        rules = self.games.rules(folder, modules=modules)
        if rules is None:
            raise PackError(report)
        return rules

    @property
    def names(self) -> NameIndex:
        """The names of all its packs, and their occurrences."""
        with self._lock:
            if self._names is None:
                self._names = self._indexed()
                if self._lost and not self.stale:
                    self.games = Games()
                    self.check(self._texts)
                    self._names = self._indexed()
            return self._names

    def _indexed(self) -> NameIndex:
        self._lost = False
        with open_files(self._texts, self.games.files), without_collection():
            for folder in dependents(self.folder):
                self._read(folder)
            self._follow_texts()
        index = index_names([*self.rules.values()], self.place, self._known)
        if self._partly:
            index.entries = {key: partly_explained(one) for key, one in index.entries.items()}
        return index.moved(self.place) if self._stale else index

    def _follow_texts(self) -> None:
        """Where rules are older than the texts, these may be unreadable: their places move, too."""
        positions = self.games.positions
        for path, text in self._texts.items() if self._stale else ():
            before = positions.current.get(path.as_posix())
            if before is not None and before.text != text:
                positions.set_current(Source(path.as_posix(), text))

    def place(self, span: Span) -> Span | None:
        """The current position of a span that was checked before; None if it has changed."""
        try:
            return self.games.positions.now(span)
        except Stale:
            self._lost = True
            return None

    def mention(self, file: Path, offset: int) -> Occurrence | None:
        """The name at an offset of a scenario file; if a word may stand for several, the first."""
        found = (one for text in self.scenario(file) for one in text.mentions)
        here = (one for one in found if one.span.start <= offset <= one.span.end)
        return next((Occurrence(one.span, one.keys[0]) for one in here), None)

    def scenario(self, file: Path) -> list[ScenarioText]:
        """The texts of a scenario file; none for other files."""
        rules, names = self.rules_of(file), self.names
        if rules is None or not self.is_scenario(file):
            return []
        last = self._scenario
        if last is None or last[0] is not names or last[1] != file:
            with open_files(self._texts):
                last = self._scenario = names, file, [*scenario_texts(file, rules, names)]
        return last[2]

    def mentions(self, report: Report) -> Iterator[Mention]:
        """All names in the scenarios of its packs. `report`: on files that are left out."""
        names = self.names
        with open_files(self._texts):
            for folder, rules in self.rules.items():
                for file in scenario_files(folder, report):
                    for text in scenario_texts(file, rules, names):
                        yield from text.mentions

    def rules_of(self, file: Path) -> Rules | None:
        """The rules that a file is part of."""
        folder = self.folder_of(file)
        return self.rules.get(folder) if folder else None

    def folder_of(self, file: Path) -> Path | None:
        """The folder of the pack that a file belongs to."""
        return pack_folder(file, self._texts)

    def is_scenario(self, file: Path) -> bool:
        folder = self.folder_of(file)
        return folder is not None and is_scenario_file(file, folder)
