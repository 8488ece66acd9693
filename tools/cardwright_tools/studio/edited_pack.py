"""A pack that is being written: its diagnostics, completions, and explanations of names.

`files` has its files; the answers come from the language service.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from types import MappingProxyType

from cardwright import Rules
from cardwright.api import available_modules
from cardwright.decks import lists_of
from cardwright.pack.files.pack_files import SCENARIO_FOLDER
from cardwright.source.diagnostics import Diagnostic, Report
from cardwright.source.open_files import open_files
from cardwright.source.spelling import one_of
from cardwright.source.text import Span
from cardwright_tools.check.input_files import InputFiles, read_input_files
from cardwright_tools.language_service.code_completion import Completion
from cardwright_tools.language_service.completion import completions
from cardwright_tools.language_service.fix_titles import fix_title
from cardwright_tools.language_service.index import Occurrence
from cardwright_tools.language_service.project import Project
from cardwright_tools.language_service.schemas import schema_for
from cardwright_tools.language_service.yaml_cursor import cursor_at
from cardwright_tools.new.default_values import kinds_to_add
from cardwright_tools.packs import examine
from cardwright_tools.show.entry import Entry
from cardwright_tools.studio.errors import RequestError, errors_first
from cardwright_tools.studio.files import Files
from cardwright_tools.studio.measurements import UNMEASURED, CardUse, coverage_message
from cardwright_tools.studio.messages import Message
from cardwright_tools.studio.scenario_runs import run_all_scenarios, run_related_scenarios

MAX_OFFERED = 200
MAX_NAMES = 4
UNFINISHED = "CW202"
NO_SUBJECT = "put the cursor in a card, or on the name of what is to be tested"


class EditedPack(Files):
    """A pack and its author's edits. Safe to use from several threads."""

    def __init__(self, folder: Path, usage: Mapping[str, CardUse] = MappingProxyType({})) -> None:
        super().__init__(folder)
        self.usage = usage
        self.project = Project(self.folder)
        self._rules: dict[tuple[str, ...], tuple[str, Rules | str]] = {}  # by modules
        self._testing = threading.Lock()

    def check(self) -> Message:
        """The diagnostics of all files now."""
        with self.lock:
            self.project.check(self.texts)
            found = [self._problem_message(one) for one in self.project.found]
        return {"event": "diagnostics", "found": found, "unsaved": self.unsaved()}

    def rules(self, modules: Sequence[str] = ()) -> Rules:
        """The rules of the current texts; one object until these change. Raises RequestError."""
        with self.lock, open_files(self.texts):
            digest, key = read_input_files([self.folder]).digest, tuple(sorted(modules))
            known = self._rules.get(key)
            if known is None or known[0] != digest:
                found, report = examine(self.folder, modules=modules)
                known = self._rules[key] = digest, found or _why_none(report)
        if isinstance(known[1], str):
            raise RequestError(known[1])
        return known[1]

    def require_rules(self, purpose: str) -> None:
        """Raises RequestError if the pack has errors."""
        try:
            self.rules()
        except RequestError:
            raise errors_first(purpose) from None

    def input_files(self) -> InputFiles:
        """All files that the rules come from, with their current texts."""
        with self.lock, open_files(self.texts):
            return read_input_files([self.folder])

    def described(self, modules: Sequence[str] = ()) -> Message:
        """The pack's title, its numbers of players with these modules, and the kinds that can be
        added; without rules, `why` there are none."""
        found = available_modules(self.folder)
        offered = {name: one.title for name, one in found.items()}
        try:
            rules = self.rules(modules)
        except RequestError as error:
            return {"title": self.folder.name, "seats": {}, "titles": {}, "kinds": [],
                    "modules": offered, "on": [*modules], "decks": {},
                    "why": str(error)}  # fmt: skip
        board = rules.declared.board
        seats = {count: rules.seats(count) for count in rules.players}
        decks = {id: one.title for id, one in lists_of(board).items()}
        titles = {seat: rules.titles[seat] for found in seats.values() for seat in found}
        return {"title": rules.title, "seats": seats, "titles": titles,
                "kinds": kinds_to_add(board), "modules": offered, "on": [*rules.modules],
                "decks": decks}  # fmt: skip

    def test(self, name: str, offset: int) -> Message:
        """Runs the scenarios of a file, or those about the card or name at an offset. Raises
        RequestError.

        Files can be edited meanwhile.
        """
        path = self.path(name)
        with self.lock:
            texts, within = dict(self.texts), SCENARIO_FOLDER in PurePosixPath(name).parts
            about = name if within else self._subject(name, offset)
        failed = any(one.severity == "error" for one in self.project.found)
        if not about:
            raise errors_first("run its scenarios") if failed else RequestError(NO_SUBJECT)
        with self._testing, open_files(texts):
            trials = run_related_scenarios(self.folder, about, path if within else None)
        if failed and trials["untested"]:
            raise errors_first("run its scenarios")  # none can be added before they are corrected
        return trials

    def test_all(self) -> Message:
        """Runs all scenarios of the pack. Files can be edited meanwhile."""
        with self.lock:
            texts = dict(self.texts)
        with self._testing, open_files(texts):
            return run_all_scenarios(self.folder)

    def _subject(self, name: str, offset: int) -> str:
        """The name at an offset, or that of the definition around it; "" if there is none."""
        around = self._around(name, offset)
        here = around or self.project.names.at(self.path(name).as_posix(), offset)
        return here.key[1] if here else ""

    def _around(self, name: str, offset: int) -> Occurrence | None:
        """The definition around an offset."""
        path = self.path(name)
        rules = self.project.rules_of(path)
        things = rules.declared.board.things if rules else {}
        return self.project.names.definition_at(path.as_posix(), self.open(name), offset, things)

    def coverage(self) -> Message:
        """The coverage of the current files by scenarios and games. Raises RequestError."""
        self.require_rules("measure coverage")
        with self.lock:
            texts = dict(self.texts)
        with self._testing, open_files(texts):
            return coverage_message(self.folder, self.name_of)

    def place_of(self, name: str, id: str) -> int:
        """The offset of a definition in a file; 0 if it is not there."""
        path = self.path(name)
        with self.lock:
            self.project.check(self.texts)
            there = self.project.names.by_file.get(path.as_posix(), [])
        return next((o.span.start for o in there if o.declares and o.key[1] == id), 0)

    def shared_name(self, id: str) -> str:
        """A sentence that says what else has the name of a definition; "" if nothing has. Raises
        RequestError."""
        board = self.rules().declared.board
        noun, properties = board.noun(id), {one.name for one in board.every_field()}
        other = "a zone" if id in board.zones else "a property" if id in properties else ""
        other = f"the kind `{noun[0]}`" if noun else other
        if not other:
            return ""
        return f"`{id}` is also the name of {other}. To tell them apart, rename one of them (F2)."

    def complete(self, name: str, offset: int) -> Message:
        """The completions at an offset, which counts code points: first those that begin with the
        word before it. Raises RequestError.
        """
        text = self.open(name)
        typed = re.findall(r"[\w-]*$", text[:offset].rpartition("\n")[2])[0]
        found = self._completions(name, offset, text)
        found.sort(key=lambda one: not one.text.startswith(typed))
        offered = [{"text": c.text, "sort": c.sort, "doc": c.doc} for c in found[:MAX_OFFERED]]
        return {"event": "completions", "found": offered}

    def _completions(self, name: str, offset: int, text: str) -> list[Completion]:
        path = self.path(name)
        with self.lock:
            schema = schema_for(self.project, path)
            names, rules = self.project.names, self.project.rules_of(path)
            return completions(cursor_at(text, offset), schema, names, rules) if schema else []

    def with_names(self, found: Message) -> Message | None:
        """The diagnostics, in which the first text that ends too early also lists the names with
        which it can continue; None if that is unknown."""
        problems = found["found"]
        first = next((n for n, one in enumerate(problems)
                      if one["code"] == UNFINISHED and one["file"]), None)  # fmt: skip
        if first is None:
            return None
        name, end = problems[first]["file"], problems[first]["end"]
        text = self.open(name)
        offered = self._completions(name, end + 1, f"{text[:end]} {text[end:]}")
        names = [f"`{one.text}`" for one in offered if one.fits][:MAX_NAMES]
        if not names:
            return None
        hinted = {**problems[first], "help": f"it can continue with {one_of(names)}"}
        return {**found, "found": [*problems[:first], hinted, *problems[first + 1 :]]}

    def explain(self, name: str, offset: int) -> Message:
        """The name at an offset and the definition around it: their texts, and their rules in
        English; `old` if the pack has errors, so that they are from before, and `partly` if it
        has had errors since it was opened. Raises RequestError.
        """
        path = self.path(name)
        with self.lock:
            names, here = (
                self.project.names,
                (self.name_at(path, offset), self._around(name, offset)),
            )
            keys = dict.fromkeys(one.key for one in here if one)
            found = [{**self._explained(names.entries[key], key[1]),
                      "name": key[1], "place": self.place(names.declaration(key))}
                     for key in keys]  # fmt: skip
            folder, project = self.project.folder_of(path), self.project
            old, partly = folder in project.stale, folder in project.partly_read
        return {"event": "explanation", "found": found, "old": old, "partly": partly}

    def hover(self, name: str, offset: int) -> Message:
        """The name at an offset, explained like `explain`, and where it is; `found` is None if
        there is none. Raises RequestError."""
        path = self.path(name)
        with self.lock:
            here = self.name_at(path, offset)
            if here is None:
                return {"event": "hovered", "found": None, "start": offset, "end": offset}
            found = self._explained(self.project.names.entries[here.key], here.key[1])
        return {"event": "hovered", "found": found, "start": here.span.start, "end": here.span.end}

    def name_at(self, path: Path, offset: int) -> Occurrence | None:
        """The name at an offset of a file of the pack or of its scenarios."""
        known = self.project.names.at(path.as_posix(), offset)
        return known or self.project.mention(path, offset)

    def place(self, span: Span | None) -> Message | None:
        """Where a span is in the pack's files; None if it is elsewhere."""
        file = self.name_of(span.source.name) if span else None
        return {"file": file, "start": span.start, "line": span.lines[0]} if span and file else None

    def _explained(self, entry: Entry, name: str) -> Message:
        use = self.usage.get(name, UNMEASURED)
        return {
            "head": entry.head, "text": entry.text, "english": [*entry.english],
            "facts": [*entry.facts, *use.facts], "written": entry.written,
            "bars": [{"words": one.words, "share": one.share, "value": one.value}
                     for one in use.bars],
        }  # fmt: skip

    def _problem_message(self, found: Diagnostic) -> Mapping[str, object]:
        span = found.span
        return {
            "code": found.code, "severity": found.severity, "message": found.message,
            "help": found.help,
            "file": self.name_of(span.source.name) if span else None,
            "start": span.start if span else 0, "end": span.end if span else 0,
            "line": span.lines[0] if span else 0,
            "fixes": [
                {
                    "start": fix.span.start, "end": fix.span.end,
                    "old": fix.span.text, "text": fix.text,
                    "title": fix_title(fix, quote=""),
                }
                for fix in found.fixes
            ],
            "notes": [{"words": words, **self._note_place(span)} for span, words in found.notes],
        }  # fmt: skip

    def _note_place(self, span: Span) -> Message:
        """Where a note is; without a `file` if it is outside the pack, `at` a place that words
        name."""
        path, line = Path(span.source.name), span.lines[0]
        place = self.place(span) or {"file": None, "start": 0, "line": line}
        name = place["file"] or f"{path.parent.name}/{path.name}"
        return {**place, "at": f"{name}:{line}"}


def _why_none(report: Report) -> str:
    """Why there are no rules: something requested is missing, or the rules have errors."""
    found = next((one for one in report.diagnostics if one.code == "CW308"), None)
    if found is None:
        return "The pack has errors. No game can begin until they are corrected."
    return f"{found.message}; {found.help}" if found.help else found.message
