"""A file as a tree that keeps its comments, for printing with `emit`.

Decides which entry each comment and each blank line belongs to. Knows nothing about the meaning of
keys.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from cardwright.source.document import Document, Path, Value
from cardwright.source.text import Span

BLANK = ""
"""A blank line among the lines before an entry; all other lines are comments."""


@dataclass(slots=True)
class Entry:
    """A key and its value, or an item of a list, with the comments that belong to it."""

    path: Path
    key: str
    value: Tree
    before: list[str] = field(default_factory=list)
    comment: str = ""  # at the end of its line


@dataclass(slots=True)
class Tree:
    """A value as written; mappings and lists have `entries`, otherwise it is a scalar."""

    path: Path
    span: Span
    value: Value
    column: int
    flow: bool = False  # in brackets
    braces: bool = False  # False for a pair without braces in brackets
    entries: list[Entry] = field(default_factory=list)
    tail: list[str] = field(default_factory=list)  # comments after the last entry

    @property
    def mapping(self) -> bool:
        return isinstance(self.value, dict)

    @property
    def open(self) -> bool:
        """Whether the tree is in block style, so that it may contain comments."""
        return bool(self.entries) and not self.flow

    @property
    def remarks(self) -> bool:
        """Whether it contains comments."""
        if self.tail:
            return True
        return any(
            e.comment or any(line != BLANK for line in e.before) or e.value.remarks
            for e in self.entries
        )


@dataclass(frozen=True, slots=True)
class _Line:
    text: str  # the text of a comment, or BLANK
    column: int


def read_tree(document: Document) -> Tree:
    """The tree of a document, which is valid YAML, so nothing is raised."""
    return _Reader(document).whole()


class _Reader:
    """Reads the text from comment to comment; `_at` is the current offset."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._text = document.source.text
        self._at = 0

    def whole(self) -> Tree:
        top = self._document.values[()]
        root = Tree((), top, self._document.value, 0)
        if not self._document.value or not isinstance(self._document.value, dict | list):
            return self._nothing(root)
        lines = self._first_lines(top.start)
        root = self._value((), self._document.value, lines)
        after, lines = self._gap(len(self._text))
        if root.entries:
            _attach_comment(root.entries[-1], after, root.entries[-1])
            root.tail += [line.text for line in _move_comments(root, lines)]
        return root

    def _nothing(self, root: Tree) -> Tree:
        """A file without entries: only its comments are kept."""
        lines = [] if root.value == {} else self._first_lines(root.span.start)
        if isinstance(root.value, str):
            self._at = root.span.end  # text may contain something that looks like a comment
        lines += self._first_lines(len(self._text))
        root.tail = [line.text for line in lines]
        return root

    def _first_lines(self, start: int) -> list[_Line]:
        after, lines = self._gap(start)
        return [*([_Line(after, 0)] if after else []), *lines]

    def _value(self, path: Path, value: Value, lines: list[_Line], flow: bool = False) -> Tree:
        """The tree of the value at a path; the `lines` before it go to its first entry."""
        span = self._document.values[path]
        found = Tree(path, span, value, self._column(span.start))
        if isinstance(value, dict | list):
            found.braces = span.text[:1] in ("[", "{")
            found.flow = flow or found.braces
            self._at = span.start + (1 if found.braces else 0)
            self._entries(found, lines)
        self._at = span.end
        return found

    def _entries(self, found: Tree, lines: list[_Line]) -> None:
        for key, value in _items(found.value):
            path = (*found.path, key)
            first = not found.entries
            after, more = self._gap(self._start(found, path))
            lines = [*lines, *([_Line(after, 0)] if first and after else []), *more]
            if not first:
                lines = self._follow(found, after, lines)
            entry = self._entry(found, path, value, lines)
            found.entries.append(entry)
            lines = []
        if found.braces:
            after, lines = self._gap(found.span.end - 1)
            if found.entries:
                _attach_comment(found.entries[-1], after, found.entries[-1])
            elif after:
                found.tail.append(after)
            found.tail += [line.text for line in lines if line.text]

    def _follow(self, found: Tree, after: str, lines: list[_Line]) -> list[_Line]:
        """Distributes the comments between two entries; returns those for the second one."""
        last = found.entries[-1]
        _attach_comment(last, after, last)
        return lines if found.flow else _move_comments(found, lines)

    def _entry(self, found: Tree, path: Path, value: Value, lines: list[_Line]) -> Entry:
        before, after, inner = [line.text for line in lines], "", list[_Line]()
        span = self._document.values[path]
        key = ""
        if found.mapping:
            written = self._document.keys[path]
            key, self._at = written.text, written.end
            after, inner = self._gap(max(span.start, self._at))
        if not value or not isinstance(value, dict | list) or span.text[:1] in ("[", "{"):
            before, inner = before + [line.text for line in inner if line.text], []
        made = Entry(path, key, self._value(path, value, inner, found.flow), before, after)
        if header := self._header(path):
            _attach_comment(made, header, made)
        return made

    def _header(self, path: Path) -> str:
        """The comment after `|`."""
        line = self._document.values[path].text.split("\n", 1)[0]
        return line[line.index("#") :].rstrip() if line[:1] in "|>" and "#" in line else ""

    def _start(self, found: Tree, path: Path) -> int:
        place = self._document.keys if found.mapping else self._document.values
        return max(place[path].start, self._at)

    def _column(self, offset: int) -> int:
        return offset - (self._text.rfind("\n", 0, offset) + 1)

    def _gap(self, end: int) -> tuple[str, list[_Line]]:
        """The comments up to `end`: the one on the same line as what precedes, and the others."""
        first, *rest = self._text[self._at : end].split("\n")
        self._at = max(end, self._at)
        lines, dashed = [], False
        for number, line in enumerate(rest):
            last = number == len(rest) - 1
            dashed = dashed or line.split("#")[0].strip() == "-"
            if "#" in line:  # a comment after a dash belongs to what follows, wherever that is
                column = -1 if dashed else line.index("#")
                lines.append(_Line(line[line.index("#") :].rstrip(), column))
            elif not line.strip() and not last:
                lines.append(_Line(BLANK, 0))
        return first[first.index("#") :].rstrip() if "#" in first else "", lines


def _items(value: Value) -> Iterable[tuple[str | int, Value]]:
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list) else ()


def _attach_comment(entry: Entry, comment: str, top: Entry) -> None:
    """Attaches the comment at the end of a line to what ends that line."""
    if not comment:
        return
    if entry.value.open:
        _attach_comment(entry.value.entries[-1], comment, top)
    elif entry.comment:
        top.before.append(comment)
    else:
        entry.comment = comment


def _move_comments(found: Tree, lines: list[_Line]) -> list[_Line]:
    """Gives more deeply indented comments to the block that ended; returns the others."""
    value = found.entries[-1].value
    if not value.open:
        return lines
    count = 0
    for number, line in enumerate(lines, 1):
        if line.text != BLANK:
            if line.column <= found.column:
                break
            count = number
    value.tail += [line.text for line in _move_comments(value, lines[:count])]
    return lines[count:]
