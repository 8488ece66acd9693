"""The server's knowledge of one editor: its open packs, and what is at a position in a text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Protocol

from lsprotocol import types
from pygls.lsp.server import LanguageServer

import cardwright
from cardwright import Rules
from cardwright.pack.files.pack_files import FILE
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.text import Source, Span
from cardwright_tools.language_server.convert import Converter, path_of, uri
from cardwright_tools.language_server.problems import ProblemLists
from cardwright_tools.language_server.workspace import OpenPacks
from cardwright_tools.language_service.coverage import ScenarioCoverage
from cardwright_tools.language_service.folders import pack_folder
from cardwright_tools.language_service.hover import hover_text, word_help
from cardwright_tools.language_service.index import Key, Occurrence
from cardwright_tools.language_service.key_help import key_help
from cardwright_tools.language_service.local_names import LocalName, local_name_at
from cardwright_tools.language_service.project import Project
from cardwright_tools.language_service.schemas import schema_for

Handler = Callable[..., object]
"""Answers a request, or takes in what an editor reports."""


class Placed(Protocol):
    """The parameters of a request about a file."""

    text_document: types.TextDocumentIdentifier


class Positioned(Placed, Protocol):
    """The parameters of a request about a position."""

    position: types.Position


class CardwrightServer(LanguageServer):
    """The packs of one editor."""

    def __init__(self) -> None:
        super().__init__("cardwright", cardwright.__version__)
        self.packs = OpenPacks(self.publish, self.refresh)
        self.problems = ProblemLists()
        self.coverage = ScenarioCoverage()

    @property
    def to(self) -> Converter:
        return Converter(self.workspace.position_codec)

    def publish(
        self, pack: Path, found: Sequence[Diagnostic], outdated: Collection[Path] = ()
    ) -> None:
        """Publishes what was found in a pack: the problems of each file in which they have changed,
        even if there are none any more."""
        by_file: dict[str, list[types.Diagnostic]] = {}
        for one in found:
            path = Path(one.span.source.name) if one.span else pack / FILE
            by_file.setdefault(uri(path), []).append(self.to.diagnostic(one))
        for address, here in self.problems.replace(pack, by_file, outdated):
            file = path_of(address)
            version = self.packs.version(file) if file else None
            params = types.PublishDiagnosticsParams(address, here, version)
            self.text_document_publish_diagnostics(params)

    def refresh(self) -> None:
        """Makes the editor ask again for the marks in texts, since a change in one file may change
        those in others."""
        can = self.client_capabilities.workspace
        if can is None or len(self.packs.texts) < 2:
            return
        if can.semantic_tokens and can.semantic_tokens.refresh_support:
            self.workspace_semantic_tokens_refresh(None)
        if can.inlay_hint and can.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)

    def source(self, path: Path) -> Source:
        """The text of a file as it is in the editor."""
        return Source(path.as_posix(), self.text(uri(path)))

    def text(self, address: str) -> str:
        """The text at a URI; empty if the file is not open and can't be read."""
        try:
            return str(self.workspace.get_text_document(address).source)
        except (OSError, ValueError):
            return ""

    def opened(self, params: Placed) -> tuple[Project, Path] | None:
        """The project of a file, and its path; None if the file belongs to no pack."""
        path = path_of(params.text_document.uri)
        project = self.packs.project(path) if path else None
        return (project, path) if path and project else None

    def read(self, params: Placed) -> tuple[Project, Path, Rules] | None:
        """The project, path and rules of a file: the rules as they could last be read."""
        project, path = self.opened(params) or (None, None)
        rules = project.rules_of(path) if project and path else None
        return (project, path, rules) if project and path and rules else None

    def occurrence(self, params: Positioned) -> tuple[Project, Occurrence] | None:
        """The name at a position, and its project."""
        if (where := self._where(params)) is None:
            return None
        project, path, offset = where
        found = project.names.at(path.as_posix(), offset) or project.mention(path, offset)
        return (project, found) if found else None

    def home(self, project: Project, here: Occurrence) -> Project:
        """The project of the pack that declares a name: it has all packs that can use the name."""
        declared = project.names.declaration(here.key)
        return (declared and self.packs.project(Path(declared.source.name))) or project

    def about(self, project: Project, key: Key) -> str:
        """Markdown about the entry that a name stands for, with its coverage."""
        entry, declared = project.names.entries[key], project.names.declaration(key)
        folder = pack_folder(Path(declared.source.name), self.packs.texts) if declared else None
        name = f"{entry.kind} {entry.name}"
        return hover_text(entry, self.coverage.of(folder, name) if folder else "")

    def local_name(self, params: Positioned) -> tuple[Project, LocalName] | None:
        """The name at a position that its text gives, and the project."""
        if (where := self._where(params)) is None:
            return None
        project, path, offset = where
        if (rules := project.rules_of(path)) is None:
            return None
        declared = project.names.by_word
        found = local_name_at(rules, path.as_posix(), offset, project.place, declared)
        return (project, found) if found else None

    def word_help(self, params: Positioned) -> tuple[Span, str] | None:
        """The word or the key of the language at a position, and its explanation."""
        if (where := self._where(params)) is None:
            return None
        project, path, offset = where
        rules, schema = project.rules_of(path), schema_for(project, path)
        if rules is None or schema is None:
            return None
        found = word_help(rules, path.as_posix(), offset, project.place)
        return found or key_help(schema, self.source(path), offset)

    def _where(self, params: Positioned) -> tuple[Project, Path, int] | None:
        """The project, the file and the offset of a position."""
        if (found := self.opened(params)) is None:
            return None
        return *found, self.to.offset(self.source(found[1]), params.position)
