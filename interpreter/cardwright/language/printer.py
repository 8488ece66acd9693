"""Prints effects and expressions in their one canonical form.

Owns blanks, the layout of lines, and which parentheses are needed. The words stay the
author's, and so do comments; that the printed text means the same is proved by reading it
again and comparing the syntax trees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from lark import Token
from lark.utils import TextSlice

from cardwright.language.parser import _READING, Parser
from cardwright.language.syntax import Node, Part
from cardwright.source.diagnostics import Report
from cardwright.source.text import Source, Span

Sort: TypeAlias = Literal["effect", "expression"]
Shape: TypeAlias = "tuple[str | Shape | None, ...]"

INDENT = "  "
_VALUES = frozenset({"NAME", "INT", "RPAR", "RSQB", "YES", "NO_WORD", "NONE", "STRING"})
"""What a minus can be taken from; after anything else it is a sign."""
MOST_PAIRS = 30
_BEFORE_LOOSE = frozenset({
    "LPAR", "LSQB", "COMMA", "PLUS", "MINUS", "TIMES", "SLASH", "MOD", "COMPARE", "IS", "IS_NOT",
    "_AND", "_OR", "_NOT", "_IF", "_THEN_WORD", "_ELSE", "_BE", "_WHERE", "_BY", "MIN_OF", "MAX_OF",
})  # fmt: skip
"""After these parentheses hold an expression. Those around a noun phrase always stay."""
_SPELLING = {
    "_NEXT_TO": (("adjacent to", "next to"),),
    "COMPARE": (("less than", "fewer than"),),
}
"""Of two words for one thing, the one that stays: by the kind of token."""


@dataclass(frozen=True, slots=True)
class Printed:
    """The lines of a text, indented from 0. With `comments` it needs a block after `|`."""

    lines: tuple[str, ...]
    comments: bool = False

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


class Printer(Parser):
    """Prints texts as they are read where these words are values."""

    def print(self, span: Span, sort: Sort, report: Report) -> Printed | None:
        """The canonical form of a text; None when it can't be read, which `report` tells."""
        node = self._read(span, sort, report)
        if node is None:
            return None
        tokens = self._without_loose(self._tokens(span, sort), shape(node), sort)
        return _Lines(span.source.text, span.start).of(tokens, span.end)

    def same(self, span: Span, text: str, sort: Sort) -> bool:
        """Whether a printed text means what stood there: it has the same syntax tree."""
        node = self._read(span, sort, Report())
        return node is not None and self._means(text, shape(node), sort)

    def _read(self, span: Span, sort: Sort, report: Report) -> Node | None:
        return self.effect(span, report) if sort == "effect" else self.expression(span, report)

    def _tokens(self, span: Span, sort: Sort) -> list[Token]:
        self._text = span.source.text
        _READING.append(self)
        try:
            text = TextSlice(self._text, span.start, span.end)
            return list(self._lark.parse_interactive(text, f"start_{sort}").iter_parse())
        finally:
            _READING.pop()

    def _without_loose(self, tokens: list[Token], meant: Shape, sort: Sort) -> list[Token]:
        """The tokens without each pair of parentheses that changes nothing.

        Each is tried by reading the whole again, so in a text with very many all of them stay.
        """
        pairs = list(_pairs(tokens))
        for opening, closing in pairs if len(pairs) <= MOST_PAIRS else ():
            before = next((t for t in reversed(tokens[: opening.index]) if _stands(t)), None)
            if before is not None and before.type not in _BEFORE_LOOSE:
                continue
            fewer = [t for t in tokens if t is not opening.token and t is not closing.token]
            if self._means(_bare(fewer), meant, sort):
                return self._without_loose(fewer, meant, sort)
        return tokens

    def _means(self, text: str, meant: Shape, sort: Sort) -> bool:
        source = Source("", text)
        node = self._read(Span(source, 0, len(text)), sort, Report())
        return node is not None and shape(node) == meant


def shape(part: Part) -> Shape:
    """A syntax tree without places, parentheses and differences of spelling alone."""
    if part is None:
        return (None,)
    if not isinstance(part, Node):
        return part.kind, "a" if part.kind == "A" else _spelt(part.kind, part.text)
    if part.kind == "paren" and len(part.parts) == 1:
        return shape(part.parts[0])
    return part.kind, *map(shape, part.parts)


# Parentheses


@dataclass(frozen=True, slots=True)
class _Bracket:
    index: int
    token: Token


def _pairs(tokens: Sequence[Token]) -> Iterator[tuple[_Bracket, _Bracket]]:
    """Parentheses that belong together, the outer ones first where they begin together."""
    found, waiting = [], []
    for index, token in enumerate(tokens):
        if token.type == "LPAR":
            waiting.append(_Bracket(index, token))
        elif token.type == "RPAR" and waiting:
            found.append((waiting.pop(), _Bracket(index, token)))
    yield from sorted(found, key=lambda pair: pair[0].index)


def _bare(tokens: Sequence[Token]) -> str:
    """The tokens as text without comments, to be read again."""
    return "\n".join(_Lines("", 0, bare=True).of(tokens, 0).lines)


# Words


def _stands(token: Token) -> bool:
    return token.type not in ("_NL", "_INDENT", "_DEDENT")


def _spelt(kind: str, text: str) -> str:
    if kind == "STRING":
        return text
    words = " ".join(text.split())
    if kind in ("INT", "RANGE"):
        return " ".join(str(int(w)) if w.isdigit() else w for w in words.split())
    if words.startswith(",") and len(words) > 1:
        words = ", " + words[1:].strip()
    for one, other in _SPELLING.get(kind, ()):
        words = words.replace(one, other)
    return words


def _joined(tokens: Sequence[Token]) -> str:
    text, before = "", None
    for index, token in enumerate(tokens):
        word = _spelt(token.type, str(token))
        if token.type == "A" and index + 1 < len(tokens):
            word = _article(word, str(tokens[index + 1]))
        apart = before is not None and before.type not in ("LPAR", "LSQB")
        apart = apart and not word.startswith(",") and token.type not in ("RPAR", "RSQB", "COLON")
        text += (" " if apart and not _sign(tokens, index - 1) else "") + word
        before = token
    return text


def _article(word: str, following: str) -> str:
    """*an* before a vowel, *a* before a consonant; *u* and *h* are as the author hears them."""
    if following[:1] in "uh":
        return word
    return "an" if following[:1] in "aeio" else "a"


def _sign(tokens: Sequence[Token], index: int) -> bool:
    """Whether this is a minus that begins a number."""
    if str(tokens[index]) != "-":
        return False
    return index == 0 or tokens[index - 1].type not in _VALUES


# Lines


@dataclass(slots=True)
class _Lines:
    """The lines of a text; `at` is how far the source has been printed.

    Comments aren't tokens: they are found in the gaps between these.
    """

    source: str
    at: int
    bare: bool = False
    lines: list[str] = field(default_factory=list)
    comments: bool = False
    columns: list[int] = field(default_factory=lambda: [0])

    def of(self, tokens: Sequence[Token], end: int) -> Printed:
        line: list[Token] = []
        level, blocks = 0, list(self.columns)
        for token in tokens:
            if token.type == "_NL":
                self._flush(line, level)
                line = []
            elif token.type == "_INDENT":
                level += 1
            elif token.type == "_DEDENT":
                level -= 1
            else:
                if not line:
                    blocks = self._between(token, level, blocks)
                line.append(token)
                self.at = self.at if self.bare else token.end_pos or 0
        self._flush(line, level)
        if not self.bare:
            self._gap(self.source[self.at : end] + "\n", 0, -1, blocks)
        while self.lines and not self.lines[-1]:
            self.lines.pop()
        return Printed(tuple(self.lines), self.comments)

    def _flush(self, line: list[Token], level: int) -> None:
        if line:
            self.lines.append(INDENT * level + _joined(line))

    def _between(self, token: Token, level: int, blocks: list[int]) -> list[int]:
        """What stands before the first token of a line; the columns of the open blocks."""
        if self.bare:
            return blocks
        start = token.start_pos or 0
        gap = self.source[self.at : start]
        column = len(gap.rsplit("\n", 1)[-1])
        self._gap(gap, level, column, blocks)
        return [*blocks[:level], column]

    def _gap(self, gap: str, level: int, column: int, blocks: list[int]) -> None:
        """Prints the comments of a gap; one on the line of the last token stays there."""
        first, *rest = gap.split("\n")
        if "#" in first and self.lines:
            self.lines[-1] += "  " + _comment(first)
            self.comments = True
        elif "#" in first:
            rest = [first, *rest]
        for line in rest[:-1]:
            if "#" in line:
                at = level if line.index("#") <= column else _level(line, level, blocks)
                self.lines.append(INDENT * at + _comment(line))
                self.comments = True
            elif self.lines and self.lines[-1]:
                self.lines.append("")


def _level(line: str, level: int, blocks: Sequence[int]) -> int:
    """How deep a comment stands that ends a block: as deep as its column says."""
    inside = [at for at, column in enumerate(blocks) if column <= line.index("#")]
    return max([level, *inside])


def _comment(line: str) -> str:
    return line[line.index("#") :].rstrip()
