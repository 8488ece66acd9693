"""A parsed YAML document: plain values, and the span of each in the file.

Responsible for the spans of the raw text behind values, so that an effect can be parsed in place
with positions in the file itself, and for the values of scalars. Knows nothing about YAML parsers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Literal, TypeAlias

from cardwright.source.numerals import MAX_DIGITS
from cardwright.source.records import dataclass
from cardwright.source.text import Source, Span

Path: TypeAlias = tuple[str | int, ...]
"""The keys and list indexes that lead from the top to a value; () is the top."""

Place: TypeAlias = tuple[int, int]
"""Where something begins and ends."""

Value: TypeAlias = "dict[str | int, Value] | list[Value] | str | int | bool | None"
Style = Literal["plain", "quoted", "literal", "folded"]

_STYLES: dict[str, Style] = {"'": "quoted", '"': "quoted", "|": "literal", ">": "folded"}


class Spans(Mapping[Path, Span]):
    """Spans by path, each made when it is first needed: most never are. It stays the same object,
    so that comparing declarations that are read again is quick."""

    __slots__ = ("_made", "places", "source")

    def __init__(self, source: Source, places: dict[Path, Place]) -> None:
        self.source, self.places, self._made = source, places, dict[Path, Span]()

    def __getitem__(self, path: Path) -> Span:
        made = self._made.get(path)
        if made is None:
            made = self._made[path] = Span(self.source, *self.places[path])
        return made

    def __contains__(self, path: object) -> bool:
        return path in self.places

    def __iter__(self) -> Iterator[Path]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)


@dataclass(frozen=True, slots=True)
class Gap:
    """A part of a text that could not be read: entries of one section, and its key if nothing else
    is below it. `section`: its key; "" if it is not certain to which section they belong.
    """

    start: int
    end: int
    section: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """A document's value, and the spans of its keys and values by path.

    `values` has every value: scalars with their quotes or `|`, lists and mappings from their first
    to their last character. `keys` has the keys of mappings, and `styles` the character that each
    scalar begins with; see `style`. Paths that are not in the document raise KeyError. `memo`:
    what else was found about it, which holds as long as it exists. `gaps`: what is missing in it,
    because of mistakes.
    """

    source: Source
    value: Value
    keys: Mapping[Path, Span]
    values: Mapping[Path, Span]
    styles: dict[Path, str]
    memo: dict[object, object] = field(default_factory=dict, compare=False, repr=False)
    gaps: tuple[Gap, ...] = ()

    def style(self, path: Path) -> Style:
        """How a scalar is written."""
        return _STYLES.get(self.styles[path], "plain")

    def text_span(self, path: Path) -> Span:
        """The raw text of a scalar's content.

        Plain: the scalar. Quoted: the text between the quotes. Literal and folded: from the
        line feed that ends the `|` line to the end of the last line with content, so that it
        includes the indentation of each line.
        """
        span, style = self.values[path], self.style(path)
        if style == "quoted":
            return Span(self.source, span.start + 1, span.end - 1)
        if style == "plain":
            return span
        header = self.source.text.find("\n", span.start, span.end)
        return Span(self.source, span.end if header < 0 else header, span.end)

    def is_verbatim(self, path: Path) -> bool:
        """Whether the raw text is the value, character for character.

        False for escapes, doubled quotes, folded and broken lines. True for literals, whose
        raw text differs only in indentation and in carriage returns at line ends.
        """
        style = self.style(path)
        if style in ("literal", "folded"):
            return style == "literal"
        value = self.at(path)
        return not isinstance(value, str) or self.text_span(path).text == value

    def at(self, path: Path) -> Value:
        """The value at a path."""
        value = self.value
        for step in path:
            value = _step(value, step)
        return value


def _step(value: Value, step: str | int) -> Value:
    if isinstance(value, dict):
        return value[step]
    if isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
        return value[step]
    raise KeyError(step)


_WHOLE_NUMBER = re.compile(r"[-+]?[0-9]+", re.ASCII)
_NUMBERS_BEGIN = frozenset("+-0123456789")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
MAX_NUMBER = 1_000_000_000


class NumberTooLarge(ValueError):
    """A whole number beyond one billion."""


def resolve_plain(plain: str) -> str | int | bool | None:
    """The value of a plain scalar. Raises NumberTooLarge.

    A part of YAML 1.2's core schema: `true`, `false`, `null`, `~`, the empty scalar, and decimal
    whole numbers. Everything else is text: `no`, `on`, `12:30`, `1.5`, `0x1f`, `True`.
    """
    if plain in _WORDS:
        return _WORDS[plain]
    if plain[0] not in _NUMBERS_BEGIN or not _WHOLE_NUMBER.fullmatch(plain):
        return plain
    # The digits are counted first, because Python refuses to convert too many, even if they are
    # zeros.
    if len(plain) > MAX_DIGITS or abs(int(plain)) > MAX_NUMBER:
        raise NumberTooLarge(plain)
    return int(plain)
