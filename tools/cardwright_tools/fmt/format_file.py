"""Formats one file, and verifies that only its form has changed.

Defines what must be the same before and after: every value, every comment, and the syntax tree of
every effect and expression.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import replace

from cardwright.board.model import Board
from cardwright.language.syntax.formatter import Formatted, Formatter, Sort
from cardwright.language.syntax.parser import Parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.files.pack_files import FILE
from cardwright.pack.missing_section_keys import lacks_section_key
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document, Path, Value
from cardwright.source.text import Source, Span
from cardwright.source.yaml_reader import read
from cardwright_tools.fmt.emit import STEP, Emitter
from cardwright_tools.fmt.roles import Roles, content_roles, manifest_roles
from cardwright_tools.fmt.yaml_tree import Tree, read_tree


class MeaningChanged(Exception):
    """The formatted text would have another meaning; the file stays as it is."""


def format_document(
    document: Document, board: Board, report: Report, scenario: bool = False
) -> str | None:
    """The canonical text of a file; None if it contains syntax errors, which go to `report`.

    `board` knows the pack's kinds and words. For a file of scenarios, only the layout is formatted.
    Entries below a missing section key stay indented. Raises MeaningChanged.
    """
    mistakes, formatter = Report(), Formatter(Parser(VERBS))
    roles = Roles() if scenario else _roles(document, board)
    code = _format_all_code(document, roles, formatter, mistakes)
    report.extend(mistakes)
    if mistakes.failed:
        return None
    root = read_tree(document)
    entries_alone = not scenario and not _is_manifest(document) and lacks_section_key(document)
    text = Emitter(roles, code, quotes=scenario).file(root, STEP if entries_alone else 0)
    if text != document.source.text:  # otherwise there is nothing to verify
        _verify_code(code)
        _verify_unchanged(document, root, text, code)
    return text


def _roles(document: Document, board: Board) -> Roles:
    return manifest_roles(document) if _is_manifest(document) else content_roles(document, board)


def _is_manifest(document: Document) -> bool:
    return document.source.name.rsplit("/", 1)[-1] == FILE


def _format_all_code(
    document: Document, roles: Roles, formatter: Formatter, report: Report
) -> dict[Path, Formatted]:
    """The code of a file by path."""
    found = {}
    for path, role in roles.texts.items():
        if role == "words":
            if document.style(path) in ("plain", "quoted"):
                words = " ".join(str(document.at(path)).split())
                found[path] = Formatted((words,), is_same=True)
        elif (made := _format_code(document, path, role, formatter, report)) is not None:
            found[path] = made
    return found


def _format_code(
    document: Document, path: Path, role: Sort, formatter: Formatter, report: Report
) -> Formatted | None:
    """Formats one text of code, or its value if it has escapes or line breaks."""
    span, mistakes = _code_span(document, path), Report()
    made = formatter.format(span, role, mistakes, str(document.at(path)).rstrip("\n"))
    for mistake in mistakes.diagnostics:
        exact = span.source is document.source
        report.add(mistake if exact else replace(mistake, span=document.values[path]))
    return made


def _code_span(document: Document, path: Path) -> Span:
    if document.is_verbatim(path):
        return document.text_span(path)
    return Source(document.source.name, str(document.at(path))).whole


# Verification


def _verify_code(code: dict[Path, Formatted]) -> None:
    for path, made in code.items():
        if not made.is_same:
            raise MeaningChanged(f"`{path[-1]}` would mean something else")


def _verify_unchanged(before: Document, root: Tree, text: str, code: dict[Path, Formatted]) -> None:
    report = Report()
    after = read(Source(before.source.name, text), report)
    if after is None:
        raise MeaningChanged(f"the formatted text can't be read: {report.diagnostics[0].message}")
    expected = _values(before.value, lambda path, value: code[path].text, code)
    if expected != _values(after.value, lambda path, value: str(value).rstrip("\n"), code):
        raise MeaningChanged("a value would not be the same")
    if _comments(root) != _comments(read_tree(after)):
        raise MeaningChanged("a comment would be lost")


def _values(
    value: Value, text: Callable[[Path, Value], str], code: Collection[Path], path: Path = ()
) -> Value:
    """A value in which each code at one of these paths is what `text` makes of it."""
    if path in code:
        return text(path, value)
    if isinstance(value, dict):
        return {key: _values(item, text, code, (*path, key)) for key, item in value.items()}
    if isinstance(value, list):
        return [_values(item, text, code, (*path, at)) for at, item in enumerate(value)]
    return value


def _comments(root: Tree) -> Counter[str]:
    found = Counter(line for line in root.tail if line)
    for entry in root.entries:
        found.update(line for line in (*entry.before, entry.comment) if line)
        found.update(_comments(entry.value))
    return found
