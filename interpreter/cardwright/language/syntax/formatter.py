"""Formats effects and expressions: the one canonical form of a syntax tree.

Responsible for whitespace, the layout of lines, and redundant parentheses. Words and comments are
kept; to verify that the meaning is the same, the result is parsed again and the trees are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, fields, replace
from typing import Literal, TypeAlias

from cardwright.language.syntax import ast
from cardwright.language.syntax.nodes import Node, Part, Word
from cardwright.language.syntax.one_line import LAYOUT, joined, spelled
from cardwright.language.syntax.parser import Parser
from cardwright.source.diagnostics import Report
from cardwright.source.records import dataclass
from cardwright.source.text import Source, Span

Sort: TypeAlias = Literal["effect", "expression", "answer"]
"""What a text can be; an `answer` is an automaton's."""

INDENT = "  "
MOST_PAIRS = 100
"""In an expression; one with more keeps all its parentheses, for each is tried by reading."""
BEFORE_LOOSE = frozenset({
    "", "LPAR", "LSQB", "COMMA", "PLUS", "MINUS", "TIMES", "SLASH", "MOD", "COMPARE_FEWER",
    "COMPARE_LEAST", "COMPARE_MORE", "COMPARE_MOST", "EQUALS", "IS", "IS_NOT", "_AND", "_OR",
    "_NOT", "_IF", "_THEN_WORD", "_ELSE", "_BE", "_WHERE", "_BY", "_THEN_BY", "MIN_OF", "MAX_OF",
})  # fmt: skip
"""After these tokens, and where an expression begins, parentheses may change nothing.

Those around a noun phrase always stay."""


@dataclass(frozen=True, slots=True)
class Formatted:
    """The lines of a text, indented from 0. With `comments` it needs a block after `|`.

    `is_same`: the original has the same text, or the new text the same syntax tree.
    """

    lines: tuple[str, ...]
    comments: bool = False
    is_same: bool = False

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


class Formatter:
    """Formats the texts that a parser reads."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser

    def read(self, span: Span, sort: Sort, report: Report) -> Node | None:
        """The tree of a text; None if it has syntax errors, which are added to `report`."""
        match sort:
            case "effect":
                return self._parser.effect(span, report)
            case "answer":
                return self._parser.answer(span, report)
        return self._parser.expression(span, report)

    def format(self, span: Span, sort: Sort, report: Report, before: str = "") -> Formatted | None:
        """The canonical form of a text; None if it has syntax errors, which are added to `report`.

        `before` is the text without its indentation in the file.
        """
        tree = self.read(span, sort, report)
        if tree is None:
            return None
        for without in dict.fromkeys((self._redundant(tree), frozenset[int]())):
            found = formatted(tree, span, without)
            if found.text == before or self._shape(found.text, sort) == shape(tree):
                return replace(found, is_same=True)
        return found

    def same(self, span: Span, text: str, sort: Sort) -> bool:
        """Whether a formatted text has the same syntax tree as the original."""
        tree = self.read(span, sort, Report())
        return tree is not None and self._shape(text, sort) == shape(tree)

    def _shape(self, text: str, sort: Sort) -> object:
        tree = self.read(Source("", text).whole, sort, Report())
        return None if tree is None else shape(tree)

    def _redundant(self, tree: Node) -> frozenset[int]:
        """The redundant parentheses, by the ids of their tokens."""
        kind = "" if isinstance(tree, ast.Expression) else "_NL"
        before = dict[int, str]()
        for token in tree.tokens():
            before[id(token)], kind = kind, token.kind
        found = set[int]()
        for top in _topmost(tree):
            tokens = [*top.tokens()]
            found.update(map(id, tokens))
            found.difference_update(map(id, self._tidied(top, tokens, before[id(tokens[0])])))
        return frozenset(found)

    def _tidied(self, top: Node, tokens: list[Word], before: str) -> list[Word]:
        """The tokens of an expression without redundant pairs of parentheses."""
        pairs = _pairs(top)
        meant = shape(top) if pairs else None
        at = 0
        while at < len(pairs) <= MOST_PAIRS:
            fewer = _without(tokens, pairs[at], before)
            if fewer and self._shape(joined(fewer), "expression") == meant:
                tokens, at = fewer, 0
            else:
                at += 1
        return tokens


def shape(part: object) -> object:
    """A syntax tree without positions, layout, parentheses and differences that are only of
    spelling.
    """
    if isinstance(part, Word):
        return part.kind, "a" if part.kind == "A" else spelled(part)
    if isinstance(part, tuple):
        return tuple(map(shape, part))
    if isinstance(part, ast.Parenthesized):
        return shape(part.value)
    if not isinstance(part, Node):
        return part
    values = (shape(getattr(part, f.name)) for f in fields(part) if f.compare)
    return type(part), isinstance(part, ast.Is) and _needs_parentheses(part.right), *values


def _needs_parentheses(right: Node) -> bool:
    """Whether this is a word in parentheses: without them, `it is red` has an adjective."""
    inner = right.inner if isinstance(right, ast.Parenthesized) else None
    return isinstance(inner, ast.NounPhrase) and bool(inner.lone_word)


# --------------------------------------------------------------------------- parentheses


def _topmost(node: Node) -> Iterator[Node]:
    """The outermost expressions."""
    if isinstance(node, ast.Expression):
        yield node
        return
    for part in node.layout:
        if isinstance(part, Node):
            yield from _topmost(part)


def _pairs(top: Node) -> list[tuple[Part, Part]]:
    """The parentheses around expressions, in the order of their beginnings."""
    found = (node for node in top.walk() if isinstance(node, ast.Parenthesized))
    return [(node.layout[0], node.layout[-1]) for node in found]


def _without(tokens: list[Word], pair: tuple[Part, Part], before: str) -> list[Word]:
    """The tokens without a pair of parentheses; empty if the pair has to stay."""
    at = next((n for n, token in enumerate(tokens) if token is pair[0]), None)
    if at is None or (tokens[at - 1].kind if at else before) not in BEFORE_LOOSE:
        return []
    return [token for token in tokens if token is not pair[0] and token is not pair[1]]


# --------------------------------------------------------------------------------- lines


def formatted(
    node: Node, span: Span | None = None, without: frozenset[int] = frozenset()
) -> Formatted:
    """A node, or the text of `span` with this tree, without the tokens with these ids."""
    span = span or node.extent
    tokens = [token for token in node.tokens() if id(token) not in without]
    return _Lines(span.source.text, span.start).of(tokens, span.end)


@dataclass(slots=True)
class _Lines:
    """The lines of a text; the source has been printed up to `at`.

    Comments aren't tokens: they are found in the gaps between tokens.
    """

    source: str
    at: int
    lines: list[str] = field(default_factory=list)
    comments: bool = False
    columns: list[int] = field(default_factory=lambda: [0])

    def of(self, tokens: Sequence[Word], end: int) -> Formatted:
        line: list[Word] = []
        level, blocks = 0, list(self.columns)
        for token in tokens:
            if token.kind == "_NL":
                self._flush(line, level)
                line = []
            elif token.kind in LAYOUT:
                level += 1 if token.kind == "_INDENT" else -1
            else:
                if not line:
                    blocks = self._between(token, level, blocks)
                line.append(token)
                self.at = token.span.end
        self._flush(line, level)
        self._gap(self.source[self.at : end] + "\n", 0, -1, blocks)
        while self.lines and not self.lines[-1]:
            self.lines.pop()
        return Formatted(tuple(self.lines), self.comments)

    def _flush(self, line: list[Word], level: int) -> None:
        if line:
            self.lines.append(INDENT * level + joined(line))

    def _between(self, token: Word, level: int, blocks: list[int]) -> list[int]:
        """Prints what comes before the first token of a line; returns the columns of open
        blocks.
        """
        gap = self.source[self.at : token.span.start]
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
    """The level of a comment that ends a block, from its column."""
    inside = [at for at, column in enumerate(blocks) if column <= line.index("#")]
    return max([level, *inside])


def _comment(line: str) -> str:
    return line[line.index("#") :].rstrip()
