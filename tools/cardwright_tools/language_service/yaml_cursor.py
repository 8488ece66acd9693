"""The place of a cursor in a YAML file, which may be unreadable while it is being written.

Reads lines by their indentation. Paths have keys, and `ITEM` for any item of a list.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

ITEM = "-"
MOST_JOINED = 5000  # the length of what is read as one line because of its brackets
_LINE = re.compile(r"(?P<lead>[ ]*(?:-[ ]+)*)(?P<key>\"[^\"]*\"|'[^']*'|[^\s#:{}\[\]\"'-][^#:{}]*)"
                   r":(?:[ ]+(?P<value>.*))?$")  # fmt: skip
_LEAD = re.compile(r"[ ]*(?:-(?:[ ]+|$))*")


@dataclass(frozen=True, slots=True)
class YamlCursor:
    """The path to a key or value; `before` is the part of it before the cursor.

    `is_key`: a key is being written in the mapping at `path`; otherwise a value. `beside` are the
    keys above it in the same mapping, with their values as they are written on the same line.
    """

    path: tuple[str, ...]
    before: str
    is_key: bool
    beside: Mapping[str, str] = field(default_factory=dict)

    @property
    def may_be_value(self) -> bool:
        """Whether what is being written may also be a value: an item of a list."""
        return not self.is_key or (self.path[-1:] == (ITEM,) and not self.beside)


@dataclass(slots=True)
class _Way:
    """The keys and items that contain the current line, each with its column."""

    steps: list[tuple[int, str]] = field(default_factory=list)
    block: int | None = None  # the column of the key whose text spans several lines
    begun: int = 0  # the line of that key
    written: dict[tuple[str, ...], dict[str, str]] = field(default_factory=dict)  # by mapping

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(step for _, step in self.steps)

    def holds(self, line: str) -> bool:
        """Whether a line belongs to a text that began above it."""
        if self.block is not None and line.strip() and _indent(line) <= self.block:
            self.block = None
        return self.block is not None

    def enter(self, line: str, number: int) -> None:
        """Moves to a line."""
        lead = _LEAD.match(line)
        assert lead is not None
        self.dashes(lead[0])
        if found := _LINE.match(line):
            column = len(found["lead"])
            self.key(column, _unquoted(found["key"]))
            self.note(found["value"] or "")
            if (found["value"] or "").startswith(("|", ">")):
                self.block, self.begun = column, number

    def dashes(self, lead: str) -> None:
        for column in (at for at, letter in enumerate(lead) if letter == "-"):
            self._leave(column + 1)
            if self.steps and self.steps[-1] == (column, ITEM):
                self.steps.pop()
            self.steps.append((column, ITEM))
            above = len(self.path)
            self.written = {p: w for p, w in self.written.items() if p[:above] != self.path}

    def note(self, value: str) -> None:
        """Notes the value of the current key."""
        *mapping, key = self.path
        self.written.setdefault(tuple(mapping), {})[key] = _unquoted(value)

    def beside(self, mapping: tuple[str, ...]) -> Mapping[str, str]:
        return self.written.get(mapping, {})

    def key(self, column: int, name: str) -> None:
        self._leave(column)
        self.steps.append((column, name))

    def _leave(self, column: int) -> None:
        """Leaves everything that begins at this column or after it."""
        while self.steps and self.steps[-1][0] >= column:
            self.steps.pop()


def cursor_at(text: str, offset: int) -> YamlCursor:
    """The place of an offset in a text."""
    *above, line = text[:offset].split("\n")
    way, begun = _Way(), ""  # what is in brackets that are not closed yet
    for number, one in enumerate(above):
        if begun and (not one.strip() or _indent(one) > _indent(begun)):
            begun = _open(f"{begun} {one.strip()}", way, number)
        elif one.strip() and not one.lstrip().startswith("#") and not way.holds(one):
            begun = _open(one, way, number)
    if begun and (not line.strip() or _indent(line) > _indent(begun)):
        return _on_line(way, f"{begun} {line.lstrip()}")
    if way.block is not None and (not line.strip() or way.holds(line)):
        text = "\n".join(["", *above[way.begun + 1 :], line])
        return YamlCursor(way.path, text, False, way.beside(way.path[:-1]))
    return _on_line(way, line)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _open(line: str, way: _Way, number: int) -> str:
    """Moves to a line; returns it if it has brackets that are not closed."""
    way.enter(line, number)
    found, lead = _LINE.match(line), _LEAD.match(line)
    assert lead is not None
    value = (found["value"] or "") if found else line[lead.end() :]
    is_open = value.startswith(("{", "[")) and _parts(value[1:])
    return line if is_open and len(line) < MOST_JOINED else ""


def _on_line(way: _Way, line: str) -> YamlCursor:
    lead = _LEAD.match(line)
    assert lead is not None
    way.dashes(lead[0])
    if (found := _LINE.match(line)) and found["value"] is not None:
        way.key(len(found["lead"]), _unquoted(found["key"]))
        return _in_flow(way.path, found["value"], way.beside(way.path[:-1]))
    way.key(lead.end(), "")
    rest, path = line[lead.end() :], way.path[:-1]
    if rest.startswith(("{", "[")):
        return _in_flow(path, rest, {})
    return YamlCursor(path, rest, True, way.beside(path))


def _in_flow(path: tuple[str, ...], value: str, beside: Mapping[str, str]) -> YamlCursor:
    """The place inside `{id: x, event: "gain` or `[a, b`; for any other value, the value itself."""
    value = value.lstrip()
    if not value.startswith(("{", "[")):
        return YamlCursor(path, value.lstrip("\"'"), False, beside)
    parts = _parts(value[1:])
    if not parts:
        return YamlCursor(path, "", False, beside)
    *earlier, last = parts
    if value.startswith("["):
        return _in_flow((*path, ITEM), last, {})
    beside = dict(_pair(one) for one in earlier)
    key, colon, rest = last.partition(":")
    if not colon:
        return YamlCursor(path, last.strip(), True, beside)
    return _in_flow((*path, _unquoted(key)), rest, beside)


def _pair(part: str) -> tuple[str, str]:
    key, _, value = part.partition(":")
    return _unquoted(key), _unquoted(value)


def _parts(inside: str) -> list[str]:
    """The parts between commas on the outermost level; none after the closing bracket."""
    depth, quote, start, found = 0, "", 0, list[str]()
    for at, letter in enumerate(inside):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter in "{[(":
            depth += 1
        elif letter in "}])":
            depth -= 1
            if depth < 0:
                return []
        elif letter == "," and depth == 0:
            found.append(inside[start:at].lstrip())
            start = at + 1
    return [*found, inside[start:].lstrip()]


def _unquoted(key: str) -> str:
    return key.strip().strip("\"'")
