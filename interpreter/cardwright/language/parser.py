"""From text to syntax tree: Lark (LALR, contextual lexer) over the raw text of the file.

Positions are the file's own. Owns indentation; what to say of a text that can't be read is told
by `misread`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from lark.lark import PostLex
from lark.utils import TextSlice

from cardwright.language import keywords, registry, tables
from cardwright.language.alike import Alike
from cardwright.language.syntax import Node, Part, Word, cover
from cardwright.source.diagnostics import Report
from cardwright.source.text import Source, Span

MAX_DEPTH = 12
MOST_NESTED = 80
"""How deep phrases may stand in phrases: checker and compiler go down by recursion."""
GREATEST = 1_000_000_000
_NUMBERS = frozenset({"INT", "RANGE"})
_NOWHERE = Span(Source("", ""), 0, 0)
_CHAINS = frozenset({"np", "inner", "ofnp", "words", "if_do"})
"""Nodes whose parts become nested, one in the other, when they are checked."""


class Indentation(PostLex):
    """Turns the blanks after a line's end into _INDENT and _DEDENT."""

    always_accept = ("_NL", "_OR")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        levels: list[int] = []
        last = Token("_NL", "\n", 0, end_pos=0)
        for token in stream:
            last = token
            if token.type != "_NL":
                levels = levels or [0]
                yield token
                continue
            width = len(token.rsplit("\n", 1)[-1].split("#")[0])
            yield from self._line(token, width, levels)
        if last.type != "_NL":
            yield self._like("_NL", last)
        for _ in levels[1:]:
            yield self._like("_DEDENT", last)

    def _line(self, token: Token, width: int, levels: list[int]) -> Iterator[Token]:
        if not levels:
            levels.append(width)
            return
        yield token
        if width > levels[-1]:
            levels.append(width)
            yield self._like("_INDENT", token)
            return
        while width < levels[-1] and len(levels) > 1:
            levels.pop()
            yield self._like("_DEDENT", token)
        if width != levels[-1]:
            yield self._like("_INDENT", token)  # which nothing takes

    @staticmethod
    def _like(kind: str, token: Token) -> Token:
        end = token.end_pos or 0
        return Token(kind, "", end, end_pos=end)


class Parser:
    """A parser that knows which words are values, so that `or` between two joins them."""

    def __init__(self, values: frozenset[str] = frozenset()) -> None:
        self.values = values
        self.span = _NOWHERE
        self._alike = Alike()
        self._lark = _lark()

    def _or(self, token: Token) -> Token:
        start, end = token.start_pos or 0, token.end_pos or 0
        text = self.span.source.text
        before = re.search(r"([a-z][\w-]*)\s*$", text[max(0, start - 80) : start])
        after = re.match(r"\s*([a-z][\w-]*)", text[end : end + 80])
        if before and after and before[1] in self.values and after[1] in self.values:
            return Token.new_borrow_pos("WORD_OR", "or", token)
        return token

    def expression(self, span: Span, report: Report) -> Node | None:
        return self._parse(span, report, "start_expression")

    def effect(self, span: Span, report: Report) -> Node | None:
        return self._parse(span, report, "start_effect")

    def _parse(self, span: Span, report: Report, start: str) -> Node | None:
        if (alike := self._alike.find(start, span)) is not None:
            return alike
        if too_deep := _too_deep(span):
            report.error("CW203", "this is nested too deeply", too_deep, "split it into rules")
            return None
        try:
            node = self._read(span, start)
            self._alike.keep(start, span, node)
            return node
        except UnexpectedInput as error:
            self._tell(error, span, report, start)
        except _Refused as refused:
            report.error(refused.code, refused.message, refused.span, refused.help)
        return None

    def _tell(self, error: UnexpectedInput, span: Span, report: Report, start: str) -> None:
        # Imported late: most texts can be read.
        from cardwright.language import misread

        values = self.values
        report.add(misread.told(error, span, values, is_effect=start == "start_effect"))

    def _read(self, span: Span, start: str) -> Node:
        """Raises UnexpectedInput and _Refused."""
        self.span = span
        _READING.append(self)
        try:
            found: Any = self._lark.parse(TextSlice(span.source.text, span.start, span.end), start)
        finally:
            _READING.pop()
        if found.height >= MOST_NESTED:
            raise _Refused("CW203", "this is nested too deeply", _first_line(span),
                           "split it into rules or definitions")  # fmt: skip
        node: Node = found
        return node


_READING: list[Parser] = []  # whose text Lark reads now: its tables are shared by all parsers


@cache
def _lark() -> Lark:
    """Loading the tables takes longer than reading a small pack, so it is done once."""
    return tables.parser(grammar(), tree_class=_made, **settings())


def settings() -> dict[str, Any]:
    """What belongs to no table."""
    joined = {"_OR": lambda token: _READING[-1]._or(token)}
    return {"postlex": Indentation(), "lexer_callbacks": joined}


def _too_deep(span: Span) -> Span | None:
    text = span.text
    if text.count("(") + text.count("[") + text.count("\n") <= MAX_DEPTH:
        return None
    depth = 0
    for index, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if depth > MAX_DEPTH:
            return Span(span.source, span.start + index, span.start + index + 1)
    widths = {len(m[1]) for m in re.finditer(r"\n( *)\S", text)}
    return _first_line(span) if len(widths) > MAX_DEPTH else None


def _first_line(span: Span) -> Span:
    found = re.compile(r"[^\s|][^\n]*").search(span.source.text, span.start, span.end)
    return Span(span.source, found.start(), found.end()) if found else span


class _Refused(Exception):
    """What Lark reads and nobody could work with."""

    def __init__(self, code: str, message: str, span: Span, help: str) -> None:
        super().__init__(message)
        self.code, self.message, self.span, self.help = code, message, span, help


def _made(kind: str, children: list[Any]) -> Node | Tree[Token]:
    """What Lark makes of a rule: our node at once, or its own tree of what goes into another."""
    if kind.startswith("_"):
        return Tree(kind, children)
    return _node(kind, children, _READING[-1].span)


def _node(kind: str, children: list[Any], whole: Span) -> Node:
    """Raises _Refused for a number that is too large."""
    source = whole.source
    step = 1 if kind in _CHAINS else 0
    parts: list[Part] = []
    height = step * len(children)
    for index, child in enumerate(children):
        if isinstance(child, Token):
            parts.append(_word(child, source))
        else:
            parts.append(child)
            if child is not None:
                height = max(height, 1 + step * index + child.height)
    return Node(kind, tuple(parts), _cover(parts, whole), height)


def _word(token: Token, source: Source) -> Word:
    start = token.start_pos or 0
    if token.type in _NUMBERS:
        _not_huge(token, start, source)
    return Word(token.type, str(token), Span(source, start, start + len(token)))


def _not_huge(token: Token, start: int, source: Source) -> None:
    for found in re.finditer(r"\d+", token):
        digits = found[0].lstrip("0")
        if len(digits) > 10 or int(digits or 0) > GREATEST:
            where = Span(source, start + found.start(), start + found.end())
            message = f"the greatest number is {GREATEST:,}"
            raise _Refused("CW204", message, where, "write a smaller number")


def _cover(parts: list[Part], whole: Span) -> Span:
    # A node without a word of its own (`any number of`) stands nowhere.
    spans = [part.span for part in parts if part is not None and part.span is not whole]
    if len(spans) == 1 and not re.search(r"[()]", spans[0].text):
        return spans[0]
    return cover(spans, whole)


@cache
def grammar() -> str:
    """The grammar: its file, the verbs of the registry and the words of the language."""
    text = resources.files(__package__).joinpath("grammar.lark").read_text("utf-8")
    return "\n".join([text, registry.grammar(), keywords.terminals()])


__all__ = ["Parser", "Tree"]
