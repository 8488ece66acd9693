"""Constants of a program as arrays of C, each printed once, on first use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

from cardwright.backends.native.names import Unsupported
from cardwright.source.records import dataclass

SMALL = 2**31


def set_value(name: str, size: int) -> str:
    return f"(cw_set){{{name}, {size}}}"


def array(type: str, name: str, entries: Iterable[object]) -> str:
    return f"static const {type} {name}[] = {{{', '.join(map(str, entries)) or '0'}}};"


@dataclass(slots=True)
class Tables:
    """`text` has the arrays so far, each before it is used."""

    text: list[str] = field(default_factory=list)
    _names: dict[object, str] = field(default_factory=dict)

    def add(self, key: object, type: str, entries: Iterable[object], size: int) -> str:
        """The name of an array of these entries."""
        if key not in self._names:
            name = self._names[key] = f"K{len(self._names)}"
            inner = ", ".join(map(str, entries)) or "0"
            self.text.append(f"static const {type} {name}[{max(1, size)}] = {{{inner}}};")
        return self._names[key]

    def numbers(self, values: Sequence[int], type: str = "cw_item") -> str:
        found = tuple(_small(value) for value in values)
        return self.add((type, found), type, found, len(found))

    def rows(self, type: str, entries: Sequence[str]) -> str:
        """The name of an array of structures or functions."""
        return self.add((type, *entries), type, entries, len(entries))

    def with_arrays(self, lines: Iterator[str]) -> Iterator[str]:
        """The lines, after the arrays that are added while they are made."""
        before = len(self.text)
        found = [*lines]
        yield from self.text[before:]
        del self.text[before:]
        yield from found

    def members(self, values: Iterable[int]) -> str:
        """A test by id."""
        found = frozenset(_small(value) for value in values)
        if any(value < 0 for value in found):
            raise Unsupported("a fixed set with negative numbers")
        size = max(found, default=0) + 1
        bits = (int(at in found) for at in range(size))
        name = self.add(("members", found), "uint8_t", bits, size)
        return f"(cw_members){{{name}, {size}}}"

    def constant(self, value: object) -> str:
        """The value of a constant of the program."""
        match value:
            case frozenset():
                return self.members(value)
            case bool() | int():
                return str(int(value))
            case list() | tuple() if any(isinstance(one, list | tuple) for one in value):
                return self._nested(value)
            case list() | tuple():
                return set_value(self.numbers(value), len(value)) if value else "(cw_set){0, 0}"
        raise Unsupported(f"a table of {type(value).__name__}")

    def _nested(self, rows: Sequence[object]) -> str:
        kind = "tables" if any(_is_nested(row) for row in rows) else "sets"
        row_type = "cw_sets" if kind == "tables" else "cw_set"
        empty = "{0, 0}"
        each = [self.constant(row).partition(")")[2] if row else empty for row in rows]
        return f"(cw_{kind}){{{self.rows(row_type, each)}, {len(each)}}}"


def _is_nested(row: object) -> bool:
    return isinstance(row, list | tuple) and any(isinstance(one, list | tuple) for one in row)


def _small(value: object) -> int:
    if not isinstance(value, int) or not -SMALL <= value < SMALL:
        raise Unsupported(f"a table with {value!r}")
    return int(value)
