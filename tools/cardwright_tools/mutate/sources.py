"""The files of a pack, prepared for mutation: documents, code as trees, the board.

Responsible for reading. Files and texts that can't be read are skipped.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from cardwright.api import every_module
from cardwright.language.declared import Declared
from cardwright.language.resolve.texts import decided
from cardwright.language.syntax import ast
from cardwright.language.syntax.formatter import Formatter, Sort
from cardwright.language.syntax.nodes import Node
from cardwright.language.syntax.parser import Parser, shared_parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.files.pack_files import FILE
from cardwright.pack.load import load
from cardwright.source.bounded_files import file_bytes
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document, Value
from cardwright.source.document import Path as Steps
from cardwright.source.text import Source, Span
from cardwright.source.yaml_reader import read
from cardwright_tools.check.suppressions import pack_files
from cardwright_tools.fmt.roles import Roles, content_roles, manifest_roles


@dataclass(frozen=True, slots=True)
class Code:
    """One effect or expression of a file; each `or` is resolved using the pack's words."""

    path: Steps
    sort: Sort
    span: Span
    tree: Node


@dataclass(frozen=True)
class Reader:
    """Parses texts, given the words that are values."""

    values: Container[str]
    formatter: Formatter = field(default_factory=lambda: Formatter(Parser(VERBS)))

    def code(self, path: Steps, span: Span, sort: Sort) -> Code | None:
        tree = self.formatter.read(span, sort, Report())
        return Code(path, sort, span, decided(tree, self.values)) if tree else None

    def event(self, span: Span) -> ast.TimedEventText | None:
        """An event with `after` or `before`."""
        found = shared_parser(VERBS).event(span, timed=True)
        return found if isinstance(found, ast.TimedEventText) else None

    def defined(self, key: str) -> str:
        """The name of a definition, by its key."""
        return shared_parser(VERBS).defined(key)

    def can_parse(self, text: str, start: int, end: int, sort: Sort) -> bool:
        """Whether a part of a text can still be parsed."""
        return self.formatter.read(Span(Source("", text), start, end), sort, Report()) is not None


@dataclass(frozen=True)
class File:
    """A file of a pack. Paths in it refer to its document."""

    document: Document
    roles: Roles
    declared: Declared
    reader: Reader

    @property
    def source(self) -> Source:
        return self.document.source

    @cached_property
    def code(self) -> tuple[Code, ...]:
        """All effects and expressions."""
        return tuple(self._code())

    def _code(self) -> Iterator[Code]:
        for path, role in self.roles.texts.items():
            if role != "words" and self.document.is_verbatim(path):
                span = self.document.text_span(path)
                found = self.reader.code(path, span, role)
                if found is not None:
                    yield found

    def nodes(self) -> Iterator[Node]:
        """All nodes of the file's code."""
        return (node for code in self.code for node in code.tree.walk())

    def value(self, path: Steps) -> Value:
        return self.document.at(path)


def source_of(folder: Path, name: str) -> Source:
    """A file's text with its original line endings, without a byte order mark."""
    return Source(name, file_bytes(folder / name).decode("utf-8"))


def read_pack(folder: Path) -> list[File]:
    """The content files of a pack, including all its modules."""
    loaded = load([folder], Report(), modules=every_module(folder))
    declared = loaded.declared if loaded else Declared()
    reader = Reader(declared.board.value_words())
    found = []
    for path in pack_files(folder):
        source = source_of(folder, path.relative_to(folder).as_posix())
        document = read(source, Report())
        if document is not None:
            manifest = source.name == FILE
            roles = (
                manifest_roles(document) if manifest else content_roles(document, declared.board)
            )
            found.append(File(document, roles, declared, reader))
    return found
