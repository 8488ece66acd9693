"""Edits YAML as text: scalars that our reader reads back unchanged, and splices at its positions.

A splice leaves every other byte of a file unchanged. Knows nothing about the meaning of the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document, Value
from cardwright.source.text import BYTE_ORDER_MARK, Source
from cardwright.source.yaml_reader import load, read
from cardwright_tools.fmt.scalars import quote
from cardwright_tools.new.files import read_raw
from cardwright_tools.output import FAILED, Stop
from cardwright_tools.packs import print_errors


def scalar(value: Value, in_brackets: bool = False) -> str:
    """A value as YAML; texts are plain if possible, otherwise quoted as by `fmt`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(scalar(item, True) for item in value) + "]"
    if isinstance(value, dict):
        items = (f"{key}: {scalar(item, True)}" for key, item in value.items())
        return "{" + ", ".join(items) + "}"
    if not isinstance(value, str):
        return str(value)
    return value if is_plain(value, in_brackets) else quote(value)


def is_plain(text: str, in_brackets: bool = False) -> bool:
    """Whether a text without quotes is read back unchanged."""
    return read_back(f"[{text}]" if in_brackets else text) == ([text] if in_brackets else text)


def read_back(written: str) -> Value:
    """The value that our reader reads after a key; None if it can't be read."""
    document = read(Source("", f"key: {written}\n"), Report())
    whole = document.value if document else None
    return whole.get("key") if isinstance(whole, dict) and len(whole) == 1 else None


def effect_lines(key: str, text: str) -> list[str]:
    """An effect as lines: plain if it is a single suitable line, otherwise a block."""
    if "\n" not in text and is_plain(text):
        return [f"{key}: {text}"]
    return [f"{key}: |", *(f"  {line}".rstrip() for line in text.split("\n"))]


_NOT_IN_TEXTS = str.maketrans({'"': "'", "{": "(", "}": ")"})


def log_effect(words: str) -> str:
    """A `say` effect with these words, without characters that end a text or begin a value."""
    return 'say "' + words.translate(_NOT_IN_TEXTS) + '"'


@dataclass(frozen=True, slots=True)
class EditableFile:
    """A file to be extended; `text` is its content, `document` the parsed content."""

    path: Path
    text: str
    document: Document

    @property
    def top(self) -> YamlNode:
        return YamlNode(self.document, (), self.document.value, "")

    @property
    def newline(self) -> str:
        return "\r\n" if "\r\n" in self.text else "\n"

    def insert(self, at: int, lines: Sequence[str]) -> str:
        """Inserts whole lines at the beginning of a line; `at` is an offset."""
        at += self.text.startswith(BYTE_ORDER_MARK)
        before, after = self.text[:at], self.text[at:]
        start = "" if not before or before.endswith("\n") else self.newline
        return before + start + "".join(line + self.newline for line in lines) + after

    def replace(self, start: int, end: int, new: str) -> str:
        """Replaces a range of the text."""
        shift = self.text.startswith(BYTE_ORDER_MARK)
        return self.text[: start + shift] + new + self.text[end + shift :]

    def line_after(self, end: int) -> int:
        """The beginning of the line after the end of a value."""
        source = self.document.source.text
        last = end - 1 if source[end - 1 : end] == "\n" else end
        found = source.find("\n", last)
        return len(source) if found < 0 else found + 1

    def indent(self, at: int) -> str:
        """The indentation of the line of an offset."""
        line = self.document.source.line(self.document.source.position(at)[0])
        return line[: len(line) - len(line.lstrip(" "))]


def open_for_edit(path: Path) -> EditableFile:
    """Raises Stop if it is not valid YAML."""
    report = Report()
    document = load(path, path.as_posix(), report)
    if document is None:
        print_errors(report.diagnostics)
        raise Stop("", FAILED)
    return EditableFile(path, read_raw(path), document)


def add_item(file: EditableFile, section: str, item: Sequence[str]) -> str:
    """The file with another item at the end of a section's list; adds the section if missing.

    `item` are its lines, the first beginning with `- `. Raises Stop for a list in brackets.
    """
    node = file.top.get(section)
    if node is None or not isinstance(node.value, list) or not node.value:
        if section in (file.document.value if isinstance(file.document.value, dict) else {}):
            raise Stop(f"`{section}` in {file.path} is empty; name another file", FAILED)
        lines = [f"{section}:", *(f"  {line}".rstrip() for line in item)]
        return file.insert(len(file.document.source.text), ["", *lines])
    if node.span.text.startswith("["):
        raise Stop(f"`{section}` in {file.path} is a list in brackets; name another file", FAILED)
    spans = [one.span for one in node.elements()]
    indent = file.indent(spans[-1].start)
    lines = [f"{indent}{line}".rstrip() for line in item]
    parted = _parted(file, [(span.start, span.end) for span in spans])
    return file.insert(file.line_after(spans[-1].end), ["", *lines] if parted else lines)


def _parted(file: EditableFile, places: Sequence[tuple[int, int]]) -> bool:
    """Whether blank lines separate the items; for a single item, whether it has several lines."""
    source = file.document.source.text
    if len(places) > 1:
        between = source[places[-2][1] - 1 : places[-1][0]]
        return bool(re.search(r"\n[ \r]*\n", between))
    return "\n" in source[places[0][0] : places[0][1]]
