"""The files of a pack with what stands where: documents, code as tokens and trees, the board.

Owns reading for mutation. A file or a text that can't be read is no place for a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lark import Token

import cardwright
from cardwright.language.declared import Declared
from cardwright.language.printer import Printer, Sort
from cardwright.language.syntax import Node
from cardwright.pack.load import load
from cardwright.pack.manifest import FILE
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document, Value
from cardwright.source.document import Path as Steps
from cardwright.source.text import Source, Span
from cardwright.source.yaml_reader import read
from cardwright_tools.check.suppressions import pack_files
from cardwright_tools.fmt.roles import Roles, content_roles, manifest_roles

_LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})


@dataclass(frozen=True, slots=True)
class Code:
    """One effect or expression of a file: its tokens, without and with the layout, its tree."""

    path: Steps
    sort: Sort
    span: Span
    laid_out: tuple[Token, ...]
    tokens: tuple[Token, ...]
    node: Node


class Reader(Printer):
    """Reads texts where these words are values."""

    def code(self, path: Steps, span: Span, sort: Sort) -> Code | None:
        node = self._tree(span, sort, Report())
        if node is None:
            return None
        tokens = tuple(self._tokens(span, sort))
        return Code(
            path, sort, span, tokens, tuple(t for t in tokens if t.type not in _LAYOUT), node
        )

    def can_parse(self, text: str, start: int, end: int, sort: Sort) -> bool:
        """Whether a stretch of a text can still be read."""
        return self._tree(Span(Source("", text), start, end), sort, Report()) is not None


@dataclass(frozen=True)
class File:
    """A file of a pack. Paths in it are those of its document."""

    document: Document
    roles: Roles
    declared: Declared
    reader: Reader

    @property
    def source(self) -> Source:
        return self.document.source

    @cached_property
    def code(self) -> tuple[Code, ...]:
        """All that is effect or expression."""
        return tuple(self._code())

    def _code(self) -> Iterator[Code]:
        for path, role in self.roles.texts.items():
            if role != "words" and self.document.is_verbatim(path):
                span = self.document.text_span(path)
                found = self.reader.code(path, span, role)
                if found is not None:
                    yield found

    def value(self, path: Steps) -> Value:
        return self.document.at(path)

    def mappings(self) -> Iterator[tuple[Steps, dict[str | int, Value]]]:
        """Every mapping with its path."""
        for path in self.document.values:
            value = self.value(path)
            if isinstance(value, dict):
                yield path, value


def source_of(folder: Path, name: str) -> Source:
    """A file as it is read: its line ends as they are, without a byte order mark."""
    return Source(name, (folder / name).read_bytes().decode("utf-8"))


def read_pack(folder: Path) -> list[File]:
    """The files of a pack that hold content, with all its modules."""
    loaded = load([folder], Report(), modules=sorted(cardwright.modules(folder)))
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
