"""Prints effects and expressions in their one canonical form.

Owns blanks, the layout of lines, and which parentheses are needed. The words stay the
author's, and so do comments; that the printed text means the same is proved by reading it
again and comparing the syntax trees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Literal, TypeAlias

from lark import Token
from lark.utils import TextSlice

from cardwright.language.parser import _READING, Parser
from cardwright.language.syntax import Node, Part
from cardwright.source.diagnostics import Report
from cardwright.source.records import dataclass
from cardwright.source.text import Source, Span

Sort: TypeAlias = Literal["effect", "expression"]
Shape: TypeAlias = "tuple[str | Shape | None, ...]"

INDENT = "  "
_VALUES = frozenset({"NAME", "INT", "RPAR", "RSQB", "YES", "NO_WORD", "NONE", "STRING"})
"""What a minus can be taken from; after anything else it is a sign."""
MOST_PAIRS = 100
"""In a line; one with more keeps all its parentheses, for each is tried by reading the line."""
FRAMES = ("{}", "{}\n  stop", "if yes:\n  stop\n{}", "if yes:\n  stop\n{}\n  stop",
          "choose one:\n  {}", "choose one:\n  {}\n    stop")  # fmt: skip
"""Effects in which a line may stand, to be read by itself."""
BEFORE_LOOSE = frozenset({
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
        node = self._tree(span, sort, report)
        if node is None:
            return None
        tokens = self._without_loose(self._tokens(span, sort), shape(node), sort)
        return _Lines(span.source.text, span.start).of(tokens, span.end)

    def same(self, span: Span, text: str, sort: Sort) -> bool:
        """Whether a printed text means what stood there: it has the same syntax tree."""
        node = self._tree(span, sort, Report())
        return node is not None and self._shape(text, sort) == shape(node)

    def _tree(self, span: Span, sort: Sort, report: Report) -> Node | None:
        return self.effect(span, report) if sort == "effect" else self.expression(span, report)

    def _shape(self, text: str, sort: Sort) -> Shape | None:
        node = self._tree(Span(Source("", text), 0, len(text)), sort, Report())
        return None if node is None else shape(node)

    def _tokens(self, span: Span, sort: Sort) -> list[Token]:
        self.span = span
        _READING.append(self)
        try:
            text = TextSlice(span.source.text, span.start, span.end)
            return list(self._lark.parse_interactive(text, f"start_{sort}").iter_parse())
        finally:
            _READING.pop()

    def _without_loose(self, tokens: list[Token], meant: Shape, sort: Sort) -> list[Token]:
        """The tokens without each pair of parentheses that changes nothing.

        Each pair is tried by reading its line again, so that many lines take no longer each.
        """
        lines = [tokens] if sort == "expression" else _split(tokens)
        tidied = [token for line in lines for token in self._tidied(line, sort)]
        return tidied if self._shape(_bare(tidied), sort) == meant else tokens

    def _tidied(self, line: list[Token], sort: Sort) -> list[Token]:
        """A line without its loose parentheses."""
        count = len(_pairs(line))
        for frame in FRAMES if 0 < count <= MOST_PAIRS else ():
            meant = self._shape(frame.format(_bare(line)), sort)
            if meant is not None:
                return self._tried(line, frame, meant, sort)
        return line

    def _tried(self, line: list[Token], frame: str, meant: Shape, sort: Sort) -> list[Token]:
        first = 1 if sort == "effect" else 0  # what begins a statement is a noun phrase
        for opening, closing in _pairs(line):
            at = next(n for n, token in enumerate(line) if token is opening)
            if at < first or (at and line[at - 1].type not in BEFORE_LOOSE):
                continue
            fewer = [t for t in line if t is not opening and t is not closing]
            if self._shape(frame.format(_bare(fewer)), sort) == meant:
                return self._tried(fewer, frame, meant, sort)
        return line


def shape(part: Part) -> Shape:
    """A syntax tree without places, parentheses and differences of spelling alone."""
    if part is None:
        return (None,)
    if not isinstance(part, Node):
        return part.kind, "a" if part.kind == "A" else _spelt(part.kind, part.text)
    if part.kind == "paren" and len(part.parts) == 1:
        return shape(part.parts[0])
    return part.kind, *(_part(part, index) for index in range(len(part.parts)))


def _part(node: Node, index: int) -> Shape:
    """A part of a node; with its parentheses, where the checker looks at them."""
    part = node.parts[index]
    inner = _without(part)
    if inner is not part and isinstance(inner, Node):
        lone = inner.kind == "np" and len([*inner.walk()]) == 2  # `it is (red)`: no adjective
        if lone and index and node.kind in _IS:
            return "paren", shape(inner)
        # `(x is red) or ready`: without them, is it one of the two?
        if node.kind == "either" and not index and inner.kind in _IS:
            right = _without(node.parts[1])
            if not (isinstance(right, Node) and right.kind in _CONDITIONS):
                return "paren", shape(inner)
    return shape(part)


_IS = frozenset({"is_", "is_not"})
_CONDITIONS = _IS | {
    "both", "either", "negate", "compare", "is_in", "is_not_in", "can_pay", "has_no", "has_some",
    "there_no", "there_some", "yes", "no",
}  # fmt: skip


def _without(part: Part) -> Part:
    """A part without the parentheses around it."""
    while isinstance(part, Node) and part.kind == "paren" and len(part.parts) == 1:
        part = part.parts[0]
    return part


# Parentheses


def _pairs(tokens: Sequence[Token]) -> list[tuple[Token, Token]]:
    """Parentheses that belong together, in the order of their beginnings."""
    found, waiting = [], []
    for index, token in enumerate(tokens):
        if token.type == "LPAR":
            waiting.append((index, token))
        elif token.type == "RPAR" and waiting:
            found.append((*waiting.pop(), token))
    return [(opening, closing) for _, opening, closing in sorted(found, key=lambda p: p[0])]


def _split(tokens: Sequence[Token]) -> list[list[Token]]:
    """The lines of an effect; what is no word stands in lines of its own."""
    lines: list[list[Token]] = [[]]
    for token in tokens:
        if _stands(token):
            lines[-1].append(token)
        else:
            lines += [[token], []]
    return lines


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
